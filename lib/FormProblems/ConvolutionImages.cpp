//===- ConvolutionImages.cpp - The images as a factor ---------------------===//
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

/// X as [images, pixels..., channels].
Value ConvolutionOperands::createImages() {
  SmallVector<int64_t> order;
  auto add = [&](ArrayRef<Kind> kinds) {
    for (unsigned dim : getDims(kinds))
      order.push_back(*op.getMap(0).getResultPosition(b.getAffineDimExpr(dim)));
  };
  add({Kind::Batch});
  for (unsigned spatial = 0; spatial < op.getSpatialRank(); ++spatial)
    order.push_back(op.getXDim(spatial));
  add({Kind::Group, Kind::Channel});
  Value images = createTransposed(b, op.getX(), order);
  SmallVector<int64_t> counts = {int64_t(op.getNumBatchDims())};
  counts.append(op.getSpatialRank(), 1);
  counts.push_back(op.getNumDims(Kind::Group) + op.getNumDims(Kind::Channel));
  return createGrouped(b, images, counts);
}

/// X with zeros, or what it has, in front of the first windows, and with at
/// least so many pixels from the first one of the first window on.
Value ConvolutionOperands::createPaddedX(ArrayRef<int64_t> least) {
  auto type = cast<RankedTensorType>(op.getX().getType());
  SmallVector<OpFoldResult> low(type.getRank(), b.getIndexAttr(0)), high = low;
  bool isPadded = false;
  for (auto [spatial, pixels] : llvm::enumerate(least)) {
    int64_t before = op.getPaddingLow(spatial);
    int64_t after = pixels - before - getExtent(spatial);
    unsigned dim = op.getXDim(spatial);
    low[dim] = b.getIndexAttr(std::max<int64_t>(before, 0));
    high[dim] = b.getIndexAttr(std::max<int64_t>(after, 0));
    isPadded |= before > 0 || after > 0;
  }
  if (!isPadded)
    return op.getX();
  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
  return tensor::PadOp::create(b, /*result=*/Type(), op.getX(), low, high,
                               zero);
}

/// Elements of X, which has sizes of `sizes` in its loops, and is read at
/// `indices`.
static Value createGathered(ImplicitLocOpBuilder &b, Value x,
                            ArrayRef<OpFoldResult> sizes,
                            ArrayRef<AffineExpr> indices) {
  Value empty = tensor::EmptyOp::create(b, sizes, getElementTypeOrSelf(x));
  int64_t rank = sizes.size();
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank, /*symbolCount=*/0, indices, b.getContext()),
      b.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, TypeRange(empty.getType()), x, empty, maps, loops,
             [](OpBuilder &inner, Location loc, ValueRange elements) {
               linalg::YieldOp::create(inner, loc, elements[0]);
             })
      .getResult(0);
}

ConvolutionFactors ConvolutionOperands::createPatches() {
  Value images = createImages();
  auto type = cast<RankedTensorType>(images.getType());
  int64_t rows = op.getStride(0), columns = op.getStride(1);
  SmallVector<OpFoldResult> sizes = {
      tensor::getMixedSize(b, b.getLoc(), images, 0),
      b.getIndexAttr(op.getSize(op.getOutputDim(0))),
      b.getIndexAttr(rows),
      b.getIndexAttr(op.getSize(op.getOutputDim(1))),
      b.getIndexAttr(columns),
      b.getIndexAttr(type.getDimSize(3))};
  Value patches = createUngrouped(b, images, sizes, {1, 2, 2, 1});
  cuda::Window window;
  window.size = {rows, 1};
  return {
      createGrouped(b, patches, {2, 1, 1, 2}),
      createPixelFilter(createFilter(), {rows, columns * type.getDimSize(3)}),
      window};
}

/// How many rows of X a row of the copy for lines has: as many as windows are
/// apart, so that windows of the copy are neighbours.
int64_t ConvolutionOperands::getBlock() {
  return op.getDilation(0) == 1 ? op.getStride(0) : 1;
}

/// The columns of a line: those of a window, and as many that a pixel of the
/// copy has whole units of TMA.
int64_t ConvolutionOperands::getLineColumns() {
  int64_t columns = op.getSize(op.getWindowDim(1));
  int64_t bytes = getBlock() * getAllChannels() * getElementBytes();
  while (columns * bytes % kPixelBytes != 0)
    ++columns;
  return columns;
}

