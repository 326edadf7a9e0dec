//===- Estimate.cpp - How long a config should take, without measuring ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constants below were read off an exploration of 90 kernels on 16 shapes
// on an NVIDIA H200 (bf16), or follow from it; each says what it stands for.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Estimate.h"

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Runtime/Grid.h"
#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;

/// Share of the tensor cores' peak that large products on random data reach
/// before the power limit holds them: 720 of 989 TFLOP/s.
static constexpr double kSustainedTensor = 0.74;
/// Share of peak that one warpgroup alone can keep the tensor cores at.
static constexpr double kOneConsumer = 0.88;
/// Share of the CUDA cores' peak that a simt kernel reaches at its best.
static constexpr double kSustainedSimt = 0.55;
/// Share of peak device bandwidth that a plain read reaches: 4.57 of 4.8 TB/s.
static constexpr double kSustainedMemory = 0.95;
/// Bytes a clock between L2 and one SM, and the share of them that a kernel
/// gets: 128 x 128 tiles run at the power limit, 128 x 64 ones don't.
static constexpr double kL2BytesPerClock = 64;
static constexpr double kSustainedL2 = 0.72;
/// Share of that when TMA's rows start in the middle of lines: 1000 cubed on an
/// H100 takes 8.7 us where 1024 cubed takes 5.8. And the shares where a
/// warpgroup copies, by cp.async or through its registers: 11.5 us there, and
/// 73 us for 2047 x 2563 x 511 of f16.
static constexpr double kBrokenLines = 0.4;
static constexpr double kCopiedAsync = 0.25;
static constexpr double kCopiedAtOnce = 0.1;
/// The share that one SM gets when all it reads comes from device memory: 64
/// CTAs of 64 x 64 still read 3.5 TB/s.
static constexpr double kSustainedMemoryPerSM = 0.47;
/// Share of L2 that a working set may have before it is read again.
static constexpr double kUsableL2 = 0.6;
/// An empty kernel in a graph takes 550 ns.
static constexpr double kLaunchNs = 600;
/// Barriers, descriptors and the first load of a CTA.
static constexpr double kFillNs = 1100;
/// The first and last instruction of an epilogue, beside its bytes.
static constexpr double kEpilogueNs = 500;
/// Fences and counters in device memory, and two rounds of loads.
static constexpr double kPackNs = 2500;
/// 128 x 128 tiles of f16 with odd rows: 13.6 us where copies through shared
/// memory take 9.0 (1024 x 1025 x 1024, NVIDIA H200).
static constexpr double kScattered = 4;
/// Each doubling of the CTAs that add up their sums, and the share of an SM's
/// rate from L2 at which partial sums pass between SMs.
static constexpr double kReduceNs = 1000;
static constexpr double kSustainedBetweenSMs = 0.2;
/// The same through device memory: a fence, a counter, and two rounds of loads.
static constexpr double kMemoryReduceNs = 2500;

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

double TimeEstimate::getTotalNs() const {
  return std::max({computeNs, feedNs, memoryNs}) + overheadNs;
}

MatmulFact autotune::assumeSizes(const MatmulFact &fact) {
  MatmulFact assumed = fact;
  for (int64_t *size : {&assumed.m, &assumed.n, &assumed.k, &assumed.batch})
    if (ShapedType::isDynamic(*size))
      *size = size == &assumed.batch ? 1 : kAssumedSize;
  return assumed;
}

namespace {
/// Rates of one SM and of the whole device, a nanosecond.
struct Rates {
  explicit Rates(const TargetInfo &target)
      : tensor(target.tensorFlops16 / target.sms * 1e-9),
        simt(target.simtFlops32 / target.sms * 1e-9),
        // A CUDA core does two operations a clock, and an SM has 128 from
        // compute capability 8.6 on; A100's 64 make it slower on both sides.
        clockGHz(target.simtFlops32 / target.sms / 256 * 1e-9),
        l2(kL2BytesPerClock * clockGHz), memory(target.memoryBandwidth * 1e-9) {
  }
  double tensor, simt, clockGHz, l2, memory;
};

/// A grid of tiles and how it falls on the device.
struct Grid {
  double ctas;
  /// That run at once, and on one SM of them.
  double slots, perSM;
  double waves;
  /// Whole waves: the last one takes as long as the others.
  double wholeWaves() const { return std::ceil(waves); }
};
} // namespace

