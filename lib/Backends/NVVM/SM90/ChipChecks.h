//===- ChipChecks.h - What takes Hopper or a later chip ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_CHIPCHECKS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_CHIPCHECKS_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune::tile {

/// Checks that the chip has what a kernel of warpgroups needs: TMA, wgmma and
/// setmaxnreg.
LogicalResult checkWarpgroupChip(KernelOp kernel, StringRef chip);

/// A grid of warps needs mma.sync and cp.async, and may use more: setmaxnreg, a
/// second role, clusters, or a launch before the previous kernel ends. Checks
/// that the chip has what this kernel uses of these.
LogicalResult checkGridChip(KernelOp kernel, StringRef chip,
                            unsigned capability);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_CHIPCHECKS_H
