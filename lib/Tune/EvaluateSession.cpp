//===- EvaluateSession.cpp - Proposers scored on records ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/EvaluateSession.h"

#include "mlir-autotune/Tune/EvaluatedProposers.h"
#include "mlir-autotune/Tune/TableExport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// So many of a table's entry: more than are scored, for not all were measured
/// on the other matmul.
static constexpr unsigned kTop = 32;

/// The settings; an error when an input is wrong.
static llvm::Expected<ProposerSettings>
makeSettings(const EvaluateOptions &options, const RecordsByKey &all,
             const MeasuredTable &table) {
  ProposerSettings settings;
  llvm::Expected<TargetInfo> target = getTarget(table, options.target);
  if (!target)
    return target.takeError();
  settings.target = *target;
  ExportOptions exporting;
  exporting.top = kTop;
  exporting.device = table.device;
  exporting.target = *target;
  llvm::Expected<std::vector<BestConfigs>> best =
      findBestConfigs(all, exporting, [](const llvm::Twine &) {});
  if (!best)
    return best.takeError();
  settings.table = makeTable(*best, /*near=*/true);
  settings.seed = options.seed;
  settings.batch = options.batch;
  settings.seedsFirst = options.seedsFirst;
  settings.space = symbolizeSpaceLevel(options.space);
  if (!settings.space && !options.space.empty())
    return llvm::createStringError("--space: unknown level '" + options.space +
                                   "'; known are quick, default, exhaustive");
  if (options.predictions.empty())
    return settings;
  llvm::Expected<Predictions> predictions =
      readPredictions(options.predictions, table.device);
  if (!predictions)
    return predictions.takeError();
  settings.predictions = std::move(*predictions);
  return settings;
}

/// Leaves out the problems that the file of predictions has nothing of, such as
/// matmuls with an epilogue, which train no trees.
static llvm::Error dropUnpredicted(const EvaluateOptions &options,
                                   const Predictions &predictions,
                                   MeasuredTable &table,
                                   const Messages &messages) {
  std::string first;
  size_t dropped = 0;
  llvm::erase_if(table.problems, [&](const TableProblem &problem) {
    if (predictions.contains(problem.key))
      return false;
    if (dropped++ == 0)
      first = problem.key;
    table.numRecords -= problem.configs.size();
    return true;
  });
  if (dropped == 0)
    return llvm::Error::success();
  std::string what =
      options.predictions + ": has nothing of " + first + " on " + table.device;
  if (table.problems.empty())
    return llvm::createStringError(what);
  messages.warn(what + "; left out: " + llvm::Twine(dropped) +
                " matmuls without a prediction");
  return llvm::Error::success();
}

static llvm::Expected<std::vector<std::string>>
chooseProposers(const std::vector<std::string> &asked) {
  if (asked.empty())
    return getProposerNames();
  for (const std::string &name : asked)
    if (llvm::Error error = checkProposer(name))
      return error;
  return asked;
}

static std::string describe(const MeasuredTable &table, bool hasPredictions) {
  return llvm::formatv(
             "{0} matmuls, {1} configs measured on {2}, {3}{4}; predictions "
             "are {5}\n",
             table.problems.size(), table.numRecords, table.device,
             table.firstDate,
             table.lastDate == table.firstDate ? "" : " to " + table.lastDate,
             hasPredictions
                 ? "of models that saw no config of the matmul"
                 : "of this build's model, which may have SEEN these matmuls")
      .str();
}

static constexpr llvm::StringLiteral kRandom = "random";

/// Of each proposer, its choices for each problem.
static std::vector<std::vector<Choices>>
getChoices(const std::vector<std::string> &names, const MeasuredTable &table,
           const ProposerSettings &settings) {
  std::vector<std::vector<Choices>> choices;
  for (const std::string &name : names) {
    std::vector<Choices> &ofName = choices.emplace_back();
    for (const TableProblem &problem : table.problems)
      ofName.push_back(propose(name, problem, settings));
  }
  return choices;
}

/// Drops the problems for which some proposer has no measured config.
static void keepCommon(const std::vector<std::string> &names,
                       MeasuredTable &table,
                       std::vector<std::vector<Choices>> &choices) {
  std::vector<TableProblem> problems;
  std::vector<std::vector<Choices>> kept(names.size());
  for (size_t i = 0; i < table.problems.size(); ++i) {
    bool isCommon = true;
    for (auto [name, ofName] : llvm::zip_equal(names, choices))
      isCommon &= name == kRandom || !ofName[i].order.empty();
    if (!isCommon)
      continue;
    problems.push_back(std::move(table.problems[i]));
    for (auto [from, to] : llvm::zip_equal(choices, kept))
      to.push_back(std::move(from[i]));
  }
  table.numRecords = 0;
  for (const TableProblem &problem : problems)
    table.numRecords += problem.configs.size();
  table.problems = std::move(problems);
  choices = std::move(kept);
}

static Evaluation evaluate(const std::string &name, const MeasuredTable &table,
                           llvm::ArrayRef<Choices> choices) {
  Evaluation evaluation;
  evaluation.proposer = name;
  evaluation.library = getLibraryVersion(name);
  for (auto [problem, ofProblem] : llvm::zip_equal(table.problems, choices)) {
    evaluation.scores.push_back(name == kRandom
                                    ? scoreDraws(problem)
                                    : scoreOrder(problem, ofProblem.order));
    evaluation.numProposed += ofProblem.numProposed;
    evaluation.numUnmeasured += ofProblem.numUnmeasured;
    evaluation.numWithout += ofProblem.order.empty();
  }
  return evaluation;
}

llvm::Expected<EvaluateResult>
tune::evaluateProposers(const EvaluateOptions &options,
                        const Messages &messages) {
  auto warn = [&](const llvm::Twine &text) { messages.warn(text); };
  llvm::Expected<std::vector<std::string>> names =
      chooseProposers(options.proposers);
  if (!names)
    return names.takeError();
  llvm::Expected<RecordsByKey> all = readAllRecords(options.records, warn);
  if (!all)
    return all.takeError();
  llvm::Expected<MeasuredTable> table =
      makeMeasuredTable(*all, options.device, warn);
  if (!table)
    return table.takeError();
  llvm::erase_if(table->problems, [&](const TableProblem &problem) {
    if (problem.fact.isMatmul() && problem.getBestNs() > 0)
      return false;
    messages.warn("left out: " + problem.key +
                  (problem.fact.isMatmul() ? ": no config of it ran"
                                           : ": proposers are for matmuls"));
    return true;
  });
  if (table->problems.empty())
    return llvm::createStringError("no matmul is left to score proposers on");
  llvm::Expected<ProposerSettings> settings =
      makeSettings(options, *all, *table);
  if (!settings)
    return settings.takeError();
  if (settings->predictions)
    if (llvm::Error error =
            dropUnpredicted(options, *settings->predictions, *table, messages))
      return error;
  std::vector<std::vector<Choices>> choices =
      getChoices(*names, *table, *settings);
  if (options.common) {
    keepCommon(*names, *table, choices);
    if (table->problems.empty())
      return llvm::createStringError(
          "--common: no matmul has a measured config of each proposer");
  }
  EvaluateResult result;
  for (auto [name, ofName] : llvm::zip_equal(*names, choices))
    result.evaluations.push_back(evaluate(name, *table, ofName));
  result.description = describe(*table, !options.predictions.empty());
  result.table = std::move(*table);
  return result;
}
