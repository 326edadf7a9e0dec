//===- OneWave.cpp - Tiles that make a grid of one wave -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of few tiles takes as long as the busiest SM. Where the whole grid
// runs at once, the best tile is the smallest that leaves it so: then all SMs
// have the same to do. wgmma's columns come in eights, fine enough to meet any
// number of SMs. On an H100, tiles of 64 x 112 take 12.8 us for 128 x 7168 x
// 2048 (128 CTAs) where 64 x 128 take 13.7 (112 CTAs); 64 x 48 take 19.3 us for
// 64 x 6144 x 4096 where 64 x 64 take 20.5.
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "HopperWgmma/HopperSeeds.h"

#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Space/Quantities.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

/// Narrower tiles load more of the rows than of what they are for.
static constexpr int64_t kLeastWaveColumns = 16;

/// The fewest columns with which all clusters of tiles run at once; nothing
/// where that takes more than the config's. Of a batch, each product has its
/// share of the device.
static std::optional<int64_t> getColumns(int64_t rows, int64_t columns,
                                         int64_t batch,
                                         const TargetInfo &target,
                                         const HopperWgmmaConfig &config) {
  auto [alongRows, alongColumns] = config.cluster;
  int64_t clusters =
      countHeldClusters(target.sms, config.ctasPerSm, alongRows * alongColumns);
  int64_t down = llvm::divideCeilSigned(rows, config.tile[0] * alongRows);
  int64_t across = clusters / batch / down * alongColumns;
  if (across == 0)
    return std::nullopt;
  int64_t fit =
      llvm::alignTo(llvm::divideCeilSigned(columns, across), kColumnStep);
  fit = std::max(fit, kLeastWaveColumns);
  return fit <= config.tile[1] ? std::optional(fit) : std::nullopt;
}

/// Swapped tiles with fewer slots wait for loads.
static constexpr int64_t kSwappedStages = 3;
/// With fewer, three consumers load rows for little work.
static constexpr int64_t kLeastForThree = 96;

namespace {
struct Seed {
  HopperWgmmaConfig config;
  /// Whether it is swapped although both sides are long.
  bool exchangesSides;

  /// Three consumers are proposed only if no other seed has a smaller tile.
  /// With 192 x 176 tiles, 2304 x 1920 x 12288 is then 1.07 times as fast as
  /// with several waves of other tiles (NVIDIA H100).
  bool isForLess() const { return config.consumers == 3; }
  int64_t getWork() const { return config.tile[0] * config.tile[1]; }
};
} // namespace

static std::optional<Seed> createSeed(const ProblemFact &fact,
                                      const TargetInfo &target,
                                      HopperWgmmaConfig config, bool swap) {
  const auto &matmul = fact.getMatmul();
  config.swap = swap;
  int64_t rows = swap ? matmul.n : matmul.m,
          columns = swap ? matmul.m : matmul.n;
  std::optional<int64_t> fit =
      getColumns(rows, columns, getKnownBatch(fact), target, config);
  if (!fit || (config.consumers == 3 && *fit < kLeastForThree))
    return std::nullopt;
  config.tile[1] = *fit;
  evictStreamed(fact, config);
  bool exchangesSides = hopper_wgmma::exchangesSides(config, matmul, target);
  bool hasRing;
  if (exchangesSides) {
    // Threads would store each element of the transpose alone. The matmul
    // 656 x 2288 x 1384 takes 11.4 us then, and 10.0 us by TMA (NVIDIA H200).
    config.store = Store::Tma;
    hasRing = takeDeepestRing(fact, target, config, kSwappedStages);
  } else {
    hasRing = takeDeepestRing(fact, target, config);
  }
  if (!hasRing || isRedundant(fact, target, config))
    return std::nullopt;
  return Seed{config, exchangesSides};
}

/// Creates the seeds of a row with and without `swap`. A swapped tile of two
/// long sides must be smaller than the tile without `swap`.
static SmallVector<Seed, 2> createBothWays(const ProblemFact &fact,
                                           const TargetInfo &target,
                                           const HopperWgmmaConfig &config) {
  SmallVector<Seed, 2> seeds;
  for (bool swap : {false, true}) {
    std::optional<Seed> seed = createSeed(fact, target, config, swap);
    if (seed && (!seed->exchangesSides || seeds.empty() ||
                 seed->getWork() < seeds.front().getWork()))
      seeds.push_back(*seed);
  }
  return seeds;
}

namespace {
class OneWave : public HopperHeuristic {
public:
  StringRef getName() const override { return "one-wave"; }
  StringRef getSummary() const override {
    return "few tiles: the number of columns with which the grid of CTAs fills "
           "the device once";
  }

protected:
  SmallVector<HopperWgmmaConfig>
  createSeeds(const ProblemFact &fact,
              const TargetInfo &target) const override {
    SmallVector<Seed> all;
    int64_t least = std::numeric_limits<int64_t>::max();
    for (const Config &row : getSeedRows(fact, getName()))
      for (const Seed &seed :
           createBothWays(fact, target, startSeed(fact, row))) {
        all.push_back(seed);
        if (!seed.isForLess())
          least = std::min(least, seed.getWork());
      }
    SmallVector<HopperWgmmaConfig> seeds;
    for (const Seed &seed : all)
      if (!seed.isForLess() || seed.getWork() < least)
        seeds.push_back(seed.config);
    return seeds;
  }
};
} // namespace

std::unique_ptr<SeedHeuristic> autotune::createOneWaveHeuristic() {
  return std::make_unique<OneWave>();
}
