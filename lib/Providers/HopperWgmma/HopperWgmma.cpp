//===- HopperWgmma.cpp - The provider of hopper_wgmma ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperWgmma.h"
#include "HopperWgmma/FittedTiles.h"
#include "HopperWgmma/HopperSeeds.h"
#include "HopperWgmma/RasterGroups.h"

#include "mlir-autotune/Space/Formulas.h"

using namespace mlir;
using namespace mlir::autotune;

bool HopperWgmma::mustCopy(const ProblemFact &fact,
                           const TargetInfo &target) const {
  const auto &matmul = fact.getMatmul();
  return getElementBits(matmul.a.element) != 16 && !areLoadedInPlace(fact) &&
         !isTransposable(matmul) && serves(fact, target);
}

SmallVector<KernelProvider::RankedHeuristic>
HopperWgmma::createHeuristics() const {
  SmallVector<RankedHeuristic> heuristics;
  heuristics.push_back({100, createSkinnyGemmHeuristic()});
  heuristics.push_back({200, createClusterM2Heuristic()});
  heuristics.push_back({250, createOneWaveHeuristic()});
  heuristics.push_back({275, createSplitKHeuristic()});
  heuristics.push_back({300, createWaveFillHeuristic()});
  heuristics.push_back({310, createConvBlocksHeuristic()});
  return heuristics;
}

void HopperWgmma::applyRules(const ProblemFact &fact, const TargetInfo &target,
                             MutableArrayRef<Config> configs) const {
  RasterGroups(fact, target).fitAll(configs);
}

Config HopperWgmma::revertRules(const ProblemFact &fact,
                                const TargetInfo &target,
                                const Config &config) const {
  auto typed = HopperWgmmaConfig::fromConfig(config);
  if (!RasterGroups::isChosen(fact, target, typed))
    return config;
  typed.group = HopperWgmmaConfig().group;
  return typed.toConfig();
}

static void joinDepth(HopperWgmmaConfig &seed) {
  seed.splitK = 1;
  seed.reduce = Reduce::Cluster;
}

/// The tile of a pair becomes narrower, or else wider, until halves of it are
/// whole; of a sum, and of parts, K is split no more.
bool HopperWgmma::fitToProducts(const ProblemFact &fact,
                                const TargetInfo &target,
                                Config &config) const {
  const auto &matmul = fact.getMatmul();
  HopperWgmmaConfig seed = HopperWgmmaConfig::fromConfig(config);
  if (matmul.isSum() || matmul.hasParts()) {
    joinDepth(seed);
    if (!isLegal(fact, target, seed) && !takeDeepestRing(fact, target, seed))
      return false;
    config = seed.toConfig();
    return true;
  }
  // A pair's rows are those of A, however few: columns are what streams.
  if (seed.swap) {
    seed.swap = false;
    seed.tile[1] = std::min(2 * seed.tile[0], getLargest("tile", 1));
    seed.tile[0] = kRowStep;
    seed.consumers = 1;
    seed.cluster = {1, 1};
    joinDepth(seed);
  }
  HopperWgmmaConfig fitted = seed;
  auto take = [&] {
    config = fitted.toConfig();
    return true;
  };
  for (; fitted.tile[1] > 0; fitted.tile[1] -= kColumnStep)
    for (Store store : {seed.store, Store::Direct}) {
      fitted.store = store;
      if (isLegal(fact, target, fitted))
        return take();
    }
  // Halves may need more columns than a narrow tile has.
  for (fitted = seed; fitted.tile[1] <= getLargest("tile", 1);
       fitted.tile[1] += kColumnStep)
    if (takeDeepestRing(fact, target, fitted))
      return take();
  return false;
}

void HopperWgmma::addFitted(const ProblemFact &fact, const TargetInfo &target,
                            std::vector<Config> &configs) const {
  if (!fact.hasStaticSizes() || !canUseHopper(fact, target))
    return;
  const auto &matmul = fact.getMatmul();
  addCopiedTiles(fact, target, configs);
  if (!matmul.isGrouped() && matmul.getProducts() == 1 &&
      !matmul.convertsFactor())
    addFittedTiles(fact, target, matmul.m, matmul.n, configs);
}
