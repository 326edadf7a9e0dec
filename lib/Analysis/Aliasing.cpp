//===- Aliasing.cpp - Which memrefs share memory --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Aliasing.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::autotune;

Value autotune::getViewedBuffer(Value buffer) {
  if (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    return view.getViewSource();
  // It is a view, though it does not say so by the interface.
  if (auto transpose = buffer.getDefiningOp<memref::TransposeOp>())
    return transpose.getIn();
  return nullptr;
}

Value autotune::getBaseBuffer(Value buffer) {
  while (Value viewed = getViewedBuffer(buffer))
    buffer = viewed;
  return buffer;
}

bool autotune::isAllocation(Value buffer) {
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(
      buffer.getDefiningOp());
}

bool autotune::areSameBuffer(Value first, Value second) {
  if (first == second)
    return true;
  auto firstGlobal = first.getDefiningOp<memref::GetGlobalOp>();
  auto secondGlobal = second.getDefiningOp<memref::GetGlobalOp>();
  return firstGlobal && secondGlobal &&
         firstGlobal.getNameAttr() == secondGlobal.getNameAttr();
}

/// Whether the memory of `buffer` was there before the function was entered, so
/// that no allocation in the function can be it.
static bool isOlderThanFunction(Value buffer) {
  if (buffer.getDefiningOp<memref::GetGlobalOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(buffer);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa_and_nonnull<FunctionOpInterface>(
             argument.getOwner()->getParentOp());
}

// Anything else, such as the result of a select, an iteration argument of a
// loop or the result of a call, may be the allocation itself.
bool autotune::areDistinctBuffers(Value first, Value second) {
  if (first == second)
    return false;
  if (isAllocation(first))
    return isAllocation(second) || isOlderThanFunction(second);
  return isAllocation(second) && isOlderThanFunction(first);
}

static bool hasNoEffectOn(Operation *op, Value base, bool mayRead) {
  if (isMemoryEffectFree(op))
    return true;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects)
    return false;
  return llvm::all_of(*effects, [&](const MemoryEffects::EffectInstance &e) {
    if (isa<MemoryEffects::Allocate>(e.getEffect()) ||
        (mayRead && isa<MemoryEffects::Read>(e.getEffect())))
      return true;
    Value value = e.getValue();
    return value && areDistinctBuffers(getBaseBuffer(value), base);
  });
}

bool autotune::leavesAlone(Operation *op, Value base) {
  return hasNoEffectOn(op, base, /*mayRead=*/false);
}

bool autotune::leavesAsIs(Operation *op, Value base) {
  return hasNoEffectOn(op, base, /*mayRead=*/true);
}