ConvolutionFactors ConvolutionOperands::createLines() {
  int64_t block = getBlock(), columns = getLineColumns();
  int64_t windowRows = llvm::alignTo(op.getSize(op.getWindowDim(0)), block);
  int64_t outputs[] = {op.getSize(op.getOutputDim(0)),
                       op.getSize(op.getOutputDim(1))};
  cuda::Window window;
  window.size = {windowRows / block, 1};
  window.strides = {op.getStride(0) / block, 1};
  window.dilations = {op.getDilation(0), 1};
  int64_t rows = (outputs[0] - 1) * window.strides[0] + window.getReach(0) + 1;
  Value x =
      createPaddedX({rows * block, (outputs[1] - 1) * op.getStride(1) +
                                       (columns - 1) * op.getDilation(1) + 1});

  // The loops: batch, row, column, row and column of a line, channels.
  SmallVector<OpFoldResult> sizes;
  SmallVector<AffineExpr> indices(op.getMap(0).getNumResults());
  auto addLoop = [&](OpFoldResult size) {
    sizes.push_back(size);
    return b.getAffineDimExpr(sizes.size() - 1);
  };
  auto addDims = [&](ArrayRef<Kind> kinds) {
    for (unsigned dim : getDims(kinds))
      indices[*op.getMap(0).getResultPosition(b.getAffineDimExpr(dim))] =
          addLoop(getSize(dim));
  };
  addDims({Kind::Batch});
  AffineExpr row = addLoop(b.getIndexAttr(rows)),
             column = addLoop(b.getIndexAttr(outputs[1])),
             inRow = addLoop(b.getIndexAttr(block)),
             inColumn = addLoop(b.getIndexAttr(columns));
  addDims({Kind::Group, Kind::Channel});
  auto getFirst = [&](unsigned spatial) {
    return std::max<int64_t>(-op.getPaddingLow(spatial), 0);
  };
  indices[op.getXDim(0)] = row * block + inRow + getFirst(0);
  indices[op.getXDim(1)] =
      column * op.getStride(1) + inColumn * op.getDilation(1) + getFirst(1);
  Value lines = createGathered(b, x, sizes, indices);

  int64_t batches = op.getNumBatchDims(),
          channels = op.getNumDims(Kind::Group) + op.getNumDims(Kind::Channel);
  Value filter = createFilter();
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(filter.getType()).getShape());
  shape[1] = windowRows;
  shape[2] = columns;
  filter = createPaddedTo(b, filter, shape);
  bool isOnePixel = window.size[0] == 1 && window.strides[0] == 1;
  if (isOnePixel)
    return {createGrouped(b, lines, {batches + 2, 2 + channels}),
            createMatrix(filter), std::nullopt};
  return {createGrouped(b, lines, {batches, 1, 1, 2 + channels}),
          createPixelFilter(
              filter, {windowRows / block, block * columns * getAllChannels()}),
          window};
}

ConvolutionFactors ConvolutionOperands::createCopy() {
  unsigned rank = op.getSpatialRank();
  SmallVector<int64_t> least;
  for (unsigned i = 0; i < rank; ++i)
    least.push_back((op.getSize(op.getOutputDim(i)) - 1) * op.getStride(i) +
                    (op.getSize(op.getWindowDim(i)) - 1) * op.getDilation(i) +
                    1);
  Value x = createPaddedX(least);
  SmallVector<unsigned> loops = getDims(
      {Kind::Batch, Kind::Output, Kind::Window, Kind::Group, Kind::Channel});
  SmallVector<OpFoldResult> sizes;
  SmallVector<AffineExpr> exprs(op.getNumDims(), b.getAffineConstantExpr(0)),
      indices;
  for (unsigned dim : loops) {
    exprs[dim] = b.getAffineDimExpr(sizes.size());
    sizes.push_back(getSize(dim));
  }
  for (AffineExpr index : op.getMap(0).getResults())
    indices.push_back(index.replaceDims(exprs));
  for (unsigned i = 0; i < rank; ++i)
    if (int64_t low = op.getPaddingLow(i); low > 0)
      indices[op.getXDim(i)] = indices[op.getXDim(i)] + low;
  Value windows = createGathered(b, x, sizes, indices);
  int64_t ofRows = op.getNumBatchDims() + rank;
  return {createGrouped(b, windows, {ofRows, int64_t(loops.size()) - ofRows}),
          createMatrix(createFilter()), std::nullopt};
}

ConvolutionFactors ConvolutionOperands::createGroups() {
  int64_t products = countProducts();
  Value images = createImages(), filter = createFilter(products);
  if (op.getSpatialRank() == 1)
    images = createGrouped(b, images, {1, 0, 1, 1});
  int64_t rank = cast<RankedTensorType>(filter.getType()).getRank();
  return {images, createGrouped(b, filter, {1, 1, rank - 2}), getWindow(),
          products};
}

ConvolutionFactors ConvolutionOperands::createFactors(ConvolutionForm form) {
  switch (form) {
  case ConvolutionForm::Planes:
    return {createMatrix(createFilter()), createPlanes(op.getX()),
            std::nullopt};
  case ConvolutionForm::Pixels:
    return {createGrouped(b, createImages(), {1 + op.getSpatialRank(), 1}),
            createMatrix(createFilter()), std::nullopt};
  case ConvolutionForm::Patches:
    return createPatches();
  case ConvolutionForm::Groups:
    return createGroups();
  case ConvolutionForm::Windows: {
    Value images = createImages(), filter = createFilter();
    if (op.getSpatialRank() == 1)
      images = createGrouped(b, images, {1, 0, 1, 1});
    auto type = cast<RankedTensorType>(images.getType());
    int64_t unit = kPixelBytes / getElementBytes(),
            channels = type.getDimSize(3);
    if (channels % unit != 0) {
      SmallVector<OpFoldResult> low(4, b.getIndexAttr(0)), high = low;
      high.back() = b.getIndexAttr(llvm::alignTo(channels, unit) - channels);
      Value zero =
          arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
      images =
          tensor::PadOp::create(b, /*result=*/Type(), images, low, high, zero);
    }
    cuda::Window window = getWindow();
    return {
        images,
        createPixelFilter(filter, {window.size[0] * window.size[1], channels}),
        window};
  }
  case ConvolutionForm::Lines:
    return createLines();
  case ConvolutionForm::Copy:
    return createCopy();
  }
  llvm_unreachable("every form is listed");
}
