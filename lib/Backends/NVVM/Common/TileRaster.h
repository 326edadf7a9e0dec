//===- TileRaster.h - From a tile number to its place --------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_TILERASTER_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_TILERASTER_H

#include "Emitter.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune::tile {

/// Row and column of tile number `index`, from 0, of a grid of rows x columns
/// (all i32). Each tile of the grid has one number. `group` is at least 1, and
/// a power of two with RasterOrder::Hilbert.
std::pair<Value, Value> createTilePlace(Emitter &e, RasterOrder raster,
                                        int64_t group, Value rows,
                                        Value columns, Value index);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_TILERASTER_H
