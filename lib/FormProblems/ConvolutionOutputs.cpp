//===- ConvolutionOutputs.cpp - What a product writes and reads beside ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionOperands.h"

#include "mlir-autotune/FormProblems/TensorViews.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;

/// [m, products * n] as [products, m, n], whose elements stay where they are.
static Value divideColumns(ImplicitLocOpBuilder &b, Value matrix,
                           int64_t products) {
  if (products == 1)
    return matrix;
  int64_t columns = cast<RankedTensorType>(matrix.getType()).getDimSize(1);
  Value divided = createUngrouped(
      b, matrix,
      {tensor::getMixedSize(b, b.getLoc(), matrix, 0), b.getIndexAttr(products),
       b.getIndexAttr(columns / products)},
      {1, 2});
  return tile::PermuteOp::create(b, divided, ArrayRef<int64_t>{1, 0, 2});
}

Value ConvolutionOperands::createOutput(int64_t products) {
  SmallVector<unsigned> dims =
      getDims({Kind::Batch, Kind::Output, Kind::Group, Kind::Filter});
  int64_t ofRows = op.getNumBatchDims() + op.getSpatialRank();
  SmallVector<int64_t> counts = {ofRows, int64_t(dims.size()) - ofRows};
  bool isInOrder = true;
  SmallVector<OpFoldResult> sizes;
  for (auto [place, dim] : llvm::enumerate(dims)) {
    isInOrder &= op.getMapOfY().getResult(place) == b.getAffineDimExpr(dim);
    sizes.push_back(getSize(dim));
  }
  Value output = op.getY();
  if (!isInOrder)
    output = tensor::EmptyOp::create(b, sizes, getElementTypeOrSelf(output));
  return divideColumns(b, createGrouped(b, output, counts), products);
}

Value ConvolutionOperands::restoreOutput(Value product, int64_t products) {
  if (products > 1) {
    product = tile::PermuteOp::create(b, product, ArrayRef<int64_t>{1, 0, 2});
    product = createGrouped(b, product, {1, 2});
  }
  SmallVector<unsigned> dims =
      getDims({Kind::Batch, Kind::Output, Kind::Group, Kind::Filter});
  int64_t ofRows = op.getNumBatchDims() + op.getSpatialRank();
  SmallVector<OpFoldResult> sizes;
  for (unsigned dim : dims)
    sizes.push_back(getSize(dim));
  Value output = createUngrouped(b, product, sizes,
                                 {ofRows, int64_t(dims.size()) - ofRows});
  SmallVector<int64_t> order;
  for (AffineExpr index : op.getMapOfY().getResults())
    order.push_back(llvm::find(dims, cast<AffineDimExpr>(index).getPosition()) -
                    dims.begin());
  return createTransposed(b, output, order);
}

std::pair<Value, AffineMap> ConvolutionOperands::createInput(unsigned number,
                                                             int64_t products) {
  auto [value, map] = createMatrixInput(number);
  if (products == 1)
    return {value, map};
  SmallVector<AffineExpr> indices(map.shiftDims(1).getResults());
  bool hasColumns = isa<AffineDimExpr>(indices.back());
  if (hasColumns) {
    value = divideColumns(b, value, products);
    indices.insert(indices.begin(), b.getAffineDimExpr(0));
  }
  return {value, AffineMap::get(4, /*symbolCount=*/0, indices, b.getContext())};
}

