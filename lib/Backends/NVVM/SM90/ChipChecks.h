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

/// That the chip has what a kernel of warpgroups is lowered to: TMA, wgmma and
/// setmaxnreg.
LogicalResult checkWarpgroupChip(KernelOp kernel, StringRef chip);

/// That the chip has what a kernel with a grid of warps takes beside mma.sync
/// and cp.async: registers that are granted, a role that loads, clusters, a
/// launch before the previous kernel's end.
LogicalResult checkGridChip(KernelOp kernel, StringRef chip,
                            unsigned capability);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_CHIPCHECKS_H
