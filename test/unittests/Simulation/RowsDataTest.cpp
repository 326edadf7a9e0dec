//===- RowsDataTest.cpp - Problems of rows with known results -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsData.h"
#include "OperandReferenceTesting.h"
#include "ProblemMatrices.h"

#include "mlir-autotune/Kernels/RowsProblem.h"
#include "mlir-autotune/Kernels/RowsReference.h"
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

namespace {
/// Sums of `function` of the elements of 3 rows of 200, in a type T.
std::string getSums(StringRef function) {
  return ("#id = affine_map<(i, j) -> (i, j)>\n"
          "#row = affine_map<(i, j) -> (i)>\n"
          "func.func @f(%x: tensor<3x200xT>, %s: tensor<3xT>) -> tensor<3xT> "
          "{\n"
          "%r = problem.rows 3 x 200 ins(%x : tensor<3x200xT>)\n"
          "    outs(%s : tensor<3xT>) {\n"
          "^bb0(%in: tensor<3x200xT>):\n"
          "  %zero = arith.constant 0.0 : T\n"
          "  %e = tensor.empty() : tensor<3xT>\n"
          "  %f = linalg.fill ins(%zero : T) outs(%e : tensor<3xT>)\n"
          "      -> tensor<3xT>\n"
          "  %t = linalg.generic {indexing_maps = [#id, #row],\n"
          "      iterator_types = [\"parallel\", \"reduction\"]}\n"
          "      ins(%in : tensor<3x200xT>) outs(%f : tensor<3xT>) {\n"
          "  ^bb0(%i: T, %o: T):\n"
          "    %w = " +
          function +
          " : T\n"
          "    %v = arith.addf %w, %o : T\n"
          "    linalg.yield %v : T\n"
          "  } -> tensor<3xT>\n"
          "  problem.yield %t : tensor<3xT>\n"
          "} -> tensor<3xT>\n"
          "return %r : tensor<3xT>\n}\n")
      .str();
}

/// The largest element of 3 rows of 200, and where it stands first.
constexpr StringLiteral kArgmax = R"(
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<3x200xbf16>, %s: tensor<3xbf16>, %n: tensor<3xi64>)
    -> (tensor<3xbf16>, tensor<3xi64>) {
  %r:2 = problem.rows 3 x 200 ins(%x : tensor<3x200xbf16>)
      outs(%s, %n : tensor<3xbf16>, tensor<3xi64>) {
  ^bb0(%in: tensor<3x200xbf16>):
    %lowest = arith.constant 0xFF80 : bf16
    %zero = arith.constant 0 : i64
    %e = tensor.empty() : tensor<3xbf16>
    %g = tensor.empty() : tensor<3xi64>
    %f0 = linalg.fill ins(%lowest : bf16) outs(%e : tensor<3xbf16>)
        -> tensor<3xbf16>
    %f1 = linalg.fill ins(%zero : i64) outs(%g : tensor<3xi64>)
        -> tensor<3xi64>
    %m:2 = linalg.generic {indexing_maps = [#id, #row, #row],
        iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<3x200xbf16>)
        outs(%f0, %f1 : tensor<3xbf16>, tensor<3xi64>) {
    ^bb0(%i: bf16, %best: bf16, %at: i64):
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i64
      %w = arith.maximumf %i, %best : bf16
      %c = arith.cmpf ogt, %i, %best : bf16
      %p = arith.select %c, %k, %at : i64
      linalg.yield %w, %p : bf16, i64
    } -> (tensor<3xbf16>, tensor<3xi64>)
    problem.yield %m#0, %m#1 : tensor<3xbf16>, tensor<3xi64>
  } -> tensor<3xbf16>, tensor<3xi64>
  return %r#0, %r#1 : tensor<3xbf16>, tensor<3xi64>
})";

