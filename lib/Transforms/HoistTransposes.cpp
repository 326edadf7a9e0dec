//===- HoistTransposes.cpp - Transposes next to products ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention scales transposed keys, and drops a dimension of size 1 of them,
// before they are multiplied. A product can read a transposed tensor, but only
// where the transpose is the last operation.
//
//===----------------------------------------------------------------------===//

#include "HoistTransposes.h"

#include "ContractionViews.h"
#include "MatmulParts.h"
#include "TensorReads.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether an operation computes each element from the element of its one
/// tensor at the same place, and from nothing else that depends on the place.
static bool isUnary(Operation *op) {
  if (!isElementwiseOnTensors(op) || op->walk([](linalg::IndexOp) {
                                         return WalkResult::interrupt();
                                       }).wasInterrupted())
    return false;
  SmallVector<ElementRead> reads = getReads(op);
  return reads.size() == 1 && isa<RankedTensorType>(reads[0].value.getType()) &&
         reads[0].map.isIdentity();
}

/// Whether each group of dimensions that are collapsed was next to each other,
/// in this order, before the transpose.
static bool isInOrder(tensor::CollapseShapeOp op, ArrayRef<int64_t> order) {
  return llvm::all_of(
      op.getReassociationIndices(), [&](ArrayRef<int64_t> group) {
        return llvm::all_of(llvm::seq<size_t>(1, group.size()), [&](size_t i) {
          return order[group[i]] == order[group[i - 1]] + 1;
        });
      });
}

/// The same collapse of the tensor before the transpose. `order` becomes that
/// of the collapsed dimensions.
static Value collapse(OpBuilder &builder, tensor::CollapseShapeOp op,
                      Value source, SmallVector<int64_t> &order) {
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  // The groups as they follow each other in the source.
  SmallVector<int64_t> inSource = llvm::to_vector(
      llvm::seq<int64_t>(0, static_cast<int64_t>(groups.size())));
  llvm::sort(inSource, [&](int64_t a, int64_t b) {
    return order[groups[a].front()] < order[groups[b].front()];
  });
  SmallVector<ReassociationIndices> ofSource;
  SmallVector<int64_t> newOrder(groups.size());
  for (auto [place, group] : llvm::enumerate(inSource)) {
    newOrder[group] = static_cast<int64_t>(place);
    ofSource.push_back(llvm::map_to_vector<2>(
        groups[group], [&](int64_t dim) { return order[dim]; }));
  }
  order = std::move(newOrder);
  return tensor::CollapseShapeOp::create(builder, op.getLoc(), source,
                                         ofSource);
}

/// The same operation on the tensor before the transpose.
static Value compute(OpBuilder &builder, Operation *op, Value source) {
  Type element = getElementTypeOrSelf(op->getResult(0));
  auto type = cast<RankedTensorType>(source.getType()).clone(element);
  Value init = createEmptyLike(builder, op->getLoc(), source, type);
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  return createElementwise(
             builder, op->getLoc(), source, init, {identity, identity},
             [&](OpBuilder &b, Location loc, ValueRange elements) {
               linalg::YieldOp::create(b, loc,
                                       cloneBody(b, op, elements.drop_back()));
             })
      .getResult(0);
}

/// Null if there is no transpose, or it is next to the product already.
static Value moveTranspose(OpBuilder &builder, Value input) {
  SmallVector<Operation *> between;
  Operation *op = input.getDefiningOp();
  for (; op && op->hasOneUse() && !isa<linalg::TransposeOp>(op);
       op = between.back()->getOperand(0).getDefiningOp()) {
    if (!isa<tensor::CollapseShapeOp>(op) && !isUnary(op))
      return nullptr;
    between.push_back(op);
  }
  auto transpose = dyn_cast_or_null<linalg::TransposeOp>(op);
  if (!transpose || between.empty() || !transpose->hasOneUse() ||
      !transpose.hasPureTensorSemantics())
    return nullptr;
  SmallVector<int64_t> order(transpose.getPermutation());
  Value moved = transpose.getInput();
  for (Operation *op : llvm::reverse(between)) {
    auto reshape = dyn_cast<tensor::CollapseShapeOp>(op);
    if (!reshape) {
      moved = compute(builder, op, moved);
      continue;
    }
    if (!isInOrder(reshape, order))
      return nullptr;
    moved = collapse(builder, reshape, moved, order);
  }
  Value init = createEmptyLike(builder, transpose.getLoc(), input,
                               cast<RankedTensorType>(input.getType()));
  return linalg::TransposeOp::create(builder, transpose.getLoc(), moved, init,
                                     order)
      ->getResult(0);
}

void autotune::moveTransposesToInputs(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return;
  OpBuilder builder(op);
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<RankedTensorType>(input->get().getType()))
      if (Value moved = moveTranspose(builder, input->get())) {
        Value before = input->get();
        input->set(moved);
        eraseIfDead(before);
      }
}
