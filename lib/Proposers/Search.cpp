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

Search::Search(SearchProblem given) : problem(std::move(given)) {
  // Where nothing is known of such matmuls, heuristics know best.
  size_t numLeading = problem.trustsPredictions
                          ? problem.numNamed + problem.numLeading
                          : problem.seeds.size();
  llvm::DenseSet<Config> seen;
  for (auto [index, seed] : llvm::enumerate(problem.seeds))
    if (seen.insert(seed.config).second)
      (index < numLeading ? leading : seeds).push_back(seed.config);
  sortByPrediction(problem, seeds);
  numSeeds = seeds.size();
}

std::vector<Config> Search::getPool() const {
  std::vector<Config> pool;
  llvm::DenseSet<Config> seen;
  for (const ProposedConfig &seed : problem.seeds)
    if (seen.insert(seed.config).second)
      pool.push_back(seed.config);
  for (const Config &config : problem.space)
    if (seen.insert(config).second)
      pool.push_back(config);
  return pool;
}

bool Search::add(const Config &config, SmallVectorImpl<Config> &next) {
  if (!known.insert(config).second)
    return false;
  next.push_back(config);
  expect(config);
  return true;
}

/// Up to `count` in all.
void Search::addFrom(std::vector<Config> &configs, size_t count,
                     SmallVectorImpl<Config> &next) {
  for (const Config &config : configs) {
    if (next.size() >= count)
      break;
    add(config, next);
  }
  llvm::erase_if(configs, [&](const Config &each) { return isKnown(each); });
}

SmallVector<Config> Search::propose(size_t count) {
  SmallVector<Config> next;
  addFrom(leading, count, next);
  while (next.size() < count) {
    llvm::erase_if(seeds, [&](const Config &seed) { return isKnown(seed); });
    size_t most = count;
    // Of what the strategy chooses some may be seeds: then it may choose more.
    size_t proposed = numProposed + next.size();
    size_t wanted = std::min(problem.numKept, numSeeds);
    size_t kept = wanted - std::min(wanted, numSeeds - seeds.size());
    // Few that are wanted are kept of whatever is left; all of them, where that
    // leaves room for the strategy.
    if (wanted < numSeeds && problem.maxProposals > proposed)
      kept = std::min(kept, problem.maxProposals - proposed);
    if (problem.maxProposals > 0 && problem.maxProposals >= proposed + kept)
      most = std::min(count, problem.maxProposals - kept - numProposed);
    size_t before = next.size();
    proposeMore(most, next);
    if (next.size() == before)
      break;
  }
  // All that is left to be asked for, or all that is left to say.
  addFrom(seeds, count, next);
  numProposed += next.size();
  return next;
}

void Search::observe(ArrayRef<Trial> trials) {
  for (const Trial &trial : trials) {
    known.insert(trial.config);
    learn(trial);
  }
}

static constexpr StringRef kNames[] = {"exhaustive", "model-topk", "surrogate",
                                       "random"};

ArrayRef<StringRef> autotune::getSearchStrategyNames() { return kNames; }

std::unique_ptr<SearchStrategy>
autotune::createSearchStrategy(StringRef name, SearchProblem problem,
                               uint64_t seed) {
  if (!problem.predict) {
    double trust = CostModel::get().getTrust(problem.fact, problem.target);
    problem.trustsPredictions = trust > 0;
    problem.predict = [fact = problem.fact, target = problem.target,
                       trust](ArrayRef<Config> configs) {
      return llvm::map_to_vector(
          CostModel::get().predict(fact, target, configs, trust),
          [](const CostModel::Prediction &each) { return each.timeNs; });
    };
  }
  if (name == "exhaustive")
    return createExhaustiveSearch(std::move(problem));
  if (name == "model-topk")
    return createModelSearch(std::move(problem));
  if (name == "surrogate")
    return createSurrogateSearch(std::move(problem));
  if (name == "random")
    return createRandomSearch(std::move(problem), seed);
  return nullptr;
}