/// The largest of every three elements of 3 rows of 200, and the row's sum of
/// these.
constexpr StringLiteral kWindows = R"(
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#slide = affine_map<(i, j, k) -> (i, j + k)>
#shape = affine_map<(i, j, k) -> (k)>
#place = affine_map<(i, j, k) -> (i, j)>
func.func @f(%x: tensor<3x200xf32>, %o: tensor<3x198xf32>, %s: tensor<3xf32>)
    -> (tensor<3x198xf32>, tensor<3xf32>) {
  %r:2 = problem.rows 3 x 198 ins(%x : tensor<3x200xf32>)
      outs(%o, %s : tensor<3x198xf32>, tensor<3xf32>) {
  ^bb0(%in: tensor<3x200xf32>):
    %lowest = arith.constant -1.0e+30 : f32
    %zero = arith.constant 0.0 : f32
    %three = tensor.empty() : tensor<3xf32>
    %e = tensor.empty() : tensor<3x198xf32>
    %g = tensor.empty() : tensor<3xf32>
    %f0 = linalg.fill ins(%lowest : f32) outs(%e : tensor<3x198xf32>)
        -> tensor<3x198xf32>
    %f1 = linalg.fill ins(%zero : f32) outs(%g : tensor<3xf32>)
        -> tensor<3xf32>
    %m = linalg.generic {indexing_maps = [#slide, #shape, #place],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%in, %three : tensor<3x200xf32>, tensor<3xf32>)
        outs(%f0 : tensor<3x198xf32>) {
    ^bb0(%i: f32, %n: f32, %best: f32):
      %w = arith.maximumf %i, %best : f32
      linalg.yield %w : f32
    } -> tensor<3x198xf32>
    %t = linalg.generic {indexing_maps = [#id, #row],
        iterator_types = ["parallel", "reduction"]}
        ins(%m : tensor<3x198xf32>) outs(%f1 : tensor<3xf32>) {
    ^bb0(%i: f32, %sum: f32):
      %v = arith.addf %i, %sum : f32
      linalg.yield %v : f32
    } -> tensor<3xf32>
    problem.yield %m, %t : tensor<3x198xf32>, tensor<3xf32>
  } -> tensor<3x198xf32>, tensor<3xf32>
  return %r#0, %r#1 : tensor<3x198xf32>, tensor<3xf32>
})";

/// Running sums of 3 rows of 200: of exponentials, of what stands before each
/// of these sums, and the sum of all of the latter.
constexpr StringLiteral kScans = R"(
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<3x200xf32>, %r: tensor<3x200xf32>, %s: tensor<3xf32>)
    -> (tensor<3x200xf32>, tensor<3x200xf32>, tensor<3xf32>, tensor<3xf32>) {
  %p:4 = problem.rows 3 x 200 ins(%x, %s : tensor<3x200xf32>, tensor<3xf32>)
      outs(%r, %r, %s, %s : tensor<3x200xf32>, tensor<3x200xf32>, tensor<3xf32>,
           tensor<3xf32>) {
  ^bb0(%in: tensor<3x200xf32>, %start: tensor<3xf32>):
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<3x200xf32>
    %g = tensor.empty() : tensor<3xf32>
    %f = linalg.fill ins(%zero : f32) outs(%g : tensor<3xf32>) -> tensor<3xf32>
    %w = linalg.generic {indexing_maps = [#id, #id],
        iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<3x200xf32>) outs(%e : tensor<3x200xf32>) {
    ^bb0(%i: f32, %o: f32):
      %v = math.exp %i : f32
      linalg.yield %v : f32
    } -> tensor<3x200xf32>
    %a:2 = problem.scan inclusive ins(%w : tensor<3x200xf32>)
        outs(%e, %g : tensor<3x200xf32>, tensor<3xf32>) {
    ^bb0(%sum: f32, %element: f32):
      %v = arith.addf %sum, %element : f32
      problem.yield %v : f32
    } -> tensor<3x200xf32>, tensor<3xf32>
    %b:2 = problem.scan exclusive ins(%a#0 : tensor<3x200xf32>)
        outs(%e, %start : tensor<3x200xf32>, tensor<3xf32>) {
    ^bb0(%sum: f32, %element: f32):
      %v = arith.addf %sum, %element : f32
      problem.yield %v : f32
    } -> tensor<3x200xf32>, tensor<3xf32>
    %t = linalg.generic {indexing_maps = [#id, #row, #row],
        iterator_types = ["parallel", "reduction"]}
        ins(%b#0, %a#1 : tensor<3x200xf32>, tensor<3xf32>)
        outs(%f : tensor<3xf32>) {
    ^bb0(%i: f32, %last: f32, %o: f32):
      %d = arith.divf %i, %last : f32
      %v = arith.addf %d, %o : f32
      linalg.yield %v : f32
    } -> tensor<3xf32>
    problem.yield %a#0, %b#0, %b#1, %t : tensor<3x200xf32>, tensor<3x200xf32>,
        tensor<3xf32>, tensor<3xf32>
  } -> tensor<3x200xf32>, tensor<3x200xf32>, tensor<3xf32>, tensor<3xf32>
  return %p#0, %p#1, %p#2, %p#3 : tensor<3x200xf32>, tensor<3x200xf32>,
      tensor<3xf32>, tensor<3xf32>
})";

class RowsDataTest : public ::testing::Test {
protected:
  RowsDataTest() {
    DialectRegistry registry;
    registerKernelCompilerDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  llvm::Expected<std::unique_ptr<RowsData>> create(std::string text,
                                                   StringRef type) {
    // The type stands alone, or behind a size.
    for (size_t at; (at = text.find('T')) != std::string::npos;)
      text.replace(at, 1, type.str());
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    module->walk([&](problem::RowsOp found) { op = found; });
    std::string whyNot;
    return RowsData::create(getRowsFact(op, whyNot), /*seed=*/3);
  }

  /// The kernel that the runner compares candidates for the problem with.
  std::unique_ptr<HostKernel> createReference() {
    return createOperandReference(
        op, getRowsReferenceCtas(op), kRowsReferenceThreads,
        [&](OpBuilder &b) { return createRowsReference(b, "reference", op); });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  problem::RowsOp op;
};

uint32_t getBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// A row of an input of f32.
std::vector<float> getRow(const SimulatedProblem &problem, int64_t row) {
  std::vector<float> values(200);
  std::memcpy(values.data(), problem.getOperand(0).bytes.data() + row * 800,
              800);
  return values;
}
} // namespace

TEST_F(RowsDataTest, ExactSumsHaveOneResult) {
  auto data = cantFail(create(getSums("arith.mulf %i, %i"), "f32"));
  for (int64_t row = 0; row < 3; ++row) {
    float sum = 0;
    for (float value : getRow(*data, row))
      sum += value * value;
    OutputElement place{row, 0, 0, 1};
    EXPECT_TRUE(data->accepts(place, getBits(sum)));
    EXPECT_FALSE(data->accepts(place, getBits(std::nextafter(sum, 0.0f))));
    EXPECT_FALSE(data->accepts(place, getBits(std::nextafter(sum, 1e9f))));
  }
}

TEST_F(RowsDataTest, OtherSumsMayBeInAnyOrder) {
  auto data = cantFail(create(getSums("math.exp %i"), "f32"));
  std::vector<float> values = getRow(*data, 1);
  OutputElement place{1, 0, 0, 1};
  float forth = 0, back = 0, halves[2] = {0, 0};
  for (size_t i = 0; i < values.size(); ++i) {
    forth += std::exp(values[i]);
    back += std::exp(values[values.size() - 1 - i]);
    halves[i % 2] += std::exp(values[i]);
  }
  for (float sum : {forth, back, halves[0] + halves[1]})
    EXPECT_TRUE(data->accepts(place, getBits(sum)));
  // Any term that is left out, or counted twice, is seen.
  for (float value : values) {
    EXPECT_FALSE(data->accepts(place, getBits(forth - std::exp(value))));
    EXPECT_FALSE(data->accepts(place, getBits(forth + std::exp(value))));
  }
}

// The first running values have fewer additions, and narrower bounds.
TEST_F(RowsDataTest, EachRunningValueHasItsOwnBound) {
  auto data = cantFail(create(kScans.str(), "f32"));
  std::vector<float> values = getRow(*data, 2);
  float forth = 0;
  for (int64_t column = 0; column < 200; ++column) {
    OutputElement place{2, column, 0, 2};
    forth += std::exp(values[column]);
    float back = 0;
    for (int64_t i = column; i >= 0; --i)
      back += std::exp(values[i]);
    EXPECT_TRUE(data->accepts(place, getBits(forth)));
    EXPECT_TRUE(data->accepts(place, getBits(back)));
    // Each addition, and each function, may be off by a few roundings.
    float slack = forth * float(column + 8) * 0x1p-23f;
    EXPECT_FALSE(data->accepts(place, getBits(forth + slack)));
    EXPECT_FALSE(data->accepts(place, getBits(forth - slack)));
  }
}

TEST_F(RowsDataTest, PositiveInputsWhereOthersWouldBeNaN) {
  auto data = cantFail(create(getSums("math.log %i"), "f32"));
  EXPECT_THAT(getRow(*data, 0), ::testing::Each(::testing::Gt(0.0f)));
  auto both = cantFail(create(getSums("math.exp %i"), "f32"));
  EXPECT_THAT(getRow(*both, 0), ::testing::Contains(::testing::Lt(0.0f)));
}

// Sums in bf16 lose more than they are: whatever a kernel computes would be
// right.
TEST_F(RowsDataTest, RefusesWhatMayBeAnything) {
  auto data = create(getSums("math.exp %i"), "bf16");
  ASSERT_FALSE(bool(data));
  EXPECT_THAT(
      llvm::toString(data.takeError()),
      ::testing::HasSubstr("most elements of output 0 may be anything"));
}

TEST_F(RowsDataTest, RefusesWhatHasNoReference) {
  auto data = create(getSums("math.round %i"), "f32");
  ASSERT_FALSE(bool(data));
  EXPECT_THAT(llvm::toString(data.takeError()),
              ::testing::HasSubstr("there is no reference for 'math.round'"));
}

// Neither shares anything with the other.
TEST_F(RowsDataTest, TheRunnersReferenceIsRight) {
  for (std::string text : {getSums("arith.mulf %i, %i"), getSums("math.exp %i"),
                           kArgmax.str(), kWindows.str(), kScans.str()}) {
    auto data = cantFail(create(text, "f32"));
    SimulationVerdict verdict = simulate(*createReference(), *data, {});
    EXPECT_TRUE(verdict.isRight()) << verdict.str();
  }
}
