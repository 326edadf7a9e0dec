//===- ChipChecks.h - What takes Ampere or a later chip ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_CHIPCHECKS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_CHIPCHECKS_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune::tile {

/// That the chip has cp.async, and the shapes of mma.sync that a grid of warps
/// multiplies by.
LogicalResult checkWarpChip(KernelOp kernel, StringRef chip,
                            unsigned capability);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_CHIPCHECKS_H
