//===- Placement.h - Which cluster begins with which tile -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SMs of one GPC that read the same lines at about the same time cost L2 fewer
// requests, so that the CTAs of a GPC should have neighbouring tiles. An H100
// gives CTAs without clusters to one GPC after the other: those with
// neighbouring numbers are neighbours. Clusters it deals out to its GPCs in
// turn. A placement is a table that a launch hands to its kernel: with it, the
// clusters of a GPC have tiles with neighbouring numbers, too.
//
// A placement is a permutation, whatever the device does: a wrong guess costs
// time, never a result. Nothing but the language, as in Grid.h.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_PLACEMENT_H
#define MLIR_AUTOTUNE_CORE_PLACEMENT_H

#include <cstdint>

namespace mlir::autotune::cuda {

/// Entries of a placement. Clusters with larger numbers keep their own tiles.
inline constexpr int64_t kPlacedClusters = 256;

/// The number of the tile that each cluster begins with, by the cluster's.
struct alignas(16) Placement {
  uint8_t tiles[kPlacedClusters];
};

/// Each cluster keeps the tile of its own number.
inline Placement keepOrder() {
  Placement placement;
  for (int64_t i = 0; i < kPlacedClusters; ++i)
    placement.tiles[i] = uint8_t(i);
  return placement;
}

/// Gives clusters of one GPC tiles that follow one another. `getGpc` maps the
/// number of each of the first `count` clusters, of which there are at most
/// kPlacedClusters, to a number that those of the same GPC have in common. The
/// others keep their tiles.
template <typename GetGpc>
Placement placeByGpc(int64_t count, const GetGpc &getGpc) {
  Placement placement = keepOrder();
  bool isPlaced[kPlacedClusters] = {};
  int64_t next = 0;
  for (int64_t first = 0; first < count; ++first) {
    if (isPlaced[first])
      continue;
    for (int64_t cluster = first; cluster < count; ++cluster) {
      if (getGpc(cluster) != getGpc(first))
        continue;
      placement.tiles[cluster] = uint8_t(next++);
      isPlaced[cluster] = true;
    }
  }
  return placement;
}

/// That of a launch of `clusters` on the simulator's device, which has two GPCs
/// and deals clusters out to them in turn.
inline Placement placeInTurns(int64_t clusters) {
  return placeByGpc(clusters < kPlacedClusters ? clusters : kPlacedClusters,
                    [](int64_t cluster) { return cluster % 2; });
}

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_PLACEMENT_H
