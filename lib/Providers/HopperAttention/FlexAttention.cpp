//===- FlexAttention.cpp - Blocks that TorchInductor tries ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/ProviderHeuristic.h"
#include "Common/SeedTables.h"
#include "HopperAttention/HopperAttention.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class FlexAttention : public ProviderHeuristic {
public:
  using ProviderHeuristic::ProviderHeuristic;

  StringRef getName() const override { return "flex-attention"; }
  StringRef getSummary() const override {
    return "the blocks that TorchInductor tries for FlexAttention; for few "
           "queries, those for decoding (flex-decode)";
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
      if (isLegal(problem, target, seed))
        seeds.push_back(seed);
    }
    return seeds;
  }
};
} // namespace

std::unique_ptr<SeedHeuristic>
autotune::createFlexAttentionHeuristic(const KernelProvider &provider) {
  return std::make_unique<FlexAttention>(provider);
}
