//===- AmpereDefault.cpp - Tiles for mma.sync -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpereMma/AmpereMma.h"
#include "Common/ProviderHeuristic.h"
#include "Common/SeedTables.h"

#include "mlir-autotune/Providers/Ranking.h"
#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Space/Quantities.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class AmpereDefault : public ProviderHeuristic {
public:
  using ProviderHeuristic::ProviderHeuristic;

  StringRef getName() const override { return "ampere-default"; }
  StringRef getSummary() const override {
    return "tiles for mma.sync, where no template with wgmma serves the matmul "
           "or TMA can't load it";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return (isPackedInVain(fact.getMatmul()) ||
            !isServedByOthers(fact, target)) &&
           ProviderHeuristic::isEligible(fact, target);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    SmallVector<Config> seeds;
    for (const Config &row : getSeedRows(getName())) {
      auto config = AmpereMmaConfig::fromConfig(row.withDefaults());
      config.tile[2] =
          config.tile[2] * 2 / getElementBytes(fact.getMatmul().a.element);
      // A CTA with one tile goes on to none.
      if (config.persistent && fact.hasStaticSizes() &&
          ampere_mma::tiles(config, fact.getMatmul(), target) <=
              target.sms * config.ctasPerSm)
        config.persistent = false;
      // The deepest ring that fits, from the row's on.
      for (; config.stages >= 2; --config.stages) {
        Config seed = config.toConfig();
        if (!isLegal(fact, target, seed))
          continue;
        seeds.push_back(seed);
        break;
      }
    }
    return dropHopeless(fact, target, rankByEstimate(fact, target, seeds));
  }
};
} // namespace

SmallVector<KernelProvider::RankedHeuristic>
AmpereMma::createHeuristics() const {
  SmallVector<RankedHeuristic> heuristics;
  heuristics.push_back({350, std::make_unique<AmpereDefault>(*this)});
  return heuristics;
}
