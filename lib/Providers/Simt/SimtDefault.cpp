//===- SimtDefault.cpp - Seeds for what only CUDA cores can do ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "Simt/Simt.h"

#include "mlir-autotune/Providers/Ranking.h"
#include "mlir-autotune/Providers/Registry.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class SimtDefault : public SeedHeuristic {
public:
  explicit SimtDefault(const KernelProvider &provider) : provider(provider) {}

  StringRef getName() const override { return "simt-default"; }
  StringRef getSummary() const override {
    return "tiles for CUDA cores, where no template for tensor cores serves "
           "the matmul, or only one that needs a copy of an operand";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return (mustCopy(fact, target) ||
            !isServedBefore(provider, fact, target)) &&
           provider.serves(fact, target);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    SmallVector<Config> seeds = getSeedRows(getName());
    llvm::erase_if(seeds, [&](const Config &seed) {
      return provider.getTemplate().check(fact, target, seed).has_value();
    });
    seeds = rankByEstimate(fact, target, seeds);
    // Beside those for tensor cores, which are sooner done with all but small
    // products, the best are enough.
    constexpr size_t kFew = 2;
    if (mustCopy(fact, target) && seeds.size() > kFew)
      seeds.truncate(kFew);
    return seeds;
  }

private:
  const KernelProvider &provider;
};
} // namespace

SmallVector<KernelProvider::RankedHeuristic> Simt::createHeuristics() const {
  SmallVector<RankedHeuristic> heuristics;
  heuristics.push_back({400, std::make_unique<SimtDefault>(*this)});
  return heuristics;
}
