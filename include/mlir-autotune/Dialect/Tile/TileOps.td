//===- TileOps.td - Operations of the tile dialect ---------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_TILE_TILEOPS_TD
#define MLIR_AUTOTUNE_DIALECT_TILE_TILEOPS_TD

include "mlir-autotune/Dialect/Tile/TileKernelOps.td"
include "mlir-autotune/Dialect/Tile/TileHostOps.td"
include "mlir-autotune/Dialect/Tile/TileRoleOps.td"
include "mlir-autotune/Dialect/Tile/TileFragmentOps.td"
include "mlir-autotune/Dialect/Tile/TileRowsOps.td"
include "mlir-autotune/Dialect/Tile/TileWarpOps.td"
include "mlir-autotune/Dialect/Tile/TileScaleOps.td"
include "mlir-autotune/Dialect/Tile/TileReorderOp.td"

#endif // MLIR_AUTOTUNE_DIALECT_TILE_TILEOPS_TD
