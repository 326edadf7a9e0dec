//===- RowsStage.cpp - Problems of rows that are tuned --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsStage.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Kernels/RowsProblem.h"
#include "mlir-autotune/Problem/Measurable.h"
#include "mlir-autotune/Providers/Estimate.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Space/Space.h"
#include "mlir-autotune/Transforms/Pipelines.h"
#include "mlir-autotune/Tune/Messages.h"
#include "mlir-autotune/Tune/PickRule.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

static TuningCandidate makeCandidate(const ProblemFact &fact,
                                     const TargetInfo &target,
                                     const Config &config) {
  TuningCandidate candidate{config, {}, "", 0, std::nullopt};
  candidate.estimateNs = estimateTime(fact, target, config);
  return candidate;
}

static std::vector<TuningCandidate>
chooseRowCandidates(const ProblemFact &fact, const TargetInfo &target,
                    SpaceLevel level, size_t maxCandidates) {
  std::vector<TuningCandidate> candidates;
  for (const KernelProvider *provider : getProviders()) {
    if (!provider->serves(fact, target))
      continue;
    for (auto &[rank, heuristic] : provider->createHeuristics()) {
      llvm::Expected<SmallVector<Config>> seeds =
          heuristic->getSeedConfigs(fact, target);
      if (!seeds) {
        llvm::consumeError(seeds.takeError());
        continue;
      }
      for (const Config &seed : *seeds) {
        candidates.push_back(makeCandidate(fact, target, seed));
        candidates.back().heuristics.push_back(heuristic->getName().str());
      }
    }
  }
  std::vector<TuningCandidate> others;
  Space space = Space::enumerate(fact, target, level);
  for (const Config &config : space.getConfigs())
    if (llvm::none_of(candidates, [&](const TuningCandidate &candidate) {
          return candidate.config == config;
        }))
      others.push_back(makeCandidate(fact, target, config));
  llvm::sort(others, [](const auto &a, const auto &b) {
    return std::tie(a.estimateNs, a.config) < std::tie(b.estimateNs, b.config);
  });
  for (TuningCandidate &other : others)
    if (candidates.size() < maxCandidates)
      candidates.push_back(std::move(other));
  return candidates;
}

llvm::Expected<std::vector<TuningProblem>>
tune::findRows(ModuleOp module, const TargetInfo &target, SpaceLevel level,
               size_t maxCandidates) {
  OwningOpRef<ModuleOp> copy = module.clone();
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  buildRowsPipeline(pm, target.name);
  if (failed(pm.run(*copy)))
    return llvm::make_error<DiagnosedError>();
  std::vector<TuningProblem> problems;
  copy->walk([&](problem::RowsOp op) {
    std::string whyNot;
    ProblemFact fact(getRowsFact(op, whyNot));
    if (whyNot.empty())
      whyNot = getWhyNotMeasurable(fact);
    if (!whyNot.empty()) {
      op->emitRemark() << "left alone: " << whyNot;
      return;
    }
    auto same = llvm::find_if(problems, [&](const TuningProblem &problem) {
      return problem.fact == fact;
    });
    if (same != problems.end()) {
      ++same->occurrences;
      return;
    }
    TuningProblem &problem = problems.emplace_back();
    problem.fact = fact;
    problem.candidates =
        chooseRowCandidates(fact, target, level, maxCandidates);
    problem.numNamed = problem.candidates.size();
    problem.isClosed = true;
  });
  return problems;
}

void tune::keepFirstCandidates(MutableArrayRef<TuningProblem> problems,
                               size_t count) {
  for (TuningProblem &problem : problems) {
    if (problem.candidates.size() > count)
      problem.candidates.erase(problem.candidates.begin() + count,
                               problem.candidates.end());
    problem.numNamed = problem.candidates.size();
  }
}

size_t tune::applyRowPicks(ModuleOp module, const TargetInfo &target,
                           ArrayRef<TuningProblem> problems,
                           const RecordsByKey &records) {
  SmallVector<NamedAttribute> configs;
  if (auto known = module->getAttrOfType<DictionaryAttr>(kRowConfigsAttrName))
    llvm::append_range(configs, known);
  size_t count = 0;
  for (const TuningProblem &problem : problems) {
    std::string key = problem.fact.getKey(), whyNot;
    auto found = records.find(key);
    const measure::Record *best =
        found == records.end() ? nullptr : chooseBest(found->second);
    if (!best)
      continue;
    FailureOr<Config> config = readConfig(best->config, whyNot);
    if (failed(config) ||
        getProvider(*config).getTemplate().check(problem.fact, target, *config))
      continue;
    llvm::erase_if(
        configs, [&](NamedAttribute entry) { return entry.getName() == key; });
    configs.emplace_back(StringAttr::get(module.getContext(), key),
                         config->toAttr(module.getContext()));
    ++count;
  }
  if (count)
    module->setAttr(kRowConfigsAttrName,
                    DictionaryAttr::get(module.getContext(), configs));
  return count;
}
