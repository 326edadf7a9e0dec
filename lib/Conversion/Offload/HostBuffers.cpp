//===- HostBuffers.cpp - Buffers that stay on the host --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostBuffers.h"

#include "mlir-autotune/Analysis/Aliasing.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;

bool offload::isDeallocHelper(Operation *op) {
  // Upstream's name (Bufferization/Transforms/LowerDeallocations.cpp).
  constexpr StringLiteral kName = "dealloc_helper";
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCallee() == kName;
  auto function = dyn_cast<func::FuncOp>(op);
  return function && function.isPrivate() && function.getName() == kName;
}

bool offload::isOnHost(Value memref) {
  Value base = getBaseBuffer(memref);
  if (!isAllocation(base) ||
      !cast<MemRefType>(base.getType()).getElementType().isIntOrIndex())
    return false;
  bool isGiven = false;
  for (OpOperand &use : base.getUses()) {
    Operation *user = use.getOwner();
    bool isShape = isa<memref::ReshapeOp>(user) && use.getOperandNumber() == 1;
    bool isArgument = isa<memref::CastOp>(user) &&
                      llvm::all_of(user->getUsers(), [](Operation *called) {
                        return isDeallocHelper(called);
                      });
    if (isShape || isArgument)
      isGiven = true;
    else if (!isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp>(user))
      return false;
  }
  return isGiven;
}
