//===- SearchEvolutionary.cpp - Children of the best measured -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace mlir;
using namespace mlir::autotune;

/// How many of the best measured have children, and how many are proposed by
/// prediction alone before any has.
static constexpr size_t kParents = 8;
/// Children that are bred for each one that is proposed: the prediction
/// chooses.
static constexpr size_t kBrood = 8;
/// One child of so many has two parents; the others differ from their parent in
/// one parameter.
static constexpr size_t kCrossed = 4;
/// So many children in vain, known or illegal ones, and the neighborhood counts
/// as exhausted.
static constexpr size_t kMaxVain = 64;

namespace {
class EvolutionarySearch final : public Search {
public:
  EvolutionarySearch(SearchProblem given, uint64_t seed)
      : Search(std::move(given)), draws(seed), founders(getPool()),
        strangers(founders) {
    allowed.insert_range(strangers);
    for (const ProposedConfig &seed : problem.seeds) {
      for (StringRef name : seed.heuristics)
        if (const SeedHeuristic *heuristic =
                HeuristicRegistry::get().lookup(name))
          makers.try_emplace(seed.config, heuristic);
    }
    sortByPrediction(problem, founders);
    draws.shuffle(strangers);
  }

  StringRef getName() const override { return "evolutionary"; }

private:
  void expect(const Config &config) override { ++numExpected; }
  void learn(const Trial &trial) override;
  void proposeMore(size_t count, SmallVectorImpl<Config> &next) override;

  /// Of a few of the space, the one with the best prediction.
  std::optional<Config> takeStranger();
  /// A child that may be proposed; nothing where none was found.
  std::optional<Config> breed();
  std::optional<Config> mutate(const Config &parent);
  Config cross(const Config &a, const Config &b);
  /// Whether it may be proposed, and whether it can be measured at all.
  bool isLegal(const Config &config) const;
  bool isRunnable(const Config &config) const;
  /// The neighbors of a config that may be proposed, but for what is known by
  /// now.
  std::vector<Config> &getNeighbors(const Config &config);

  Draws draws;
  /// Without a space, whatever is legal.
  llvm::DenseSet<Config> allowed;
  /// Which heuristic's neighbors a seed has.
  llvm::DenseMap<Config, const SeedHeuristic *> makers;
  /// Seeds and space by prediction: who is measured before there are parents
  /// to choose from.
  std::vector<Config> founders;
  size_t numFounded = 0, numExpected = 0;
  /// The same in an order drawn once: for when the families have died out.
  std::vector<Config> strangers;
  /// By time, then by config: one order on every machine.
  std::set<std::pair<double, Config>> population;
  llvm::DenseMap<Config, double> times;
  llvm::DenseMap<Config, std::vector<Config>> neighbors;
};
} // namespace

void EvolutionarySearch::learn(const Trial &trial) {
  // Records of others may be of configs that have no children here.
  if (trial.timeNs <= 0 || !isRunnable(trial.config))
    return;
  auto [known, isNew] = times.try_emplace(trial.config, trial.timeNs);
  if (!isNew) {
    population.erase({known->second, trial.config});
    known->second = trial.timeNs;
  }
  population.emplace(trial.timeNs, trial.config);
}

bool EvolutionarySearch::isLegal(const Config &config) const {
  return problem.space.empty() ? isRunnable(config) : allowed.contains(config);
}

bool EvolutionarySearch::isRunnable(const Config &config) const {
  const KernelTemplate *kernel = lookupKernelTemplate(config.getTemplateName());
  return kernel && config.isComplete() &&
         !kernel->check(problem.fact, problem.target, config);
}

/// Whether the two differ in exactly one parameter.
static bool isOneApart(const Config &a, const Config &b) {
  if (&a.getSchema() != &b.getSchema())
    return false;
  size_t apart =
      llvm::count_if(a.getSchema().params, [&](const ParamSchema &param) {
        return a.get(param.name) != b.get(param.name);
      });
  return apart == 1;
}

std::vector<Config> &EvolutionarySearch::getNeighbors(const Config &config) {
  auto [found, isNew] = neighbors.try_emplace(config);
  std::vector<Config> &list = found->second;
  if (isNew) {
    auto maker = makers.find(config);
    for (Config &neighbor :
         maker != makers.end()
             ? maker->second->getNeighbors(problem.fact, problem.target, config)
             : getLegalNeighbors(problem.fact, problem.target, config))
      if (isLegal(neighbor))
        list.push_back(std::move(neighbor));
    // A space that samples the domains has few configs one step apart; those
    // some steps apart in one parameter are the neighbors that it has.
    for (const Config &other : problem.space)
      if (isOneApart(config, other) && !llvm::is_contained(list, other))
        list.push_back(other);
  }
  llvm::erase_if(list, [&](const Config &other) { return isKnown(other); });
  return list;
}

std::optional<Config> EvolutionarySearch::mutate(const Config &parent) {
  std::vector<Config> &list = getNeighbors(parent);
  if (list.empty())
    return std::nullopt;
  return list[draws.below(list.size())];
}

Config EvolutionarySearch::cross(const Config &a, const Config &b) {
  Config child = a;
  for (const ParamSchema &param : a.getSchema().params)
    if (draws.below(2) == 1)
      (void)child.set(param.name, b.get(param.name));
  return child;
}

std::optional<Config> EvolutionarySearch::breed() {
  SmallVector<const Config *> parents;
  for (const auto &entry : population) {
    parents.push_back(&entry.second);
    if (parents.size() == kParents)
      break;
  }
  if (parents.empty())
    return std::nullopt;
  for (size_t i = 0; i < kMaxVain; ++i) {
    const Config &parent = *parents[draws.below(parents.size())];
    if (draws.below(kCrossed) == 0) {
      const Config &other = *parents[draws.below(parents.size())];
      if (&parent.getSchema() != &other.getSchema())
        continue;
      Config child = cross(parent, other);
      if (!isKnown(child) && isLegal(child))
        return child;
      continue;
    }
    if (std::optional<Config> child = mutate(parent))
      return child;
  }
  return std::nullopt;
}

std::optional<Config> EvolutionarySearch::takeStranger() {
  llvm::erase_if(strangers,
                 [&](const Config &other) { return isKnown(other); });
  if (strangers.empty())
    return std::nullopt;
  SmallVector<double> times =
      problem.predict(ArrayRef(strangers).take_front(kBrood));
  return strangers[llvm::min_element(times) - times.begin()];
}

void EvolutionarySearch::proposeMore(size_t count,
                                     SmallVectorImpl<Config> &next) {
  for (; numExpected < kParents && numFounded < founders.size(); ++numFounded) {
    if (next.size() >= count)
      return;
    add(founders[numFounded], next);
  }
  while (next.size() < count) {
    std::vector<Config> brood;
    while (brood.size() < kBrood) {
      std::optional<Config> child = breed();
      if (!child)
        break;
      brood.push_back(std::move(*child));
    }
    if (brood.empty()) {
      std::optional<Config> stranger = takeStranger();
      if (!stranger)
        return;
      brood.push_back(std::move(*stranger));
    }
    SmallVector<double> times = problem.predict(brood);
    add(brood[llvm::min_element(times) - times.begin()], next);
  }
}

std::unique_ptr<SearchStrategy>
autotune::createEvolutionarySearch(SearchProblem problem, uint64_t seed) {
  return std::make_unique<EvolutionarySearch>(std::move(problem), seed);
}
