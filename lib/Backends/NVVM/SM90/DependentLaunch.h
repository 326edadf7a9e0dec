//===- DependentLaunch.h - Kernels that start before others end -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_DEPENDENTLAUNCH_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_DEPENDENTLAUNCH_H

#include "NVVM/Common/KernelContext.h"

namespace mlir::autotune::tile {

/// Lowers the waits for the kernel before this one.
void lowerWaits(KernelContext &context);
/// Lets the kernel behind this one be launched.
void launchDependents(OpBuilder &b, Location loc);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_DEPENDENTLAUNCH_H
