//===- FlexAttention.cpp - Blocks that TorchInductor tries ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "HopperAttention/HopperAttention.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class FlexAttention : public SeedHeuristic {
public:
  explicit FlexAttention(const KernelProvider &provider) : provider(provider) {}

  StringRef getName() const override { return "flex-attention"; }
  StringRef getSummary() const override {
    return "the blocks that TorchInductor tries for FlexAttention; for few "
           "queries, those for decoding (flex-decode)";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return provider.serves(fact, target);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &problem,
                 const TargetInfo &target) const override {
    const AttentionFact &fact = problem.getAttention();
    bool isDecoding = hasFewQueries(fact);
    SmallVector<Config> seeds;
    for (const Config &row :
         getSeedRows(isDecoding ? StringRef("flex-decode") : getName())) {
      auto config = HopperAttentionConfig::fromConfig(row.withDefaults());
      if (isDecoding)
        config.split = chooseSplit(fact, target);
      Config seed = config.toConfig();
      if (!provider.getTemplate().check(problem, target, seed))
        seeds.push_back(seed);
    }
    return seeds;
  }

private:
  const KernelProvider &provider;
};
} // namespace

std::unique_ptr<SeedHeuristic>
autotune::createFlexAttentionHeuristic(const KernelProvider &provider) {
  return std::make_unique<FlexAttention>(provider);
}
