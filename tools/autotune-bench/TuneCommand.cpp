//===- TuneCommand.cpp - autotune-bench tune ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "TuneFlags.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static cl::SubCommand
    tuneCommand("tune", "Build, run and pick: a tuned module from a module");
cl::SubCommand &bench::getTuneCommand() { return tuneCommand; }

static TuneOptions options;
static Flag<std::string>
    output(tuneCommand, options.output, "o", cl::value_desc("file"),
           cl::desc("The tuned module to write; - is the standard output"));
static TuneFlags flags(tuneCommand, options);

int bench::runTune() {
  if (llvm::Error error = flags.checkInput())
    return reportError(std::move(error));
  if (llvm::Error error = flags.check())
    return reportError(std::move(error));
  flags.finish();
  return toExitCode(
      tuneModule(options, getTableStream(options.output), getMessages()));
}
