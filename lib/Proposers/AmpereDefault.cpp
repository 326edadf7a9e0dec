//===- AmpereDefault.cpp - Tiles for mma.sync -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinHeuristics.h"
#include "HopperSeeds.h"
#include "Ranking.h"
#include "SeedTables.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Space/Quantities.h"

using namespace mlir;
using namespace mlir::autotune;

static const KernelTemplate &getAmpereTemplate() {
  static const KernelTemplate *kernel =
      lookupKernelTemplate(AmpereMmaConfig::kTemplateName);
  return *kernel;
}

bool autotune::canUseAmpere(const MatmulFact &fact, const TargetInfo &target) {
  return !getAmpereTemplate().check(fact, target);
}

namespace {
class AmpereDefault : public SeedHeuristic {
public:
  StringRef getName() const override { return "ampere-default"; }
  StringRef getSummary() const override {
    return "tiles for mma.sync, where no template with wgmma serves the matmul";
  }

  bool isEligible(const MatmulFact &fact,
                  const TargetInfo &target) const override {
    return !canUseHopper(fact, target) && canUseAmpere(fact, target);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const MatmulFact &fact,
                 const TargetInfo &target) const override {
    SmallVector<Config> seeds;
    for (const Config &row : getSeedRows(getName())) {
      auto config = AmpereMmaConfig::fromConfig(row.withDefaults());
      config.tile[2] = config.tile[2] * 2 / getElementBytes(fact.a.element);
      // A CTA with one tile goes on to none.
      if (config.persistent && fact.hasStaticSizes() &&
          ampere_mma::tiles(config, fact, target) <=
              target.sms * config.ctasPerSm)
        config.persistent = false;
      // The deepest ring that fits, from the row's on.
      for (; config.stages >= 2; --config.stages) {
        Config seed = config.toConfig();
        if (getAmpereTemplate().check(fact, target, seed))
          continue;
        seeds.push_back(seed);
        break;
      }
    }
    return dropHopeless(fact, target, rankByEstimate(fact, target, seeds));
  }
};
} // namespace

std::unique_ptr<SeedHeuristic> autotune::createAmpereDefaultHeuristic() {
  return std::make_unique<AmpereDefault>();
}
