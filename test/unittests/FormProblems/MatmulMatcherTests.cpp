//===- MatmulMatcherTests.cpp - Facts and the operations around a matmul --===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class MatmulMatcher : public ::testing::Test {
protected:
  MatmulMatcher() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, memref::MemRefDialect,
                        tensor::TensorDialect>();
  }

  /// The first matmul of `source`, matched.
  FailureOr<MatmulPattern> match(StringRef source) {
    module = parseSourceString<ModuleOp>(source, &context);
    EXPECT_TRUE(module);
    linalg::LinalgOp matmul;
    module->walk([&](linalg::MatmulOp op) { matmul = op; });
    return matchMatmul(matmul, &whyNot);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string whyNot;
};
} // namespace

TEST_F(MatmulMatcher, FindsWhatALoweringCanFuse) {
  FailureOr<MatmulPattern> pattern = match(R"mlir(
    func.func @f(%a: tensor<64x32xbf16>, %b: tensor<32x16xbf16>) -> tensor<64x16xf16> {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<64x16xf32>
      %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x16xf32>) -> tensor<64x16xf32>
      %sum = linalg.matmul ins(%a, %b : tensor<64x32xbf16>, tensor<32x16xbf16>)
                           outs(%fill : tensor<64x16xf32>) -> tensor<64x16xf32>
      %cast = arith.truncf %sum : tensor<64x16xf32> to tensor<64x16xf16>
      return %cast : tensor<64x16xf16>
    })mlir");
  ASSERT_TRUE(succeeded(pattern));
  EXPECT_TRUE(pattern->fill);
  ASSERT_TRUE(pattern->cast);
  EXPECT_TRUE(isa<arith::TruncFOp>(pattern->cast));
  const MatmulFact &fact = pattern->fact;
  EXPECT_EQ(fact.m, 64);
  EXPECT_EQ(fact.n, 16);
  EXPECT_EQ(fact.k, 32);
  EXPECT_EQ(fact.a.rowStride, 32);
  EXPECT_EQ(fact.b.rowStride, 16);
  EXPECT_EQ(fact.c.element, ElementKind::F16);
  EXPECT_EQ(fact.accumulator, ElementKind::F32);
  EXPECT_EQ(fact.init, InitKind::Zero);
}

TEST_F(MatmulMatcher, KeepsACastBehindARealC) {
  // The C that is read has another type than the one that would be written.
  FailureOr<MatmulPattern> pattern = match(R"mlir(
    func.func @f(%a: tensor<64x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<64x16xf32>) -> tensor<64x16xbf16> {
      %sum = linalg.matmul ins(%a, %b : tensor<64x32xbf16>, tensor<32x16xbf16>)
                           outs(%c : tensor<64x16xf32>) -> tensor<64x16xf32>
      %cast = arith.truncf %sum : tensor<64x16xf32> to tensor<64x16xbf16>
      return %cast : tensor<64x16xbf16>
    })mlir");
  ASSERT_TRUE(succeeded(pattern));
  EXPECT_FALSE(pattern->fill);
  EXPECT_FALSE(pattern->cast);
  EXPECT_EQ(pattern->fact.c.element, ElementKind::F32);
  EXPECT_EQ(pattern->fact.init, InitKind::Accumulate);
}

TEST_F(MatmulMatcher, TakesSizesFromWhicheverOperandKnowsThem) {
  FailureOr<MatmulPattern> pattern = match(R"mlir(
    func.func @f(%a: tensor<64x?xf32>, %b: tensor<32x?xf32>, %c: tensor<?x16xf32>) -> tensor<?x16xf32> {
      %sum = linalg.matmul ins(%a, %b : tensor<64x?xf32>, tensor<32x?xf32>)
                           outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
      return %sum : tensor<?x16xf32>
    })mlir");
  ASSERT_TRUE(succeeded(pattern));
  EXPECT_TRUE(pattern->fact.hasStaticSizes());
  EXPECT_EQ(pattern->fact.getKey().substr(0, 8), "64x16x32");
}

