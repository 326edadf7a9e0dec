//===- CallLibraryOp.cpp - Calls of libraries -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostOperands.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

LogicalResult tile::verifyHostOperands(Operation *op, TypeRange inits,
                                       TypeRange results) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  bool tensors = llvm::any_of(inits, isTensor);
  if (!llvm::all_of(op->getOperandTypes(),
                    [&](Type type) { return isTensor(type) == tensors; }))
    return op->emitOpError("takes tensors or memrefs, not both");
  if (tensors ? results != inits : !results.empty())
    return op->emitOpError(
        "must have one result of the same type for each tensor in 'outs'");
  return success();
}

void tile::addBufferEffects(
    Operation *op, function_ref<bool(OpOperand *)> isInit,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    effects.emplace_back(MemoryEffects::Read::get(), &operand,
                         SideEffects::DefaultResource::get());
    if (isInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
  }
}

LogicalResult CallLibraryOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (!getKernel())
    return success();
  Operation *symbol = symbols.lookupNearestSymbolFrom(*this, *getKernel());
  if (!symbol)
    return emitOpError("launches ") << *getKernel() << ", which does not exist";
  // Once the kernels are lowered the symbol is a function of another dialect.
  auto kernel = dyn_cast<KernelOp>(symbol);
  size_t expected = 1 + getInits().size() + getExtras().size();
  if (kernel && kernel.getNumArguments() != expected)
    return emitOpError("launches ")
           << *getKernel() << ", which takes " << kernel.getNumArguments()
           << " operands; the sums, 'outs' and 'with' are " << expected;
  return success();
}

LogicalResult CallLibraryOp::verify() {
  if (getSums().has_value() != getKernel().has_value())
    return emitOpError("has ")
           << (getKernel() ? "'then' without 'sums'" : "'sums' without 'then'")
           << "; the kernel needs both";
  if (getSums() && !getSums()->isIntOrFloat())
    return emitOpError("has sums of ")
           << *getSums() << "; they must be integers or floats";
  if (failed(verifyHostOperands(*this, getInits().getTypes(),
                                getResults().getTypes())))
    return failure();
  for (Type type : getOperandTypes()) {
    auto shaped = cast<ShapedType>(type);
    if (shaped.getRank() != 2 && shaped.getRank() != 3)
      return emitOpError("takes matrices, of two dimensions, and batches of "
                         "them, of three, not ")
             << type;
  }
  return success();
}

void CallLibraryOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addBufferEffects(
      *this, [&](OpOperand *operand) { return isInit(operand); }, effects);
}
