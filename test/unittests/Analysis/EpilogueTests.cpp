//===- EpilogueTests.cpp - What facts say of epilogues --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Problem/ProblemText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;
using ::testing::HasSubstr;

namespace {
struct EpilogueTest : ::testing::Test {
  EpilogueTest() { loadEpilogueDialects(&context); }

  /// The problem with its function in the one form.
  MatmulFact canonicalize(StringRef text) {
    MatmulFact fact = cantFail(parseProblem(text)).getMatmul();
    EXPECT_TRUE(succeeded(canonicalizeFunctions(&context, fact, whyNot)))
        << whyNot;
    return fact;
  }
  std::string getWhyNot(StringRef text) {
    MatmulFact fact = cantFail(parseProblem(text)).getMatmul();
    return succeeded(canonicalizeFunctions(&context, fact, whyNot)) ? ""
                                                                    : whyNot;
  }
  func::FuncOp build(const MatmulFact &fact) {
    FailureOr<OwningOpRef<ModuleOp>> parsed =
        parseEpilogue(&context, fact, whyNot);
    EXPECT_TRUE(succeeded(parsed)) << whyNot;
    module = std::move(*parsed);
    return getElementFunction(*module);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string whyNot;
};
} // namespace

static constexpr StringLiteral kBias =
    "8x16x32 bf16 -> f32 then {func.func @epilogue(%s: f32, %b: f32) -> f32 { "
    "%0 = arith.addf %s, %b : f32 return %0 : f32 }} f32[n]";

/// Names, white space, flags and what is computed twice are not the function's.
TEST_F(EpilogueTest, EqualFunctionsAreEqualText) {
  MatmulFact bias = canonicalize(kBias);
  EXPECT_EQ(canonicalize(bias.getText()), bias);
  EXPECT_EQ(canonicalize(
                "8x16x32 bf16 -> f32 then {  func.func @other(%x: f32,\t"
                "%y: f32) -> f32 {%z = arith.addf %x, %y fastmath<fast> : f32 "
                "%w = arith.addf %x, %y : f32 return %z : f32}  } f32[n]"),
            bias);
  MatmulFact product = canonicalize(
      "8x16x32 bf16 -> f32 then {func.func @epilogue(%s: f32, %b: f32) -> f32 "
      "{ %0 = arith.mulf %s, %b : f32 return %0 : f32 }} f32[n]");
  EXPECT_NE(product, bias);
  EXPECT_NE(product.getKey(), bias.getKey());
  // What is read along other dimensions, or lies elsewhere, is another problem
  // with the same function.
  MatmulFact residual = bias;
  residual.epilogue.operands[0].overRows = true;
  EXPECT_NE(residual.getKey(), bias.getKey());
  EXPECT_EQ(residual.epilogue.getHash(), bias.epilogue.getHash());
  EXPECT_NE(hash_value(residual), hash_value(bias));
}

TEST_F(EpilogueTest, KeysAreReadAgain) {
  MatmulFact bias = canonicalize(kBias);
  EXPECT_THAT(bias.getKey(),
              HasSubstr(" then " + bias.epilogue.getHash() + " f32[n]"));
  MatmulFact named = cantFail(parseProblem(bias.getKey())).getMatmul();
  EXPECT_TRUE(named.epilogue.isNamed());
  EXPECT_FALSE(bias.epilogue.isNamed());
  EXPECT_EQ(named.getKey(), bias.getKey());
  EXPECT_EQ(named.getText(), bias.getKey());
  EXPECT_EQ(named.getBytes(), bias.getBytes());
  // Nothing can be built of it, and nothing is there to be made canonical.
  EXPECT_TRUE(succeeded(canonicalizeFunctions(&context, named, whyNot)));
  EXPECT_TRUE(failed(parseEpilogue(&context, named, whyNot)));
  EXPECT_EQ(whyNot, "only the hash of its function is known");
}

TEST_F(EpilogueTest, CountsWhatIsRead) {
  auto getBytes = [](StringRef text) {
    return cantFail(parseProblem(text)).getBytes();
  };
  const std::string body = "{func.func @epilogue() { return }}";
  double bare = getBytes("8x16x32 bf16 -> f32");
  auto getExtra = [&](StringRef operands) {
    return getBytes("8x16x32 bf16 -> f32 then " + body + " " + operands.str()) -
           bare;
  };
  EXPECT_EQ(getExtra("f32[n]"), 16 * 4);
  EXPECT_EQ(getExtra("bf16[m]"), 8 * 2);
  EXPECT_EQ(getExtra("bf16[mn]"), 8 * 16 * 2);
  EXPECT_EQ(getExtra("f64[1] i8[n]"), 8 + 16);
  EXPECT_EQ(getExtra("f32[m/3,n/8] bf16[n/5]"), 3 * 2 * 4 + 4 * 2);
  // Padding is not read.
  EXPECT_EQ(getExtra("f32[mn] e0(stride=20)"), 8 * 16 * 4);
  double batch = getBytes("3*8x16x32 bf16 -> f32");
  auto ofBatch = [&](StringRef operands) {
    return getBytes("3*8x16x32 bf16 -> f32 then " + body + " " +
                    operands.str()) -
           batch;
  };
  EXPECT_EQ(ofBatch("f32[n]"), 3 * 16 * 4);
  EXPECT_EQ(ofBatch("f32[n] e0(broadcast)"), 16 * 4);
  EXPECT_EQ(ofBatch("f32[mn] bf16[1] e0(broadcast)"), 8 * 16 * 4 + 3 * 2);
}

TEST_F(EpilogueTest, SaysWhatIsNoFunction) {
  auto ofF32 = [&](StringRef body, StringRef type = "f32") {
    return getWhyNot(("8x8x8 " + type + " then {" + body + "}").str());
  };
  EXPECT_EQ(ofF32("module {}"), "it must be one func.func");
  EXPECT_EQ(ofF32("func.func private @f(f32) -> f32"),
            "its body must be one block");
  EXPECT_EQ(ofF32("func.func @f(%s: f32) -> bf16 { %0 = arith.truncf %s : f32 "
                  "to bf16 return %0 : bf16 }"),
            "its type is (f32) -> bf16, not (f32) -> f32");
  EXPECT_THAT(ofF32("func.func @f(%s: f32) -> f32 { return %x : f32 }"),
              HasSubstr("undeclared SSA value"));
  EXPECT_EQ(ofF32("func.func @f(%s: f32) -> f32 { %0 = arith.remf %s, %s : f32 "
                  "return %0 : f32 }"),
            "no kernel computes arith.remf of f32");
  EXPECT_EQ(ofF32("func.func @f(%s: f64) -> f64 { %0 = math.exp %s : f64 "
                  "return %0 : f64 }",
                  "f64"),
            "no kernel computes math.exp of f64");
}

/// Kernels and hosts have the operations that are left.
TEST_F(EpilogueTest, ExpandsFunctions) {
  func::FuncOp function = build(canonicalize(
      "8x8x8 bf16 then {func.func @epilogue(%s: f32, %b: bf16) -> bf16 { "
      "%0 = arith.truncf %s : f32 to bf16 %1 = arith.addf %0, %b : bf16 "
      "%2 = math.tanh %1 : bf16 return %2 : bf16 }} bf16[n]"));
  function.walk([](Operation *op) {
    EXPECT_FALSE(isa<math::TanhOp>(op));
    // Of 16 bits there are conversions alone.
    if (auto add = dyn_cast<arith::AddFOp>(op))
      EXPECT_TRUE(add.getType().isF32());
  });
}