TEST_F(MatmulMatcher, LooksBackOnlySoFar) {
  // A fill that stands too far away counts as a real C, which is right too.
  std::string source = R"mlir(
    func.func @f(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>, %i: index) {
      %zero = arith.constant 0.0 : f32
      linalg.fill ins(%zero : f32) outs(%c : memref<8x8xf32>)
  )mlir";
  for (int i = 0; i < 100; ++i)
    source += "%" + std::to_string(i) + " = arith.addi %i, %i : index\n";
  source += R"mlir(
      linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
      return
    })mlir";
  FailureOr<MatmulPattern> pattern = match(source);
  ASSERT_TRUE(succeeded(pattern));
  EXPECT_EQ(pattern->fact.init, InitKind::Accumulate);
}

TEST_F(MatmulMatcher, UsesAnAssumedAlignment) {
  FailureOr<MatmulPattern> pattern = match(R"mlir(
    func.func @f(%raw: memref<4096xi8>, %shift: index, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
      %view = memref.view %raw[%shift][] : memref<4096xi8> to memref<8x8xf32>
      %a = memref.assume_alignment %view, 64 : memref<8x8xf32>
      linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
      return
    })mlir");
  ASSERT_TRUE(succeeded(pattern));
  EXPECT_EQ(pattern->fact.a.alignment, 64);
  EXPECT_EQ(pattern->fact.b.alignment, 256);
}

TEST(MatmulFact, DescribesWorkAndTraffic) {
  MatmulFact fact;
  fact.m = 2;
  fact.n = 3;
  fact.k = 5;
  EXPECT_EQ(fact.getFlops(), 2 * 2 * 3 * 5);
  EXPECT_EQ(fact.getBytes(), 2 * (2 * 5 + 5 * 3 + 2 * 3));
  fact.init = InitKind::Accumulate;
  EXPECT_EQ(fact.getBytes(), 2 * (2 * 5 + 5 * 3 + 2 * 2 * 3));
}

TEST(MatmulFact, HasADifferentKeyForADifferentFact) {
  MatmulFact fact;
  fact.m = fact.n = fact.k = 64;
  fact.a.rowStride = fact.b.rowStride = fact.c.rowStride = 64;
  EXPECT_EQ(fact.getKey(), "64x64x64 bf16 -> bf16");
  std::vector<MatmulFact> facts = {fact};
  auto vary = [&](auto change) {
    facts.push_back(fact);
    change(facts.back());
  };
  vary([](MatmulFact &f) { f.m = ShapedType::kDynamic; });
  vary([](MatmulFact &f) { f.batch = 2; });
  vary([](MatmulFact &f) { f.batch = ShapedType::kDynamic; });
  vary([](MatmulFact &f) {
    f.batch = 2;
    f.a.batchStride = f.b.batchStride = f.c.batchStride = 64 * 64;
  });
  vary([](MatmulFact &f) {
    f.batch = 2;
    f.b.batchStride = f.c.batchStride = 64 * 64;
    f.a.batchStride = ShapedType::kDynamic;
  });
  vary([](MatmulFact &f) {
    f.batch = 2;
    f.b.batchStride = f.c.batchStride = 64 * 64;
    f.a.batchStride = 64 * 65;
  });
  vary([](MatmulFact &f) { f.a.element = ElementKind::F16; });
  vary([](MatmulFact &f) { f.b.element = ElementKind::F16; });
  vary([](MatmulFact &f) { f.a.transposed = true; });
  vary([](MatmulFact &f) { f.b.transposed = true; });
  vary([](MatmulFact &f) { f.a.rowStride = 72; });
  vary([](MatmulFact &f) { f.a.rowStride = ShapedType::kDynamic; });
  vary([](MatmulFact &f) { f.c.unitInnerStride = false; });
  vary([](MatmulFact &f) { f.b.alignment = 16; });
  vary([](MatmulFact &f) { f.c.element = ElementKind::F32; });
  vary([](MatmulFact &f) { f.accumulator = ElementKind::F64; });
  vary([](MatmulFact &f) { f.init = InitKind::Accumulate; });
  vary([](MatmulFact &f) { f.zeroExtend = true; });
  for (const MatmulFact &left : facts)
    for (const MatmulFact &right : facts)
      EXPECT_EQ(left == right, left.getKey() == right.getKey())
          << left.getKey() << " and " << right.getKey();
}
