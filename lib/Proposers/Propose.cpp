//===- Propose.cpp - Ranked candidates for one matmul ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Propose.h"

#include "CandidateOrder.h"

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Providers/Ranking.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::autotune;

LogicalResult autotune::checkHeuristicNames(ArrayRef<std::string> names,
                                            std::string &whyNot) {
  const HeuristicRegistry &registry = HeuristicRegistry::get();
  for (const std::string &name : names)
    if (name != kAllHeuristics && !registry.lookup(name)) {
      whyNot =
          "unknown heuristic '" + name + "'; known are " + registry.listNames();
      return failure();
    }
  return success();
}

LogicalResult autotune::checkHeuristicsToUse(ArrayRef<std::string> names,
                                             std::string &whyNot) {
  if (failed(checkHeuristicNames(names, whyNot)))
    return failure();
  for (const std::string &name : names) {
    const SeedHeuristic *heuristic = HeuristicRegistry::get().lookup(name);
    std::string reason = heuristic ? heuristic->getWhyUnavailable() : "";
    if (reason.empty())
      continue;
    whyNot = "heuristic '" + name + "': " + reason;
    return failure();
  }
  return success();
}

/// Whether the options leave the heuristic on.
static bool isEnabled(const SeedHeuristic &heuristic,
                      const ProposeOptions &options) {
  StringRef name = heuristic.getName();
  bool takesAll =
      options.only.empty() || llvm::is_contained(options.only, kAllHeuristics);
  bool isUsed = (takesAll && !heuristic.isOptional()) ||
                llvm::is_contained(options.only, name);
  return isUsed && !llvm::is_contained(options.disabled, name);
}

/// Why a seed can't be used, or nothing. Heuristics may come from outside, so
/// nothing is taken for granted.
static std::optional<std::string> getFault(const Config &seed,
                                           const ProblemFact &fact,
                                           const TargetInfo &target) {
  const KernelTemplate *kernel = lookupKernelTemplate(seed.getTemplateName());
  if (!kernel)
    return "is of no known template";
  if (!seed.isComplete())
    return "leaves parameters unset";
  for (const ParamSchema &param : seed.getSchema().params)
    if (std::string fault = param.getFault(seed.get(param)); !fault.empty())
      return "is no config: " + fault;
  if (std::optional<Violation> violation = kernel->check(fact, target, seed))
    return ("breaks " + violation->constraint + ": " + violation->message)
        .str();
  return std::nullopt;
}

/// In the order of a hash of their texts.
static SmallVector<const Config *> shuffle(ArrayRef<Config> configs) {
  SmallVector<std::pair<uint64_t, const Config *>> order;
  for (const Config &config : configs)
    order.emplace_back(llvm::xxh3_64bits(config.str()), &config);
  llvm::sort(order);
  return llvm::to_vector(llvm::make_second_range(order));
}

static Seeds getSeeds(const SeedHeuristic &heuristic, const ProblemFact &fact,
                      const TargetInfo &target, Proposal &proposal) {
  StringRef name = heuristic.getName();
  Seeds legal{name, {}};
  std::string leftOut;
  llvm::Expected<SmallVector<Config>> seeds = heuristic.getSeeds(
      fact.isMatmul() ? ProblemFact(fact.getMatmul().asOneProduct()) : fact,
      target, leftOut);
  if (!seeds) {
    proposal.skipped.push_back({name, llvm::toString(seeds.takeError())});
    return legal;
  }
  if (!leftOut.empty())
    proposal.skipped.push_back({name, leftOut});
  for (Config &seed : *seeds) {
    // They are for one product, and not at fault where two need more.
    if (fact.isMatmul() &&
        (fact.getMatmul().hasTwoProducts() || fact.getMatmul().hasParts()) &&
        !getProvider(seed).fitToProducts(fact, target, seed))
      continue;
    if (std::optional<std::string> fault = getFault(seed, fact, target)) {
      proposal.skipped.push_back(
          {name, "its seed <" + seed.str() + "> " + *fault});
      continue;
    }
    legal.configs.push_back(seed);
  }
  if (!legal.configs.empty())
    proposal.fired.push_back(name);
  return legal;
}

/// What the table has for the matmul, completed without its help.
static void addFromTable(const ProblemFact &fact, const TargetInfo &target,
                         const ProposeOptions &options, Proposal &proposal,
                         Collector &collector) {
  ProposeOptions others = options;
  others.table = nullptr;
  for (const TableConfig *entry :
       options.table->lookup(fact.getMatmul().asOneProduct(), target)) {
    auto skip = [&](const Twine &whyNot) {
      proposal.skipped.push_back(
          {kTableName,
           (options.table->getFileName() + ":" + Twine(entry->line) +
            ": its config <" + getBrief(entry->config) + "> " + whyNot)
               .str()});
    };
    // It needs a kernel behind it, in a plan.
    bool isLibrary = entry->config.getSchema().isLibrary;
    if (isLibrary && !options.libraries.allow(entry->config)) {
      skip("is a call of a library, which the option libraries does not allow");
      continue;
    }
    std::string whyNot;
    FailureOr<Config> config =
        completeConfig(entry->config, fact, target, others, whyNot);
    if (failed(config))
      skip("breaks " + whyNot);
    else if (!isLibrary)
      collector.add(*config, kTableName);
    else if (proposal.candidates.empty() && !proposal.library)
      proposal.library = *config;
    else
      skip("is a call of a library behind a better config");
  }
  if (!proposal.candidates.empty())
    proposal.fired.push_back(kTableName);
}

