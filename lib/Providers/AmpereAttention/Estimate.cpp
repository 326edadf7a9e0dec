//===- Estimate.cpp - The time of a config of ampere_attention ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of a block of keys is that of its products, or of what warps read
// from shared memory for them, and of its softmax. The softmax of one CTA runs
// under the products of another.
//
//===----------------------------------------------------------------------===//

#include "AmpereAttention/AmpereAttention.h"

#include "mlir-autotune/Providers/EstimateParts.h"
#include "mlir-autotune/Space/Quantities.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::estimates;

/// Registers that ptxas takes beyond those that are needed, where more are
/// allowed.
static constexpr int64_t kFreeRegisters = 24;

/// One block of keys, for all CTAs of an SM.
static double getBlockNs(const AttentionFact &fact, const TargetInfo &target,
                         const AmpereAttentionConfig &config, double ctas) {
  Rates rates(target);
  double rate = rates.tensor * kSustainedMma *
                (target.computeCapability >= 90 ? kMmaOfWgmma : 1);
  double rows = double(config.tile[0]) * ctas, keys = double(config.tile[1]);
  double both = double(fact.depth + fact.columns);
  // Each warp reads all keys and values, and its own queries.
  double read =
      2 * ctas * (double(config.warps) * keys * both + rows * both / 2);
  double products = std::max(2 * rows * keys * both / rate,
                             read / (kSharedBytesPerClock * rates.clockGHz));
  double softmax = getSoftmaxNs(rows * keys, rates);
  double hidden = std::min(1.0, double(config.warps) * ctas / kHidingWarps);
  double together = std::max(products, softmax) +
                    std::min(products, softmax) / std::max(1.0, ctas);
  return std::max(together / hidden, kLatencyNs / double(config.stages));
}

/// CTAs that an SM holds, as far as registers are known before ptxas chooses
/// them.
static int64_t getHeldCtas(const AttentionFact &fact, const TargetInfo &target,
                           const AmpereAttentionConfig &config) {
  using namespace ampere_attention;
  int64_t needed = std::min<int64_t>(
      255, registersNeeded(config, fact, target) + kFreeRegisters);
  int64_t byRegisters = target.registersPerSM / (32 * config.warps * needed);
  // To align rings, and what the driver reserves.
  int64_t byMemory =
      target.sharedMemoryPerSM / (ringBytes(config, fact, target) + 2048);
  return std::max(config.ctasPerSm, std::min(byRegisters, byMemory));
}

TimeEstimate AmpereAttention::estimate(const ProblemFact &problem,
                                       const TargetInfo &target,
                                       const Config &proposed) const {
  const AttentionFact &fact = problem.getAttention();
  auto config = AmpereAttentionConfig::fromConfig(proposed);
  Rates rates(target);
  double tiles = double(ampere_attention::tiles(config, fact, target));
  double blocks = countKeyBlocks(fact, config.tile[0], config.tile[1]);
  int64_t held = getHeldCtas(fact, target, config);
  Grid grid = getGrid(tiles, held, target);

  TimeEstimate estimate;
  estimate.waves = grid.waves;
  estimate.idleShare = grid.idleShare(target);
  double waves = std::max(grid.waves, 1.0);
  estimate.computeNs =
      waves * blocks * getBlockNs(fact, target, config, grid.perSM);
  double blockBytes =
      2 * double(config.tile[1]) * double(fact.depth + fact.columns);
  estimate.feedNs =
      waves * grid.perSM * blocks * blockBytes / (rates.l2 * kSustainedL2);
  estimate.memoryNs = fact.getBytes() / (rates.memory * kSustainedMemory);
  estimate.fillNs = kFillNs;
  estimate.epilogueNs =
      kEpilogueNs +
      double(config.tile[0] * fact.columns * 2) / (rates.l2 * kSustainedL2);
  estimate.wavesNs = std::max(0.0, grid.wholeWaves() - 1) *
                     (kFillNs + estimate.epilogueNs) /
                     (held > 1 ? kHiddenByCtas : 1);
  return estimate;
}
