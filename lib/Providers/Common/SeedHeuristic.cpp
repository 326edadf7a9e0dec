//===- SeedHeuristic.cpp - What proposes configs to start from ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/SeedHeuristic.h"

using namespace mlir;
using namespace mlir::autotune;

SeedHeuristic::~SeedHeuristic() = default;

llvm::Expected<SmallVector<Config>>
SeedHeuristic::getSeeds(const ProblemFact &fact, const TargetInfo &target,
                        std::string &leftOut) const {
  return getSeedConfigs(fact, target);
}
