//===- MmaChecks.h - Products that wgmma can't compute ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_MMACHECKS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_MMACHECKS_H

#include "NVVM/Common/KernelLayout.h"

namespace mlir::autotune::tile {

// Each fails, with a diagnostic, where the operation can't be lowered.
LogicalResult checkMma(MmaOp mma);
LogicalResult checkMmaWait(MmaWaitOp wait);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_MMACHECKS_H
