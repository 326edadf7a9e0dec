//===- RasterGroups.h - What the CTAs of a GPC have in common ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_RASTERGROUPS_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_RASTERGROUPS_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include <map>

namespace mlir::autotune {

/// A grid of tiles, and the bits that a row and a column of it load.
struct TileGrid {
  int64_t rows, columns;
  int64_t rowBits, columnBits;

  bool operator<(const TileGrid &other) const {
    return std::tie(rows, columns, rowBits, columnBits) <
           std::tie(other.rows, other.columns, other.rowBits, other.columnBits);
  }
};

/// The most that one of the runs of `length` tiles loads, of which the first
/// begins `offset` tiles before the grid. Tiles are in the order of
/// raster(along_m, group).
int64_t getMostOfRuns(const TileGrid &grid, int64_t group, int64_t length,
                      int64_t offset);

/// The groups of rasters for the configs of one matmul.
class RasterGroups {
public:
  RasterGroups(const ProblemFact &fact, const TargetInfo &target)
      : fact(fact), target(target) {}

  /// Where all CTAs run at once, gives the config the group with which the CTAs
  /// of a GPC load least. Others keep theirs, as do those that have another
  /// than the default.
  void fit(HopperWgmmaConfig &config);
  /// The same of those of hopper_wgmma.
  void fitAll(MutableArrayRef<Config> configs) {
    for (Config &config : configs)
      fit(config);
  }

  /// Whether the group is the rule's to choose: CTAs with neighbouring numbers
  /// run in one GPC, all of them at once, and have neighbouring tiles of one
  /// product.
  static bool isChosen(const ProblemFact &fact, const TargetInfo &target,
                       const HopperWgmmaConfig &config);

private:
  void fit(Config &config);
  int64_t getBest(const TileGrid &grid);

  const ProblemFact &fact;
  const TargetInfo &target;
  std::map<TileGrid, int64_t> known;
};

/// Configs with the groups that fit them, for heuristics' last word: what ranks
/// them asks for no group.
inline SmallVector<Config> fitGroups(const ProblemFact &fact,
                                     const TargetInfo &target,
                                     SmallVector<Config> configs) {
  RasterGroups(fact, target).fitAll(configs);
  return configs;
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_RASTERGROUPS_H