/// Adds the configs of all providers that fit the problem's sizes, but none
/// twice.
static void addFitted(const ProblemFact &fact, const TargetInfo &target,
                      std::vector<Config> &configs) {
  std::vector<Config> fitted;
  for (const KernelProvider *provider : getProviders())
    provider->addFitted(fact, target, fitted);
  if (fitted.empty())
    return;
  llvm::DenseSet<Config> known(configs.begin(), configs.end());
  for (Config &config : fitted)
    if (known.insert(config).second)
      configs.push_back(std::move(config));
}

std::vector<Config> autotune::getSearchSpace(const ProblemFact &fact,
                                             const TargetInfo &target,
                                             SpaceLevel level) {
  Space space = Space::enumerate(fact, target, level);
  std::vector<Config> configs(space.getConfigs());
  if (level != SpaceLevel::Quick)
    addFitted(fact, target, configs);
  // The exhaustive level has all values.
  if (level != SpaceLevel::Exhaustive)
    for (const KernelProvider *provider : getProviders())
      provider->applyRules(fact, target, configs);
  return configs;
}

/// Proposals of the heuristics only: no table and no model knows such problems.
static Proposal proposeOthers(const ProblemFact &fact, const TargetInfo &target,
                              const ProposeOptions &options) {
  Proposal proposal;
  Collector collector(proposal, options.maxCandidates);
  for (const KernelProvider *provider : getProviders()) {
    if (!provider->serves(fact, target))
      continue;
    for (auto &[rank, created] : provider->createHeuristics()) {
      const SeedHeuristic *heuristic =
          HeuristicRegistry::get().lookup(created->getName());
      if (!heuristic || !isEnabled(*heuristic, options))
        continue;
      Seeds seeds = getSeeds(*heuristic, fact, target, proposal);
      for (const Config &seed : seeds.configs)
        collector.add(seed, seeds.heuristic);
    }
  }
  if (options.space)
    for (const Config &config : rankByEstimate(
             fact, target, getSearchSpace(fact, target, *options.space)))
      collector.add(config, /*heuristic=*/"");
  return proposal;
}

Proposal autotune::propose(const ProblemFact &fact, const TargetInfo &target,
                           const ProposeOptions &options) {
  if (!fact.isMatmul())
    return proposeOthers(fact, target, options);
  Proposal proposal;
  Collector collector(proposal, options.maxCandidates);
  if (options.table)
    addFromTable(fact, target, options, proposal, collector);
  SmallVector<Seeds> seeds;
  for (const SeedHeuristic *heuristic :
       HeuristicRegistry::get().getHeuristics())
    if (isEnabled(*heuristic, options) &&
        heuristic->isEligible(fact.getMatmul().asOneProduct(), target))
      seeds.push_back(getSeeds(*heuristic, fact, target, proposal));
  double trust =
      options.predictsSeeds ? CostModel::get().getTrust(fact, target) : 0;
  std::vector<Config> space;
  SmallVector<Config> ranked;
  auto rankSpace = [&] {
    if (!options.space || !space.empty())
      return;
    space = getSearchSpace(fact, target, *options.space);
    ranked = options.predictsSpace ? rankByPrediction(fact, target, space)
                                   : rankByEstimate(fact, target, space);
  };
  if (trust >= CostModel::kEnoughTrust && options.predictsSpace &&
      options.space && options.numSampled == 0) {
    addByPrediction(seeds, getSearchSpace(fact, target, *options.space), fact,
                    target, collector);
    return proposal;
  }
  if (trust > 0) {
    if (trust >= CostModel::kEnoughTrust && !collector.isFull())
      rankSpace();
    addPredictedSeeds(seeds, ranked, fact, target, trust, collector);
  } else {
    addSeedsInTurn(seeds, fact, target, collector);
  }
  if (!collector.isFull() || options.numSampled > 0) {
    rankSpace();
    if (options.numSampled > 0)
      ranked = putTwinsLast(fact, target, ranked);
    for (const Config &config : ranked)
      collector.add(config, /*heuristic=*/"");
    if (options.numSampled > 0 && options.maxCandidates > 0) {
      collector.extend(options.numSampled);
      for (const Config *config : shuffle(space))
        collector.add(*config, /*heuristic=*/"");
    }
  }
  return proposal;
}

std::string autotune::getWhyNone(const ProblemFact &fact,
                                 const TargetInfo &target) {
  std::string reasons;
  llvm::ListSeparator separator("; ");
  for (const KernelTemplate *kernel : getKernelTemplates()) {
    // The kernel behind it needs a template of its own.
    if (kernel->getSchema().isLibrary)
      continue;
    std::optional<Violation> violation = kernel->check(fact, target);
    if (!violation)
      return "";
    reasons += StringRef(separator);
    reasons += (kernel->getName() + ": " + violation->constraint + ": " +
                violation->message)
                   .str();
  }
  return reasons;
}
