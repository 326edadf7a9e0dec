//===- Problems.cpp - What is to be tuned, and with what ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Problems.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Analysis/TargetResolution.h"
#include "mlir-autotune/Providers/Estimate.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::autotune;

static void remarkLeftAlone(Operation *op, StringRef why) {
  op->emitRemark() << "left alone: " << why;
}

FailureOr<TargetInfo>
autotune::findCommonTarget(ArrayRef<Operation *> matmuls) {
  std::optional<TargetInfo> common;
  for (Operation *matmul : matmuls) {
    FailureOr<TargetInfo> target = findTarget(matmul);
    if (failed(target))
      return failure();
    if (!common)
      common = *target;
    // A bundle is for one device.
    if (target->name != common->name || target->chip != common->chip ||
        target->sms != common->sms)
      return matmul->emitOpError()
             << "is for " << target->name << ", but matmuls before it are for "
             << common->name << "; name one target with --target";
  }
  if (!common)
    return failure();
  return *common;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Adds a legal config once; `limit` is the most candidates, or 0.
static void addCandidate(TuningProblem &problem, const TargetInfo &target,
                         const Config &config, ArrayRef<StringRef> heuristics,
                         size_t limit) {
  auto found = llvm::find_if(problem.candidates, [&](const auto &candidate) {
    return candidate.config == config;
  });
  if (found == problem.candidates.end()) {
    if (limit != 0 && problem.candidates.size() >= limit)
      return;
    TuningCandidate candidate{config, {}, "", 0, std::nullopt};
    candidate.estimateNs = estimateTime(problem.fact, target, config);
    found = problem.candidates.insert(problem.candidates.end(),
                                      std::move(candidate));
  }
  for (StringRef name : heuristics)
    if (!llvm::is_contained(found->heuristics, name))
      found->heuristics.push_back(name.str());
}

/// Names the heuristics that propose what is there already.
static void creditHeuristics(TuningProblem &problem, const TargetInfo &target,
                             const ProposeOptions &options) {
  ProposeOptions seedsOnly = options;
  seedsOnly.space = std::nullopt;
  seedsOnly.maxCandidates = 0;
  Proposal proposal = propose(problem.fact, target, seedsOnly);
  // A limit of what is there adds nothing.
  for (const ProposedConfig &proposed : proposal.candidates)
    addCandidate(problem, target, proposed.config, proposed.heuristics,
                 problem.candidates.size());
}

static void addProposals(TuningProblem &problem, const TargetInfo &target,
                         const CandidateOptions &candidateOptions) {
  ProposeOptions options = candidateOptions.propose;
  if (candidateOptions.seedsOnly) {
    options.space = std::nullopt;
    options.maxCandidates = options.numSampled = 0;
  }
  for (const ProposedConfig &proposed :
       propose(problem.fact, target, options).candidates) {
    // What a table names is measured in any case.
    bool isNamed = llvm::is_contained(proposed.heuristics, kTableName);
    addCandidate(problem, target, proposed.config, proposed.heuristics,
                 isNamed || options.maxCandidates == 0
                     ? 0
                     : options.maxCandidates + options.numSampled);
    if (isNamed)
      problem.numNamed = problem.candidates.size();
  }
}

void autotune::chooseCandidates(TuningProblem &problem,
                                const TargetInfo &target,
                                const CandidateOptions &options) {
  if (options.given.empty()) {
    addProposals(problem, target, options);
    return;
  }
  for (const Config &given : options.given) {
    std::string whyNot =
        "library: " + given.getTemplateName().str() +
        " is no kernel that can be built; --libraries of tune measures the "
        "library's algorithms";
    FailureOr<Config> config = failure();
    if (!given.getSchema().isLibrary)
      config =
          completeConfig(given, problem.fact, target, options.propose, whyNot);
    if (succeeded(config))
      addCandidate(problem, target, *config, {}, /*limit=*/0);
    else
      problem.candidates.push_back({given, {}, whyNot, 0, std::nullopt});
  }
  if (!problem.candidates.empty())
    creditHeuristics(problem, target, options.propose);
  problem.numNamed = problem.candidates.size();
  problem.isClosed = true;
}

/// The kernels that a matmul carries: its config, then its candidates.
static SmallVector<ConfigAttr> getAttachedConfigs(Operation *op) {
  SmallVector<ConfigAttr> configs;
  // The kernel behind libraries is one for all sizes.
  if (auto plan = op->getAttrOfType<PlanAttr>(kConfigAttrName);
      plan && llvm::all_of(plan.getGuards(), [](const SizeGuard &guard) {
        return guard.isAll();
      }))
    configs.push_back(plan.getConfigs().back());
  if (auto config = op->getAttrOfType<ConfigAttr>(kConfigAttrName))
    configs.push_back(config);
  if (auto candidates = op->getAttrOfType<ArrayAttr>(kCandidatesAttrName))
    llvm::append_range(configs, candidates.getAsRange<ConfigAttr>());
  llvm::erase_if(configs, [](ConfigAttr config) { return config.isLibrary(); });
  return configs;
}

static LogicalResult addAttached(TuningProblem &problem, Operation *op,
                                 const TargetInfo &target,
                                 const ProposeOptions &options) {
  for (ConfigAttr attr : getAttachedConfigs(op)) {
    FailureOr<Config> given = Config::fromAttr(attr);
    std::string whyNot = "it is of no known template";
    FailureOr<Config> config = failure();
    if (succeeded(given))
      config = completeConfig(*given, problem.fact, target, options, whyNot);
    if (failed(config))
      return op->emitOpError() << "carries " << attr
                               << ", which breaks the constraint " << whyNot;
    addCandidate(problem, target, *config, {}, /*limit=*/0);
  }
  return success();
}

namespace {
/// The distinct problems of a module.
class ProblemList {
public:
  /// The problem of a fact, which is added if it is new.
  TuningProblem &get(const ProblemFact &fact) {
    SmallVector<size_t, 1> &same = indices[hash_value(fact)];
    auto found = llvm::find_if(
        same, [&](size_t index) { return problems[index].fact == fact; });
    if (found != same.end())
      return problems[*found];
    same.push_back(problems.size());
    problems.push_back({fact, 0, {}});
    return problems.back();
  }

  std::vector<TuningProblem> problems;

private:
  llvm::DenseMap<llvm::hash_code, SmallVector<size_t, 1>> indices;
};
} // namespace

FailureOr<TuningProblems>
autotune::makeProblems(ArrayRef<ModuleMatmul> matmuls, const TargetInfo &target,
                       const CandidateOptions &options) {
  ProblemList list;
  TuningProblems made;
  for (const ModuleMatmul &matmul : matmuls) {
    FailureOr<ExpectedSizes> expected = ExpectedSizes();
    if (matmul.fact.isMatmul())
      expected = findExpectedSizes(matmul.op, matmul.fact, options.hints);
    if (failed(expected))
      return failure();
    std::string why = getWhyNotMeasurable(matmul.fact);
    if (why.empty())
      why = getWhyNone(matmul.fact, target);
    if (!why.empty()) {
      if (matmul.isAlternative)
        continue;
      if (llvm::any_of(made.planned, [&](const PlannedProblem &other) {
            return other.fact == matmul.fact && other.expected == *expected;
          }))
        continue;
      PlannedProblem planned{matmul.fact, *expected, {}};
      if (options.plans && options.given.empty() && canHavePlan(matmul.fact))
        planned.first = makeSamples(planned, target, options, {});
      if (planned.first.empty())
        remarkLeftAlone(matmul.op, why);
      else
        made.planned.push_back(std::move(planned));
      continue;
    }
    TuningProblem &problem = list.get(matmul.fact);
    problem.occurrences += !matmul.isAlternative;
    // What is attached is for what it was attached to.
    if (options.given.empty() && !matmul.isAlternative &&
        failed(addAttached(problem, matmul.op, target, options.propose)))
      return failure();
  }
  made.ofKnownSizes = std::move(list.problems);
  for (TuningProblem &problem : made.ofKnownSizes) {
    bool isAttached = !problem.candidates.empty();
    problem.numNamed = problem.candidates.size();
    problem.isClosed = isAttached && !options.extend;
    if (!isAttached || options.extend)
      chooseCandidates(problem, target, options);
    if (isAttached)
      creditHeuristics(problem, target, options.propose);
  }
  return made;
}

std::vector<TuningProblem>
autotune::makeSamples(const PlannedProblem &planned, const TargetInfo &target,
                      const CandidateOptions &options,
                      ArrayRef<PlanMeasurement> known) {
  PlanOptions plans = *options.plans;
  plans.expected = planned.expected;
  std::vector<TuningProblem> problems;
  for (const PlanSample &sample :
       getPlanSamples(planned.fact, target, options.propose, plans, known)) {
    if (!getWhyNotMeasurable(sample.fact).empty())
      continue;
    TuningProblem &problem = problems.emplace_back();
    problem.fact = sample.fact;
    for (const Config &config : sample.configs)
      addCandidate(problem, target, config, {}, /*limit=*/0);
    problem.numNamed = problem.candidates.size();
    problem.occurrences = 0;
    problem.isClosed = problem.isSample = true;
  }
  return problems;
}
