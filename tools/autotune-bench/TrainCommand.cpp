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
            cl::desc("Write what the trainer reads there, and train nothing"),
            cl::sub(trainCommand), cl::cat(getCategory()));

/// What the trainer must know beside the rows, and what goes into the tables as
/// it is.
static llvm::json::Object makeHeader(const MeasuredTable &table) {
  llvm::json::Array facts;
  for (const MeasuredProblem &problem : table.problems) {
    const MatmulFact &fact = problem.fact;
    facts.push_back(llvm::json::Array{
        fact.m, fact.n, fact.k, int(fact.b.transposed),
        int(isTmaLoadable(fact.a)), int(isTmaLoadable(fact.b))});
  }
  return llvm::json::Object{
      {"launch_ns", kLaunchNs},
      {"facts", std::move(facts)},
      {"card",
       llvm::json::Object{{"device", table.device},
                          {"driver", table.driver},
                          {"firstDate", table.firstDate},
                          {"lastDate", table.lastDate},
                          {"records", int64_t(table.numRecords)},
                          {"matmuls", int64_t(table.problems.size())}}}};
}

/// The header, the names of the columns, and a line for each config with a
/// time.
static void writeDataset(const MeasuredTable &table, const TargetInfo &target,
                         llvm::raw_ostream &os) {
  os << llvm::json::Value(makeHeader(table)) << "\n"
     << "key\tconfig\ttime_ns\testimate_ns";
  for (llvm::StringRef name : getFeatureNames())
    os << "\t" << name;
  os << "\n";
  for (const MeasuredProblem &problem : table.problems)
    for (const MeasuredConfig &measured : problem.configs) {
      if (!measured.isOk())
        continue;
      TimeEstimate estimate =
          estimateTerms(problem.fact, target, measured.config);
      llvm::SmallVector<float> values;
      if (!getFeatures(problem.fact, target, measured.config, estimate, values))
        continue;
      os << problem.key << "\t" << measured.config.str() << "\t"
         << llvm::format("%.9g\t%.9g", measured.timeNs, estimate.getTotalNs());
      for (float value : values)
        os << llvm::format("\t%.9g", value);
      os << "\n";
    }
}

int bench::runTrain() {
  if (records.empty())
    return reportError("train takes records; see autotune-bench train --help");
  llvm::Expected<MeasuredTable> table =
      readMeasuredTable(records, deviceName, reportWarning);
  if (!table)
    return reportError(table.takeError());
  llvm::Expected<TargetInfo> target =
      parseTargetOption(targetName.empty() ? table->device : targetName);
  if (!target)
    return reportError(target.takeError());
  if (llvm::Error error = writeOutputFile(dataset, [&](llvm::raw_ostream &os) {
        writeDataset(*table, *target, os);
      }))
    return reportError(std::move(error));
  return 0;
}