static Grid getGrid(double ctas, int64_t ctasPerSm, const TargetInfo &target,
                    int64_t clusterSize = 1) {
  Grid grid;
  grid.ctas = ctas;
  grid.slots = static_cast<double>(
      cuda::countHeldClusters(target.sms, ctasPerSm, clusterSize) *
      clusterSize);
  grid.perSM = std::min<double>(ctasPerSm, std::ceil(ctas / target.sms));
  grid.waves = ctas / grid.slots;
  return grid;
}

/// Bytes that cross the device's memory, when `slots` tiles of rows x columns
/// run at once and `group` of them lie side by side.
static double getTraffic(const MatmulFact &fact, double rows, double columns,
                         double depthBytes, double slots, double group,
                         double tiles, const TargetInfo &target) {
  double once = fact.getBytes();
  double inputs = depthBytes * (rows + columns);
  if (once <= kUsableL2 * target.l2Bytes || tiles <= slots)
    return once;
  double wide = std::min(group, slots);
  double perWave =
      inputs == 0
          ? 0
          : depthBytes * (wide * rows + std::ceil(slots / wide) * columns);
  return std::max(once, tiles / slots * perWave);
}

//===----------------------------------------------------------------------===//
// hopper_wgmma
//===----------------------------------------------------------------------===//

/// Share of the tensor cores' rate that wgmma reaches at this width. A and B of
/// each m64nNk16 come from shared memory at 128 bytes a clock, which takes
/// 16 + N/4 clocks; the products take N/2.
static double getWgmmaEfficiency(double columns) {
  return std::min(1.0, (columns / 2) / (16 + columns / 4));
}

/// Share of the rate from L2 at which an operand is loaded.
static double getLoadEfficiency(const OperandFact &operand, Load load) {
  bool isPacked = load == Load::Pack && !isTmaLoadable(operand);
  if (load != Load::Copy)
    return isPacked || hasWholeLines(operand) ? 1 : kBrokenLines;
  return isTmaLoadable(operand) ? kCopiedAsync : kCopiedAtOnce;
}

/// What a kernel takes that packs before it starts: until its CTAs know of each
/// other, and for the bytes read and written.
static double getPackNs(const MatmulFact &fact, const Rates &rates) {
  double bytes = 0;
  for (const OperandFact *operand : {&fact.a, &fact.b})
    if (!isTmaLoadable(*operand))
      bytes += static_cast<double>(fact.k) *
               (operand == &fact.a ? fact.m : fact.n) *
               getElementBytes(operand->element);
  if (bytes == 0)
    return 0;
  return kPackNs + 2 * bytes / (rates.memory * kSustainedMemory);
}

/// What it takes to add up the sums of the CTAs that share a tile.
static double getReduceNs(const HopperWgmmaConfig &config, const Rates &rates) {
  double split = config.splitK;
  double tileBytes = 4.0 * config.tile[0] * config.tile[1];
  switch (config.reduce) {
  case Reduce::Cluster:
    return kReduceNs * std::log2(split) +
           tileBytes * (split - 1) / split / (rates.l2 * kSustainedBetweenSMs);
  case Reduce::Shares:
    // Each CTA writes a tile's bytes, and reads as many.
    return kMemoryReduceNs + 2 * tileBytes / (rates.l2 * kSustainedL2);
  case Reduce::Last:
    // Most streamed tiles have two parts.
    return kMemoryReduceNs +
           (1 + std::max(split, 2.0)) * tileBytes / (rates.l2 * kSustainedL2);
  }
  llvm_unreachable("every way is listed");
}

