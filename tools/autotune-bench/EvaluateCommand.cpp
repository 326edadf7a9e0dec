//===- EvaluateCommand.cpp - autotune-bench evaluate ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Tune/EvaluateSession.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::SubCommand evaluateCommand("evaluate", "Score proposers on records");
cl::SubCommand &bench::getEvaluateCommand() { return evaluateCommand; }

static EvaluateOptions options;
static bool showsMeasured = false;
static ListFlag records(evaluateCommand, options.records, cl::Positional,
                        cl::desc("records.jsonl..."));
static Flag<std::string> targetName(
    evaluateCommand, options.target, "target", cl::value_desc("name"),
    cl::desc(
        "The target of records whose device's name is not a known product"));
static Flag<std::string>
    deviceName(evaluateCommand, options.device, "device-name",
               cl::value_desc("name"),
               cl::desc("Take only records of this device (default: the only "
                        "device in the records)"));
static ListFlag proposers(
    evaluateCommand, options.proposers, "proposers", cl::value_desc("names"),
    cl::CommaSeparated,
    cl::desc(
        "Score only these proposers: random, heuristics, analytical, table, "
        "model, heuristics+model, search:<strategy> (default: all of these). "
        "Others are the name of a heuristic, heuristics+<heuristic>, and "
        "nearest: before heuristics or one of these"));
static Flag<bool>
    common(evaluateCommand, options.common, "common",
           cl::desc("Leave out each matmul for which a proposer has no "
                    "measured config (default: it counts as the slowest "
                    "measured config)"));
static Flag<bool>
    measured(evaluateCommand, showsMeasured, "measured",
             cl::desc("Say after the table how many proposals of each proposer "
                      "were measured, and the versions of libraries"));
static Flag<std::string> predictionsFile(
    evaluateCommand, options.predictions, "predictions", cl::value_desc("file"),
    cl::desc("A file that train --predictions wrote. Its predictions come from "
             "models that saw no config of the same matmul (default: this "
             "build's model, which may have seen these records)"));
static cl::opt<std::string>
    jsonFile("json", cl::value_desc("file"),
             cl::desc("Write all figures to this file as JSON, including those "
                      "of each matmul"),
             cl::sub(evaluateCommand), cl::cat(getCategory()));
static Flag<uint64_t>
    seed(evaluateCommand, options.seed, "seed",
         cl::desc("The seed of the strategies' random choices (default: 1)"));
static Flag<unsigned>
    batch(evaluateCommand, options.batch, "batch", cl::value_desc("n"),
          cl::desc("How many configs a strategy proposes before it gets their "
                   "times (default: 4)"));
static Flag<unsigned>
    seedsFirst(evaluateCommand, options.seedsFirst, "seeds-first",
               cl::value_desc("n"),
               cl::desc("How many of the heuristics' proposals come before the "
                        "strategy's own (default: 1)"));
static Flag<std::string>
    space(evaluateCommand, options.space, "space", cl::value_desc("level"),
          cl::desc("Let strategies search only seeds and measured configs of "
                   "this level of the space: quick, default or exhaustive "
                   "(default: all measured configs)"));

int bench::runEvaluate() {
  if (options.records.empty())
    return reportError(
        "evaluate takes records; see autotune-bench evaluate --help");
  if (options.batch == 0)
    return reportError("--batch=0 leaves nothing to measure");
  llvm::Expected<EvaluateResult> result =
      evaluateProposers(options, getMessages());
  if (!result)
    return reportError(result.takeError());
  getTableStream(jsonFile) << result->description
                           << formatEvaluations(result->evaluations)
                           << (showsMeasured
                                   ? formatMeasured(result->evaluations)
                                   : "");
  if (jsonFile.empty())
    return 0;
  auto write = [&](llvm::raw_ostream &os) {
    os << llvm::formatv("{0:2}\n", toJson(result->evaluations, result->table));
  };
  return toExitCode(writeOutputFile(jsonFile, write));
}
