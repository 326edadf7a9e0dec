//===- KernelChecks.h - What this conversion can't lower ------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELCHECKS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELCHECKS_H

#include "KernelLayout.h"

namespace mlir::autotune::tile {

/// Where a kernel stands: in a gpu.module for a chip that has what it needs.
LogicalResult checkPlace(KernelOp kernel);

/// Whether every chip that the kernel's gpu.module names, and one at least, has
/// the compute capability (90) or a later one.
bool hasCapability(KernelOp kernel, unsigned capability);

/// That every operation of the kernel can be lowered, given its layout: after
/// this no pattern fails. The first that can't gets a diagnostic.
LogicalResult checkOperations(KernelOp kernel, const KernelLayout &layout);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELCHECKS_H
