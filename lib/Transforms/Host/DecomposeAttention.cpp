//===- DecomposeAttention.cpp - Attention as two products -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

static Value createEmpty(LoopBuilder &b, Value sizesOf, Value last,
                         int64_t lastDim, Type element) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), sizesOf);
  sizes.back() = tensor::getMixedSize(b, b.getLoc(), last, lastDim);
  return tensor::EmptyOp::create(b, sizes, element);
}

/// Sums of products in f32. The last two dimensions of each operand are rows
/// and columns; those before are the batch.
static Value multiply(LoopBuilder &b, Value a, Value other, bool isTransposed) {
  int64_t rank = getTensorType(a).getRank(), m = rank - 2, n = rank - 1,
          k = rank;
  Value empty = createEmpty(b, a, other, isTransposed ? rank - 2 : rank - 1,
                            b.getF32Type());
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  Value init = linalg::FillOp::create(b, zero, empty).getResult(0);
  auto map = [&](int64_t row, int64_t column) {
    SmallVector<AffineExpr> dims;
    for (int64_t dim = 0; dim < rank - 2; ++dim)
      dims.push_back(b.getAffineDimExpr(dim));
    dims.append({b.getAffineDimExpr(row), b.getAffineDimExpr(column)});
    return AffineMap::get(rank + 1, 0, dims, b.getContext());
  };
  AffineMap maps[] = {map(m, k), isTransposed ? map(n, k) : map(k, n),
                      map(m, n)};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             b, TypeRange(init.getType()), ValueRange{a, other},
             ValueRange(init), ArrayRef(maps), iterators,
             [](OpBuilder &builder, Location loc, ValueRange elements) {
               LoopBuilder b(loc, builder);
               auto widen = [&](Value value) -> Value {
                 unsigned bits = value.getType().getIntOrFloatBitWidth();
                 if (bits == 32)
                   return value;
                 if (bits > 32)
                   return arith::TruncFOp::create(b, b.getF32Type(), value);
                 return arith::ExtFOp::create(b, b.getF32Type(), value);
               };
               Value product = arith::MulFOp::create(b, widen(elements[0]),
                                                     widen(elements[1]));
               linalg::YieldOp::create(
                   b,
                   arith::AddFOp::create(b, elements[2], product).getResult());
             })
      .getResult(0);
}

/// The scores, scaled and masked.
static Value scale(LoopBuilder &b, Value scores, Value depth, Value mask) {
  Value number = b.fromIndex(depth, b.getI64Type());
  Value root = math::RsqrtOp::create(
      b, arith::SIToFPOp::create(b, b.getF32Type(), number));
  int64_t rank = getTensorType(scores).getRank();
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  if (mask) {
    int64_t maskRank = getTensorType(mask).getRank();
    maps.push_back(b.getMultiDimIdentityMap(rank).getMinorSubMap(maskRank));
    inputs.push_back(mask);
  }
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, TypeRange(scores.getType()), inputs, ValueRange(scores), maps,
             iterators,
             [&](OpBuilder &builder, Location loc, ValueRange elements) {
               LoopBuilder b(loc, builder);
               Value score = arith::MulFOp::create(b, elements.back(), root);
               if (mask) {
                 Value add = elements[0];
                 if (add.getType().getIntOrFloatBitWidth() < 32)
                   add = arith::ExtFOp::create(b, b.getF32Type(), add);
                 score = arith::AddFOp::create(b, score, add);
               }
               linalg::YieldOp::create(b, score);
             })
      .getResult(0);
}

/// Elementwise, to the type of another tensor's elements.
static Value convert(LoopBuilder &b, Value value, Value like) {
  Type type = getTensorType(value).clone(getTensorType(like).getElementType());
  if (type == value.getType())
    return value;
  if (getTensorType(like).getElementTypeBitWidth() < 32)
    return arith::TruncFOp::create(b, type, value);
  return arith::ExtFOp::create(b, type, value);
}

SmallVector<Value> autotune::decomposeAttention(tm_tensor::AttentionOp op) {
  LoopBuilder b(op);
  Value query = op.getInputs()[0], key = op.getInputs()[1],
        value = op.getInputs()[2];
  Value mask = op.getInputs().size() > 3 ? op.getInputs()[3] : Value();
  Value output = op.getOutputs()[0];
  int64_t rank = getTensorType(query).getRank();
  Value scores = multiply(b, query, key, /*isTransposed=*/true);
  scores = scale(b, scores, b.getSize(query, rank - 1), mask);
  Value empty = createEmpty(b, query, key, rank - 2, b.getF32Type());
  Value weights =
      linalg::SoftmaxOp::create(b, b.getLoc(), TypeRange(scores.getType()),
                                scores, empty, uint64_t(rank - 1))
          ->getResult(0);
  weights = convert(b, weights, value);
  Value result = multiply(b, weights, value, /*isTransposed=*/false);
  result = convert(b, result, output);
  if (result.getType() != output.getType())
    result = tensor::CastOp::create(b, output.getType(), result);
  return {result};
}
