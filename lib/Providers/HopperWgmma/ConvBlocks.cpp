//===- ConvBlocks.cpp - Blocks that are known to suit convolutions --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "HopperWgmma/HopperSeeds.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class ConvBlocks : public HopperHeuristic {
public:
  StringRef getName() const override { return "conv-blocks"; }
  StringRef getSummary() const override {
    return "the blocks that TorchInductor tries for convolutions";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return fact.getWindows() && HopperHeuristic::isEligible(fact, target);
  }

protected:
  SmallVector<HopperWgmmaConfig>
  createSeeds(const ProblemFact &fact,
              const TargetInfo &target) const override {
    SmallVector<HopperWgmmaConfig> seeds;
    for (const Config &row : getSeedRows(fact, getName())) {
      HopperWgmmaConfig seed = startSeed(fact, row);
      if (hasRegistersForSums(fact, seed) &&
          takeDeepestRing(fact, target, seed) &&
          !isRedundant(fact, target, seed))
        seeds.push_back(seed);
    }
    return seeds;
  }
};
} // namespace

std::unique_ptr<SeedHeuristic> autotune::createConvBlocksHeuristic() {
  return std::make_unique<ConvBlocks>();
}
