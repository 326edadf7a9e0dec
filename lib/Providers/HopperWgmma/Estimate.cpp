//===- Estimate.cpp - The time of a config of hopper_wgmma ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperWgmma.h"
#include "HopperWgmma/LineLoads.h"

#include "mlir-autotune/Providers/EstimateParts.h"
#include "mlir-autotune/Space/Quantities.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::estimates;

/// Share of the tensor cores' peak that large products on random data reach
/// before the power limit holds them: 720 of 989 TFLOP/s.
static constexpr double kSustainedTensor = 0.74;
/// Share of peak that one warpgroup alone can keep the tensor cores at.
static constexpr double kOneConsumer = 0.88;
/// Share of the rate from L2 when TMA's rows start in the middle of lines of
/// 128 bytes, and in the middle of sectors of 32. Loads of 128 x 152 tiles at
/// 2608 x 904 x 6240 and x 6232 take 1.09 and 1.46 times as long as at x 6272
/// (NVIDIA H200).
static constexpr double kBrokenLines = 0.9;
static constexpr double kBrokenSectors = 0.6;
/// The same share if a warpgroup copies instead of TMA, by cp.async or through
/// its registers. By cp.async, 1000 cubed takes 11.5 us; by TMA, 1024 cubed
/// takes 5.8 us. Through registers, 2047 x 2563 x 511 of f16 takes 73 us
/// (NVIDIA H100).
static constexpr double kCopiedAsync = 0.25;
static constexpr double kCopiedAtOnce = 0.1;
/// Fences and counters in device memory, and two rounds of loads.
static constexpr double kPackNs = 2500;
/// 128 x 128 tiles of f16 with odd rows: 13.6 us where copies through shared
/// memory take 9.0 (1024 x 1025 x 1024, NVIDIA H200).
static constexpr double kScattered = 4;
/// 128 x 64 tiles of f32: 8.9 us where pairs take 6.5, of which half is the
/// epilogue (1024 x 1024 x 1024 of bf16, NVIDIA H200).
static constexpr double kHalfSectors = 2;
/// Each doubling of the CTAs that add up their sums, and the share of an SM's
/// rate from L2 at which partial sums pass between SMs.
static constexpr double kReduceNs = 1000;
static constexpr double kSustainedBetweenSMs = 0.2;
/// The same through device memory: a fence, a counter, and two rounds of loads.
static constexpr double kMemoryReduceNs = 2500;

/// As kHiddenByCtas, of persistent CTAs, which have epilogues but no starts.
static constexpr double kEpilogueHiddenByCtas = 2;
/// Of an epilogue that stores from shared memory, in lines and beside the rest,
/// as against one that stores from registers.
static constexpr double kStoredInLines = 0.8;
/// Bandwidth if streams go past L2, which keeps what is read again: 4 % more at
/// 16 tokens.
static constexpr double kPastL2 = 1.03;
/// CTAs of a cluster start together, and wait for each other's slots: once, and
/// as a share of the products' time.
static constexpr double kClusterNs = 300;
static constexpr double kClusterShare = 0.01;

/// Share of the tensor cores' rate that wgmma reaches at this width. A and B of
/// each m64nNk16 come from shared memory at 128 bytes a clock, which takes
/// 16 + N/4 clocks; the products take N/2.
static double getWgmmaEfficiency(double columns) {
  return std::min(1.0, (columns / 2) / (16 + columns / 4));
}

/// The same of three products of tf32, and of a warpgroup that reads both tiles
/// and writes their low parts: of 8 along K a row is 32 bytes, and 1024
/// products take a clock.
static double getSplitEfficiency(double rows, double columns) {
  constexpr double kProducts = 3, kRowBytes = 32, kSharedBytes = 128,
                   kMultiplied = 1024, kDepth = 8;
  double read = kProducts * rows / 64 * (64 + columns) * kRowBytes;
  double split = 2 * (rows + columns) * kRowBytes;
  double multiplied = kProducts * rows * columns * kDepth / kMultiplied;
  return std::min(1.0, multiplied / ((read + split) / kSharedBytes)) /
         kProducts;
}

/// The same beside warps that read and write so many of the rows and columns:
/// of 128 bytes along K, products of 32 rows and columns take a clock. Loads
/// write them, too. Those of 4096 x 4096 x 4096 take 1.2 and 1.34 times as long
/// as of K-major operands (tf32, rows and columns transposed; NVIDIA H200).
static double getTransposeEfficiency(double rows, double columns,
                                     double transposed) {
  double multiplied = rows / 64 * (64 + columns), loaded = rows + columns;
  double lines = multiplied + loaded + 2 * transposed;
  return std::min(1.0, rows * columns / 32 / lines);
}

