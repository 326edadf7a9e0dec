//===- WidenedResults.cpp - Results that are widened as they are made -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenedResults.h"

#include "MatmulParts.h"
#include "TensorReads.h"

#include "mlir-autotune/Analysis/Contraction.h"
#include "mlir-autotune/Analysis/Float8.h"
#include "mlir-autotune/Analysis/Widening.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether tensor cores multiply values of a type.
static bool isNarrow(Type type) {
  return type.isBF16() || type.isF16() || type.isInteger(8) || isFloat8(type);
}

/// The extension of a value that the body computes, which a result is of; null
/// for none. Every element of the result must be written: those that are not
/// keep what the init has.
static Operation *getWidening(linalg::GenericOp op, unsigned result) {
  if (!op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops())
    return nullptr;
  Operation *widening =
      op.getBlock()->getTerminator()->getOperand(result).getDefiningOp();
  if (!isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(widening))
    return nullptr;
  Value narrow = widening->getOperand(0);
  OpOperand *init = op.getDpsInitOperand(result);
  bool isComputed = narrow.getDefiningOp() &&
                    narrow.getDefiningOp()->getBlock() == op.getBlock();
  return isComputed && isNarrow(narrow.getType()) &&
                 op.getMatchingIndexingMap(init).isPermutation() &&
                 op.getMatchingBlockArgument(init).use_empty()
             ? widening
             : nullptr;
}

/// Whether an operation does nothing but move the elements of its operand.
static bool isMove(Operation *op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return movesElements(structured);
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp>(op);
}

/// The type of the narrow values that a tensor is of, or will be of once what
/// computes it has its widenings apart; null for none.
static Type getNarrowType(Value tensor, linalg::LinalgOp product) {
  if (std::optional<WidenedInput> found =
          findWidened(tensor, product, isNarrow))
    return found->element;
  while (Operation *op = tensor.getDefiningOp()) {
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      if (Operation *widening =
              getWidening(generic, cast<OpResult>(tensor).getResultNumber()))
        return widening->getOperand(0).getType();
    if (!isMove(op))
      return nullptr;
    tensor = op->getOperand(0);
  }
  return nullptr;
}

/// Whether a contraction multiplies a tensor of widened values by others that
/// tensor cores multiply the narrow ones by.
static bool multiplies(linalg::LinalgOp op, Value tensor, Type narrow) {
  if (!isLikeContraction(op) || !llvm::is_contained(op.getDpsInputs(), tensor))
    return false;
  SmallVector<Type> types;
  for (Value input : op.getDpsInputs())
    if (isa<ShapedType>(input.getType()))
      types.push_back(input == tensor ? narrow : getNarrowType(input, op));
  return types.size() == 2 && types[0] && types[1] &&
         isTensorCoreProduct(types[0], types[1],
                             getElementTypeOrSelf(op.getDpsInits()[0]));
}

/// Whether a contraction multiplies a tensor, or what moves its elements, by
/// other narrow values. By wide ones it stays a product of wide values.
static bool isMultiplied(Value tensor, Type narrow, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 8;
  return depth < kMaxDepth &&
         llvm::any_of(
             tensor.getUsers(),
             [&](Operation *user) {
               if (auto op = dyn_cast<linalg::LinalgOp>(user);
                   op && multiplies(op, tensor, narrow))
                 return true;
               return isMove(user) && user->getNumResults() == 1 &&
                      user->getOperand(0) == tensor &&
                      isMultiplied(user->getResult(0), narrow, depth + 1);
             });
}

/// The wide elements of what `op` computes once it yields narrow ones.
static Value createWidening(OpBuilder &builder, linalg::GenericOp op,
                            unsigned result, Operation *widening) {
  Location loc = widening->getLoc();
  Value narrow = op.getResult(result);
  auto wide = cast<RankedTensorType>(narrow.getType())
                  .clone(widening->getResult(0).getType());
  Value init = createEmptyLike(builder, loc, narrow, wide);
  AffineMap identity = builder.getMultiDimIdentityMap(wide.getRank());
  auto generic =
      createElementwise(builder, loc, narrow, init, {identity, identity},
                        [&](OpBuilder &b, Location at, ValueRange elements) {
                          Operation *clone = b.clone(*widening);
                          clone->setOperand(0, elements.front());
                          linalg::YieldOp::create(b, at, clone->getResult(0));
                        });
  return generic.getResult(0);
}

/// Makes a result one of narrow elements, in place.
static void makeNarrow(linalg::GenericOp op, unsigned result,
                       Operation *widening) {
  Value narrow = widening->getOperand(0);
  OpOperand *init = op.getDpsInitOperand(result);
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(
      cast<RankedTensorType>(init->get().getType()).clone(narrow.getType()));
  Value empty = createEmptyLike(builder, loc, init->get(), type);
  op.getMatchingBlockArgument(init).setType(narrow.getType());
  init->set(empty);
  op.getBlock()->getTerminator()->setOperand(result, narrow);
  Value made = op.getResult(result);
  SmallVector<OpOperand *> uses =
      llvm::map_to_vector(made.getUses(), [](OpOperand &use) { return &use; });
  made.setType(type);
  builder.setInsertionPointAfter(op);
  Value wide = createWidening(builder, op, result, widening);
  for (OpOperand *use : uses)
    use->set(wide);
  if (widening->use_empty())
    widening->erase();
}

void autotune::separateWidenings(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics())
    return;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    Value result = op.getResult(i);
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getEncoding())
      continue;
    if (Operation *widening = getWidening(op, i);
        widening && isMultiplied(result, widening->getOperand(0).getType()))
      makeNarrow(op, i, widening);
  }
}
