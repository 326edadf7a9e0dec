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

static PickSessionOptions options;
static Flag<std::string> input(pickCommand, options.input, cl::Positional,
                               cl::desc("in.mlir"));
static Flag<std::string> records(pickCommand, options.records, cl::Positional,
                                 cl::desc("records.jsonl"));
static Flag<std::string>
    output(pickCommand, options.output, "o", cl::value_desc("file"),
           cl::desc("The tuned module; - is the standard output"));
static Flag<std::string>
    target(pickCommand, options.target, "target", cl::value_desc("name"),
           cl::desc("Check that each pick is legal there (h200; sm_90a; ...)"));
static Flag<std::string> deviceName(
    pickCommand, options.device, "device-name", cl::value_desc("name"),
    cl::desc("The device whose records count, as in 'NVIDIA H200', where the "
             "file has several"));
static cl::opt<std::string> databaseFile(
    "db", cl::value_desc("file"),
    cl::desc("Pick from this database in place of a file of records; with "
             "nothing behind the = from records.sqlite in "
             "$XDG_CACHE_HOME/mlir-autotune or ~/.cache/mlir-autotune"),
    cl::sub(pickCommand), cl::cat(getCategory()));
static Flag<bool>
    requireComplete(pickCommand, options.requireComplete, "require-complete",
                    cl::desc("Fail, and write nothing, where a matmul that can "
                             "be measured has no record to pick"));
static Flag<bool>
    allowUnregistered(pickCommand, options.allowUnregistered,
                      "allow-unregistered-dialect",
                      cl::desc("Take operations of unknown dialects as they "
                               "are"));

int bench::runPick() {
  if (databaseFile.getNumOccurrences())
    options.database = databaseFile;
  if (options.database && !options.records.empty())
    return reportError("pick takes the records of a run or --db, not both");
  if (options.input.empty() || (options.records.empty() && !options.database))
    return reportError("pick takes a module and the records of a run; see "
                       "autotune-bench pick --help");
  if (options.output.empty())
    return reportError("no output given: -o FILE");
  return toExitCode(tune::pickForModule(options, getTableStream(options.output),
                                        getMessages()));
}
