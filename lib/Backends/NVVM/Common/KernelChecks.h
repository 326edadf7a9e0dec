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

/// Checks that a kernel is in a gpu.module for a chip that has what the kernel
/// needs.
LogicalResult checkPlace(KernelOp kernel);

/// The lowest compute capability (90) of the chips that the kernel's gpu.module
/// names; 0 if it names none.
unsigned getCapability(KernelOp kernel);

/// Whether the kernel's warps multiply independently, in a grid, instead of as
/// warpgroups.
bool hasGrid(KernelOp kernel);

/// Checks that every operation of the kernel can be lowered with its layout.
/// After this no pattern fails. The first operation that can't be lowered gets
/// a diagnostic.
LogicalResult checkOperations(KernelOp kernel, const KernelLayout &layout);

// Each fails, with a diagnostic, where the operation can't be lowered.
/// That the matrix is an argument of the kernel.
LogicalResult checkMatrix(Operation *op, Value memref);
/// Checks that the operation's role has no grid of warps. `needs` says what
/// the operation requires instead.
LogicalResult checkOutsideGrid(Operation *op,
                               StringRef needs = "needs whole warpgroups");

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_KERNELCHECKS_H
