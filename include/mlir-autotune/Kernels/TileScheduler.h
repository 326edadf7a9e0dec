//===- TileScheduler.h - Which CTA has which tile ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_TILESCHEDULER_H
#define MLIR_AUTOTUNE_KERNELS_TILESCHEDULER_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Kernels/KernelOperands.h"

namespace mlir::autotune {

/// The loop over tiles, the same in every role of a kernel.
class TileScheduler {
public:
  TileScheduler(std::array<int64_t, 3> tile, tile::RasterOrder raster,
                int64_t group, bool persistent, int64_t split = 1)
      : tile(tile), raster(raster), group(group), persistent(persistent),
        split(split) {}

  /// Whether the last tiles along an axis begin so early that they fit
  /// (tile.for_each_tile).
  bool fitM = false, fitN = false;
  /// Whether the launch chooses the columns of a tile.
  bool chosen = false;

  /// Opens the loop and moves the builder into its body; the caller restores
  /// the insertion point.
  tile::ForEachTileOp create(ImplicitLocOpBuilder &b,
                             const KernelOperands &problem) const;
  /// Likewise, of these sizes. `batch` is null if there is none.
  tile::ForEachTileOp create(ImplicitLocOpBuilder &b, Value rows, Value columns,
                             Value depth, Value batch) const;

  static tile::RasterOrder getOrder(Raster raster);

private:
  std::array<int64_t, 3> tile;
  tile::RasterOrder raster;
  int64_t group;
  bool persistent;
  /// Into how many parts a tile's K is split over CTAs of different clusters.
  int64_t split;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_TILESCHEDULER_H
