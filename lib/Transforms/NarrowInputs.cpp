//===- NarrowInputs.cpp - Narrow values on their way ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowInputs.h"
#include "MatmulParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

/// The maps of the elements that a structured operation moves: of its input,
/// and of its output.
static std::pair<AffineMap, AffineMap> getMaps(linalg::LinalgOp op,
                                               const WideningStep &step) {
  AffineMap to;
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable()))
    if (init.get() == step.output ||
        (op->getNumResults() != 0 && op->getResult(i) == step.output))
      to = op.getMatchingIndexingMap(&init);
  return {op.getMatchingIndexingMap(step.input), to};
}

/// The dimension of the input for each one of the output; empty where the input
/// is broadcast.
static SmallVector<int64_t> getPermutation(AffineMap from, AffineMap to) {
  SmallVector<int64_t> permutation;
  if (from.isPermutation() && from.getNumResults() == to.getNumResults())
    for (AffineExpr expr : to.getResults())
      permutation.push_back(*from.getResultPosition(expr));
  return permutation;
}

/// What a structured operation moves to `step.output`, of `narrow`.
static Value moveElements(OpBuilder &builder, linalg::LinalgOp op,
                          const WideningStep &step, Value narrow) {
  auto [from, to] = getMaps(op, step);
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(narrow);
  auto type = cast<RankedTensorType>(
      cast<ShapedType>(step.output.getType()).clone(element));
  if (from == to)
    return narrow.getType() == type
               ? narrow
               : tensor::CastOp::create(builder, loc, type, narrow);
  Value init = createEmptyLike(builder, loc, step.output, type);
  SmallVector<int64_t> permutation = getPermutation(from, to);
  if (!permutation.empty())
    return linalg::TransposeOp::create(builder, loc, narrow, init, permutation)
        ->getResult(0);
  return linalg::GenericOp::create(
             builder, loc, TypeRange(type), narrow, init,
             ArrayRef<AffineMap>{from, to}, op.getIteratorTypesArray(),
             [](OpBuilder &body, Location at, ValueRange arguments) {
               linalg::YieldOp::create(body, at, arguments.front());
             })
      .getResult(0);
}

/// The same view of narrow elements, which lie as the wide ones do.
static Value cloneView(OpBuilder &builder, const WideningStep &step,
                       Value narrow) {
  Operation *op = step.input->getOwner();
  Type element = getElementTypeOrSelf(narrow);
  Type type = cast<ShapedType>(step.output.getType()).clone(element);
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Value zero = arith::ConstantOp::create(builder, op->getLoc(),
                                           builder.getZeroAttr(element));
    return tensor::PadOp::create(builder, op->getLoc(), type, narrow,
                                 pad.getMixedLowPad(), pad.getMixedHighPad(),
                                 zero, pad.getNofold());
  }
  IRMapping mapping;
  mapping.map(step.input->get(), narrow);
  Operation *view = builder.clone(*op, mapping);
  view->getResult(0).setType(type);
  return view->getResult(0);
}

Value NarrowInputs::rebuildTensor(const WidenedInput &input) {
  Value narrow = input.source;
  for (const WideningStep &step : input.steps) {
    Value &known = made[{step.output, input.source}];
    Operation *op = step.input->getOwner();
    if (!known) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfterValue(step.output);
      if (auto structured = dyn_cast<linalg::LinalgOp>(op))
        known = moveElements(builder, structured, step, narrow);
      else
        known = OpTrait::hasElementwiseMappableTraits(op)
                    ? narrow
                    : cloneView(builder, step, narrow);
    }
    narrow = known;
  }
  return narrow;
}

/// Null where a view of the wide elements is none of the narrow ones.
Value NarrowInputs::rebuildBuffer(OpBuilder &builder,
                                  const WidenedInput &input) {
  Value narrow = input.source;
  for (const WideningStep &step : input.steps) {
    Operation *op = step.input->getOwner();
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured) {
      auto wide = cast<MemRefType>(step.input->get().getType());
      if (wide.clone(getElementTypeOrSelf(narrow)) != narrow.getType())
        return nullptr;
      narrow = cloneView(builder, step, narrow);
      continue;
    }
    auto [from, to] = getMaps(structured, step);
    if (from == to)
      continue;
    SmallVector<int64_t> permutation = getPermutation(from, to);
    if (permutation.empty())
      return nullptr;
    SmallVector<unsigned> order(permutation.begin(), permutation.end());
    narrow = memref::TransposeOp::create(
        builder, op->getLoc(), narrow,
        AffineMapAttr::get(
            AffineMap::getPermutationMap(order, builder.getContext())));
  }
  return narrow;
}

Value NarrowInputs::rebuild(OpBuilder &builder, const WidenedInput &input) {
  return isa<MemRefType>(input.source.getType()) ? rebuildBuffer(builder, input)
                                                 : rebuildTensor(input);
}
