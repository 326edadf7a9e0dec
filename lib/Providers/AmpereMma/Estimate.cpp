//===- Estimate.cpp - The time of a config of ampere_mma ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpereMma/AmpereMma.h"

#include "mlir-autotune/Providers/EstimateParts.h"
#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Space/Quantities.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::estimates;

/// Of the peak, what products of f64 sustain by the instructions of sm_90, and
/// without warps that copy beside it: 2048 cubed takes 285 us where the peak is
/// 257, and 279 (NVIDIA H200).
static constexpr double kSustainedDoubles = 0.92, kSustainedLoaded = 0.94;
/// Clocks that an SM takes for a warp's copy of a chunk for each lane: 8 to 18
/// where chunks have 4 or 8 bytes (115 x 802 x 282 of f16 to 1000 x 1002 x 1004
/// of bf16, NVIDIA H200). Through registers it is a guess.
static constexpr double kCopyClocks = 14, kCopyAtOnceClocks = 60;
/// With fewer warps than hide how long a product takes, the efficiency falls on
/// a line that would reach this at none.
static constexpr double kOneWarp = 0.7;

/// Operations of an SM in a nanosecond.
static double getTensorRate(const ProblemFact &fact, const TargetInfo &target,
                            const Rates &rates) {
  const auto &matmul = fact.getMatmul();
  if (matmul.accumulator != ElementKind::F64)
    return Rates(target, getElementBytes(matmul.a.element)).tensor *
           (target.computeCapability >= 90 ? kMmaOfWgmma : 1);
  // A100 and H100 multiply f64 on tensor cores as fast as f32 on CUDA cores
  // (19.5 and 67 TFLOPS, data sheets), B200 half as fast; sm_86 and sm_89 have
  // two units of f64 an SM, for 128 of f32.
  switch (target.computeCapability) {
  case 80:
  case 90:
    return rates.simt;
  case 100:
    return rates.simt / 2;
  default:
    return rates.simt / 64;
  }
}

/// How long an SM takes to start the copies of a tile's part of an operand.
static double getCopyNs(const OperandFact &operand, double extent, double depth,
                        const Rates &rates) {
  constexpr double kLanes = 32, kLongestChunk = 16;
  bool isAsync = isCopiedAsync(operand);
  double chunk =
      isAsync ? std::min<double>(getInputAlignment(operand), kLongestChunk)
              : kLongestChunk;
  // These were not measured, and are no limit by the rate of L2 either.
  if (chunk == kLongestChunk && isAsync)
    return 0;
  double copies = extent * depth * getElementBytes(operand.element) / chunk;
  return copies / kLanes * (isAsync ? kCopyClocks : kCopyAtOnceClocks) /
         rates.clockGHz;
}

TimeEstimate AmpereMma::estimate(const ProblemFact &fact,
                                 const TargetInfo &target,
                                 const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = AmpereMmaConfig::fromConfig(proposed);
  Rates rates(target);
  // Of an A100's SM, which has 64 CUDA cores.
  if (target.computeCapability == 80)
    rates.clockGHz *= 2, rates.l2 *= 2;
  double rows = config.tile[0], columns = config.tile[1];
  double bytes = ampere_mma::elementBytes(config, matmul, target);
  double tiles = ampere_mma::tiles(config, matmul, target);
  Grid grid = getGrid(tiles, config.ctasPerSm, target);
  double tilesEach = grid.tilesEach();
  double depth = getStepped(matmul.k, config.tile[2]);

  TimeEstimate estimate;
  estimate.waves = grid.waves;
  estimate.idleShare = grid.idleShare(target);
  double warps = ampere_mma::warpCount(config, matmul, target);
  bool loads = ampere_mma::loads(config, matmul, target);
  double efficiency = kSustainedMma;
  if (matmul.accumulator == ElementKind::F64 && target.computeCapability == 90)
    efficiency = loads ? kSustainedLoaded : kSustainedDoubles;
  if (warps * grid.perSM < kHidingWarps)
    efficiency *= kOneWarp + (1 - kOneWarp) * warps * grid.perSM / kHidingWarps;
  double multiplyNs = 2 * rows * columns * depth /
                      (getTensorRate(fact, target, rates) * efficiency);
  // Each warp reads its rows and its columns of the slot.
  double read = warps * (rows / config.warps[0] + columns / config.warps[1]) *
                depth * bytes;
  double readNs = read / (kSharedBytesPerClock * rates.clockGHz);
  // The slots on their way arrive together, at best.
  double arriveNs = std::ceil(depth / config.tile[2]) * kLatencyNs /
                    (grid.perSM * (config.stages - 1));
  double copyNs = 0;
  if (!loads)
    copyNs = getCopyNs(matmul.a, rows, depth, rates) +
             getCopyNs(matmul.b, columns, depth, rates);
  estimate.computeNs =
      tilesEach * std::max({multiplyNs, readNs, arriveNs, copyNs});
  estimate.feedNs =
      tilesEach * (rows + columns) * depth * bytes / (rates.l2 * kSustainedL2);
  double traffic = getTraffic(fact, rows, columns, matmul.k * bytes, grid.slots,
                              config.group, tiles, target);
  double active = std::min<double>(target.sms, grid.ctas);
  estimate.memoryNs =
      traffic / std::min(rates.memory * kSustainedMemory,
                         active * rates.l2 * kSustainedMemoryPerSM);
  double stored = getTileBytes(fact, rows, columns);
  estimate.epilogueNs = kEpilogueNs + stored / (rates.l2 * kSustainedL2);
  estimate.fillNs = kFillNs;
  double between = estimate.epilogueNs + (config.persistent ? 0 : kFillNs);
  estimate.wavesNs = (grid.wholeWaves() - 1) * between /
                     (config.ctasPerSm > 1 ? kHiddenByCtas : 1);
  return estimate;
}

/// Only these were measured. With others, trees would compare what they never
/// saw: wgmma serves what TMA loads.
bool AmpereMma::hasFeaturesFor(const ProblemFact &fact) const {
  const auto &matmul = fact.getMatmul();
  return getElementBytes(matmul.a.element) == 2 &&
         (!isTmaLoadable(matmul.a) || !isTmaLoadable(matmul.b));
}

void AmpereMma::addFeatures(FeatureSink &sink, const ProblemFact &fact,
                            const TargetInfo &target,
                            const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = AmpereMmaConfig::fromConfig(proposed);
  double tiles = ampere_mma::tiles(config, matmul, target);
  double warps = ampere_mma::warpCount(config, matmul, target);
  sink.add("mma_rows", config.tile[0]);
  sink.add("mma_columns", config.tile[1]);
  sink.add("mma_depth", config.tile[2]);
  sink.add("mma_warps", warps);
  sink.add("mma_stages", config.stages);
  sink.add("mma_ctas_per_sm", config.ctasPerSm);
  sink.add("mma_loads", config.load == MmaLoad::Tma);
  sink.add("mma_shared_kb", config.stages *
                                ampere_mma::stageBytes(config, matmul, target) /
                                1024.0);
  sink.add("mma_log2_warps", log2Of(tiles * warps / target.sms));
}
