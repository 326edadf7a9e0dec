//===- KernelTarget.cpp - What gpu.modules of kernels are for -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Backends/NVVM/KernelTarget.h"

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Backends/NVVM/KernelMath.h"

using namespace mlir;
using namespace mlir::autotune;

NVVM::NVVMTargetAttr autotune::getKernelTarget(MLIRContext *context,
                                               StringRef chip, bool hasGroups) {
  return NVVM::NVVMTargetAttr::get(context, /*optLevel=*/3,
                                   "nvptx64-nvidia-cuda", chip,
                                   getPtxFeature(chip, hasGroups));
}

void autotune::createWaitForPrevious(OpBuilder &b, Location loc) {
  NVVM::GriddepcontrolOp::create(b, loc, NVVM::GridDepActionKind::wait);
  NVVM::GriddepcontrolOp::create(b, loc,
                                 NVVM::GridDepActionKind::launch_dependents);
}

LogicalResult autotune::finishRowKernel(gpu::GPUFuncOp kernel, StringRef chip) {
  if (failed(lowerElementMath(kernel)))
    return failure();
  int64_t capability = 0;
  chip.consume_front("sm_");
  if (chip.consumeInteger(10, capability) || capability < kWaitsForPrevious)
    return success();
  OpBuilder b = OpBuilder::atBlockBegin(&kernel.getBody().front());
  createWaitForPrevious(b, kernel.getLoc());
  return success();
}
