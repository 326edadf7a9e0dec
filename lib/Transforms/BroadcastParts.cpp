//===- BroadcastParts.cpp - Contractions of broadcast inputs --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BroadcastParts.h"

#include "MatmulParts.h"

#include "mlir-autotune/Analysis/MatmulOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

/// Numbers that a type knows, and values for those that it doesn't.
static SmallVector<OpFoldResult>
getMixed(OpBuilder &builder, ArrayRef<int64_t> known, ValueRange values) {
  SmallVector<OpFoldResult> mixed;
  for (auto [number, value] : llvm::zip_equal(known, values))
    mixed.push_back(ShapedType::isDynamic(number)
                        ? OpFoldResult(value)
                        : OpFoldResult(builder.getIndexAttr(number)));
  return mixed;
}

Value autotune::createRepeated(OpBuilder &builder,
                               const Contraction &contraction,
                               unsigned operand) {
  ArrayRef<int64_t> repeated = contraction.repeated[operand];
  Value value = contraction.operands[operand];
  if (repeated.empty())
    return value;
  linalg::LinalgOp op = contraction.op;
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(contraction.types[operand]);
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, value);
  SmallVector<Value> sizeValues(metadata.getSizes()),
      strideValues(metadata.getStrides());
  Value c = contraction.operands[2];
  for (int64_t dim : repeated) {
    int64_t loop = contraction.loops[operand][dim];
    int64_t ofC =
        llvm::find(contraction.loops[2], loop) - contraction.loops[2].begin();
    sizeValues.insert(sizeValues.begin() + dim,
                      type.isDynamicDim(dim)
                          ? memref::DimOp::create(builder, loc, c, ofC)
                          : Value());
    strideValues.insert(strideValues.begin() + dim, Value());
  }
  Value view = memref::ReinterpretCastOp::create(
      builder, loc, type, value,
      getMixed(builder, offset, metadata.getOffset()).front(),
      getMixed(builder, type.getShape(), sizeValues),
      getMixed(builder, strides, strideValues));
  if (isOpTriviallyDead(metadata))
    metadata->erase();
  return view;
}

Value autotune::createOnceInit(OpBuilder &builder,
                               const Contraction &contraction) {
  linalg::LinalgOp op = contraction.op;
  Location loc = op.getLoc();
  Value c = contraction.operands[2];
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<ShapedType>(c.getType()).getRank(), next = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (llvm::is_contained(contraction.broadcast, dim))
      continue;
    int64_t size = contraction.types[2].getDimSize(next++);
    sizes.push_back(ShapedType::isDynamic(size)
                        ? tensor::getMixedSize(builder, loc, c, dim)
                        : OpFoldResult(builder.getIndexAttr(size)));
  }
  return createZeros(builder, loc, c, sizes,
                     contraction.types[2].getElementType());
}

Value autotune::createBroadcast(OpBuilder &builder,
                                const Contraction &contraction, Value product) {
  linalg::LinalgOp op = contraction.op;
  Location loc = op.getLoc();
  Value c = contraction.operands[2];
  auto type = cast<RankedTensorType>(c.getType());
  if (getMatmulInit(op).kind == InitKind::Zero) {
    Value empty = tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, c),
        type.getElementType());
    // Sizes that C's type has, though those of the inputs' say more.
    SmallVector<int64_t> shape;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(contraction.broadcast, dim))
        shape.push_back(cast<ShapedType>(empty.getType()).getDimSize(dim));
    auto narrowed = RankedTensorType::get(shape, type.getElementType());
    if (product.getType() != narrowed)
      product = tensor::CastOp::create(builder, loc, narrowed, product);
    return linalg::BroadcastOp::create(builder, loc, product, empty,
                                       contraction.broadcast)
        ->getResult(0);
  }
  unsigned rank = type.getRank();
  SmallVector<AffineExpr> kept;
  for (unsigned dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(contraction.broadcast, int64_t(dim)))
      kept.push_back(builder.getAffineDimExpr(dim));
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank, 0, kept, builder.getContext()),
      builder.getMultiDimIdentityMap(rank)};
  auto add = [](OpBuilder &b, Location loc, ValueRange elements) {
    Value sum = isa<FloatType>(elements[1].getType())
                    ? arith::AddFOp::create(b, loc, elements[1], elements[0])
                          .getResult()
                    : arith::AddIOp::create(b, loc, elements[1], elements[0]);
    linalg::YieldOp::create(b, loc, sum);
  };
  return createElementwise(builder, loc, product, c, maps, add).getResult(0);
}
