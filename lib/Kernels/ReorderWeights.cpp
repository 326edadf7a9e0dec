//===- ReorderWeights.cpp - Integers of 4 bits in another order -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread makes one byte of a row of 128. A byte has two elements that are
// eight apart along K, so that they are in two bytes of the source, and in the
// same half of both.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
enum Argument { kSource, kResult };
} // namespace

tile::KernelOp autotune::buildReorder(OpBuilder &builder, Location loc,
                                      StringRef name) {
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  Type byte = b.getI8Type();
  Type matrix = getBatchType(byte, /*isAdjacent=*/true, /*isBatch=*/false);
  auto createBody = [&](Block &body, ArrayRef<Value> place) {
    Value row = place[1], column = place[2];
    // The first of its elements is in byte `from` of the source.
    constexpr int64_t kLine = cuda::kReorderedK / 2;
    Value inLine = remainder(b, column, kLine);
    Value from = mul(b, divide(b, column, kLine), kLine);
    auto move = [&](int64_t at, int64_t count, int64_t to) {
      Value part = remainder(b, divide(b, inLine, at), count);
      from = add(b, from, mul(b, part, to));
    };
    move(/*at=*/32, /*count=*/4, /*to=*/1);
    move(/*at=*/16, /*count=*/2, /*to=*/64);
    move(/*at=*/4, /*count=*/4, /*to=*/16);
    move(/*at=*/1, /*count=*/2, /*to=*/8);
    Value half = remainder(b, divide(b, inLine, 2), 2);
    auto getConstant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(b, b.getIntegerAttr(byte, value));
    };
    Value shift = arith::IndexCastOp::create(b, byte, mul(b, half, 4));
    auto load = [&](int64_t further) -> Value {
      Value stored = memref::LoadOp::create(
          b, body.getArgument(kSource),
          ValueRange{row, add(b, from, constant(b, further))});
      return arith::AndIOp::create(b, arith::ShRUIOp::create(b, stored, shift),
                                   getConstant(15));
    };
    Value low = load(0);
    Value high = arith::ShLIOp::create(b, load(4), getConstant(4));
    memref::StoreOp::create(b, arith::OrIOp::create(b, low, high),
                            body.getArgument(kResult), ValueRange{row, column});
  };
  return createElementwiseKernel(b, name, {matrix, matrix}, kResult,
                                 /*width=*/1, createBody);
}
