//===- FormAttentionTests.cpp - Which attentions are formed ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormAttention.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class FormAttention : public ::testing::Test {
protected:
  FormAttention() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, math::MathDialect,
                        problem::ProblemDialect, tensor::TensorDialect>();
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func @f(%q: tensor<2x8x16xf32>, %k: tensor<2x16x12xf32>,
                   %v: tensor<2x12x16xf32>) -> tensor<1x2x8x16xf32> {
        %zero = arith.constant 0.0 : f32
        %0 = tensor.empty() : tensor<2x8x12xf32>
        %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
        %2 = linalg.batch_matmul ins(%q, %k : tensor<2x8x16xf32>, tensor<2x16x12xf32>)
                                 outs(%1 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
        %3 = linalg.softmax dimension(2) ins(%2 : tensor<2x8x12xf32>)
                                         outs(%0 : tensor<2x8x12xf32>) -> tensor<2x8x12xf32>
        %4 = tensor.empty() : tensor<2x8x16xf32>
        %5 = linalg.fill ins(%zero : f32) outs(%4 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
        %6 = linalg.batch_matmul ins(%3, %v : tensor<2x8x12xf32>, tensor<2x12x16xf32>)
                                 outs(%5 : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
        %7 = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [1, 2, 8, 16]
            : tensor<2x8x16xf32> into tensor<1x2x8x16xf32>
        return %7 : tensor<1x2x8x16xf32>
      })mlir",
                                         &context);
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return text;
  }

  int64_t form(WhyNotAttention getWhyNot) {
    IRRewriter rewriter(&context);
    return formAttention(
        rewriter, *module, getWhyNot,
        [&](Operation *product, const AttentionOutcome &outcome) {
          told += outcome.attention ? "formed" : outcome.whyNot.str();
          for (StringRef name : outcome.transposed)
            told += ", " + name.str();
        });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string told;
};
} // namespace

TEST_F(FormAttention, LeavesWhatNoKernelServes) {
  std::string before = print();
  EXPECT_EQ(form([](problem::AttentionOp op) {
              EXPECT_EQ(op.getNumBatchDims(), 1u);
              EXPECT_EQ(op.getSize(op.getDimM()), 8);
              EXPECT_EQ(op.getSize(op.getDimN()), 12);
              EXPECT_EQ(op.getSize(op.getDimD()), 16);
              EXPECT_EQ(op.getSize(op.getDimE()), 16);
              return std::string("no kernel multiplies f32");
            }),
            0);
  EXPECT_EQ(told, "no kernel multiplies f32");
  EXPECT_EQ(print(), before);
}

TEST_F(FormAttention, ComesBack) {
  auto serveAll = [](problem::AttentionOp) { return std::string(); };
  ASSERT_EQ(form(serveAll), 1);
  EXPECT_EQ(told, "formed");
  problem::AttentionOp attention;
  module->walk([&](problem::AttentionOp op) { attention = op; });
  ASSERT_TRUE(attention);
  EXPECT_EQ(attention.getYieldedScore(), attention.getScoreProduct());
  EXPECT_FALSE(attention.getZeroMaskedRows());
  IRRewriter rewriter(&context);
  decomposeAttention(rewriter, attention);
  EXPECT_TRUE(succeeded(module->verifyInvariants()));
  // What it decomposes into is recognised, too.
  EXPECT_EQ(form(serveAll), 1);
}
