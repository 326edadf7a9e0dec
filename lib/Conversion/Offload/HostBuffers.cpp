//===- HostBuffers.cpp - Buffers that stay on the host --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostBuffers.h"

#include "mlir-autotune/Analysis/Aliasing.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;

bool offload::isOnHost(Value memref) {
  Value base = getBaseBuffer(memref);
  if (!isAllocation(base) ||
      !cast<MemRefType>(base.getType()).getElementType().isIntOrIndex())
    return false;
  bool isShape = false;
  for (OpOperand &use : base.getUses()) {
    Operation *user = use.getOwner();
    if (isa<memref::ReshapeOp>(user) && use.getOperandNumber() == 1)
      isShape = true;
    else if (!isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp>(user))
      return false;
  }
  return isShape;
}
