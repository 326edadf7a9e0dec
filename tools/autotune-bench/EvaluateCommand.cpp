//===- EvaluateCommand.cpp - autotune-bench evaluate ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Tune/EvaluatedProposers.h"
#include "mlir-autotune/Tune/Evaluation.h"
#include "mlir-autotune/Tune/TableExport.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::SubCommand
    evaluateCommand("evaluate", "Score all proposers on what was measured");
cl::SubCommand &tune::getEvaluateCommand() { return evaluateCommand; }

static cl::list<std::string> records(cl::Positional,
                                     cl::desc("records.jsonl..."),
                                     cl::sub(evaluateCommand),
                                     cl::cat(getCategory()));
static cl::opt<std::string>
    targetName("target", cl::value_desc("name"),
               cl::desc("What the records were measured on, where their device "
                        "does not say"),
               cl::sub(evaluateCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    deviceName("device-name", cl::value_desc("name"),
               cl::desc("Only the records of this device"),
               cl::sub(evaluateCommand), cl::cat(getCategory()));
static cl::list<std::string>
    proposers("proposers", cl::value_desc("names"), cl::CommaSeparated,
              cl::desc("Only these: random, heuristics, analytical, table, "
                       "model, heuristics+model, search:<strategy>"),
              cl::sub(evaluateCommand), cl::cat(getCategory()));
static cl::opt<std::string> predictionsFile(
    "predictions", cl::value_desc("file"),
    cl::desc("What models predict that saw no config of the matmul (train "
             "--predictions); without, this build's model is used, which may "
             "have seen them"),
    cl::sub(evaluateCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    jsonFile("json", cl::value_desc("file"),
             cl::desc("Write all figures there, each matmul's among them"),
             cl::sub(evaluateCommand), cl::cat(getCategory()));
static cl::opt<uint64_t> seed("seed", cl::init(1),
                              cl::desc("What strategies draw by (1)"),
                              cl::sub(evaluateCommand), cl::cat(getCategory()));
static cl::opt<unsigned>
    batch("batch", cl::init(4), cl::value_desc("n"),
          cl::desc("Configs that a strategy proposes before it is told what "
                   "they took (4)"),
          cl::sub(evaluateCommand), cl::cat(getCategory()));
static cl::opt<unsigned>
    seedsFirst("seeds-first", cl::init(1), cl::value_desc("n"),
               cl::desc("So many of the heuristics' seeds come before what a "
                        "strategy chooses (1)"),
               cl::sub(evaluateCommand), cl::cat(getCategory()));

/// So many of a table's entry: more than are scored, for not all were measured
/// on the other matmul.
static constexpr unsigned kTop = 32;

/// The settings; an error when an input is wrong.
static llvm::Expected<ProposerSettings> makeSettings(const RecordsByKey &all,
                                                     MeasuredTable &table) {
  ProposerSettings settings;
  llvm::Expected<TargetInfo> target = getTarget(table, targetName);
  if (!target)
    return target.takeError();
  settings.target = *target;
  ExportOptions options;
  options.top = kTop;
  options.device = table.device;
  options.target = *target;
  llvm::Expected<std::vector<BestConfigs>> best =
      findBestConfigs(all, options, [](const llvm::Twine &) {});
  if (!best)
    return best.takeError();
  settings.table = makeTable(*best, /*near=*/true);
  settings.seed = seed;
  settings.batch = batch;
  settings.seedsFirst = seedsFirst;
  if (predictionsFile.empty())
    return settings;
  llvm::Expected<Predictions> predictions =
      readPredictions(predictionsFile, table.device);
  if (!predictions)
    return predictions.takeError();
  for (const MeasuredProblem &problem : table.problems)
    if (!predictions->contains(problem.key))
      return llvm::createStringError(predictionsFile + ": has nothing of " +
                                     problem.key + " on " + table.device);
  settings.predictions = std::move(*predictions);
  return settings;
}

static llvm::Expected<std::vector<std::string>> chooseProposers() {
  std::vector<std::string> known = getProposerNames();
  if (proposers.empty())
    return known;
  for (const std::string &name : proposers)
    if (!llvm::is_contained(known, name))
      return llvm::createStringError("--proposers: unknown '" + name +
                                     "'; known are " + llvm::join(known, ", "));
  return std::vector<std::string>(proposers.begin(), proposers.end());
}

static std::string describe(const MeasuredTable &table) {
  return llvm::formatv(
             "{0} matmuls, {1} configs measured on {2}, {3}{4}; predictions "
             "are {5}\n",
             table.problems.size(), table.numRecords, table.device,
             table.firstDate,
             table.lastDate == table.firstDate ? "" : " to " + table.lastDate,
             predictionsFile.empty()
                 ? "of this build's model, which may have SEEN these matmuls"
                 : "of models that saw no config of the matmul")
      .str();
}

int tune::runEvaluate() {
  if (records.empty())
    return reportError(
        "evaluate takes records; see autotune-bench evaluate --help");
  if (batch == 0)
    return reportError("--batch=0 leaves nothing to measure");
  llvm::Expected<std::vector<std::string>> names = chooseProposers();
  if (!names)
    return reportError(names.takeError());
  llvm::Expected<RecordsByKey> all = readAllRecords(records, reportWarning);
  if (!all)
    return reportError(all.takeError());
  llvm::Expected<MeasuredTable> table =
      makeMeasuredTable(*all, deviceName, reportWarning);
  if (!table)
    return reportError(table.takeError());
  llvm::erase_if(table->problems, [](const MeasuredProblem &problem) {
    if (problem.getBestNs() > 0)
      return false;
    reportWarning("left out: " + problem.key + ": no config of it ran");
    return true;
  });
  if (table->problems.empty())
    return reportError("no matmul is left to score proposers on");
  llvm::Expected<ProposerSettings> settings = makeSettings(*all, *table);
  if (!settings)
    return reportError(settings.takeError());
  std::vector<Evaluation> evaluations;
  for (const std::string &name : *names) {
    Evaluation &evaluation = evaluations.emplace_back();
    evaluation.proposer = name;
    for (const MeasuredProblem &problem : table->problems)
      evaluation.scores.push_back(
          name == "random"
              ? scoreDraws(problem)
              : scoreOrder(problem, propose(name, problem, *settings)));
  }
  getTableStream(jsonFile) << describe(*table)
                           << formatEvaluations(evaluations);
  if (jsonFile.empty())
    return 0;
  auto write = [&](llvm::raw_ostream &os) {
    os << llvm::formatv("{0:2}\n", toJson(evaluations, *table));
  };
  if (llvm::Error error = writeOutputFile(jsonFile, write))
    return reportError(std::move(error));
  return 0;
}
