//===- HopperSplits.td - CTAs that share the K of a tile ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What hopper_wgmma's split_k, reduce and stream_k may be.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_HOPPERSPLITS
#define AUTOTUNE_KERNELS_HOPPERSPLITS

include "Base.td"

defvar hopperSplits = [
  Constraint<"split-k-cluster",
    "config.splitK == 1 || sharesInMemory || (config.cluster[0] == 1 && config.cluster[1] == 1)",
    "split_k = {config.splitK} with cluster = [{config.cluster[0]}, {config.cluster[1]}]; "
    "it needs cluster = [1, 1], or reduce = last or shares",
    "the CTAs of a split are the cluster">,
  Constraint<"split-k-cluster",
    "config.splitK == 1 || config.schedule == Schedule::Cooperative",
    "split_k = {config.splitK} with schedule = pingpong; it needs cooperative",
    "partial sums are added by all consumers together">,
  Constraint<"split-k-cluster", "config.splitK == 1 || !config.persistent",
    "split_k = {config.splitK} with persistent = true; it needs persistent = false",
    "the ring is free for the partial sums only after the last tile; a split "
    "tile is to be all that its CTAs have">,
  Constraint<"split-k-cluster",
    "config.splitK == 1 || config.store == Store::Direct || config.reduce == Reduce::Last",
    "split_k = {config.splitK} with reduce = {config.reduce} and store = {config.store}; "
    "it needs store = direct, or reduce = last",
    "each CTA stores the share that it added up, narrower than a box">,
  Constraint<"reduce-in-memory",
    "config.reduce == Reduce::Cluster || config.splitK > 1 || config.streamK",
    "reduce = {config.reduce} with split_k = 1 and stream_k = false; it needs "
    "reduce = cluster, the default",
    "a CTA that shares its tile with none has no partial sums">,
  Constraint<"reduce-in-memory",
    "config.reduce == Reduce::Cluster || config.streamK || !fact.hasStaticSizes() || "
    "roundUp(rowTiles, config.cluster[0]) * roundUp(columnTiles, config.cluster[1]) * fact.batch <= kMaxSplitTiles",
    "reduce = {config.reduce} for {roundUp(rowTiles, config.cluster[0]) * roundUp(columnTiles, config.cluster[1]) * fact.batch} tiles; at most {kMaxSplitTiles} "
    "can be counted",
    "each split tile takes a counter of the workspace">,
  Constraint<"reduce-in-memory", "!sharesInMemory || config.splitK <= 16",
    "split_k = {config.splitK} with reduce = {config.reduce}; at most 16 CTAs are counted",
    "a counter has a bit for each CTA">,
  Constraint<"stream-k", "!config.streamK || config.persistent",
    "stream_k = true with persistent = false; it needs persistent = true",
    "its CTAs take parts of several tiles">,
  Constraint<"stream-k", "!config.streamK || config.splitK == 1",
    "stream_k = true with split_k = {config.splitK}; it needs split_k = 1",
    "tiles are cut where the ranges of the CTAs end, and not in parts of their own">,
  Constraint<"stream-k", "!config.streamK || config.schedule == Schedule::Cooperative",
    "stream_k = true with schedule = pingpong; it needs cooperative",
    "consumers that take turns would have parts of different lengths">,
  Constraint<"stream-k", "!config.streamK || config.reduce == Reduce::Last",
    "stream_k = true with reduce = {config.reduce}; it needs reduce = last",
    "CTAs don't wait for each other in the middle of their range">,
  Constraint<"split-k-depth",
    "config.splitK == 1 || (!ShapedType::isDynamic(fact.k) && (sharesInMemory "
    "? config.splitK <= depthTiles "
    ": (config.splitK - 1) * ceilDiv(depthTiles, config.splitK) < depthTiles))",
    "split_k = {config.splitK} leaves a CTA without work in K = {describeSize(fact.k)} "
    "with tile[2] = {config.tile[2]}; it needs a static K in which each CTA gets a step",
    "every CTA of a split has at least one step of K">,
  Constraint<"split-k-columns",
    "config.reduce == Reduce::Last || config.tile[1] % (8 * config.splitK) == 0",
    "split_k = {config.splitK} does not divide tile[1] = {config.tile[1]} into shares of "
    "a multiple of 8 columns; it needs a multiple of {8 * config.splitK}",
    "each CTA of a split finishes a share of the columns, and a fragment has them in eights">,
  Constraint<"split-k-partials",
    "config.splitK == 1 || sharesInMemory || config.stages * stageBytes >= config.tile[0] * config.tile[1] * 4",
    "split_k = {config.splitK} adds partial sums of {config.tile[0] * config.tile[1] * 4} "
    "bytes in a ring of {config.stages * stageBytes}; it needs stages >= "
    "{ceilDiv(config.tile[0] * config.tile[1] * 4, stageBytes)}",
    "the ring is reused for the partial sums">,
];

#endif // AUTOTUNE_KERNELS_HOPPERSPLITS
