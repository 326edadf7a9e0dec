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
  if (options.predictions.empty())
    return settings;
  llvm::Expected<Predictions> predictions =
      readPredictions(options.predictions, table.device);
  if (!predictions)
    return predictions.takeError();
  for (const MeasuredProblem &problem : table.problems)
    if (!predictions->contains(problem.key))
      return llvm::createStringError(options.predictions + ": has nothing of " +
                                     problem.key + " on " + table.device);
  settings.predictions = std::move(*predictions);
  return settings;
}

static llvm::Expected<std::vector<std::string>>
chooseProposers(const std::vector<std::string> &asked) {
  std::vector<std::string> known = getProposerNames();
  if (asked.empty())
    return known;
  for (const std::string &name : asked)
    if (!llvm::is_contained(known, name))
      return llvm::createStringError("--proposers: unknown '" + name +
                                     "'; known are " + llvm::join(known, ", "));
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
  llvm::erase_if(table->problems, [&](const MeasuredProblem &problem) {
    if (problem.getBestNs() > 0)
      return false;
    messages.warn("left out: " + problem.key + ": no config of it ran");
    return true;
  });
  if (table->problems.empty())
    return llvm::createStringError("no matmul is left to score proposers on");
  llvm::Expected<ProposerSettings> settings =
      makeSettings(options, *all, *table);
  if (!settings)
    return settings.takeError();
  EvaluateResult result;
  for (const std::string &name : *names) {
    Evaluation &evaluation = result.evaluations.emplace_back();
    evaluation.proposer = name;
    for (const MeasuredProblem &problem : table->problems)
      evaluation.scores.push_back(
          name == "random"
              ? scoreDraws(problem)
              : scoreOrder(problem, propose(name, problem, *settings)));
  }
  result.description = describe(*table, !options.predictions.empty());
  result.table = std::move(*table);
  return result;
}
