//===- Estimate.cpp - The time of a config of simt_stream -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtStream/SimtStream.h"

#include "mlir-autotune/Providers/EstimateParts.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::estimates;

/// From a load to its data while memory is busy, so that by Little's law an SM
/// has its share of H200's bandwidth with some 35 KiB on their way; and the
/// share of the time in which a thread has loads on their way.
static constexpr double kMemoryLatencyNs = 1000;
static constexpr double kStreamedShare = 0.7;
/// Threads of an SM that issue in a clock, and the share of clocks in which
/// they do where they wait for memory in turn.
static constexpr double kCoresPerSM = 128;
static constexpr double kSustainedIssue = 0.7;
/// Bytes of a line, and the share of bandwidth where neighbouring threads have
/// less than one: half lines come from memory, but in twice as many requests.
static constexpr double kWholeLine = 128;
static constexpr double kShortRows = 0.95;
/// The first loads of a kernel without barriers, and its last sums.
static constexpr double kStreamFillNs = 800;
static constexpr double kStreamEndNs = 300;
/// For each doubling of the warps whose sums are added up.
static constexpr double kStreamReduceNs = 75;

TimeEstimate SimtStream::estimate(const ProblemFact &fact,
                                  const TargetInfo &target,
                                  const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = SimtStreamConfig::fromConfig(proposed);
  Rates rates(target);
  Resources resources = getTemplate().getResources(fact, target, proposed);
  double bytes = getElementBytes(matmul.b.element);
  double vector = 16 / bytes;
  // Of each warp that shares K, sums of all columns lie in shared memory.
  double columns = static_cast<double>(resources.sharedMemory) /
                   (4 * config.splitK * config.rows);
  double ctas = std::ceil(static_cast<double>(matmul.m) / config.rows) *
                std::ceil(matmul.n / columns) * matmul.batch;
  int64_t threads = resources.threads;
  int64_t perSM = std::min(
      {target.maxThreadsPerSM / threads,
       target.registersPerSM / (threads * resources.registersPerThread),
       target.sharedMemoryPerSM / (resources.sharedMemory + 1024)});
  Grid grid = getGrid(ctas, std::max<int64_t>(perSM, 1), target);

  TimeEstimate estimate;
  estimate.waves = grid.waves;
  // Of a vector of B: its conversion and that of A, the products, and loads.
  double left = config.rows / static_cast<double>(config.columns);
  double operations = vector * (1 + left + config.rows) + 1 + left;
  if (!matmul.b.transposed)
    operations = vector * (1 + config.rows) + 2 * left + 1;
  double ctasOfBusiest = std::ceil(ctas / target.sms);
  estimate.idleShare = 1 - ctas / (target.sms * ctasOfBusiest);
  double loadsOfBusiest = ctasOfBusiest * columns * matmul.k / vector;
  estimate.computeNs = loadsOfBusiest * operations /
                       (kCoresPerSM * rates.clockGHz * kSustainedIssue);
  // Of all that is asked for, part is multiplied rather than on its way.
  double inFlight = grid.perSM * threads * config.columns * config.unroll * 16;
  double perSMRate = std::min(kStreamedShare * inFlight / kMemoryLatencyNs,
                              rates.l2 * kSustainedMemoryPerSM);
  estimate.feedNs = loadsOfBusiest * 16 / perSMRate;
  double lanes =
      matmul.b.transposed || config.lanes * 16 >= kWholeLine ? 1 : kShortRows;
  estimate.memoryNs =
      static_cast<double>(fact.getBytes()) /
      (std::min(rates.memory * kSustainedMemory,
                std::min<double>(target.sms, ctas) * perSMRate) *
       lanes);
  estimate.fillNs = kStreamFillNs;
  estimate.epilogueNs = kStreamEndNs;
  estimate.reduceNs =
      kStreamReduceNs * std::log2(static_cast<double>(config.splitK));
  return estimate;
}
