//===- WidenedResults.cpp - Results that are widened as they are made -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenedResults.h"

#include "TensorReads.h"

#include "mlir-autotune/Analysis/Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

/// The most bits that a narrow value has.
static constexpr unsigned kNarrowBits = 16;

/// Whether a contraction reads a tensor, or what moves its elements.
static bool isMultiplied(Value tensor, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 8;
  return depth < kMaxDepth &&
         llvm::any_of(
             tensor.getUsers(),
             [&](Operation *user) {
               auto op = dyn_cast<linalg::LinalgOp>(user);
               if (op && isLikeContraction(op))
                 return true;
               bool moves =
                   op ? movesElements(op)
                      : isa<tensor::CastOp, tensor::CollapseShapeOp,
                            tensor::ExpandShapeOp, tensor::ExtractSliceOp>(
                            user);
               return moves && user->getNumResults() == 1 &&
                      isMultiplied(user->getResult(0), depth + 1);
             });
}

/// The extension of a value that the body computes, which a result is of; null
/// for none. Every element of the result must be written: those that are not
/// keep what the init has.
static Operation *getWidening(linalg::GenericOp op, unsigned result) {
  Operation *widening =
      op.getBlock()->getTerminator()->getOperand(result).getDefiningOp();
  if (!isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(widening))
    return nullptr;
  Value narrow = widening->getOperand(0);
  OpOperand *init = op.getDpsInitOperand(result);
  bool isComputed = narrow.getDefiningOp() &&
                    narrow.getDefiningOp()->getBlock() == op.getBlock();
  return isComputed && narrow.getType().isIntOrFloat() &&
                 narrow.getType().getIntOrFloatBitWidth() <= kNarrowBits &&
                 op.getMatchingIndexingMap(init).isPermutation() &&
                 op.getMatchingBlockArgument(init).use_empty()
             ? widening
             : nullptr;
}

/// The wide elements of what `op` computes once it yields narrow ones.
static Value createWidening(OpBuilder &builder, linalg::GenericOp op,
                            unsigned result, Operation *widening) {
  Location loc = widening->getLoc();
  Value narrow = op.getResult(result);
  auto wide = cast<RankedTensorType>(narrow.getType())
                  .clone(widening->getResult(0).getType());
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, narrow),
      wide.getElementType());
  if (init.getType() != wide)
    init = tensor::CastOp::create(builder, loc, wide, init);
  AffineMap identity = builder.getMultiDimIdentityMap(wide.getRank());
  auto generic = linalg::GenericOp::create(
      builder, loc, wide, narrow, init, ArrayRef<AffineMap>{identity, identity},
      SmallVector<utils::IteratorType>(wide.getRank(),
                                       utils::IteratorType::parallel),
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
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, init->get()),
      narrow.getType());
  if (empty.getType() != type)
    empty = tensor::CastOp::create(builder, loc, type, empty);
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
  if (!op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops())
    return;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    Value result = op.getResult(i);
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getEncoding())
      continue;
    if (Operation *widening = getWidening(op, i);
        widening && isMultiplied(result))
      makeNarrow(op, i, widening);
  }
}

/// Whether an operation does nothing but widen each element of its one input.
static bool isWidening(Operation *op) {
  if (isa<arith::ExtFOp>(op))
    return isElementwiseOnTensors(op);
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 1 ||
      !isElementwiseOnTensors(op) ||
      !generic.getMatchingIndexingMap(generic.getDpsInputOperand(0))
           .isIdentity())
    return false;
  Value yielded = generic.getBody()->getTerminator()->getOperand(0);
  auto extension = yielded.getDefiningOp<arith::ExtFOp>();
  return extension && extension.getIn() == generic.getBody()->getArgument(0);
}

Value autotune::createUnwidened(OpBuilder &builder, Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return nullptr;
  if (isWidening(op)) {
    Value narrow = op->getOperand(0);
    Type element = getElementTypeOrSelf(narrow);
    return element.isBF16() || element.isF16() ? narrow : Value();
  }
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  Value source =
      collapse ? createUnwidened(builder, collapse.getSrc()) : Value();
  if (!source)
    return nullptr;
  return tensor::CollapseShapeOp::create(builder, op->getLoc(), source,
                                         collapse.getReassociationIndices());
}