/// Share of the rate from L2 at which an operand is loaded.
static double getLoadEfficiency(const ProblemFact &fact, bool isB, Load load) {
  const auto &matmul = fact.getMatmul();
  const OperandFact &operand = isB ? matmul.b : matmul.a;
  if (load != Load::Copy)
    return isPacked(fact, load, isB) || hasWholeLines(operand) ? 1
           : hasWholeSectors(operand)                          ? kBrokenLines
                                                               : kBrokenSectors;
  return isCopiedAsync(operand) ? kCopiedAsync : kCopiedAtOnce;
}

/// Instructions of a thread for an integer that it loads from shared memory and
/// converts, two at a time (ConvertedRows.cpp: five for two, or three of those
/// that are reordered), and how many an SM's threads issue in a clock.
static constexpr double kConvertInstructions = 2.5;
static constexpr double kReorderedInstructions = 1.5;
static constexpr double kIssuedPerClock = 128;

/// What a kernel takes that packs before it starts: until its CTAs know of each
/// other, and for the bytes read and written.
static double getPackNs(const ProblemFact &fact, const Rates &rates) {
  const auto &matmul = fact.getMatmul();
  double bytes = 0;
  for (bool isB : {false, true}) {
    const OperandFact &operand = isB ? matmul.b : matmul.a;
    if (!isLoadedInPlace(matmul, isB))
      bytes += static_cast<double>(matmul.k) * (isB ? matmul.n : matmul.m) *
               (operand.batchStride == 0 ? 1 : matmul.batch) *
               getElementBytes(operand.element);
  }
  if (bytes == 0)
    return 0;
  return kPackNs + 2 * bytes / (rates.memory * kSustainedMemory);
}

/// What it takes to add up the sums of the CTAs that share a tile.
static double getReduceNs(const HopperWgmmaConfig &config, const Rates &rates) {
  double split = config.splitK;
  double tileBytes = 4.0 * config.tile[0] * config.tile[1];
  // Each CTA writes a tile's bytes, and reads as many.
  if (config.reduce == Reduce::Shares)
    return kMemoryReduceNs + 2 * tileBytes / (rates.l2 * kSustainedL2);
  return kReduceNs * std::log2(split) +
         tileBytes * (split - 1) / split / (rates.l2 * kSustainedBetweenSMs);
}

/// The same of floats of 16 bits, of which one instruction loads eight, and for
/// a function of the math dialect, which is a polynomial.
static constexpr double kLoadInstructions = 0.25;
static constexpr double kFunctionInstructions = 12;

/// With those of its prologue, but for the conversion: as if all were computed
/// of two at a time, or, of floats, of each for itself.
static double getConvertInstructions(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  StringRef body = matmul.prologue.body;
  size_t operations = body.count("arith.") - body.count("arith.constant");
  if (matmul.hasWidePrologue())
    return kLoadInstructions + operations +
           kFunctionInstructions * body.count("math.");
  // Kernels compute in the type of the product, whatever the text goes through.
  operations = body.count("arith.");
  for (StringRef cast : {"ext", "trunc", "sitofp", "uitofp"})
    operations -= body.count(("arith." + cast).str());
  bool isReordered = matmul.getConverted().element == ElementKind::I4R;
  return (isReordered ? kReorderedInstructions : kConvertInstructions) +
         operations / 2.0;
}

