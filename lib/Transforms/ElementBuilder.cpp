//===- ElementBuilder.cpp - Where an element of a tensor is ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element of a result is an element of a source. Where that is in turn
// depends on what the source is: ElementBuilder follows slices, reshapes,
// transposes and element-wise operations to the tensors that have to be in
// memory, the leaves.
//
//===----------------------------------------------------------------------===//

#include "ElementBuilder.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// What is followed
//===----------------------------------------------------------------------===//

/// Whether each dimension of a slice begins at a known place, and has all
/// elements from there on.
static bool isPlainSlice(tensor::ExtractSliceOp op) {
  return op.hasUnitStride() &&
         llvm::none_of(op.getStaticOffsets(), ShapedType::isDynamic) &&
         op.getType().hasStaticShape();
}

/// Whether a reshape only adds or removes dimensions of size 1.
static bool isUnitReshape(Operation *op) {
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return false;
  auto isWide = [](int64_t size) { return size != 1; };
  auto source = cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  return source.hasStaticShape() && result.hasStaticShape() &&
         llvm::equal(llvm::make_filter_range(source.getShape(), isWide),
                     llvm::make_filter_range(result.getShape(), isWide));
}

/// Whether an operation computes an element from one element of each input.
static bool isElementwise(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op.getNumResults() == 1 &&
         op.getNumReductionLoops() == 0 &&
         op.getIndexingMapMatchingResult(op->getResult(0)).isIdentity() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::all_of(
             op.getDpsInputOperands(),
             [&](OpOperand *input) {
               return isa<RankedTensorType>(input->get().getType()) &&
                      op.getMatchingIndexingMap(input).isProjectedPermutation(
                          /*allowZeroInResults=*/true);
             }) &&
         llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
           return isa<linalg::IndexOp>(inner) ||
                  isa<arith::ArithDialect>(inner.getDialect());
         });
}

bool autotune::keepsLastDimension(linalg::TransposeOp op) {
  ArrayRef<int64_t> order = op.getPermutation();
  return !order.empty() && order.back() == int64_t(order.size()) - 1;
}

/// Whether an operation only gives elements other places.
static bool isMove(Operation *op) {
  if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op))
    return isPlainSlice(slice);
  if (auto transpose = dyn_cast_or_null<linalg::TransposeOp>(op))
    return keepsLastDimension(transpose);
  return op && isUnitReshape(op);
}

ElementBuilder::ElementBuilder(Operation *reader) {
  own.insert(reader);
  // Grows as long as it finds more.
  for (size_t i = 0; i < own.size(); ++i)
    for (Value operand : own[i]->getOperands()) {
      Operation *op = operand.getDefiningOp();
      auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
      bool isOwn = op && llvm::all_of(op->getUsers(), [&](Operation *user) {
                     return own.contains(user);
                   });
      if (isOwn && (isMove(op) || (generic && isElementwise(generic))))
        own.insert(op);
    }
}

bool ElementBuilder::isFollowed(Operation *op) {
  return isMove(op) || own.contains(op);
}

void ElementBuilder::findLeaves(Value tensor, SmallVectorImpl<Value> &leaves) {
  Operation *op = tensor.getDefiningOp();
  if (!isFollowed(op)) {
    leaves.push_back(tensor);
    return;
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return findLeaves(op->getOperand(0), leaves);
  for (Value input : generic.getInputs())
    findLeaves(input, leaves);
}

//===----------------------------------------------------------------------===//
// What is built
//===----------------------------------------------------------------------===//

Value autotune::createIndex(ImplicitLocOpBuilder &b, int64_t index) {
  return arith::ConstantIndexOp::create(b, index);
}

/// The place in the source of a slice.
static SmallVector<Value> getPlaceInSource(ImplicitLocOpBuilder &b,
                                           tensor::ExtractSliceOp slice,
                                           ValueRange indices) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<Value> place;
  unsigned next = 0;
  for (auto [dim, offset] : llvm::enumerate(slice.getStaticOffsets())) {
    Value index = dropped.test(dim) ? Value() : indices[next++];
    if (!index)
      index = createIndex(b, offset);
    else if (offset != 0)
      index = arith::AddIOp::create(b, index, createIndex(b, offset));
    place.push_back(index);
  }
  return place;
}

/// The same of a reshape that is about dimensions of size 1 only.
static SmallVector<Value> getPlaceInSource(ImplicitLocOpBuilder &b,
                                           Operation *reshape,
                                           ValueRange indices) {
  auto source = cast<RankedTensorType>(reshape->getOperand(0).getType());
  auto result = cast<RankedTensorType>(reshape->getResult(0).getType());
  SmallVector<Value> wide, place;
  for (auto [index, size] : llvm::zip_equal(indices, result.getShape()))
    if (size != 1)
      wide.push_back(index);
  unsigned next = 0;
  for (int64_t size : source.getShape())
    place.push_back(size == 1 ? createIndex(b, 0) : wide[next++]);
  return place;
}

Value ElementBuilder::build(ImplicitLocOpBuilder &b, Value tensor,
                            ValueRange indices) {
  Operation *op = tensor.getDefiningOp();
  if (!isFollowed(op)) {
    loads.push_back(tensor::ExtractOp::create(b, tensor, indices));
    return loads.back();
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return build(b, slice.getSource(), getPlaceInSource(b, slice, indices));
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op)) {
    SmallVector<Value> place(indices.size());
    for (auto [dim, from] : llvm::enumerate(transpose.getPermutation()))
      place[from] = indices[dim];
    return build(b, transpose.getInput(), place);
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return build(b, op->getOperand(0), getPlaceInSource(b, op, indices));
  IRMapping mapping;
  for (OpOperand *input : generic.getDpsInputOperands()) {
    SmallVector<Value> place;
    for (AffineExpr expr : generic.getMatchingIndexingMap(input).getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      place.push_back(dim ? indices[dim.getPosition()] : createIndex(b, 0));
    }
    mapping.map(generic.getMatchingBlockArgument(input),
                build(b, input->get(), place));
  }
  for (Operation &inner : generic.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else
      b.clone(inner, mapping);
  }
  return mapping.lookupOrDefault(
      generic.getBody()->getTerminator()->getOperand(0));
}
