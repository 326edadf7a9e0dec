//===- FittedTiles.cpp - Tiles that divide a matrix evenly ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of the space have a few numbers of columns. A matrix of 872
// columns has four tiles of 224 or of 256, and those of 224 do an eighth less.
// For grids of few waves, the space also has the narrowest tile of each number
// of tiles.
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/FittedTiles.h"
#include "HopperWgmma/HopperSeeds.h"

#include "mlir-autotune/Providers/Estimate.h"
#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Space/Quantities.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// Of more waves than these, the last one counts little.
static constexpr int64_t kMostWaves = 3;
/// Narrower tiles load more of the rows than of what they are for.
static constexpr int64_t kLeastColumns = 24;
/// CTAs that only fill up clusters may be this share of the others.
static constexpr double kMostIdle = 0.1;
/// Configs with a longer estimate, relative to the best one, are left out, and
/// those behind this many.
static constexpr double kMostTime = 1.4;
static constexpr size_t kMostFitted = 160;

namespace {
/// Rows of a tile, and the consumers that share them.
struct RowTile {
  int64_t rows, consumers;
};
} // namespace

static constexpr RowTile kRowTiles[] = {{64, 1},  {128, 1}, {128, 2},
                                        {192, 1}, {192, 3}, {256, 2}};
static constexpr std::array<int64_t, 2> kClusters[] = {
    {1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}, {1, 4}, {4, 2}, {2, 4}};

/// Adds the config with its deepest ring, stored by TMA and by threads, if it
/// is legal and not redundant.
static void addStores(const ProblemFact &fact, const TargetInfo &target,
                      HopperWgmmaConfig config,
                      SmallVectorImpl<HopperWgmmaConfig> &fitted) {
  evictStreamed(fact, config);
  for (Store store : {Store::Tma, Store::Direct}) {
    HopperWgmmaConfig attempt = config;
    attempt.store = store;
    if (takeDeepestRing(fact, target, attempt) && attempt.store == store &&
        !isRedundant(fact, target, attempt))
      fitted.push_back(attempt);
  }
}

/// Adds all clusters for `down` x `across` tiles.
static void addClusters(const ProblemFact &fact, const TargetInfo &target,
                        HopperWgmmaConfig config, int64_t down, int64_t across,
                        SmallVectorImpl<HopperWgmmaConfig> &fitted) {
  int64_t tiles = down * across * getKnownBatch(fact);
  config.persistent = tiles > target.sms;
  for (std::array<int64_t, 2> cluster : kClusters) {
    auto [alongRows, alongColumns] = cluster;
    int64_t filled =
        llvm::alignTo(down, alongRows) * llvm::alignTo(across, alongColumns);
    if (filled > (1 + kMostIdle) * down * across)
      continue;
    config.cluster = {alongRows, alongColumns};
    addStores(fact, target, config, fitted);
  }
}

/// Adds the narrowest tile of each number of tiles along the columns.
static void addColumns(const ProblemFact &fact, const TargetInfo &target,
                       HopperWgmmaConfig config, int64_t rows, int64_t columns,
                       SmallVectorImpl<HopperWgmmaConfig> &fitted) {
  int64_t down = llvm::divideCeil(rows, config.tile[0]);
  int64_t widest = getLargest("tile", 1), last = 0;
  for (int64_t across = llvm::divideCeil(columns, widest);; ++across) {
    int64_t width =
        llvm::alignTo(llvm::divideCeil(columns, across), kColumnStep);
    if (width < kLeastColumns ||
        down * across * getKnownBatch(fact) > kMostWaves * target.sms)
      return;
    if (width == last)
      continue;
    last = width;
    config.tile[1] = width;
    addClusters(fact, target, config, down, across, fitted);
  }
}

void autotune::addFittedTiles(const ProblemFact &fact, const TargetInfo &target,
                              int64_t m, int64_t n,
                              std::vector<Config> &configs) {
  HopperWgmmaConfig start = startSeed(fact, HopperWgmmaConfig().toConfig());
  SmallVector<HopperWgmmaConfig> fitted;
  for (RowTile tile : kRowTiles)
    for (bool swap : {false, true}) {
      HopperWgmmaConfig config = start;
      config.tile[0] = tile.rows;
      config.consumers = tile.consumers;
      config.swap = swap;
      addColumns(fact, target, config, swap ? n : m, swap ? m : n, fitted);
    }
  SmallVector<Config> ranked = rankByEstimate(fact, target, fitted);
  if (ranked.empty())
    return;
  double most = kMostTime * estimateTime(fact, target, ranked.front());
  for (const Config &config : ArrayRef(ranked).take_front(kMostFitted))
    if (estimateTime(fact, target, config) <= most)
      configs.push_back(config);
}
