//===- PickCommand.cpp - autotune-bench pick ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Tune/PickSession.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand
    pickCommand("pick", "Write the best of a run's records into a module");
cl::SubCommand &bench::getPickCommand() { return pickCommand; }

static cl::opt<std::string> input(cl::Positional, cl::desc("in.mlir"),
                                  cl::sub(pickCommand), cl::cat(getCategory()));
static cl::opt<std::string> records(cl::Positional, cl::desc("records.jsonl"),
                                    cl::sub(pickCommand),
                                    cl::cat(getCategory()));
static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("The tuned module; - is the standard output"),
           cl::sub(pickCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    target("target", cl::value_desc("name"),
           cl::desc("Check that each pick is legal there (h200; sm_90a; ...)"),
           cl::sub(pickCommand), cl::cat(getCategory()));
static cl::opt<std::string> deviceName(
    "device-name", cl::value_desc("name"),
    cl::desc("The device whose records count, as in 'NVIDIA H200', where the "
             "file has several"),
    cl::sub(pickCommand), cl::cat(getCategory()));
static cl::opt<std::string> databaseFile(
    "db", cl::value_desc("file"),
    cl::desc("Pick from this database in place of a file of records; with "
             "nothing behind the = from records.sqlite in "
             "$XDG_CACHE_HOME/mlir-autotune or ~/.cache/mlir-autotune"),
    cl::sub(pickCommand), cl::cat(getCategory()));
static cl::opt<bool>
    requireComplete("require-complete",
                    cl::desc("Fail, and write nothing, where a matmul that can "
                             "be measured has no record to pick"),
                    cl::sub(pickCommand), cl::cat(getCategory()));
static cl::opt<bool>
    allowUnregistered("allow-unregistered-dialect",
                      cl::desc("Take operations of unknown dialects as they "
                               "are"),
                      cl::sub(pickCommand), cl::cat(getCategory()));

int bench::runPick() {
  PickSessionOptions options;
  if (databaseFile.getNumOccurrences())
    options.database = databaseFile;
  if (options.database && !records.empty())
    return reportError("pick takes the records of a run or --db, not both");
  if (input.empty() || (records.empty() && !options.database))
    return reportError("pick takes a module and the records of a run; see "
                       "autotune-bench pick --help");
  if (output.empty())
    return reportError("no output given: -o FILE");
  options.input = input;
  options.records = records;
  options.output = output;
  options.target = target;
  options.device = deviceName;
  options.requireComplete = requireComplete;
  options.allowUnregistered = allowUnregistered;
  return toExitCode(
      tune::pickForModule(options, getTableStream(output), getMessages()));
}
