//===- SplitK.cpp - CTAs that share the K of a tile -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "HopperWgmma/HopperSeeds.h"

#include "mlir-autotune/Space/Quantities.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// Rows of wgmma. A side that is shorter is the columns', unless both are.
static constexpr int64_t kLeastRows = 64;
/// Steps of K for each part at least: fewer are over before the ring is full.
static constexpr int64_t kLeastSteps = 4;
static constexpr int64_t kMostParts = 16;

/// The most parts with which all of them run at once; 1 if not even two do.
static int64_t getParts(const ProblemFact &fact, const TargetInfo &target,
                        const HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  int64_t tiles = countTiles(fact, config);
  int64_t slots = hopper_wgmma::heldCtas(config, matmul, target);
  int64_t steps = llvm::divideCeilSigned(matmul.k, config.tile[2]);
  int64_t parts = 1;
  while (2 * parts <= kMostParts && 2 * parts * tiles <= slots &&
         2 * parts * kLeastSteps <= steps)
    parts *= 2;
  return parts;
}

static void addSeed(const ProblemFact &fact, const TargetInfo &target,
                    HopperWgmmaConfig config,
                    SmallVectorImpl<HopperWgmmaConfig> &seeds) {
  config.splitK = getParts(fact, target, config);
  if (config.splitK == 1)
    return;
  evictStreamed(fact, config);
  if (takeDeepestRing(fact, target, config) &&
      !isRedundant(fact, target, config))
    seeds.push_back(config);
}

namespace {
class SplitK : public HopperHeuristic {
public:
  StringRef getName() const override { return "split-k"; }
  StringRef getSummary() const override {
    return "few tiles: several CTAs share the K of a tile, and add their sums "
           "up through device memory";
  }

protected:
  SmallVector<HopperWgmmaConfig>
  createSeeds(const ProblemFact &fact,
              const TargetInfo &target) const override {
    SmallVector<HopperWgmmaConfig> seeds;
    if (!fact.hasStaticSizes())
      return seeds;
    for (const Config &row : getSeedRows(fact, getName())) {
      HopperWgmmaConfig config = startSeed(fact, row);
      for (bool swap : {false, true}) {
        // A tile's rows would reach beyond the shorter side.
        if ((swap ? fact.getMatmul().n : fact.getMatmul().m) <
            std::min(kLeastRows,
                     std::max(fact.getMatmul().m, fact.getMatmul().n)))
          continue;
        config.swap = swap;
        int64_t columns = swap ? fact.getMatmul().m : fact.getMatmul().n;
        HopperWgmmaConfig fitted = config;
        fitted.tile[1] = std::min<int64_t>(config.tile[1],
                                           llvm::alignTo(columns, kColumnStep));
        addSeed(fact, target, fitted, seeds);
      }
    }
    return seeds;
  }
};
} // namespace

std::unique_ptr<SeedHeuristic> autotune::createSplitKHeuristic() {
  return std::make_unique<SplitK>();
}
