//===- Search.cpp - What all strategies share -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "mlir-autotune/Proposers/CostModel.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

SearchStrategy::~SearchStrategy() = default;

void autotune::sortByPrediction(const SearchProblem &problem,
                                std::vector<Config> &configs) {
  std::vector<std::pair<double, size_t>> order;
  order.reserve(configs.size());
  for (auto [index, time] : llvm::enumerate(problem.predict(configs)))
    order.emplace_back(time, index);
  // The index breaks ties.
  llvm::sort(order);
  std::vector<Config> sorted;
  sorted.reserve(configs.size());
  for (auto [time, index] : order)
    sorted.push_back(std::move(configs[index]));
  configs = std::move(sorted);
}

Search::Search(SearchProblem given, SeedOrder order)
    : problem(std::move(given)) {
  std::vector<Config> others;
  llvm::DenseSet<Config> seen;
  for (const ProposedConfig &seed : problem.seeds) {
    if (!seen.insert(seed.config).second)
      continue;
    bool isFirst = order == SeedOrder::Ranks ||
                   llvm::is_contained(seed.heuristics, kTableName);
    (isFirst ? seeds : others).push_back(seed.config);
  }
  if (order == SeedOrder::Predictions)
    sortByPrediction(problem, others);
  llvm::append_range(seeds, others);
}

bool Search::add(const Config &config, SmallVectorImpl<Config> &next) {
  if (!known.insert(config).second)
    return false;
  next.push_back(config);
  return true;
}

SmallVector<Config> Search::propose(size_t count) {
  SmallVector<Config> next;
  llvm::erase_if(seeds, [&](const Config &seed) { return isKnown(seed); });
  while (next.size() < count && !seeds.empty()) {
    size_t index = chooseSeed(seeds);
    add(seeds[index], next);
    seeds.erase(seeds.begin() + index);
  }
  if (next.size() < count)
    proposeMore(count, next);
  return next;
}

void Search::observe(ArrayRef<Trial> trials) {
  for (const Trial &trial : trials) {
    known.insert(trial.config);
    learn(trial);
  }
}

static constexpr StringRef kNames[] = {"exhaustive", "model-topk",
                                       "evolutionary", "surrogate", "random"};

ArrayRef<StringRef> autotune::getSearchStrategyNames() { return kNames; }

std::unique_ptr<SearchStrategy>
autotune::createSearchStrategy(StringRef name, SearchProblem problem,
                               uint64_t seed) {
  if (!problem.predict)
    problem.predict =
        [fact = problem.fact, target = problem.target,
         trust = CostModel::get().getTrust(problem.fact, problem.target)](
            ArrayRef<Config> configs) {
          return llvm::map_to_vector(
              CostModel::get().predict(fact, target, configs, trust),
              [](const CostModel::Prediction &each) { return each.timeNs; });
        };
  if (name == "exhaustive")
    return createExhaustiveSearch(std::move(problem));
  if (name == "model-topk")
    return createModelSearch(std::move(problem));
  if (name == "evolutionary")
    return createEvolutionarySearch(std::move(problem), seed);
  if (name == "surrogate")
    return createSurrogateSearch(std::move(problem));
  if (name == "random")
    return createRandomSearch(std::move(problem), seed);
  return nullptr;
}
