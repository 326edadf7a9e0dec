//===- Grid.h - How many CTAs a launch has ----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes a launch's grid from the sizes of the output, for everything that
// launches: the runner, the runtime and the simulator. It uses nothing but the
// language.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_GRID_H
#define MLIR_AUTOTUNE_CORE_GRID_H

#include "mlir-autotune/Core/Workspace.h"

#include <array>
#include <cstdint>
#include <string>

namespace mlir::autotune::cuda {

/// The limit on grid.x in every CUDA GPU since compute capability 3.0.
constexpr int64_t kMaxGridSize = INT32_MAX;

/// The most CTAs that one cluster for each tile may need, even if fewer are
/// launched. Kernels number tiles in 31 bits and add the grid's step to a
/// number; the margin keeps that sum in range.
constexpr int64_t kMaxTileCtas = kMaxGridSize - 65536;

/// The product of two sizes, none of which is negative. It saturates at a
/// number larger than any memory, and is 0 if a size is unknown.
constexpr int64_t multiplySizes(int64_t a, int64_t b) {
  constexpr int64_t kLargest = INT64_MAX / 65536;
  if (a <= 0 || b <= 0)
    return 0;
  return a > kLargest / b ? kLargest : a * b;
}

/// How many clusters of `clusterSize` CTAs a device with `sms` multiprocessors
/// holds at a time, at least one. A cluster lies in one GPC, and clusters of
/// more than two CTAs leave some of a GPC's multiprocessors unused: an H200
/// has 132, of which clusters of four and of eight use 120
/// (cuOccupancyMaxActiveClusters).
constexpr int64_t countHeldClusters(int64_t sms, int64_t ctasPerSm,
                                    int64_t clusterSize) {
  int64_t ctas = sms * ctasPerSm;
  if (clusterSize > 2)
    ctas -= ctas / 11;
  return ctas < clusterSize ? 1 : ctas / clusterSize;
}

struct GridShape {
  /// The output's sizes along M and N, 31 bits each; the elements of a CTA's
  /// tile; the CTA tiles of a cluster.
  std::array<int64_t, 2> extent = {1, 1}, tile = {1, 1}, clusterTile = {1, 1};
  /// The number of outputs of that size, also 31 bits.
  int64_t batch = 1;
  /// For a group, the number of cluster tiles of its problems replaces all of
  /// these.
  bool isGroup = false;
  int64_t groupTiles = 0;
  /// CTAs of a cluster that share the K of one tile.
  int64_t splitK = 1;
  /// Clusters that share the K of one tile, through memory.
  int64_t split = 1;
  /// Whether a cluster computes several tiles in a loop, so that it is useless
  /// to launch more clusters than the device holds.
  bool persistent = false;
  int64_t ctasPerSm = 1;

  /// CTAs of one cluster: those along both tile directions, and those that
  /// share the K of one tile.
  int64_t getClusterSize() const {
    return clusterTile[0] * clusterTile[1] * splitK;
  }

  /// One cluster for each cluster tile of the output, or, for a persistent
  /// kernel, as many as a device with `sms` multiprocessors holds at a time.
  int64_t getClusterCount(int64_t sms) const {
    int64_t clusters = getTileCount() * split;
    if (!persistent)
      return clusters;
    int64_t held = countHeldClusters(sms, ctasPerSm, getClusterSize());
    return clusters < held ? clusters : held;
  }

  /// The tiles that clusters compute, including tiles beyond the output's
  /// edge, and whether the workspace has a counter for each of them.
  int64_t getCountedTiles() const {
    return getTileCount() * clusterTile[0] * clusterTile[1];
  }
  bool canCountParts() const {
    return split == 1 || getCountedTiles() <= kTileCounters;
  }

  /// Whether kernels can number the tiles.
  bool canCountTiles() const { return getTileCount() <= getTileLimit(); }
  int64_t getTileLimit() const {
    return kMaxTileCtas / (split * getClusterSize());
  }

  /// Why a kernel can't number the tiles or count their parts, as a sentence
  /// without a full stop; empty if it can.
  std::string getWhyNotCounted() const {
    if (!canCountTiles())
      return "the kernel numbers at most " + std::to_string(getTileLimit()) +
             " tiles, not " + std::to_string(getTileCount());
    if (!canCountParts())
      return "the kernel splits K and counts the parts of at most " +
             std::to_string(kTileCounters) + " tiles, not of " +
             std::to_string(getCountedTiles());
    return "";
  }

  /// Cluster tiles of all outputs.
  int64_t getTileCount() const {
    return isGroup ? groupTiles : multiplySizes(batch, countTiles(extent));
  }

  /// Adds one of a group's problems, whose output has this size.
  void addProblem(std::array<int64_t, 2> size) {
    isGroup = true;
    // Saturate as multiplySizes does, far from overflow.
    int64_t tiles = countTiles(size);
    groupTiles = tiles > kMaxTileCtas ? kMaxTileCtas + 1 : groupTiles + tiles;
  }

private:
  int64_t countTiles(std::array<int64_t, 2> size) const {
    int64_t tiles = 1;
    for (int i = 0; i < 2; ++i)
      tiles = multiplySizes(tiles,
                            ceilDiv(ceilDiv(size[i], tile[i]), clusterTile[i]));
    return tiles;
  }

  /// Does not overflow for sizes of types, which may be as large as INT64_MAX.
  static int64_t ceilDiv(int64_t a, int64_t b) { return a / b + (a % b > 0); }
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_GRID_H
