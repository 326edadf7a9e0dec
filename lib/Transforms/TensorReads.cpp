//===- TensorReads.cpp - Where tensors come from --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorReads.h"

#include "MatmulParts.h"

#include "mlir-autotune/Analysis/BufferWriter.h"
#include "mlir-autotune/Analysis/Contraction.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

bool autotune::movesElements(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !isa<RankedTensorType, MemRefType>(op.getDpsInputs()[0].getType()))
    return false;
  Block &body = *op.getBlock();
  return llvm::hasSingleElement(body) &&
         body.getTerminator()->getOperand(0) == body.getArgument(0);
}

ElementRead autotune::getRead(linalg::LinalgOp mover, AffineMap map) {
  OpOperand *input = mover.getDpsInputOperand(0);
  AffineMap written = mover.getMatchingIndexingMap(mover.getDpsInitOperand(0));
  AffineMap read = mover.getMatchingIndexingMap(input);
  if (!written.isPermutation() ||
      !read.isProjectedPermutation(/*allowZeroInResults=*/true))
    return {};
  return {input->get(), read.compose(inversePermutation(written)).compose(map)};
}

ElementRead autotune::findSource(ElementRead read) {
  // Longer chains are nobody's.
  for (int i = 0; i < 8; ++i) {
    auto mover = read.value.getDefiningOp<linalg::LinalgOp>();
    if (!mover || !mover.hasPureTensorSemantics() || !movesElements(mover))
      break;
    ElementRead source = getRead(mover, read.map);
    if (!source.value ||
        !source.map.isProjectedPermutation(/*allowZeroInResults=*/true))
      break;
    read = source;
  }
  return read;
}

/// Whether the body computes with what is in an operand; linalg.map may have no
/// argument for its init.
static bool isRead(linalg::LinalgOp op, OpOperand &operand) {
  Block &body = *op.getBlock();
  unsigned number = operand.getOperandNumber();
  return !op.isDpsInit(&operand) || (number < body.getNumArguments() &&
                                     !body.getArgument(number).use_empty());
}

static bool isPlainTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding();
}

bool autotune::isElementwiseOnTensors(Operation *op) {
  if (op->getNumResults() != 1 || !isPlainTensor(op->getResult(0).getType()))
    return false;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return OpTrait::hasElementwiseMappableTraits(op) &&
           llvm::all_of(op->getOperandTypes(), isPlainTensor);
  auto isPlain = [](Type type) {
    return !isa<ShapedType>(type) || isPlainTensor(type);
  };
  return linalgOp.hasPureTensorSemantics() && !isa<linalg::FillOp>(op) &&
         hasPlainBody(linalgOp) && !linalgOp.hasIndexSemantics() &&
         linalgOp.getNumParallelLoops() == linalgOp.getNumLoops() &&
         llvm::all_of(op->getOperandTypes(), isPlain) &&
         linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0))
             .isIdentity();
}

SmallVector<ElementRead> autotune::getReads(Operation *op) {
  SmallVector<ElementRead> reads;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (linalgOp && !isRead(linalgOp, operand))
      continue;
    AffineMap map =
        linalgOp ? linalgOp.getMatchingIndexingMap(&operand)
                 : AffineMap::getMultiDimIdentityMap(
                       cast<ShapedType>(operand.get().getType()).getRank(),
                       op->getContext());
    reads.push_back({operand.get(), map});
  }
  return reads;
}

Value autotune::cloneBody(OpBuilder &builder, Operation *op,
                          ValueRange elements) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp) {
    Type element = getElementTypeOrSelf(op->getResult(0));
    return builder
        .create(op->getLoc(), op->getName().getIdentifier(), elements, element,
                op->getAttrs())
        ->getResult(0);
  }
  IRMapping mapping;
  size_t next = 0;
  for (OpOperand &operand : op->getOpOperands())
    if (isRead(linalgOp, operand))
      mapping.map(linalgOp.getMatchingBlockArgument(&operand),
                  elements[next++]);
  for (Operation &inner : linalgOp.getBlock()->without_terminator())
    builder.clone(inner, mapping);
  return mapping.lookupOrDefault(
      linalgOp.getBlock()->getTerminator()->getOperand(0));
}

linalg::GenericOp autotune::createGeneric(OpBuilder &builder,
                                          linalg::LinalgOp op,
                                          ArrayRef<ElementRead> inputs,
                                          Operation *product) {
  OpOperand *init = op.getDpsInitOperand(0);
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const ElementRead &input : inputs) {
    values.push_back(input.value);
    maps.push_back(input.map);
  }
  maps.push_back(op.getMatchingIndexingMap(init));
  auto body = [&](OpBuilder &b, Location loc, ValueRange elements) {
    SmallVector<Value> own(elements);
    if (product)
      own = {cloneBody(b, product, elements.drop_back()), elements.back()};
    if (!isRead(op, *init))
      own.pop_back();
    linalg::YieldOp::create(b, loc, cloneBody(b, op, own));
  };
  auto generic = linalg::GenericOp::create(
      builder, op.getLoc(), op->getResultTypes(), values,
      ValueRange(init->get()), maps, op.getIteratorTypesArray(), body);
  copyAttributes(op, generic);
  return generic;
}

void autotune::eraseUnread(Value buffer, Operation *writer) {
  if (!isUnreadAllocation(buffer, writer))
    return;
  Operation *allocation = buffer.getDefiningOp();
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    user->erase();
  allocation->erase();
}

int64_t autotune::countLoops(AffineMap map) {
  return llvm::count_if(map.getResults(), llvm::IsaPred<AffineDimExpr>);
}
