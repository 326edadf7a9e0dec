//===- Estimate.cpp - The time of a config of simt ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simt/Simt.h"

#include "mlir-autotune/Providers/EstimateParts.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::estimates;

/// Share of the CUDA cores' peak that a simt kernel reaches at its best.
static constexpr double kSustainedSimt = 0.55;
/// Threads of an SM that hide the latency of shared memory.
static constexpr double kHidingThreads = 256;
/// Of an SM's threads, the part that accumulators leave room for, as its
/// inverse, and the most CTAs.
static constexpr double kRoomForThreads = 2;
static constexpr int64_t kMostCtas = 16;

TimeEstimate Simt::estimate(const ProblemFact &fact, const TargetInfo &target,
                            const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = SimtConfig::fromConfig(proposed);
  Rates rates(target);
  double rows = config.tile[0], columns = config.tile[1];
  double tiles =
      std::ceil(matmul.m / rows) * std::ceil(matmul.n / columns) * matmul.batch;
  double threads = (rows / config.thread[0]) * (columns / config.thread[1]);
  // What a thread's accumulators and threads allow, not the exact occupancy.
  int64_t perSM =
      std::clamp<int64_t>(static_cast<int64_t>(target.maxThreadsPerSM /
                                               (kRoomForThreads * threads)),
                          1, kMostCtas);
  Grid grid = getGrid(tiles, perSM, target);
  double tilesEach = grid.tilesEach();
  double depth = getStepped(matmul.k, config.tile[2]);

  TimeEstimate estimate;
  estimate.waves = grid.waves;
  estimate.idleShare = grid.idleShare(target);
  // Each step along K loads tm + tn numbers for tm * tn multiply-adds.
  double tm = config.thread[0], tn = config.thread[1];
  double efficiency = kSustainedSimt * (tm * tn) / (tm * tn + tm + tn);
  efficiency *= std::min(1.0, grid.perSM * threads / kHidingThreads);
  if (getElementBytes(matmul.accumulator) == 8)
    efficiency /= 2;
  estimate.computeNs =
      tilesEach * 2 * rows * columns * depth / (rates.simt * efficiency);
  double rowBytes = rows * getElementBytes(matmul.a.element);
  double columnBytes = columns * getElementBytes(matmul.b.element);
  estimate.feedNs =
      tilesEach * (rowBytes + columnBytes) * depth / (rates.l2 * kSustainedL2);
  estimate.memoryNs =
      getTraffic(fact, rowBytes, columnBytes, matmul.k, grid.slots,
                 std::sqrt(grid.slots), tiles, target) /
      std::min(rates.memory * kSustainedMemory,
               std::min<double>(target.sms, grid.ctas) * rates.l2 *
                   kSustainedMemoryPerSM);
  estimate.fillNs = kFillNs;
  estimate.epilogueNs = kEpilogueNs;
  estimate.wavesNs = kEpilogueNs * (grid.wholeWaves() - 1);
  return estimate;
}
