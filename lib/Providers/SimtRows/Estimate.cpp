//===- Estimate.cpp - The time of a config of simt_rows -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel of rows moves bytes. It is as fast as memory if enough bytes are
// under way at any time: the rate times the latency of a load.
//
//===----------------------------------------------------------------------===//

#include "SimtRows/SimtRows.h"

#include "mlir-autotune/Providers/EstimateParts.h"
#include "mlir-autotune/Space/Quantities.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::estimates;

/// From the issue of a load to its value, under load (NVIDIA H200).
static constexpr double kLoadNs = 900;
/// A CTA's start and its addresses.
static constexpr double kStartNs = 300;
/// One step of a reduction: a shuffle, or what threads leave for each other in
/// shared memory with a barrier.
static constexpr double kShuffleNs = 15, kBarrierNs = 60;
/// Instructions of warps that an SM issues in a clock.
static constexpr double kIssuedWarps = 4;
/// Bytes of a line, which is what memory sends.
static constexpr double kSectorBytes = 32;

/// Steps of one reduction that follow each other.
static double getReductionNs(const SimtRowsConfig &config) {
  constexpr int64_t kWarp = 32;
  double ns = kShuffleNs *
              llvm::Log2_64(std::min<uint64_t>(config.threadsPerRow, kWarp));
  if (config.threadsPerRow > kWarp)
    ns += kBarrierNs + kShuffleNs * llvm::Log2_64(config.threadsPerRow / kWarp);
  return ns;
}

/// A scan does about twice as much as a reduction: each step also keeps what
/// the threads before have come to, and the results are made of that.
static constexpr int64_t kReductionsOfScan = 2;

static double countReductions(const RowsFact &fact) {
  return double(fact.reductions + kReductionsOfScan * fact.scans);
}

/// Bytes that a thread has under way: of all inputs in whole rows, or of what
/// it stores if it loads none.
static double getBytesUnderWay(const RowsFact &fact, double kept) {
  for (const auto *tensors : {&fact.inputs, &fact.outputs}) {
    double bytes = 0;
    for (const TensorFact &tensor : *tensors)
      if (tensor.elements >= fact.rows * fact.columns)
        bytes += kept * double(getElementBytes(tensor.element));
    if (bytes > 0)
      return bytes;
  }
  return kept;
}

/// What a thread does one after the other: functions of each element it keeps,
/// and an access for each vector.
static double getThreadNs(const RowsFact &fact, double kept, int64_t vector) {
  constexpr double kElementNs = 3, kAccessNs = 6;
  return kept * kElementNs * (1 + countReductions(fact)) +
         kept / double(vector) * kAccessNs * double(fact.countOperands());
}

/// Bytes that passes after the first one load again, of all rows together. Each
/// reduction may need a pass of its own.
static double getBytesLoadedAgain(const RowsFact &fact,
                                  const SimtRowsConfig &config) {
  if (config.passes != Passes::Memory)
    return 0;
  return double(fact.reductions) * double(fact.rows) * double(fact.columns) *
         double(fact.getBytesOfColumn());
}

/// What narrow accesses cost: 32 threads of a warp with `bytes` each reach
/// whole sectors, unless few threads share a row.
static double getUse(const RowsFact &fact, const SimtRowsConfig &config) {
  double bytes =
      double(config.threadsPerRow * config.vector * fact.getNarrowestBytes());
  return std::min(1.0, bytes / kSectorBytes);
}

/// Instructions of a warp for the elements of its threads: arithmetic for each
/// element, and addresses and an access for each vector of an operand.
static double countInstructions(const RowsFact &fact, int64_t vector) {
  constexpr double kWarp = 32, kArithmetic = 8, kAccess = 6;
  double elements = double(fact.rows) * double(fact.columns);
  double accesses = 0;
  for (const auto *tensors : {&fact.inputs, &fact.outputs})
    for (const TensorFact &tensor : *tensors)
      accesses += tensor.elements >= fact.rows * fact.columns;
  return elements / kWarp *
         (kArithmetic * (1 + countReductions(fact)) +
          kAccess * accesses / double(vector));
}

TimeEstimate SimtRows::estimate(const ProblemFact &problem,
                                const TargetInfo &target,
                                const Config &proposed) const {
  const RowsFact &fact = problem.getRows();
  auto config = SimtRowsConfig::fromConfig(proposed);
  Resources resources = getTemplate().getResources(problem, target, proposed);
  double kept = double(simt_rows::kept(config, fact, target));
  double threads = double(resources.threads);
  int64_t perSM = std::clamp<int64_t>(
      std::min({target.maxThreadsPerSM / resources.threads,
                target.registersPerSM /
                    (resources.registersPerThread * resources.threads),
                target.sharedMemoryPerSM / (resources.sharedMemory + 1024)}),
      1, 32);
  Grid grid =
      getGrid(double(simt_rows::ctas(config, fact, target)), perSM, target);
  Rates rates(target);
  double busy = std::min(grid.ctas, grid.slots);
  double underWay = busy * threads * getBytesUnderWay(fact, kept);
  double peak = rates.memory * kSustainedMemory * getUse(fact, config);

  TimeEstimate estimate;
  estimate.waves = grid.waves;
  estimate.idleShare = grid.idleShare(target);
  // Rows are read again from L2 if it holds all that are under way.
  double bytes = problem.getBytes(), again = getBytesLoadedAgain(fact, config);
  double held = busy * double(config.rowsPerCta) * double(fact.columns) *
                double(fact.getBytesOfColumn());
  if (held > double(target.l2Bytes))
    bytes += again;
  else
    estimate.feedNs = again / (rates.l2 * std::min<double>(target.sms, busy));
  estimate.memoryNs = bytes / std::min(peak, underWay / kLoadNs);
  estimate.computeNs = countInstructions(fact, config.vector) /
                       (kIssuedWarps * rates.clockGHz *
                        std::min<double>(target.sms, std::max(1.0, grid.ctas)));
  // In several passes, nothing is loaded from memory after the first one.
  double ofThread = kept;
  if (config.passes != Passes::Registers)
    ofThread = double(simt_rows::chunks(config, fact, target) * config.vector);
  double threadNs = getThreadNs(fact, ofThread, config.vector);
  estimate.fillNs = kStartNs + kLoadNs + threadNs;
  double reductionNs = countReductions(fact) * getReductionNs(config);
  estimate.reduceNs = reductionNs;
  // Other CTAs of the SM work meanwhile.
  double aloneNs = kStartNs + reductionNs;
  if (config.passes != Passes::Registers)
    aloneNs += threadNs;
  estimate.wavesNs =
      (grid.wholeWaves() - 1) * aloneNs / std::max(1.0, grid.perSM);
  return estimate;
}
