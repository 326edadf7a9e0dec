//===- AttentionDataTest.cpp - Attentions with known results --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionData.h"
#include "AttentionReduction.h"
#include "OperandReferenceTesting.h"

#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Kernels/AttentionReference.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Simulation/Reduction.h"
#include "mlir-autotune/Simulation/Simulation.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::autotune;
using ::testing::HasSubstr;

namespace {
/// An attention of 2 heads of 16 columns, with a second result, whose score
/// function has `lines` and yields %y. Each head of K and V serves both heads
/// of Q. A boolean for each key is read.
std::string getAttention(StringRef lines, int64_t queries, int64_t keys,
                         StringRef type = "bf16", StringRef masked = "") {
  std::string q =
      "tensor<2x" + std::to_string(queries) + "x16x" + type.str() + ">";
  std::string k = "tensor<" + std::to_string(keys) + "x16x" + type.str() + ">";
  std::string x = "tensor<" + std::to_string(keys) + "xi1>";
  std::string l = "tensor<2x" + std::to_string(queries) + "xf32>";
  std::string types = q + ", " + k + ", " + k + ", " + x;
  return ("#q = affine_map<(h, m, n, d, e) -> (h, m, d)>\n"
          "#k = affine_map<(h, m, n, d, e) -> (n, d)>\n"
          "#v = affine_map<(h, m, n, d, e) -> (n, e)>\n"
          "#x = affine_map<(h, m, n, d, e) -> (n)>\n"
          "#o = affine_map<(h, m, n, d, e) -> (h, m, e)>\n"
          "#l = affine_map<(h, m, n, d, e) -> (h, m)>\n"
          "func.func @f(%q: " +
          q + ", %k: " + k + ", %v: " + k + ", %x: " + x + ", %o: " + q +
          ", %l: " + l + ") -> (" + q + ", " + l +
          ") {\n"
          "%r:2 = problem.attention inputs(%q, %k, %v, %x : " +
          types + ")\n  outputs(%o, %l : " + q + ", " + l +
          ")\n"
          "  maps = [#q, #k, #v, #x, #o, #l] " +
          masked +
          " score {\n"
          "^bb0(%p: f32, %byte: i8, %h: index, %m: index, %n: index):\n"
          "  %lowest = arith.constant 0xFF800000 : f32\n"
          "  %none = arith.constant 0 : i8\n"
          "  %seen = arith.cmpi ne, %byte, %none : i8\n" +
          lines + "\n  problem.yield %y : f32\n} -> " + q + ", " + l +
          "\n"
          "return %r#0, %r#1 : " +
          q + ", " + l + "\n}\n")
      .str();
}

constexpr StringLiteral kScaled =
    "%c = arith.constant 0.25 : f32\n%y = arith.mulf %p, %c : f32";
constexpr StringLiteral kPadded = "%y = arith.select %seen, %p, %lowest : f32";
constexpr StringLiteral kCapped =
    "%t = math.tanh %p : f32\n%b = arith.cmpi sle, %n, %m : index\n"
    "%y = arith.select %b, %t, %lowest : f32";
constexpr StringLiteral kHidden = "%b = arith.cmpi slt, %n, %m : index\n"
                                  "%y = arith.select %b, %p, %lowest : f32";

/// A row of which all keys are masked sees them all alike.
constexpr StringLiteral kFinite =
    "%b = arith.cmpi slt, %n, %m : index\n"
    "%low = arith.constant -3.40282347E+38 : f32\n"
    "%y = arith.select %b, %p, %low : f32";

class AttentionDataTest : public ::testing::Test {
protected:
  AttentionDataTest() {
    DialectRegistry registry;
    registerKernelCompilerDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  AttentionFact getFact(const std::string &text) {
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    module->walk([&](problem::AttentionOp found) { op = found; });
    std::string whyNot;
    FailureOr<AttentionFact> fact = getAttentionFact(op, whyNot);
    EXPECT_TRUE(succeeded(fact)) << whyNot;
    return *fact;
  }
  llvm::Expected<std::unique_ptr<AttentionData>>
  create(const std::string &text) {
    return AttentionData::create(getFact(text), /*seed=*/3);
  }

  /// The kernel that the runner compares candidates for the problem with.
  std::unique_ptr<HostKernel> createReference() {
    return createOperandReference(
        op, getAttentionReferenceCtas(op), kAttentionReferenceThreads,
        [&](OpBuilder &b) {
          return createAttentionReference(b, "reference", op);
        });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  problem::AttentionOp op;
};

/// An element of an operand of bf16.
double getElement(const SimulatedProblem &problem, int operand, int64_t index) {
  const StoredMatrix &matrix = problem.getOperand(operand);
  uint32_t bits = uint32_t(matrix.bytes[2 * index]) << 16 |
                  uint32_t(matrix.bytes[2 * index + 1]) << 24;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint64_t getBits(double value) {
  auto single = float(value);
  uint32_t bits;
  std::memcpy(&bits, &single, sizeof(bits));
  return bits;
}

/// What the softmax of a row gives each key, computed as one would by hand.
std::vector<double> getWeights(const SimulatedProblem &problem, int64_t row,
                               int64_t keys) {
  std::vector<double> weights;
  double sum = 0;
  for (int64_t n = 0; n < keys; ++n) {
    double score = 0;
    for (int64_t d = 0; d < 16; ++d)
      score += getElement(problem, 0, row * 16 + d) *
               getElement(problem, 1, n * 16 + d);
    weights.push_back(std::exp(score / 4));
    sum += weights.back();
  }
  for (double &weight : weights)
    weight /= sum;
  return weights;
}
} // namespace

TEST_F(AttentionDataTest, ElementsAreMeans) {
  auto data = cantFail(create(getAttention(kScaled, 3, 40)));
  for (int64_t row = 0; row < 6; ++row) {
    std::vector<double> weights = getWeights(*data, row, 40);
    double mean = 0, most = 0;
    for (int64_t n = 0; n < 40; ++n) {
      double term = weights[n] * getElement(*data, 2, n * 16 + 5);
      mean += term;
      most = std::max(most, std::abs(term));
    }
    OutputElement place{row, 5, 0, 3};
    EXPECT_TRUE(data->accepts(place, getBits(mean) >> 16));
    // A key that is left out is seen.
    EXPECT_FALSE(data->accepts(place, getBits(mean + most) >> 16));
    EXPECT_FALSE(data->accepts(place, getBits(mean - most) >> 16));
    EXPECT_FALSE(data->accepts(place, 0xFFFF));
  }
}

TEST_F(AttentionDataTest, LogarithmsAreOfTheSums) {
  auto data = cantFail(create(getAttention(kScaled, 3, 40)));
  for (int64_t row = 0; row < 6; ++row) {
    // The weight of the first key says what the sum was.
    double score = 0;
    for (int64_t d = 0; d < 16; ++d)
      score += getElement(*data, 0, row * 16 + d) * getElement(*data, 1, d) / 4;
    double sum = score - std::log(getWeights(*data, row, 40).front());
    OutputElement place{row / 3, row % 3, 0, 4};
    EXPECT_TRUE(data->accepts(place, getBits(sum)));
    EXPECT_FALSE(data->accepts(place, getBits(sum + 1e-3)));
    EXPECT_FALSE(data->accepts(place, getBits(sum * std::log2(std::exp(1)))));
  }
}

TEST_F(AttentionDataTest, RowsThatSeeNothing) {
  for (StringRef masked : {"", "masked_rows = zero"}) {
    auto data = cantFail(create(getAttention(kHidden, 3, 40, "bf16", masked)));
    OutputElement first{0, 2, 0, 3};
    EXPECT_EQ(data->accepts(first, 0), !masked.empty());
    EXPECT_EQ(data->accepts(first, 0xFFFF), masked.empty());
    OutputElement second{1, 2, 0, 3};
    // It sees one key.
    EXPECT_TRUE(data->accepts(second, getBits(getElement(*data, 2, 2)) >> 16));
    EXPECT_TRUE(data->accepts(
        {0, 0, 0, 4}, getBits(-std::numeric_limits<double>::infinity())));
  }
}

TEST_F(AttentionDataTest, RefusesWhatCannotBeFoundWrong) {
  auto none = create(getAttention("%y = arith.select %seen, %lowest, %lowest "
                                  ": f32",
                                  3, 40));
  ASSERT_FALSE(bool(none));
  EXPECT_THAT(llvm::toString(none.takeError()),
              HasSubstr("most elements of output 0 may be anything, or are "
                        "NaN"));
  auto round = create(getAttention("%y = math.round %p : f32", 3, 40));
  ASSERT_FALSE(bool(round));
  EXPECT_THAT(llvm::toString(round.takeError()),
              HasSubstr("there is no reference for 'math.round'"));
  auto large = create(getAttention(kScaled, 4096, 4096));
  ASSERT_FALSE(bool(large));
  EXPECT_THAT(llvm::toString(large.takeError()),
              HasSubstr("more than 1048576 pairs of a query and a key"));
}

// Neither shares anything with the other.
TEST_F(AttentionDataTest, TheRunnersReferenceIsRight) {
  for (StringRef lines : {kScaled, kPadded, kCapped, kHidden, kFinite})
    for (StringRef type : {"bf16", "f16"}) {
      auto data = cantFail(create(getAttention(
          lines, 5, 150, type, type == "f16" ? "masked_rows = zero" : "")));
      SimulationVerdict verdict = simulate(*createReference(), *data, {});
      EXPECT_TRUE(verdict.isRight()) << lines.str() << verdict.str();
    }
}

TEST_F(AttentionDataTest, KernelsOfOtherProblemsAreRefused) {
  auto data = cantFail(create(getAttention(kScaled, 3, 40)));
  Config config = *Config::parse("simt, defaults", &context);
  ProblemFact matmul = cantFail(parseProblem("16x16x16 f32 -> f32"));
  auto kernel = cantFail(HostKernel::create(context, matmul, config, "sm_90a"));
  EXPECT_EQ(simulate(*kernel, *data, {}).refusal,
            "the kernel is of a matmul, and the problem is an attention");
}

TEST_F(AttentionDataTest, ReducedProblemsKeepTheirEnds) {
  AttentionFact fact = getFact(getAttention(kScaled, 1000, 3000));
  Config config = *Config::parse(
      "hopper_attention, tile = [128, 64], stages = 2, defaults", &context);
  AttentionFact reduced = reduceAttention(fact, config);
  EXPECT_EQ(reduced.heads, 2);
  EXPECT_EQ(reduced.keyHeads, 1);
  // Two tiles of queries and the rest; of keys, five steps and with the rest.
  EXPECT_EQ(reduced.queries, 2 * 128 + 1000 % 128);
  EXPECT_EQ(reduced.keys, 4 * 64 + 3000 % 64);
  EXPECT_EQ(reduced.depth, 16);
  // A mask needs as many queries as there are keys.
  fact = getFact(getAttention(kCapped, 1000, 3000));
  reduced = reduceAttention(fact, config);
  EXPECT_GE(reduced.queries, reduced.keys);
  // Small ones stay.
  fact = getFact(getAttention(kScaled, 3, 40));
  EXPECT_EQ(reduceAttention(fact, config).getKey(), fact.getKey());
}
