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

static cl::SubCommand
    evaluateCommand("evaluate", "Score all proposers on what was measured");
cl::SubCommand &bench::getEvaluateCommand() { return evaluateCommand; }

static EvaluateOptions options;
static ListFlag records(evaluateCommand, options.records, cl::Positional,
                        cl::desc("records.jsonl..."));
static Flag<std::string>
    targetName(evaluateCommand, options.target, "target",
               cl::value_desc("name"),
               cl::desc("What the records were measured on, where their device "
                        "does not say"));
static Flag<std::string>
    deviceName(evaluateCommand, options.device, "device-name",
               cl::value_desc("name"),
               cl::desc("Only the records of this device"));
static ListFlag
    proposers(evaluateCommand, options.proposers, "proposers",
              cl::value_desc("names"), cl::CommaSeparated,
              cl::desc("Only these: random, heuristics, analytical, table, "
                       "model, heuristics+model, search:<strategy>"));
static Flag<std::string> predictionsFile(
    evaluateCommand, options.predictions, "predictions", cl::value_desc("file"),
    cl::desc("What models predict that saw no config of the matmul (train "
             "--predictions); without, this build's model is used, which may "
             "have seen them"));
static cl::opt<std::string>
    jsonFile("json", cl::value_desc("file"),
             cl::desc("Write all figures there, each matmul's among them"),
             cl::sub(evaluateCommand), cl::cat(getCategory()));
static Flag<uint64_t> seed(evaluateCommand, options.seed, "seed",
                           cl::desc("What strategies draw by (1)"));
static Flag<unsigned>
    batch(evaluateCommand, options.batch, "batch", cl::value_desc("n"),
          cl::desc("Configs that a strategy proposes before it is told what "
                   "they took (4)"));
static Flag<unsigned>
    seedsFirst(evaluateCommand, options.seedsFirst, "seeds-first",
               cl::value_desc("n"),
               cl::desc("So many of the heuristics' seeds come before what a "
                        "strategy chooses (1)"));

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
                           << formatEvaluations(result->evaluations);
  if (jsonFile.empty())
    return 0;
  auto write = [&](llvm::raw_ostream &os) {
    os << llvm::formatv("{0:2}\n", toJson(result->evaluations, result->table));
  };
  return toExitCode(writeOutputFile(jsonFile, write));
}
