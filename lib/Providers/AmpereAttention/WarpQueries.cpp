//===- WarpQueries.cpp - Configs that are tried first ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpereAttention/AmpereAttention.h"
#include "Common/ProviderHeuristic.h"
#include "Common/SeedTables.h"

#include "mlir-autotune/Providers/Ranking.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class WarpQueries : public ProviderHeuristic {
public:
  using ProviderHeuristic::ProviderHeuristic;

  StringRef getName() const override { return "ampere-attention"; }
  StringRef getSummary() const override {
    return "tiles for mma.sync, where no template with wgmma serves the "
           "attention";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return !isServedByOthers(fact, target) &&
           ProviderHeuristic::isEligible(fact, target);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    SmallVector<Config> seeds;
    for (const Config &row : getSeedRows(getName())) {
      Config seed = row.withDefaults();
      if (isLegal(fact, target, seed))
        seeds.push_back(seed);
    }
    // Estimates need sizes.
    if (!fact.getAttention().hasStaticSizes())
      return seeds;
    return rankByEstimate(fact, target, seeds);
  }
};
} // namespace

SmallVector<KernelProvider::RankedHeuristic>
AmpereAttention::createHeuristics() const {
  SmallVector<RankedHeuristic> heuristics;
  heuristics.push_back({630, std::make_unique<WarpQueries>(*this)});
  return heuristics;
}
