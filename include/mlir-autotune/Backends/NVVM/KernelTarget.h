//===- KernelTarget.h - What gpu.modules of kernels are for --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELTARGET_H
#define MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELTARGET_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::autotune {

/// The target attribute of a gpu.module with kernels for `chip` ("sm_90a"). It
/// fixes which features the lowering may use and what ptxas assembles for.
/// `hasGroups` selects a newer PTX: kernels of groups have more parameters
/// than the PTX of drivers before CUDA 12.1 allows.
NVVM::NVVMTargetAttr getKernelTarget(MLIRContext *context, StringRef chip,
                                     bool hasGroups = false);

/// The first compute capability whose kernels can wait for earlier kernels on
/// the stream, and so may be launched before these have ended.
inline constexpr int64_t kWaitsForPrevious = 90;

/// Lets a kernel wait for earlier kernels, and then lets the next one start.
/// Builds at the builder's insertion point, which every thread passes before it
/// accesses memory.
void createWaitForPrevious(OpBuilder &b, Location loc);

/// Finishes a kernel that createRowKernel (Kernels/RowKernel.h) has built:
/// lowers its functions of elements, and lets it wait for earlier kernels if
/// the chip ("sm_90a") can do that.
LogicalResult finishRowKernel(gpu::GPUFuncOp kernel, StringRef chip);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELTARGET_H
