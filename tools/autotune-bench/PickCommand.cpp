//===- PickCommand.cpp - autotune-bench pick ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/Measure/FlagParsers.h"
#include "mlir-autotune/Tune/PickSession.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand pickCommand(
    "pick", "Write the best config of each matmul, by records, into a module");
cl::SubCommand &bench::getPickCommand() { return pickCommand; }

static PickSessionOptions options;
static Flag<std::string> input(pickCommand, options.input, cl::Positional,
                               cl::desc("in.mlir"));
static Flag<std::string> records(pickCommand, options.records, cl::Positional,
                                 cl::desc("records.jsonl"));
static Flag<std::string>
    output(pickCommand, options.output, "o", cl::value_desc("file"),
           cl::desc("The tuned module to write; - is the standard output"));
static Flag<std::string> target(
    pickCommand, options.target, "target", cl::value_desc("name"),
    cl::desc(
        "Check that each pick is legal on this target, such as h200 or sm_90a "
        "(default: the record's device, else the module's target)"));
static Flag<std::string>
    deviceName(pickCommand, options.device, "device-name",
               cl::value_desc("name"),
               cl::desc("Take only records of this device, such as 'NVIDIA "
                        "H200' (default: the only device in the records)"));
static cl::opt<std::string> databaseFile(
    "db", cl::value_desc("file"),
    cl::desc("Pick from a database instead of a file of records. --db= without "
             "a name takes records.sqlite in $XDG_CACHE_HOME/mlir-autotune or "
             "~/.cache/mlir-autotune"),
    cl::sub(pickCommand), cl::cat(getCategory()));
static SizeFlags sizes(pickCommand, options.sizes);
static LibrariesFlag libraries(
    pickCommand, options.allowedLibraries,
    cl::desc("The libraries that may be picked where they are faster than the "
             "best kernel by more than the noise: cublaslt, cutlass, both, or "
             "none (default: none)"));
static Flag<bool>
    requireComplete(pickCommand, options.requireComplete, "require-complete",
                    cl::desc("Fail and write nothing if a matmul that can be "
                             "measured has no record to pick, or one of "
                             "unknown sizes none for a plan"));
static Flag<bool> allowUnregistered(
    pickCommand, options.allowUnregistered, "allow-unregistered-dialect",
    cl::desc(
        "Accept operations of unknown dialects, and leave them unchanged"));

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
