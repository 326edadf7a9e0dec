//===- TrainCommand.cpp - autotune-bench train ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Input.h"
#include "MeasuredTable.h"
#include "Trainer.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Space/Formulas.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
namespace cl = llvm::cl;

static cl::SubCommand trainCommand("train", "Train the cost model on records");
cl::SubCommand &bench::getTrainCommand() { return trainCommand; }

static cl::list<std::string> records(cl::Positional,
                                     cl::desc("records.jsonl..."),
                                     cl::sub(trainCommand),
                                     cl::cat(getCategory()));
static cl::opt<std::string>
    targetName("target", cl::value_desc("name"),
               cl::desc("What the records were measured on, where their device "
                        "does not say"),
               cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    deviceName("device-name", cl::value_desc("name"),
               cl::desc("Only the records of this device"),
               cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    dataset("dataset", cl::value_desc("file"),
            cl::desc("Write what the trainer reads there; without other "
                     "outputs, train nothing"),
            cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("Write the trees there: lib/Proposers/TrainedModel.inc"),
           cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    goldens("goldens", cl::value_desc("file"),
            cl::desc("Write some of the trainer's own predictions there, which "
                     "the trees must agree with"),
            cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    predictions("predictions", cl::value_desc("file"),
                cl::desc("Write what trees that saw no config of the matmul "
                         "predict of each config there, for evaluate"),
                cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    card("card", cl::value_desc("file"),
         cl::desc("Write where the model comes from, and its errors, there, as "
                  "Markdown"),
         cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<unsigned>
    folds("folds", cl::init(10), cl::value_desc("n"),
          cl::desc("Parts that the matmuls are left out in, for --predictions "
                   "and --card (10)"),
          cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<unsigned> jobs("jobs", cl::init(0), cl::value_desc("n"),
                              cl::desc("Threads that train (0: one a core)"),
                              cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    trainer("trainer", cl::value_desc("path"),
            cl::desc("train_cost_model.py, where it is not found"),
            cl::sub(trainCommand), cl::cat(getCategory()));
static cl::opt<std::string> python("python", cl::value_desc("path"),
                                   cl::desc("A Python with LightGBM (python3)"),
                                   cl::sub(trainCommand),
                                   cl::cat(getCategory()));

/// As the tables have it: SeenFact in CostModel.cpp.
static llvm::json::Array toSeenFact(const MatmulFact &fact) {
  return llvm::json::Array{fact.m,
                           fact.n,
                           fact.k,
                           "ElementKind::" +
                               stringifyElementKind(fact.a.element).upper(),
                           int(fact.a.transposed),
                           int(fact.b.transposed),
                           int(isTmaLoadable(fact.a)),
                           int(isTmaLoadable(fact.b))};
}

/// What the trainer must know beside the rows, and what goes into the tables as
/// it is.
static llvm::json::Object makeHeader(const MeasuredTable &table,
                                     const TargetInfo &target,
                                     llvm::json::Array facts) {
  return llvm::json::Object{
      {"launch_ns", kLaunchNs},
      {"facts", std::move(facts)},
      {"card",
       llvm::json::Object{{"device", table.device},
                          {"chip", target.chip},
                          {"driver", table.driver},
                          {"firstDate", table.firstDate},
                          {"lastDate", table.lastDate},
                          {"records", int64_t(table.numRecords)},
                          {"matmuls", int64_t(table.problems.size())}}}};
}

/// A line for each config with a time; false, where none is modelled.
static bool writeRows(const MeasuredProblem &problem, const TargetInfo &target,
                      llvm::raw_ostream &os) {
  bool hasRows = false;
  for (const MeasuredConfig &measured : problem.configs) {
    if (!measured.isOk())
      continue;
    TimeEstimate estimate =
        estimateTerms(problem.fact, target, measured.config);
    llvm::SmallVector<float> values;
    if (!getFeatures(problem.fact, target, measured.config, estimate, values))
      continue;
    hasRows = true;
    os << problem.key << "\t" << measured.config.str() << "\t"
       << llvm::format("%.9g\t%.9g", measured.timeNs, estimate.getTotalNs());
    for (float value : values)
      os << llvm::format("\t%.9g", value);
    os << "\n";
  }
  return hasRows;
}

/// The header, the names of the columns, and the rows. Facts without a row are
/// none that the trees have seen.
static void writeDataset(const MeasuredTable &table, const TargetInfo &target,
                         llvm::raw_ostream &os) {
  std::string rows;
  llvm::raw_string_ostream rowsStream(rows);
  llvm::json::Array facts;
  for (const MeasuredProblem &problem : table.problems)
    if (writeRows(problem, target, rowsStream))
      facts.push_back(toSeenFact(problem.fact));
  os << llvm::json::Value(makeHeader(table, target, std::move(facts))) << "\n"
     << "key\tconfig\ttime_ns\testimate_ns";
  for (llvm::StringRef name : getFeatureNames())
    os << "\t" << name;
  os << "\n" << rows;
}

static TrainerSettings getTrainerSettings() {
  TrainerSettings settings;
  settings.trainer = trainer;
  settings.python = python;
  const std::pair<const char *, const std::string &> outputs[] = {
      {"--tables", output},
      {"--goldens", goldens},
      {"--predictions", predictions},
      {"--card", card}};
  for (const auto &[option, path] : outputs)
    if (!path.empty())
      settings.outputs.emplace_back(option, path);
  settings.arguments = {"--folds", std::to_string(folds), "--jobs",
                        std::to_string(jobs)};
  return settings;
}

int bench::runTrain() {
  if (records.empty())
    return reportError("train takes records; see autotune-bench train --help");
  TrainerSettings settings = getTrainerSettings();
  if (dataset.empty() && settings.outputs.empty())
    return reportError("nothing to write: -o, --goldens, --predictions, --card "
                       "or --dataset");
  llvm::Expected<MeasuredTable> table =
      readMeasuredTable(records, deviceName, reportWarning);
  if (!table)
    return reportError(table.takeError());
  bool leavesOut = !predictions.empty() || !card.empty();
  if (leavesOut && (folds < 2 || folds > table->problems.size()))
    return reportError("--folds: from 2 to the number of matmuls, " +
                       llvm::Twine(table->problems.size()));
  llvm::Expected<TargetInfo> target = getTarget(*table, targetName);
  if (!target)
    return reportError(target.takeError());
  auto write = [&](llvm::raw_ostream &os) {
    writeDataset(*table, *target, os);
  };
  if (!dataset.empty())
    if (llvm::Error error = writeOutputFile(dataset, write))
      return reportError(std::move(error));
  if (!settings.outputs.empty())
    if (llvm::Error error = runTrainer(settings, write))
      return reportError(std::move(error));
  return 0;
}
