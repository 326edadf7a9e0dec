//===- StreamSchedule.h - Tiles cut across CTAs -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stream-K: where the tiles are no multiple of the clusters, the last round of
// whole tiles would leave some clusters idle. What is left after rounds for
// all, and the tiles of one such round, are cut instead into as many ranges of
// steps along K as there are clusters, which differ by a step at most; each
// cluster takes its range first, tile by tile, then whole tiles. With the one
// round, a range is at least a tile long, so that no tile has more than two
// parts; only where there are fewer tiles than clusters it has more.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_STREAMSCHEDULE_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_STREAMSCHEDULE_H

#include "KernelContext.h"
#include "Parts.h"

namespace mlir::autotune::tile {

/// What a cluster does of one tile; i32 values.
struct StreamSegment {
  Value tile;
  /// Steps along K.
  Value stepBegin, stepEnd;
  /// The cluster with the tile's first step, and how many share the tile.
  Value first, count;
};

/// The segments of one cluster.
class StreamSchedule {
public:
  /// `tiles` of `steps` each; this is number `cluster` of `clusters`. All i32.
  StreamSchedule(Emitter &e, Value tiles, Value steps, Value cluster,
                 Value clusters);
  Value getNumSegments(Emitter &e) const;
  StreamSegment getSegment(Emitter &e, Value number) const;

private:
  Value getRangeBegin(Emitter &e, Value cluster) const;
  Value getClusterOf(Emitter &e, Value step) const;

  Value steps, cluster, clusters;
  /// Tiles that are shared, and the whole ones of each cluster; i32.
  Value shared, wholeTiles;
  /// Of all steps that are shared, i64: each range has `share` of them, and the
  /// first `longer` ranges one more. Those of this cluster.
  Value share, longer, begin, end;
  /// The first tile of this cluster's range, and how many it touches; i32.
  Value firstTile, touched;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_STREAMSCHEDULE_H
