//===- SimtDefault.cpp - Seeds for what only CUDA cores can do ------------===//
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

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static const KernelTemplate &getSimtTemplate() {
  static const KernelTemplate *kernel =
      lookupKernelTemplate(SimtConfig::kTemplateName);
  return *kernel;
}

namespace {
class SimtDefault : public SeedHeuristic {
public:
  StringRef getName() const override { return "simt-default"; }
  StringRef getSummary() const override {
    return "tiles for CUDA cores, where no template for tensor cores serves "
           "the matmul, or one only once an operand is copied";
  }

  bool isEligible(const MatmulFact &fact,
                  const TargetInfo &target) const override {
    return (mustCopy(fact, target) ||
            (!canUseHopper(fact, target) && !canUseAmpere(fact, target))) &&
           !getSimtTemplate().check(fact, target);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const MatmulFact &fact,
                 const TargetInfo &target) const override {
    SmallVector<Config> seeds = getSeedRows(getName());
    llvm::erase_if(seeds, [&](const Config &seed) {
      return getSimtTemplate().check(fact, target, seed).has_value();
    });
    seeds = rankByEstimate(fact, target, seeds);
    // Beside those for tensor cores, which are sooner done with all but small
    // products, the best are enough.
    constexpr size_t kFew = 2;
    if (mustCopy(fact, target) && seeds.size() > kFew)
      seeds.truncate(kFew);
    return seeds;
  }
};
} // namespace

std::unique_ptr<SeedHeuristic> autotune::createSimtDefaultHeuristic() {
  return std::make_unique<SimtDefault>();
}
