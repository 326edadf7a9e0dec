//===- BuildStage.cpp - From an input to a bundle -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/BuildStage.h"

#include "BuildReport.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/FormProblems/FusionChoices.h"
#include "mlir-autotune/Measure/Progress.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Simulation/Cases.h"
#include "mlir-autotune/Transforms/TableFile.h"
#include "mlir-autotune/Tuning/Attentions.h"
#include "mlir-autotune/Tuning/Bundle.h"
#include "mlir-autotune/Tuning/ShapesFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// A config from a text that may be wrong; the reason is in `whyNot` then.
static FailureOr<Config> parseConfig(StringRef text, MLIRContext &context,
                                     std::string &whyNot) {
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    whyNot += (whyNot.empty() ? "" : "; ") + diagnostic.str();
  });
  return Config::parse(text, &context);
}

/// The options that decide on candidates, checked.
static llvm::Expected<CandidateOptions>
getCandidateOptions(const BuildStageOptions &options, MLIRContext &context) {
  CandidateOptions result;
  result.propose.only.assign(options.heuristics.begin(),
                             options.heuristics.end());
  result.propose.disabled.assign(options.disabled.begin(),
                                 options.disabled.end());
  result.propose.maxCandidates = options.trials;
  result.propose.numSampled = options.sampled;
  result.propose.predictsSpace = true;
  result.extend = options.extend;
  result.seedsOnly = options.seedsOnly;
  result.plans = options.plans;
  llvm::Expected<SizeHints> hints = readHints(options.sizes, context);
  if (!hints)
    return hints.takeError();
  result.hints = *hints;
  std::string whyNot;
  if (failed(checkHeuristicsToUse(result.propose.only, whyNot)) ||
      failed(checkHeuristicNames(result.propose.disabled, whyNot)))
    return llvm::createStringError(whyNot);
  result.propose.space = symbolizeSpaceLevel(options.space);
  if (!result.propose.space && options.space != "none")
    return llvm::createStringError(
        "--space: unknown level '" + options.space +
        "'; known are quick, default, exhaustive, none");
  if (!options.table.empty()) {
    FailureOr<std::shared_ptr<const LookupTable>> table =
        readLookupTable(options.table, options.strictTable, &context);
    if (failed(table))
      return llvm::make_error<DiagnosedError>();
    result.propose.table = *table;
  }
  for (const std::string &text : options.configs) {
    FailureOr<Config> config = parseConfig(text, context, whyNot);
    if (failed(config))
      return llvm::createStringError("--config='" + text + "': " + whyNot);
    result.given.push_back(*config);
  }
  return result;
}

static llvm::Expected<TargetInfo>
chooseTarget(const BuildStageOptions &options,
             const std::optional<TargetInfo> &fallback,
             ArrayRef<Operation *> matmuls) {
  if (!options.target.empty())
    return parseTargetOption(options.target);
  if (fallback)
    return *fallback;
  if (matmuls.empty())
    return llvm::createStringError("no target; name one with --target: " +
                                   getKnownTargetNames());
  FailureOr<TargetInfo> target = findCommonTarget(matmuls);
  if (failed(target))
    return llvm::make_error<DiagnosedError>();
  return *target;
}

namespace {
/// Reads one kind of input into a stage.
class InputReader {
public:
  InputReader(const BuildStageOptions &options,
              const std::optional<TargetInfo> &fallback,
              const Messages &messages, BuildStage &stage)
      : options(options), fallback(fallback), messages(messages), stage(stage) {
  }

  llvm::Error read();

private:
  llvm::Error readModule();
  llvm::Error readShapes();
  llvm::Error readCases();
  llvm::Error readPicks();
  llvm::Error takeTarget();

  const BuildStageOptions &options;
  const std::optional<TargetInfo> &fallback;
  const Messages &messages;
  BuildStage &stage;
};
} // namespace

