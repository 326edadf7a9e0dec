//===- HoistSlices.cpp - Slices of transposed tensors ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoistSlices.h"

#include "TensorReads.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::autotune;

/// The slices that alone read a tensor, if they have no more elements than it.
static SmallVector<tensor::ExtractSliceOp> getSlices(Value tensor) {
  SmallVector<tensor::ExtractSliceOp> slices;
  int64_t elements = 0;
  for (Operation *user : tensor.getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice)
      return {};
    RankedTensorType type = slice.getType();
    elements += type.hasStaticShape() ? type.getNumElements() : 0;
    slices.push_back(slice);
  }
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.hasStaticShape() && elements > type.getNumElements())
    return {};
  return slices;
}

/// Replaces a slice of a transposed tensor. The dimension i of `source` is the
/// transposed tensor's dimension places[i].
static void replace(RewriterBase &rewriter, tensor::ExtractSliceOp slice,
                    Value source, ArrayRef<int64_t> places) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(slice);
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets(),
                            sizes = slice.getMixedSizes(),
                            strides = slice.getMixedStrides();
  applyPermutationToVector(offsets, places);
  applyPermutationToVector(sizes, places);
  applyPermutationToVector(strides, places);
  // The dimensions that are left, as they are numbered in the old slice.
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<int64_t> numbers(dropped.size());
  for (int64_t dim = 0, number = 0; dim < int64_t(dropped.size()); ++dim)
    numbers[dim] = dropped.test(dim) ? -1 : number++;
  SmallVector<int64_t> left;
  for (int64_t place : places)
    if (!dropped.test(place))
      left.push_back(numbers[place]);
  RankedTensorType type = slice.getType();
  SmallVector<int64_t> shape(type.getShape());
  applyPermutationToVector(shape, left);
  Location loc = slice.getLoc();
  Value value = tensor::ExtractSliceOp::create(
      rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
      source, offsets, sizes, strides);
  if (!isIdentityPermutation(left)) {
    SmallVector<int64_t> order = invertPermutationVector(left);
    SmallVector<OpFoldResult> results =
        tensor::getMixedSizes(rewriter, loc, value);
    applyPermutationToVector(results, order);
    Value init =
        tensor::EmptyOp::create(rewriter, loc, results, type.getElementType());
    value = linalg::TransposeOp::create(rewriter, loc, value, init, order)
                ->getResult(0);
  }
  rewriter.replaceOp(slice, value);
}

void autotune::moveSlicesAheadOfTransposes(Operation *root) {
  SmallVector<linalg::LinalgOp> movers;
  root->walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && movesElements(op))
      movers.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : llvm::reverse(movers)) {
    Value transposed = op->getResult(0);
    unsigned rank = cast<RankedTensorType>(transposed.getType()).getRank();
    ElementRead read =
        getRead(op, AffineMap::getMultiDimIdentityMap(rank, op.getContext()));
    if (!read.value || !read.map.isPermutation() || read.map.isIdentity())
      continue;
    SmallVector<tensor::ExtractSliceOp> slices = getSlices(transposed);
    if (slices.empty())
      continue;
    SmallVector<int64_t> places;
    for (AffineExpr result : read.map.getResults())
      places.push_back(cast<AffineDimExpr>(result).getPosition());
    for (tensor::ExtractSliceOp slice : slices)
      replace(rewriter, slice, read.value, places);
    rewriter.eraseOp(op);
  }
}
