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

static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("The tuned module; - is the standard output"),
           cl::sub(tuneCommand), cl::cat(getCategory()));
static TuneFlags flags(tuneCommand);

int bench::runTune() {
  if (llvm::Error error = flags.checkInput(!output.empty()))
    return reportError(std::move(error));
  if (llvm::Error error = flags.check())
    return reportError(std::move(error));
  TuneOptions options = flags.get();
  options.output = output;
  return toExitCode(tuneModule(options, getTableStream(output), getMessages()));
}