llvm::Error InputReader::readModule() {
  stage.module =
      std::make_unique<InputModule>(options.allowUnregistered, messages);
  if (llvm::Error error = stage.module->parse(options.input, options.target))
    return error;
  SmallVector<Operation *, 0> matmuls = findMatmuls(stage.module->getModule());
  SmallVector<ModuleMatmul, 0> attentions =
      findAttentions(stage.module->getModule());
  SmallVector<Operation *, 0> all = matmuls;
  for (const ModuleMatmul &attention : attentions)
    all.push_back(attention.op);
  if (all.empty() && !options.mayLackMatmuls)
    return llvm::createStringError(
        options.input + ": has no matmul or attention that can be tuned; "
                        "autotune-opt --autotune-prepare turns "
                        "contractions of front ends into matmuls");
  llvm::Expected<TargetInfo> target = chooseTarget(options, fallback, all);
  if (!target)
    return target.takeError();
  stage.target = *target;
  llvm::Expected<CandidateOptions> candidates =
      getCandidateOptions(options, stage.module->getContext());
  if (!candidates)
    return candidates.takeError();
  // One who gives the configs gives them for what is served.
  bool measuresFusion = options.measuresFusion && options.configs.empty();
  FailureOr<TuningProblems> problems = makeProblems(
      measuresFusion ? chooseCloseFusions(matmuls, stage.target, options.extend)
                     : choosePatterns(matmuls, stage.target),
      stage.target, *candidates);
  FailureOr<std::vector<TuningProblem>> others =
      makeAttentionProblems(attentions, stage.target, *candidates);
  if (failed(problems) || failed(others))
    return llvm::make_error<DiagnosedError>();
  stage.problems = std::move(problems->ofKnownSizes);
  llvm::append_range(stage.problems, *others);
  stage.planned = std::move(problems->planned);
  stage.candidates = std::move(*candidates);
  // Without measurements, the first samples of plans are known.
  if (!options.seedsOnly)
    for (const PlannedProblem &planned : stage.planned)
      llvm::append_range(stage.problems, planned.first);
  return llvm::Error::success();
}

/// Where the input names no target: that of the options, or the fallback.
llvm::Error InputReader::takeTarget() {
  llvm::Expected<TargetInfo> target = chooseTarget(options, fallback, {});
  if (!target)
    return target.takeError();
  stage.target = *target;
  return llvm::Error::success();
}

llvm::Error InputReader::readShapes() {
  llvm::Expected<std::vector<ProblemFact>> facts = autotune::readShapes(
      options.shapes, [&](const Twine &text) { messages.warn(text); });
  if (!facts)
    return facts.takeError();
  if (llvm::Error error = takeTarget())
    return error;
  InputModule context(/*allowUnregisteredDialects=*/false, messages);
  llvm::Expected<CandidateOptions> candidates =
      getCandidateOptions(options, context.getContext());
  if (!candidates)
    return candidates.takeError();
  for (const ProblemFact &fact : *facts) {
    std::string why = getWhyNotMeasurable(fact);
    if (why.empty())
      why = getWhyNone(fact, stage.target);
    if (!why.empty()) {
      messages.warn(fact.getKey() + ": left out: " + why);
      continue;
    }
    stage.problems.push_back({fact, 1, {}});
    chooseCandidates(stage.problems.back(), stage.target, *candidates);
  }
  return llvm::Error::success();
}

