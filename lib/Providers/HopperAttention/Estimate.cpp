//===- Estimate.cpp - The time of a config of hopper_attention ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of a block of keys is that of its products and of its softmax. With
// one warpgroup they follow each other. With several, the products of one run
// under the softmax of another. The constants are fitted to an NVIDIA H200:
// docs/notes/attention.md.
//
//===----------------------------------------------------------------------===//

#include "HopperAttention/HopperAttention.h"

#include "mlir-autotune/Providers/EstimateParts.h"
#include "mlir-autotune/Space/Quantities.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::estimates;

/// The share of the peak rate that products reach at the power limit.
static constexpr double kSustainedTensor = 0.8;
/// The part of the shorter one of products and softmax that the longer one does
/// not hide, by the number of consumers.
static constexpr double kUnhidden[] = {1, 1, 0.4, 0.5};
/// The same if they take turns.
static constexpr double kUnhiddenInTurn = 0.35;

/// CTAs combine their parts: a fence, a counter, and two rounds of loads.
static constexpr double kCombineNs = 2500;

/// One block of keys, for all rows of a tile.
static double getBlockNs(const AttentionFact &fact, const TargetInfo &target,
                         const HopperAttentionConfig &config) {
  Rates rates(target);
  double scores = double(config.tile[0] * config.tile[1]);
  double products = 2 * scores * double(fact.depth + fact.columns) /
                    (rates.tensor * kSustainedTensor);
  double softmax = getSoftmaxNs(scores, rates);
  int64_t consumers = hopper_attention::consumers(config, fact, target);
  double unhidden =
      config.inTurn && consumers == 2 ? kUnhiddenInTurn : kUnhidden[consumers];
  return std::max(products, softmax) + unhidden * std::min(products, softmax);
}

TimeEstimate HopperAttention::estimate(const ProblemFact &problem,
                                       const TargetInfo &target,
                                       const Config &proposed) const {
  const AttentionFact &fact = problem.getAttention();
  auto config = HopperAttentionConfig::fromConfig(proposed);
  Rates rates(target);
  double tiles = double(hopper_attention::tiles(config, fact, target));
  double allBlocks = double(llvm::divideCeil(fact.keys, config.tile[1]));
  double blocks = countKeyBlocks(fact, config.tile[0], config.tile[1]);
  // Each part has some of the blocks.
  blocks = std::max(1.0, blocks / double(config.split));
  allBlocks = std::max(1.0, allBlocks / double(config.split));
  Grid grid = getGrid(tiles, config.ctasPerSm, target);
  double blockNs = getBlockNs(fact, target, config);

  TimeEstimate estimate;
  estimate.waves = grid.waves;
  estimate.idleShare = grid.idleShare(target);
  // Tiles of different lengths even out, if the longest ones come first.
  double tilesEach = blocks < allBlocks
                         ? std::max(tiles / double(target.sms),
                                    allBlocks / std::max(1.0, blocks))
                         : grid.tilesEach();
  estimate.computeNs = tilesEach * blocks * blockNs;
  double tileBytes =
      2 * double(config.tile[1]) * double(fact.depth + fact.columns);
  estimate.feedNs = tilesEach * blocks * tileBytes / (rates.l2 * kSustainedL2);
  estimate.memoryNs = fact.getBytes() / (rates.memory * kSustainedMemory);
  estimate.fillNs = kFillNs + 0.5 * blockNs;
  double storeNs = kEpilogueNs + double(config.tile[0] * fact.columns * 2) /
                                     (rates.l2 * kSustainedL2);
  estimate.epilogueNs = storeNs;
  if (config.split > 1)
    estimate.reduceNs = kCombineNs;
  // Loads of the next tile run under the end of the tile before.
  double betweenNs = config.persistent ? storeNs : kFillNs + storeNs;
  estimate.wavesNs = std::max(0.0, tilesEach - 1) * betweenNs;
  return estimate;
}
