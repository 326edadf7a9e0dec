//===- Windows.h - The windows of loads and launches ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_DIALECT_TILE_WINDOWS_H
#define MLIR_AUTOTUNE_LIB_DIALECT_TILE_WINDOWS_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune::tile {

/// The lists of a launch's `window`.
LogicalResult verifyWindow(LaunchOp op);

/// A load with a `window`, but for what all loads have.
LogicalResult verifyWindows(LoadOp load);

/// Whether the launch says where windows are if the kernel needs it, and only
/// then.
LogicalResult verifyWindowUse(LaunchOp op, KernelOp kernel);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_DIALECT_TILE_WINDOWS_H