static TimeEstimate estimateHopper(const MatmulFact &fact,
                                   const TargetInfo &target,
                                   const HopperWgmmaConfig &config) {
  Rates rates(target);
  double rows = config.tile[0], columns = config.tile[1];
  int64_t rowTiles = llvm::divideCeil(config.swap ? fact.n : fact.m,
                                      static_cast<int64_t>(config.tile[0]));
  int64_t columnTiles = llvm::divideCeil(config.swap ? fact.m : fact.n,
                                         static_cast<int64_t>(config.tile[1]));
  double tiles =
      static_cast<double>(llvm::alignTo(rowTiles, config.cluster[0])) *
      llvm::alignTo(columnTiles, config.cluster[1]);
  double split = config.splitK;
  Grid grid = getGrid(tiles * split, config.ctasPerSm, target,
                      config.cluster[0] * config.cluster[1] *
                          (config.reduce == Reduce::Cluster ? split : 1));
  double steps = std::ceil(
      std::ceil(static_cast<double>(fact.k) / config.tile[2]) / split);
  double depth = steps * config.tile[2];
  double waves = config.streamK ? grid.waves : grid.wholeWaves();
  double tilesEach = waves * grid.perSM;

  TimeEstimate estimate;
  estimate.waves = grid.waves;

  // One warpgroup on an SM leaves gaps between its products.
  double efficiency = kSustainedTensor * getWgmmaEfficiency(columns);
  if (config.consumers == 1 && grid.perSM < 2)
    efficiency *= kOneConsumer;
  estimate.computeNs =
      tilesEach * 2 * rows * columns * depth / (rates.tensor * efficiency);

  const OperandFact &left = config.swap ? fact.b : fact.a;
  const OperandFact &right = config.swap ? fact.a : fact.b;
  // Columns that are contiguous in memory come in chunks of a whole line.
  bool inChunks = config.swap ? fact.a.transposed : !fact.b.transposed;
  double loadedColumns = inChunks ? llvm::alignTo(config.tile[1], 64) : columns;
  double loaded =
      depth * (rows * getElementBytes(left.element) / config.cluster[1] /
                   getLoadEfficiency(left, config.load) +
               loadedColumns * getElementBytes(right.element) /
                   config.cluster[0] / getLoadEfficiency(right, config.load));
  estimate.feedNs = tilesEach * loaded / (rates.l2 * kSustainedL2);

  double traffic =
      getTraffic(fact, rows, columns, fact.k * getElementBytes(fact.a.element),
                 grid.slots, config.group, tiles, target);
  double active = std::min<double>(target.sms, grid.ctas);
  double bandwidth = std::min(rates.memory * kSustainedMemory,
                              active * rates.l2 * kSustainedMemoryPerSM);
  // Streaming past L2 keeps what is read again in it: 4 % at 16 tokens.
  if (config.evictFirst != EvictFirst::None)
    bandwidth *= 1.03;
  estimate.memoryNs = traffic / bandwidth;

  double stored = rows * columns * getElementBytes(fact.c.element) *
                  (fact.init == InitKind::Accumulate ? 2 : 1);
  double epilogue = kEpilogueNs + stored / (rates.l2 * kSustainedL2);
  // Elements of two bytes one by one take more instructions than all else of an
  // epilogue; wider ones, and swapped ones, are stored so wherever they lie.
  if (config.store == Store::Direct && !config.swap &&
      getElementBytes(fact.c.element) == 2 && !isTmaStorable(fact.c, fact.n))
    epilogue *= kScattered;
  if (config.store != Store::Direct)
    epilogue *= 0.8;
  double exposed = epilogue + kFillNs;
  double others = grid.wholeWaves() - 1;
  if (!config.persistent)
    // Another CTA of the SM works while one starts or ends.
    exposed += others * (epilogue + kFillNs) / (config.ctasPerSm > 1 ? 3 : 1);
  else if (config.schedule == Schedule::Cooperative)
    exposed += others * epilogue / (config.ctasPerSm > 1 ? 2 : 1);
  if (split > 1 || config.streamK)
    exposed += getReduceNs(config, rates);
  // Clusters start together, and their CTAs wait for each other's slots.
  if (config.cluster[0] * config.cluster[1] > 1)
    exposed += 300 + 0.01 * estimate.computeNs;
  estimate.overheadNs = kLaunchNs + exposed;
  if (config.load == Load::Pack)
    estimate.overheadNs += getPackNs(fact, rates);
  return estimate;
}

//===----------------------------------------------------------------------===//
// simt
//===----------------------------------------------------------------------===//