/// What a file pairs, problem by problem in the order of their first lines.
llvm::Error InputReader::readCases() {
  if (llvm::Error error = takeTarget())
    return error;
  InputModule context(/*allowUnregisteredDialects=*/false, messages);
  llvm::Error errors = llvm::Error::success();
  CaseReader reader(context.getContext(), stage.target,
                    [&](const Twine &message) {
                      errors = llvm::joinErrors(
                          std::move(errors), llvm::createStringError(message));
                    });
  reader.addFile(options.cases);
  if (errors)
    return errors;
  llvm::StringMap<size_t> indices;
  for (Case each : reader.getCases()) {
    std::string why;
    if (each.fact.isMatmul()) {
      auto matmul = each.fact.getMatmul();
      if (succeeded(canonicalizeFunctions(&context.getContext(), matmul, why)))
        each.fact = std::move(matmul);
    }
    if (why.empty())
      why = getWhyNotMeasurable(each.fact);
    if (!why.empty()) {
      messages.warn(each.fact.getKey() + ": left out: " + why);
      continue;
    }
    auto [found, isNew] =
        indices.try_emplace(each.fact.getKey(), stage.problems.size());
    if (isNew)
      stage.problems.push_back({each.fact, 1, {}});
    std::vector<TuningCandidate> &candidates =
        stage.problems[found->second].candidates;
    if (llvm::none_of(candidates, [&](const TuningCandidate &candidate) {
          return candidate.config == each.config;
        }))
      candidates.push_back({each.config, {}, "", 0, std::nullopt});
  }
  return llvm::Error::success();
}

/// What records say was best. One that can't be built any more, by another
/// version's space for one, is left out.
llvm::Error InputReader::readPicks() {
  if (llvm::Error error = takeTarget())
    return error;
  InputModule context(/*allowUnregisteredDialects=*/false, messages);
  for (const GivenPick &pick : options.picks) {
    llvm::Expected<ProblemFact> fact = parseMatmul(pick.problem);
    std::string why =
        fact ? getWhyNotMeasurable(*fact) : llvm::toString(fact.takeError());
    FailureOr<Config> config = failure();
    if (why.empty())
      config = parseConfig(pick.config, context.getContext(), why);
    if (!why.empty() || failed(config)) {
      messages.warn(options.picksPlace + ": " + pick.problem +
                    ": left out: " + why);
      continue;
    }
    TuningProblem &problem = stage.problems.emplace_back();
    problem.fact = *fact;
    CandidateOptions candidates;
    candidates.given.push_back(*config);
    chooseCandidates(problem, stage.target, candidates);
  }
  return llvm::Error::success();
}

llvm::Error InputReader::read() {
  if (!options.shapes.empty())
    return readShapes();
  if (!options.cases.empty())
    return readCases();
  if (!options.picks.empty())
    return readPicks();
  return readModule();
}

/// Illegal configs come from `source` alone, --config or a file of picks. One
/// that is legal for some of the problems is a failed candidate of the others.
static llvm::Error checkCandidates(const BuildStage &stage, StringRef source,
                                   const Messages &messages) {
  bool hasLegal = false;
  for (const TuningProblem &problem : stage.problems)
    for (const TuningCandidate &candidate : problem.candidates) {
      hasLegal |= candidate.whyIllegal.empty();
      if (!candidate.whyIllegal.empty())
        messages.warn(problem.fact.getKey() + ": " + source + "='" +
                      getBrief(candidate.config) + "' breaks the constraint " +
                      candidate.whyIllegal);
    }
  if (hasLegal)
    return llvm::Error::success();
  return llvm::createStringError("there is nothing to build: no matmul or "
                                 "attention that can be tuned has a "
                                 "config that is legal for it on " +
                                 stage.target.name);
}

KernelCache tune::openKernelCache(const BuildStageOptions &options) {
  if (options.noCache)
    return KernelCache("");
  return KernelCache(options.cacheFolder.empty()
                         ? KernelCache::getDefaultFolder()
                         : options.cacheFolder);
}

llvm::Expected<BuildStage>
tune::readBuildInput(const BuildStageOptions &options,
                     const std::optional<TargetInfo> &target,
                     const Messages &messages) {
  BuildStage stage;
  if (llvm::Error error = InputReader(options, target, messages, stage).read())
    return error;
  // Where the space is searched, candidates are yet to come.
  bool isSearched = options.seedsOnly && options.configs.empty();
  bool lacksMatmuls = options.mayLackMatmuls && stage.problems.empty();
  StringRef source = options.picks.empty() ? "--config" : "--picks";
  if (!isSearched && !lacksMatmuls)
    if (llvm::Error error = checkCandidates(stage, source, messages))
      return error;
  return stage;
}

