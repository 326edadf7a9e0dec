//===- ConvolutionFilter.cpp - The filter as a matrix ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionOperands.h"

#include "mlir-autotune/FormProblems/TensorViews.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// [G, F, pixels..., C] becomes [P, G / P * F, pixels..., G / P * C] for each
/// of P products, with zeros between channels of one group and filters of
/// another.
static Value createDense(ImplicitLocOpBuilder &b, Value filter,
                         int64_t products) {
  auto type = cast<RankedTensorType>(filter.getType());
  int64_t rank = type.getRank(), groups = type.getDimSize(0) / products;
  SmallVector<OpFoldResult> divided =
      getAsIndexOpFoldResult(b.getContext(), type.getShape());
  divided.front() = b.getIndexAttr(groups);
  divided.insert(divided.begin(), b.getIndexAttr(products));
  SmallVector<int64_t> counts(rank, 1);
  counts.front() = 2;
  filter = createUngrouped(b, filter, divided, counts);
  // The output's loops are those of the filter and the channels' group, which
  // stands before the channels.
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(filter.getType()).getShape());
  shape.insert(shape.end() - 1, groups);
  SmallVector<AffineExpr> read;
  for (int64_t dim = 0; dim < rank + 2; ++dim)
    if (dim != rank)
      read.push_back(b.getAffineDimExpr(dim));
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank + 2, /*symbolCount=*/0, read, b.getContext()),
      b.getMultiDimIdentityMap(rank + 2)};
  SmallVector<utils::IteratorType> loops(rank + 2,
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(b, shape, type.getElementType());
  Value dense =
      linalg::GenericOp::create(
          b, TypeRange(empty.getType()), filter, empty, maps, loops,
          [&](OpBuilder &builder, Location loc, ValueRange elements) {
            ImplicitLocOpBuilder inner(loc, builder);
            Value isSame =
                arith::CmpIOp::create(inner, arith::CmpIPredicate::eq,
                                      linalg::IndexOp::create(inner, 1),
                                      linalg::IndexOp::create(inner, rank));
            Value zero = arith::ConstantOp::create(
                inner, inner.getZeroAttr(type.getElementType()));
            Value element =
                arith::SelectOp::create(inner, isSame, elements[0], zero);
            linalg::YieldOp::create(inner, element);
          })
          .getResult(0);
  counts.assign(rank, 1);
  counts[1] = counts.back() = 2;
  return createGrouped(b, dense, counts);
}

Value ConvolutionOperands::createFilter(int64_t products) {
  SmallVector<int64_t> order;
  for (unsigned dim :
       getDims({Kind::Group, Kind::Filter, Kind::Window, Kind::Channel}))
    order.push_back(*op.getMap(1).getResultPosition(b.getAffineDimExpr(dim)));
  Value filter = createTransposed(b, op.getF(), order);
  int64_t groups = op.getNumDims(Kind::Group),
          filters = op.getNumDims(Kind::Filter);
  bool isGrouped = op.getGroups() > 1;
  SmallVector<int64_t> counts = {filters};
  if (isGrouped)
    counts.insert(counts.begin(), groups);
  else
    counts.front() += groups;
  counts.append(op.getSpatialRank(), 1);
  counts.push_back(op.getNumDims(Kind::Channel));
  filter = createGrouped(b, filter, counts);
  if (!isGrouped)
    return filter;
  filter = createDense(b, filter, products);
  if (products > 1)
    return filter;
  counts.assign(cast<RankedTensorType>(filter.getType()).getRank() - 1, 1);
  counts.front() = 2;
  return createGrouped(b, filter, counts);
}

Value ConvolutionOperands::createMatrix(Value filter) {
  int64_t rank = cast<RankedTensorType>(filter.getType()).getRank();
  return createGrouped(b, filter, {1, rank - 1});
}

/// The filter's rows as pixels of `sizes` elements in all, whose last size is
/// filled up to whole steps.
Value ConvolutionOperands::createPixelFilter(Value filter,
                                             ArrayRef<int64_t> sizes) {
  SmallVector<OpFoldResult> all = {
      b.getIndexAttr(cast<RankedTensorType>(filter.getType()).getDimSize(0))};
  llvm::append_range(all, getAsIndexOpFoldResult(b.getContext(), sizes));
  Value pixels =
      createUngrouped(b, createMatrix(filter), all, {1, int64_t(sizes.size())});
  SmallVector<int64_t> padded(
      cast<RankedTensorType>(pixels.getType()).getShape());
  padded.back() = llvm::alignTo(padded.back(), kStepBytes / getElementBytes());
  return createMatrix(createPaddedTo(b, pixels, padded));
}
