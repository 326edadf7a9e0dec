//===- UnmeasuredPicks.cpp - Picks without a device -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/UnmeasuredPicks.h"

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/FormProblems/FusionChoices.h"
#include "mlir-autotune/Measure/Columns.h"
#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Proposers/Explain.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Tuning/Attentions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// Candidates that are legal, then the space.
static std::vector<Config> getConfigs(const TuningProblem &problem,
                                      const TargetInfo &target,
                                      std::optional<SpaceLevel> space) {
  std::vector<Config> configs;
  for (const TuningCandidate &candidate : problem.candidates)
    if (candidate.whyIllegal.empty())
      configs.push_back(candidate.config);
  // Who gave all candidates wants no other.
  if (space && !problem.isClosed)
    llvm::append_range(configs, getSearchSpace(problem.fact, target, *space));
  return configs;
}

std::optional<MeasuredPick>
tune::pickUnmeasured(const TuningProblem &problem, const TargetInfo &target,
                     std::optional<SpaceLevel> space) {
  auto isLegal = [](const TuningCandidate &candidate) {
    return candidate.whyIllegal.empty();
  };
  auto first = llvm::find_if(problem.candidates, isLegal);
  auto make = [&](const Config &config, ProvenanceKind kind) {
    MeasuredPick pick(config);
    pick.kind = kind;
    for (const TuningCandidate &candidate : problem.candidates)
      if (candidate.config == config)
        pick.heuristics.assign(candidate.heuristics.begin(),
                               candidate.heuristics.end());
    return pick;
  };
  bool hasFirst = first != problem.candidates.end();
  if (hasFirst && llvm::is_contained(first->heuristics, kTableName))
    return make(first->config, ProvenanceKind::Table);
  if (hasFirst && problem.numNamed > 0)
    return make(first->config, ProvenanceKind::Given);
  const CostModel &model = CostModel::get();
  double trust = model.getTrust(problem.fact, target);
  if (hasFirst && trust < CostModel::kEnoughTrust)
    return make(first->config, ProvenanceKind::Heuristic);
  std::vector<Config> configs = getConfigs(problem, target, space);
  if (configs.empty())
    return std::nullopt;
  SmallVector<CostModel::Prediction> predictions =
      model.predict(problem.fact, target, configs, trust);
  auto isFaster = [](const CostModel::Prediction &a,
                     const CostModel::Prediction &b) {
    return a.timeNs < b.timeNs;
  };
  size_t best = llvm::min_element(predictions, isFaster) - predictions.begin();
  return make(configs[best], trust < CostModel::kEnoughTrust
                                 ? ProvenanceKind::Estimated
                                 : ProvenanceKind::Model);
}

llvm::Error tune::writeUnmeasuredPicks(BuildStage &stage,
                                       std::optional<SpaceLevel> space,
                                       StringRef output, bool explain,
                                       raw_ostream &tables) {
  MeasuredPicks picks;
  std::string explanations;
  llvm::raw_string_ostream explained(explanations);
  std::vector<std::vector<std::string>> rows = {
      {"matmul", "config", "heuristics", "from"}};
  for (const TuningProblem &problem : stage.problems) {
    std::optional<MeasuredPick> pick =
        pickUnmeasured(problem, stage.target, space);
    if (!pick)
      continue;
    rows.push_back(
        {problem.fact.getKey(), getBrief(pick->config),
         pick->heuristics.empty() ? "-" : llvm::join(pick->heuristics, ","),
         stringifyProvenanceKind(pick->kind).str()});
    if (explain) {
      explained << "\n";
      printExplanation(explained, problem.fact, stage.target, pick->config,
                       pick->kind, getConfigs(problem, stage.target, space));
    }
    picks.try_emplace(problem.fact.getKey(), std::move(*pick));
  }
  if (picks.empty())
    return llvm::createStringError(
        "no matmul of the module has a config; the module was not written");
  if (!stage.module) {
    tables << measure::formatColumns(rows, /*leftColumns=*/4, /*optional=*/{2})
           << explanations;
    tables.flush();
    return llvm::Error::success();
  }
  SmallVector<ModuleMatmul, 0> matmuls =
      choosePatterns(findMatmuls(stage.module->getModule()), stage.target);
  SmallVector<ModuleMatmul, 0> attentions =
      findAttentions(stage.module->getModule());
  bool hasAttentions = !attentions.empty();
  llvm::append_range(matmuls, attentions);
  size_t count = applyPicks(matmuls, picks);
  if (llvm::Error error = stage.module->write(output))
    return error;
  tables << measure::formatColumns(rows, /*leftColumns=*/4, /*optional=*/{2})
         << output << ": " << count << " of " << matmuls.size()
         << (hasAttentions ? " matmuls and attentions" : " matmuls")
         << " have a config that was not measured\n"
         << explanations;
  tables.flush();
  return llvm::Error::success();
}
