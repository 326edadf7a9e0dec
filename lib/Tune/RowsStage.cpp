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
#include "mlir-autotune/Proposers/Propose.h"
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

static std::vector<TuningCandidate>
chooseRowCandidates(const ProblemFact &fact, const TargetInfo &target,
                    SpaceLevel level, size_t maxCandidates) {
  ProposeOptions options;
  options.space = level;
  options.maxCandidates = maxCandidates;
  std::vector<TuningCandidate> candidates;
  for (const ProposedConfig &proposed :
       propose(fact, target, options).candidates) {
    TuningCandidate &candidate = candidates.emplace_back(
        TuningCandidate{proposed.config, {}, "", 0, std::nullopt});
    candidate.estimateNs = estimateTime(fact, target, proposed.config);
    for (StringRef heuristic : proposed.heuristics)
      candidate.heuristics.push_back(heuristic.str());
  }
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

llvm::Error tune::makeNothingToTune(StringRef input) {
  return llvm::createStringError(input +
                                 ": has neither a matmul nor a problem of rows "
                                 "that can be tuned");
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