static TimeEstimate estimateSimt(const MatmulFact &fact,
                                 const TargetInfo &target,
                                 const SimtConfig &config) {
  Rates rates(target);
  double rows = config.tile[0], columns = config.tile[1];
  double tiles = std::ceil(fact.m / rows) * std::ceil(fact.n / columns);
  double threads = (rows / config.thread[0]) * (columns / config.thread[1]);
  // What a thread's accumulators and threads allow, not the exact occupancy.
  int64_t perSM = std::clamp<int64_t>(
      static_cast<int64_t>(target.maxThreadsPerSM / 2 / threads), 1, 16);
  Grid grid = getGrid(tiles, perSM, target);
  double tilesEach = grid.wholeWaves() * grid.perSM;
  double depth =
      std::ceil(static_cast<double>(fact.k) / config.tile[2]) * config.tile[2];

  TimeEstimate estimate;
  estimate.waves = grid.waves;
  // Each step along K loads tm + tn numbers for tm * tn multiply-adds.
  double tm = config.thread[0], tn = config.thread[1];
  double efficiency = kSustainedSimt * (tm * tn) / (tm * tn + tm + tn);
  // Few warps can't hide the latency of shared memory.
  efficiency *= std::min(1.0, grid.perSM * threads / 256);
  if (getElementBytes(fact.accumulator) == 8)
    efficiency /= 2;
  estimate.computeNs =
      tilesEach * 2 * rows * columns * depth / (rates.simt * efficiency);
  double bytes = (rows * getElementBytes(fact.a.element) +
                  columns * getElementBytes(fact.b.element)) *
                 depth;
  estimate.feedNs = tilesEach * bytes / (rates.l2 * kSustainedL2);
  estimate.memoryNs =
      getTraffic(fact, rows, columns, fact.k * getElementBytes(fact.a.element),
                 grid.slots, std::sqrt(grid.slots), tiles, target) /
      std::min(rates.memory * kSustainedMemory,
               std::min<double>(target.sms, grid.ctas) * rates.l2 *
                   kSustainedMemoryPerSM);
  estimate.overheadNs = kLaunchNs + kFillNs + kEpilogueNs * grid.wholeWaves();
  return estimate;
}

//===----------------------------------------------------------------------===//
// simt_stream
//===----------------------------------------------------------------------===//

static TimeEstimate estimateStream(const MatmulFact &fact,
                                   const TargetInfo &target,
                                   const SimtStreamConfig &config) {
  Rates rates(target);
  Resources resources = lookupKernelTemplate(SimtStreamConfig::kTemplateName)
                            ->getResources(fact, target, config.toConfig());
  double bytes = getElementBytes(fact.b.element);
  double vector = 16 / bytes;
  // Of each warp that shares K, sums of all columns lie in shared memory.
  double columns = static_cast<double>(resources.sharedMemory) /
                   (4 * config.splitK * config.rows);
  double ctas = std::ceil(static_cast<double>(fact.m) / config.rows) *
                std::ceil(fact.n / columns);
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
  if (!fact.b.transposed)
    operations = vector * (1 + config.rows) + 2 * left + 1;
  double loadsOfBusiest =
      std::ceil(ctas / target.sms) * columns * fact.k / vector;
  estimate.computeNs = loadsOfBusiest * operations /
                       (kCoresPerSM * rates.clockGHz * kSustainedIssue);
  // Of all that is asked for, part is multiplied rather than on its way.
  double inFlight = grid.perSM * threads * config.columns * config.unroll * 16;
  double perSMRate = std::min(kStreamedShare * inFlight / kMemoryLatencyNs,
                              rates.l2 * kSustainedMemoryPerSM);
  estimate.feedNs = loadsOfBusiest * 16 / perSMRate;
  double lanes =
      fact.b.transposed || config.lanes * 16 >= kWholeLine ? 1 : kShortRows;
  estimate.memoryNs =
      static_cast<double>(fact.getBytes()) /
      (std::min(rates.memory * kSustainedMemory,
                std::min<double>(target.sms, ctas) * perSMRate) *
       lanes);
  estimate.overheadNs =
      kLaunchNs + kStreamFillNs +
      kStreamEndNs * (1 + std::log2(static_cast<double>(config.splitK)) / 4);
  return estimate;
}

TimeEstimate autotune::estimateTerms(const MatmulFact &fact,
                                     const TargetInfo &target,
                                     const Config &config) {
  MatmulFact assumed = assumeSizes(fact);
  if (config.getTemplateName() == HopperWgmmaConfig::kTemplateName)
    return estimateHopper(assumed, target,
                          HopperWgmmaConfig::fromConfig(config));
  if (config.getTemplateName() == SimtConfig::kTemplateName)
    return estimateSimt(assumed, target, SimtConfig::fromConfig(config));
  if (config.getTemplateName() == SimtStreamConfig::kTemplateName)
    return estimateStream(assumed, target,
                          SimtStreamConfig::fromConfig(config));
  // A template without a model ranks behind all that have one.
  TimeEstimate unknown;
  unknown.computeNs = std::numeric_limits<double>::max();
  return unknown;
}

double autotune::estimateTime(const MatmulFact &fact, const TargetInfo &target,
                              const Config &config) {
  return estimateTerms(fact, target, config).getTotalNs();
}
