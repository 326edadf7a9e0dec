//===- AttachDecisions.cpp - Which config or plan a matmul gets -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttachDecisions.h"

#include "AttachAttributes.h"
#include "mlir-autotune/Proposers/Plans.h"

using namespace mlir;
using namespace mlir::autotune;

static Decision decideGiven(MLIRContext *context, const AttachKey &key,
                            const Config &partial,
                            const ProposeOptions &options) {
  Decision decision;
  FailureOr<Config> config =
      completeConfig(partial, key.fact, *key.target, options, decision.whyNot);
  if (failed(config))
    return decision;
  ConfigAttr attr = config->toAttr(context);
  decision.config = attr;
  ArrayRef<StringRef> heuristics;
  if (!partial.withNeutralDefaults().isComplete()) {
    decision.proposal = propose(key.fact, *key.target, options);
    llvm::erase_if(decision.proposal.candidates,
                   [&](const ProposedConfig &candidate) {
                     return !candidate.config.agreesWith(partial);
                   });
    for (const ProposedConfig &candidate : decision.proposal.candidates)
      if (candidate.config == *config)
        heuristics = candidate.heuristics;
  }
  decision.candidates = getCandidates(context, attr, decision.proposal);
  decision.provenance =
      getProvenance(context, ProvenanceKind::Given, heuristics);
  return decision;
}

/// Completes the config of each row for the sizes that the row is for.
static Decision decideGiven(MLIRContext *context, const AttachKey &key,
                            PlanAttr plan, const ProposeOptions &options) {
  Decision decision;
  const ProblemFact &fact = key.fact;
  if (StringRef why = getWhyNotGuarded(fact); !why.empty()) {
    decision.whyNot = ("plan: " + why).str();
    return decision;
  }
  SmallVector<ConfigAttr> configs;
  for (auto [row, guard, attr] :
       llvm::enumerate(plan.getGuards(), plan.getConfigs())) {
    std::string whyNot;
    if (std::string why = getWhyExcluded(fact, guard); !why.empty()) {
      decision.whyNot = ("plan: row " + Twine(row) + " " + why).str();
      return decision;
    }
    FailureOr<Config> partial = Config::fromAttr(attr);
    FailureOr<Config> config = failure();
    if (succeeded(partial))
      config = completeConfig(*partial, restrictTo(fact, guard), *key.target,
                              options, whyNot);
    if (failed(config)) {
      auto [constraint, message] = StringRef(whyNot).split(':');
      decision.whyNot =
          (constraint + " in row " + Twine(row) + ":" + message).str();
      return decision;
    }
    configs.push_back(config->toAttr(context));
  }
  decision.config = PlanAttr::get(context, plan.getGuards(), configs);
  // A call of a library is no candidate: it needs a kernel behind it.
  llvm::erase_if(configs, [](ConfigAttr each) { return each.isLibrary(); });
  decision.candidates = getCandidates(context, configs);
  decision.provenance =
      getProvenance(context, ProvenanceKind::Given, /*heuristics=*/{});
  return decision;
}

/// Decides on a plan, or one config, for a problem of unknown sizes; whether
/// that is possible. A plan of the table comes before what is predicted.
static bool decidePlan(MLIRContext *context, const AttachKey &key,
                       const ProposeOptions &options,
                       const PlanOptions &planOptions, Decision &decision) {
  std::vector<PlanRow> rows;
  if (options.table) {
    TablePlan plan =
        getTablePlan(key.fact, *key.target, options, planOptions.expected);
    rows = std::move(plan.rows);
    decision.tableFaults = std::move(plan.faults);
  }
  if (rows.empty())
    rows = proposePlan(key.fact, *key.target, options, planOptions);
  if (rows.empty())
    return false;
  decision.config = toAttr(context, rows);
  decision.candidates =
      getCandidates(context, llvm::map_to_vector(rows, [&](const PlanRow &row) {
                      return row.config.toAttr(context);
                    }));
  bool isOfTable =
      llvm::all_of(rows, [](const PlanRow &row) { return row.isFromTable; });
  decision.provenance =
      isOfTable
          ? getProvenance(context, ProvenanceKind::Table, StringRef(kTableName))
          : getProvenance(context, ProvenanceKind::Model,
                          /*heuristics=*/{});
  return true;
}

Decision autotune::decide(MLIRContext *context, const AttachKey &key,
                          const ProposeOptions &options,
                          const PlanOptions &planOptions) {
  if (auto plan = dyn_cast_or_null<PlanAttr>(key.given))
    return decideGiven(context, key, plan, options);
  if (auto given = dyn_cast_or_null<ConfigAttr>(key.given)) {
    FailureOr<Config> partial = Config::fromAttr(given);
    if (succeeded(partial))
      return decideGiven(context, key, *partial, options);
    Decision decision;
    decision.whyNot = "it is of no known template";
    return decision;
  }
  Decision decision;
  if (planOptions.maxConfigs > 1 && canHavePlan(key.fact) &&
      decidePlan(context, key, options, planOptions, decision))
    return decision;
  decision.proposal = propose(key.fact, *key.target, options);
  if (decision.proposal.candidates.empty()) {
    decision.whyNot = getWhyNone(key.fact, *key.target);
    if (decision.whyNot.empty())
      decision.whyNot =
          "no heuristic that is switched on proposes a config, and " +
          (options.space ? "the " + stringifySpaceLevel(*options.space).str() +
                               " space has no legal one"
                         : std::string("the space is off"));
    return decision;
  }
  const ProposedConfig &pick = decision.proposal.candidates.front();
  ConfigAttr attr = pick.config.toAttr(context);
  decision.config = attr;
  decision.candidates = getCandidates(context, attr, decision.proposal);
  if (decision.proposal.library) {
    // A library may be missing, so the best kernel is behind it.
    decision.config =
        PlanAttr::get(context, {SizeGuard(), SizeGuard()},
                      {decision.proposal.library->toAttr(context), attr});
    SmallVector<StringRef> fired(decision.proposal.fired);
    if (!llvm::is_contained(fired, kTableName))
      fired.insert(fired.begin(), kTableName);
    decision.provenance = getProvenance(context, ProvenanceKind::Table, fired);
    return decision;
  }
  // What no heuristic proposed is of the space: before seeds because the cost
  // model says so, and without seeds by the estimate.
  ProvenanceKind kind = ProvenanceKind::Heuristic;
  if (pick.heuristics.empty())
    kind = decision.proposal.fired.empty() ? ProvenanceKind::Estimated
                                           : ProvenanceKind::Model;
  else if (pick.heuristics.front() == kTableName)
    kind = ProvenanceKind::Table;
  decision.provenance = getProvenance(context, kind, decision.proposal.fired);
  return decision;
}
