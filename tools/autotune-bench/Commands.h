//===- Commands.h - The commands of autotune-bench --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command has a file of its own with its options and its work. A command
// returns the program's exit code: 0, or 1 after an error that it has printed.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_COMMANDS_H
#define AUTOTUNE_BENCH_COMMANDS_H

#include "mlir-autotune/Tune/Messages.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::autotune::tune {

llvm::cl::SubCommand &getBuildCommand();
llvm::cl::SubCommand &getPickCommand();
llvm::cl::SubCommand &getTuneCommand();
llvm::cl::SubCommand &getReportCommand();
llvm::cl::SubCommand &getCompareCommand();
llvm::cl::SubCommand &getExportCommand();
llvm::cl::SubCommand &getRunCommand();
llvm::cl::SubCommand &getTrainCommand();
llvm::cl::SubCommand &getEvaluateCommand();
llvm::cl::SubCommand &getDatabaseCommand();

/// The options that `--help` of a command lists.
llvm::cl::OptionCategory &getCategory();

int runBuild();
int runPick();
int runTune();
int runReport();
int runCompare();
int runTrain();
int runEvaluate();
int runDatabase();
int runExport();
/// `run` hands its arguments, those behind the command's name, to the runner.
/// `run`, on a device: the runner's arguments, and --runner.
int runRun(llvm::ArrayRef<llvm::StringRef> arguments);
/// Whether the arguments of `run` ask for the simulator, whose options are this
/// program's own.
bool isSimulated(llvm::ArrayRef<llvm::StringRef> arguments);
int runSimulated();

/// This program's command line, as a shell takes it.
const std::string &getCommandLine();

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_BENCH_COMMANDS_H
