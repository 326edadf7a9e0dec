//===- WarpQueries.cpp - Configs that are tried first ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpereAttention/AmpereAttention.h"
#include "Common/SeedTables.h"

#include "mlir-autotune/Providers/Ranking.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Providers/SeedHeuristic.h"
#include "mlir-autotune/Space/KernelTemplate.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class WarpQueries : public SeedHeuristic {
public:
  explicit WarpQueries(const KernelProvider &provider) : provider(provider) {}

  StringRef getName() const override { return "ampere-attention"; }
  StringRef getSummary() const override {
    return "tiles for mma.sync, where no template with wgmma serves the "
           "attention";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return !isServedBefore(provider, fact, target) &&
           provider.serves(fact, target);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    SmallVector<Config> seeds;
    for (const Config &row : getSeedRows(getName())) {
      Config seed = row.withDefaults();
      if (!provider.getTemplate().check(fact, target, seed))
        seeds.push_back(seed);
    }
    // Estimates need sizes.
    if (!fact.getAttention().hasStaticSizes())
      return seeds;
    return rankByEstimate(fact, target, seeds);
  }

private:
  const KernelProvider &provider;
};
} // namespace

SmallVector<KernelProvider::RankedHeuristic>
AmpereAttention::createHeuristics() const {
  SmallVector<RankedHeuristic> heuristics;
  heuristics.push_back({630, std::make_unique<WarpQueries>(*this)});
  return heuristics;
}
