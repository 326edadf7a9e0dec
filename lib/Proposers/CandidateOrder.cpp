//===- CandidateOrder.cpp - In which order candidates come ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CandidateOrder.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Providers/Estimate.h"
#include "mlir-autotune/Providers/Ranking.h"
#include "mlir-autotune/Providers/Registry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

#include <unordered_set>

using namespace mlir;
using namespace mlir::autotune;

void Collector::add(const Config &config, StringRef heuristic) {
  auto it = indices.find(config);
  if (it != indices.end()) {
    // A table may name a config in several entries.
    auto &names = proposal.candidates[it->second].heuristics;
    if (!heuristic.empty() && !llvm::is_contained(names, heuristic))
      names.push_back(heuristic);
    return;
  }
  if (isFull() && heuristic != kTableName)
    return;
  indices.try_emplace(config, proposal.candidates.size());
  proposal.candidates.push_back({config, {}});
  if (!heuristic.empty())
    proposal.candidates.back().heuristics.push_back(heuristic);
}

/// The first of each heuristic, then the second of each: a limit cuts what all
/// of them trust least.
static void addInTurn(ArrayRef<Seeds> all, Collector &collector) {
  size_t longest = 0;
  for (const Seeds &seeds : all)
    longest = std::max(longest, seeds.configs.size());
  for (size_t rank = 0; rank < longest; ++rank)
    for (const Seeds &seeds : all)
      if (rank < seeds.configs.size())
        collector.add(seeds.configs[rank], seeds.heuristic);
}

SmallVector<Config> autotune::rankByPrediction(const ProblemFact &fact,
                                               const TargetInfo &target,
                                               ArrayRef<Config> configs) {
  return rankBy(configs, llvm::map_to_vector(
                             CostModel::get().predict(fact, target, configs),
                             [](const CostModel::Prediction &prediction) {
                               return prediction.timeNs;
                             }));
}

SmallVector<Config> autotune::putTwinsLast(const ProblemFact &fact,
                                           const TargetInfo &target,
                                           ArrayRef<Config> ranked) {
  std::unordered_set<double> estimates;
  SmallVector<Config> distinct, twins;
  for (const Config &config : ranked)
    (estimates.insert(estimateTime(fact, target, config)).second ? distinct
                                                                 : twins)
        .push_back(config);
  llvm::append_range(distinct, twins);
  return distinct;
}

/// Under the names of all heuristics that propose it. False if none does.
static bool addSeed(const Config &config, ArrayRef<Seeds> all,
                    Collector &collector) {
  bool isSeed = false;
  for (const Seeds &seeds : all)
    if (llvm::is_contained(seeds.configs, config)) {
      collector.add(config, seeds.heuristic);
      isSeed = true;
    }
  return isSeed;
}

static void addCandidate(const Config &config, ArrayRef<Seeds> all,
                         Collector &collector) {
  if (!addSeed(config, all, collector))
    collector.add(config, /*heuristic=*/"");
}

/// How many candidates at most have one structure, before others of it come
/// last. Most of what else differs changes the time by little.
static constexpr unsigned kMostOfStructure = 3;

/// Tile, cluster and how CTAs and consumers share it: what decides most of a
/// config's time.
static std::string getStructure(const Config &config) {
  std::string text = config.getTemplateName().str();
  for (StringRef name : {"tile", "cluster", "swap", "split_k", "schedule"})
    if (config.getSchema().lookupParam(name))
      for (int64_t value : config.get(name))
        text += "," + std::to_string(value);
  return text;
}

void autotune::addByPrediction(ArrayRef<Seeds> all, ArrayRef<Config> space,
                               const ProblemFact &fact,
                               const TargetInfo &target, Collector &collector) {
  llvm::SetVector<Config, SmallVector<Config>> distinct;
  for (const Seeds &seeds : all)
    distinct.insert_range(seeds.configs);
  distinct.insert_range(space);
  // Seeds came first before: of 24 candidates of 100 drawn matmuls, half then
  // took more than 1.5 times as long as the best one.
  SmallVector<Config> last;
  llvm::StringMap<unsigned> counts;
  for (const Config &config :
       rankByPrediction(fact, target, distinct.getArrayRef()))
    if (++counts[getStructure(config)] > kMostOfStructure)
      last.push_back(config);
    else
      addCandidate(config, all, collector);
  for (const Config &config : last)
    addCandidate(config, all, collector);
}

/// The model predicts this many configs of the space: the best estimates.
static constexpr size_t kAskedOfSpace = 16;

void autotune::addPredictedSeeds(ArrayRef<Seeds> all, ArrayRef<Config> ranked,
                                 const ProblemFact &fact,
                                 const TargetInfo &target, double trust,
                                 Collector &collector) {
  llvm::SetVector<Config, SmallVector<Config>> distinct;
  for (const Seeds &seeds : all)
    distinct.insert_range(seeds.configs);
  size_t numSeeds = distinct.size();
  SmallVector<Config> asked = distinct.takeVector();
  llvm::append_range(asked, ranked.take_front(kAskedOfSpace));
  SmallVector<CostModel::Prediction> predictions =
      CostModel::get().predict(fact, target, asked, trust);
  auto isFaster = [](const auto &a, const auto &b) {
    return a.timeNs < b.timeNs;
  };
  // Seeds that take up to 1.05 times as long were allowed to stay first: the
  // first choices for 368 matmuls were 4.1 % behind the best then, not 3.4 %.
  auto ofSeeds = ArrayRef(predictions).take_front(numSeeds);
  const CostModel::Prediction *best = nullptr;
  // An estimate that no tree has corrected overrules nothing.
  for (const CostModel::Prediction &each :
       ArrayRef(predictions).drop_front(numSeeds))
    if (each.trust > 0 && (!best || isFaster(each, *best)))
      best = &each;
  if (best && !ofSeeds.empty() &&
      best->timeNs < llvm::min_element(ofSeeds, isFaster)->timeNs)
    collector.add(asked[best - predictions.begin()], /*heuristic=*/"");
  SmallVector<double> times = llvm::map_to_vector(
      ofSeeds, [](const CostModel::Prediction &each) { return each.timeNs; });
  for (const Config &config :
       rankBy(ArrayRef(asked).take_front(numSeeds), times))
    addSeed(config, all, collector);
}

void autotune::addSeedsInTurn(ArrayRef<Seeds> all, const ProblemFact &fact,
                              const TargetInfo &target, Collector &collector) {
  if (mustCopy(fact, target)) {
    SmallVector<Config> seeds;
    for (const Seeds &some : all)
      llvm::append_range(seeds, some.configs);
    if (!seeds.empty())
      addSeed(rankByEstimate(fact, target, seeds).front(), all, collector);
  }
  addInTurn(all, collector);
}
