//===- SearchStrategy.cpp - What to measure next --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/SearchStrategy.h"
#include "Ranking.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

SearchStrategy::~SearchStrategy() = default;

namespace {
/// Seeds, then the space by its predicted times.
class InOrder : public SearchStrategy {
public:
  InOrder(StringRef name, const SearchProblem &problem) : name(name) {
    llvm::DenseSet<Config> seen;
    for (const ProposedConfig &seed : problem.seeds)
      if (seen.insert(seed.config).second)
        configs.push_back(seed.config);
    for (const Config &config :
         rankByPrediction(problem.fact, problem.target, problem.space))
      if (seen.insert(config).second)
        configs.push_back(config);
  }

  StringRef getName() const override { return name; }
  SmallVector<Config> propose(size_t count) override {
    SmallVector<Config> some;
    for (; next < configs.size() && some.size() < count; ++next)
      some.push_back(configs[next]);
    return some;
  }
  void observe(ArrayRef<Trial>) override {}

private:
  std::string name;
  std::vector<Config> configs;
  size_t next = 0;
};
} // namespace

ArrayRef<StringRef> autotune::getSearchStrategyNames() {
  static const StringRef names[] = {"exhaustive", "model-topk", "evolutionary",
                                    "surrogate", "random"};
  return names;
}

std::unique_ptr<SearchStrategy>
autotune::createSearchStrategy(StringRef name, SearchProblem problem,
                               uint64_t) {
  if (!llvm::is_contained(getSearchStrategyNames(), name))
    return nullptr;
  return std::make_unique<InOrder>(name, problem);
}
