//===- KernelTarget.h - What gpu.modules of kernels are for --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELTARGET_H
#define MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELTARGET_H

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::autotune {

/// The target of a gpu.module with kernels for a chip ("sm_90a"): what their
/// lowering may use of it, and what they are assembled for. Kernels of groups
/// have more parameters than PTX of drivers before CUDA 12.1 takes.
NVVM::NVVMTargetAttr getKernelTarget(MLIRContext *context, StringRef chip,
                                     bool hasGroups = false);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELTARGET_H