llvm::Expected<BuildResult>
tune::buildProblems(std::vector<TuningProblem> &problems,
                    const TargetInfo &target, const BuildStageOptions &options,
                    const Messages &messages) {
  llvm::Expected<Ptxas> ptxas = Ptxas::find();
  if (!ptxas)
    return ptxas.takeError();
  size_t total = 0;
  for (const TuningProblem &problem : problems)
    total += problem.candidates.size();
  measure::Progress progress(messages.getStream(), total, options.quiet);
  BuildOptions buildOptions;
  buildOptions.jobs = options.jobs;
  // Kernels that several problems share are built once, so the bar counts
  // kernels in proportion.
  auto update = [&](size_t done, size_t kernels) {
    progress.update(done * total / kernels, "built");
  };
  buildOptions.progress = update;
  llvm::Expected<BuildResult> built = buildKernels(
      problems, target, *ptxas, openKernelCache(options), buildOptions);
  if (built && !built->cacheError.empty())
    messages.warn("kernels are not kept in the cache: " + built->cacheError);
  return built;
}

void tune::appendBuild(BuildResult &whole, BuildResult built,
                       MutableArrayRef<TuningProblem> problems) {
  for (TuningProblem &problem : problems)
    for (TuningCandidate &candidate : problem.candidates)
      if (candidate.kernel)
        *candidate.kernel += whole.kernels.size();
  for (CompiledKernel &kernel : built.kernels)
    whole.kernels.push_back(std::move(kernel));
  whole.numCached += built.numCached;
  whole.numCompiled += built.numCompiled;
  whole.jobs = std::max(whole.jobs, built.jobs);
  whole.coreSeconds += built.coreSeconds;
  whole.seconds += built.seconds;
  if (whole.cacheError.empty())
    whole.cacheError = std::move(built.cacheError);
}

llvm::Expected<BuildResult> tune::writeStage(BuildStage &stage,
                                             const BuildStageOptions &options,
                                             StringRef bundle,
                                             raw_ostream &tables,
                                             const Messages &messages) {
  if (options.dependentLaunch)
    llvm::for_each(stage.problems, addDependentLaunches);
  if (llvm::Error error = Ptxas::find().takeError())
    return error;
  if (llvm::Error error = checkBundlePlace(bundle))
    return error;
  llvm::Expected<BuildResult> built =
      buildProblems(stage.problems, stage.target, options, messages);
  if (!built)
    return built.takeError();
  BuildResult &result = *built;
  // A bundle without a kernel is of no use, least of all in a good one's place.
  bool hasKernel = llvm::any_of(
      result.kernels, [](const CompiledKernel &k) { return !k.failure; });
  if (hasKernel)
    if (llvm::Error error =
            writeBundle(bundle, stage.problems, result.kernels, stage.target))
      return error;
  if (options.top)
    tables << formatEstimates(stage.problems, result.kernels, stage.target,
                              options.top);
  tables << formatSummary(stage.problems, result, stage.target, bundle);
  tables.flush();
  if (hasKernel)
    return built;
  return llvm::createStringError(
      "no candidate could be built, so " + bundle +
      " was not written; the first one's failure: " +
      stringifyCompileFailure(*result.kernels.front().failure) + ": " +
      result.kernels.front().detail);
}

llvm::Expected<BuildStage>
tune::buildBundle(const BuildStageOptions &options,
                  const std::optional<TargetInfo> &target, StringRef bundle,
                  raw_ostream &tables, const Messages &messages) {
  if (bundle == "-")
    return llvm::createStringError(
        "a bundle is a folder, which the standard output can't be; name one");
  llvm::Expected<BuildStage> read = readBuildInput(options, target, messages);
  if (!read)
    return read;
  if (llvm::Error error =
          writeStage(*read, options, bundle, tables, messages).takeError())
    return error;
  return read;
}