TimeEstimate HopperWgmma::estimate(const ProblemFact &fact,
                                   const TargetInfo &target,
                                   const Config &proposed) const {
  const auto &matmul = fact.getMatmul();
  auto config = HopperWgmmaConfig::fromConfig(proposed);
  const OperandFact &left = config.swap ? matmul.b : matmul.a;
  const OperandFact &right = config.swap ? matmul.a : matmul.b;
  double leftBytes = getElementBits(left.element) / 8.0;
  double rightBytes = getElementBits(right.element) / 8.0;
  // What is stored wider is multiplied as the other one is.
  Rates rates(target, matmul.hasWidePrologue()
                          ? getElementBytes(matmul.getMultiplied())
                          : std::max(leftBytes, rightBytes));
  double rows = config.tile[0], columns = config.tile[1];
  double tiles = static_cast<double>(
                     hopper_wgmma::clusterRowTiles(config, matmul, target) *
                     config.cluster[0]) *
                 hopper_wgmma::clusterColumnTiles(config, matmul, target) *
                 config.cluster[1] * matmul.batch;
  double split = config.splitK;
  Grid grid = getGrid(tiles * split, config.ctasPerSm, target,
                      hopper_wgmma::clusterSize(config, matmul, target));
  double steps =
      std::ceil(hopper_wgmma::depthTiles(config, matmul, target) / split);
  double depth = steps * config.tile[2];
  double tilesEach = grid.wholeWaves() * grid.perSM;

  TimeEstimate estimate;
  estimate.waves = grid.waves;
  estimate.idleShare = std::max(0.0, 1 - grid.ctas / (target.sms * tilesEach));

  // One warpgroup on an SM leaves gaps between its products.
  double efficiency =
      kSustainedTensor * (hopper_wgmma::splits(config, matmul, target)
                              ? getSplitEfficiency(rows, columns)
                              : getWgmmaEfficiency(columns));
  double transposed =
      (hopper_wgmma::transposesLeft(config, matmul, target) ? rows : 0) +
      (hopper_wgmma::transposesRight(config, matmul, target) ? columns : 0);
  if (transposed > 0)
    efficiency = std::min(
        efficiency,
        kSustainedTensor * getTransposeEfficiency(rows, columns, transposed));

  bool isAlone = config.consumers == 1 && grid.perSM < 2;
  if (isAlone)
    efficiency *= kOneConsumer;
  estimate.computeNs =
      tilesEach * 2 * rows * columns * depth / (rates.tensor * efficiency);
  double convertNs = 0;
  if (hopper_wgmma::convertsRows(config, matmul, target))
    convertNs = tilesEach * rows * depth * getConvertInstructions(fact) /
                (kIssuedPerClock * rates.clockGHz);
  // One after the other, be there several consumers: i8 weights of 28672 x 4096
  // take 0.92 to 1.07 of the sum from 256 rows on (NVIDIA H100).
  if (!matmul.hasWidePrologue())
    estimate.computeNs += convertNs;

  // Columns that are contiguous in memory come in chunks of a whole line.
  bool inChunks = hopper_wgmma::rightIsMnMajor(config, matmul, target);
  double loadedColumns =
      inChunks ? llvm::alignTo(config.tile[1],
                               hopper_wgmma::rightChunk(config, matmul, target))
               : columns;
  double loaded =
      depth * (rows * leftBytes / config.cluster[1] /
                   getLoadEfficiency(fact, config.swap, config.load) +
               loadedColumns * rightBytes / config.cluster[0] /
                   getLoadEfficiency(fact, !config.swap, config.load));
  estimate.feedNs = tilesEach * loaded / (rates.l2 * kSustainedL2);

  double traffic =
      getTraffic(fact, rows * leftBytes, columns * rightBytes, matmul.k,
                 grid.slots, config.group, tiles, target);
  double active = std::min<double>(target.sms, grid.ctas);
  double bandwidth = std::min(rates.memory * kSustainedMemory,
                              active * rates.l2 * kSustainedMemoryPerSM);
  if (config.evictFirst != EvictFirst::None)
    bandwidth *= kPastL2;
  estimate.memoryNs = traffic / bandwidth;
  // That of floats of 16 bits and more comes on top, whatever is waited for:
  // 0.9 to 1.1 us for each instruction of 64 x 4096 elements, of 16 rows and of
  // 4096 (NVIDIA H100).
  if (matmul.hasWidePrologue())
    estimate.computeNs =
        std::max({estimate.computeNs, estimate.feedNs, estimate.memoryNs}) +
        convertNs;

  double stored =
      config.swap ? getTileBytes(fact, columns, rows)
                  : getTileBytes(fact, rows, columns / matmul.getProducts());
  double epilogue = kEpilogueNs + stored / (rates.l2 * kSustainedL2);
  // Elements of two bytes, or one, one by one take more instructions than all
  // else of an epilogue, and of four they fill half of each sector at a time;
  // swapped ones are stored so wherever they lie.
  if (config.store == Store::Direct && !config.swap) {
    int64_t bytes = getElementBytes(matmul.c.element);
    if (bytes <= 2 && !isTmaStorable(matmul.c, matmul.n))
      epilogue *= kScattered;
    else if (bytes == 4 && getOutputAlignment(matmul) < 2 * bytes)
      epilogue *= kHalfSectors;
  }
  if (config.store != Store::Direct)
    epilogue *= kStoredInLines;
  estimate.epilogueNs = epilogue;
  estimate.fillNs = kFillNs;
  double others = grid.wholeWaves() - 1;
  if (!config.persistent)
    estimate.wavesNs = others * (epilogue + kFillNs) /
                       (config.ctasPerSm > 1 ? kHiddenByCtas : 1);
  else if (config.schedule == Schedule::Cooperative)
    estimate.wavesNs =
        others * epilogue / (config.ctasPerSm > 1 ? kEpilogueHiddenByCtas : 1);
  if (split > 1)
    estimate.reduceNs = getReduceNs(config, rates);
  if (config.cluster[0] * config.cluster[1] > 1)
    estimate.clusterNs = kClusterNs + kClusterShare * estimate.computeNs;
  if (config.load == Load::Pack)
    estimate.packNs = getPackNs(fact, rates);
  return estimate;
}