std::pair<Value, AffineMap>
ConvolutionOperands::createMatrixInput(unsigned number) {
  Value value = op.getEpilogueInputs()[number];
  AffineMap map = op.getMap(2 + number);
  AffineExpr m = b.getAffineDimExpr(0), n = b.getAffineDimExpr(1),
             zero = b.getAffineConstantExpr(0);
  auto getPlace = [&](unsigned dim) {
    return map.getResultPosition(b.getAffineDimExpr(dim));
  };
  SmallVector<unsigned> all =
      getDims({Kind::Batch, Kind::Output, Kind::Group, Kind::Filter});
  SmallVector<int64_t> order, missing;
  for (auto [index, dim] : llvm::enumerate(all)) {
    if (std::optional<unsigned> place = getPlace(dim))
      order.push_back(*place);
    else
      missing.push_back(index);
  }
  value = createTransposed(b, value, order);
  // Of some dimensions, how many the value has; and whether it varies along
  // all of them, or along none.
  auto count = [&](ArrayRef<Kind> kinds) {
    return llvm::count_if(getDims(kinds),
                          [&](unsigned dim) { return getPlace(dim); });
  };
  auto hasAll = [&](ArrayRef<Kind> kinds) {
    return llvm::all_of(getDims(kinds), [&](unsigned dim) {
      return getPlace(dim) || op.getSize(dim) == 1;
    });
  };
  auto hasNone = [&](ArrayRef<Kind> kinds) {
    return llvm::all_of(getDims(kinds), [&](unsigned dim) {
      return !getPlace(dim) || op.getSize(dim) == 1;
    });
  };
  const Kind rows[] = {Kind::Batch, Kind::Output},
             columns[] = {Kind::Group, Kind::Filter};
  int64_t pixels = 1;
  for (unsigned dim : getDims({Kind::Output}))
    pixels *= op.getSize(dim);
  AffineExpr row, column;
  if (hasAll(rows))
    row = m;
  else if (hasNone(rows))
    row = zero;
  else if (hasAll({Kind::Batch}) && hasNone({Kind::Output}))
    row = m.floorDiv(pixels);
  if (hasAll(columns))
    column = n;
  else if (hasNone(columns))
    column = zero;
  int64_t ofRows = count(rows), ofColumns = count(columns);
  if (!row || !column) {
    SmallVector<OpFoldResult> sizes;
    for (unsigned dim : all)
      sizes.push_back(getSize(dim));
    Value empty =
        tensor::EmptyOp::create(b, sizes, getElementTypeOrSelf(value));
    value =
        linalg::BroadcastOp::create(b, value, empty, missing).getResult()[0];
    row = m;
    column = n;
    ofRows = op.getNumBatchDims() + op.getSpatialRank();
    ofColumns = all.size() - ofRows;
  }
  return {createGrouped(b, value, {ofRows, ofColumns}),
          AffineMap::get(3, /*symbolCount=*/0, {row, column}, b.getContext())};
}

//===----------------------------------------------------------------------===//
// Planes
//===----------------------------------------------------------------------===//

/// [images, channels, pixels...] as matrices.
Value ConvolutionOperands::createPlanes(Value images) {
  int64_t rank = cast<RankedTensorType>(images.getType()).getRank(),
          pixels = op.getSpatialRank();
  return createGrouped(b, images, {1, rank - 1 - pixels, pixels});
}

std::pair<Value, AffineMap>
ConvolutionOperands::createInputOfPlanes(unsigned number) {
  Value value = op.getEpilogueInputs()[number];
  AffineMap map = op.getMap(2 + number);
  auto getMap = [&](ArrayRef<AffineExpr> indices) {
    return AffineMap::get(4, /*symbolCount=*/0, indices, b.getContext());
  };
  AffineExpr image = b.getAffineDimExpr(0), m = b.getAffineDimExpr(1),
             n = b.getAffineDimExpr(2), zero = b.getAffineConstantExpr(0);
  if (map == op.getMapOfY())
    return {createPlanes(value), getMap({image, m, n})};
  int64_t rank = map.getNumResults();
  return {createGrouped(b, value, {rank, 0}),
          getMap({*findRowOfPlanes(number) ? m : zero, zero})};
}

Value ConvolutionOperands::restorePlanes(Value product) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), op.getY());
  int64_t pixels = op.getSpatialRank();
  return createUngrouped(b, product, sizes,
                         {1, int64_t(sizes.size()) - 1 - pixels, pixels});
}
