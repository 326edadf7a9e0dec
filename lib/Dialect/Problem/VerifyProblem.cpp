//===- VerifyProblem.cpp - What problems have in common -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyProblem.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

void problem::getOperandEffects(
    DestinationStyleOpInterface op, bool readsInits,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isInit = op.isDpsInit(&operand);
    if (!isInit || readsInits)
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
    if (isInit)
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
  }
}

LogicalResult problem::verifyOperandKinds(DestinationStyleOpInterface op,
                                          StringRef inits) {
  OperandRange outputs = op.getDpsInits();
  bool hasTensors = isa<TensorType>(outputs.front().getType());
  for (Value operand : op->getOperands())
    if (isa<TensorType>(operand.getType()) != hasTensors)
      return op->emitOpError(
          "has both tensors and memrefs as operands; all must be of one kind");
  if (hasTensors ? op->getResultTypes() != outputs.getTypes()
                 : op->getNumResults() != 0)
    return op->emitOpError(
               "must have one result of the same type for each tensor in '")
           << inits << "'";
  return success();
}

LogicalResult problem::verifyFunction(Operation *op, Region &region,
                                      StringRef name, TypeRange arguments,
                                      TypeRange results, StringRef meaning) {
  if (!region.hasOneBlock())
    return op->emitOpError("the ") << name << " must be one block";
  Block &block = region.front();
  if (TypeRange(block.getArgumentTypes()) != arguments)
    return op->emitOpError("the ")
           << name << " has arguments of the types (" << arguments << ")"
           << meaning << ", not (" << block.getArgumentTypes() << ")";
  for (Operation &each : block.without_terminator())
    if (!isMemoryEffectFree(&each) || each.getNumRegions())
      return each.emitOpError("is in the ")
             << name << ", which may hold only arithmetic";
  auto yield = dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op->emitOpError("the ") << name << " must end with problem.yield";
  if (TypeRange(yield.getOperandTypes()) != results)
    return yield.emitOpError("must yield elements of the types (")
           << results << ") from the " << name << ", not ("
           << yield.getOperandTypes() << ")";
  return success();
}

Type problem::getArgumentType(Value input) {
  Type type = getElementTypeOrSelf(input);
  return type.isSignlessInteger(1) ? IntegerType::get(input.getContext(), 8)
                                   : type;
}
