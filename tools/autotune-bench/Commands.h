//===- Commands.h - The commands of autotune-bench --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command has a file of its own with its flags. They fill the options of a
// session (mlir-autotune/Tune), which does the work. A command returns the
// program's exit code: 0, or 1 after an error that it has printed.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_COMMANDS_H
#define AUTOTUNE_BENCH_COMMANDS_H

#include "mlir-autotune/Measure/FlagParsers.h"
#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/Messages.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::autotune::bench {

/// Runs the program. Once in a process, for options keep their values.
int benchMain(int argc, char **argv);

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

/// An option of a command that `--help` lists. It writes a field, whose value
/// until then is the default.
template <typename T, typename Parser = llvm::cl::parser<T>>
struct Flag : llvm::cl::opt<T, /*ExternalStorage=*/true, Parser> {
  template <typename... Modifiers>
  Flag(llvm::cl::SubCommand &command, T &field, const Modifiers &...modifiers)
      : llvm::cl::opt<T, true, Parser>(llvm::cl::location(field), modifiers...,
                                       llvm::cl::sub(command),
                                       llvm::cl::cat(getCategory())) {}
};
/// One that adds to a field, each time that it is given.
struct ListFlag : llvm::cl::list<std::string, std::vector<std::string>> {
  template <typename... Modifiers>
  ListFlag(llvm::cl::SubCommand &command, std::vector<std::string> &field,
           const Modifiers &...modifiers)
      : list(llvm::cl::location(field), modifiers..., llvm::cl::sub(command),
             llvm::cl::cat(getCategory())) {}
};

/// `--libraries`. "none" is kept among the names, and names no library.
struct LibrariesFlag : llvm::cl::list<std::string, std::vector<std::string>,
                                      measure::LibraryNameParser> {
  template <typename... Modifiers>
  LibrariesFlag(llvm::cl::SubCommand &command, std::vector<std::string> &field,
                const Modifiers &...modifiers)
      : list("libraries", llvm::cl::value_desc("library,..."),
             llvm::cl::CommaSeparated, llvm::cl::location(field), modifiers...,
             llvm::cl::sub(command), llvm::cl::cat(getCategory())) {}
};

/// `--expect` and `--profile` of each command that makes plans.
struct SizeFlags {
  SizeFlags(llvm::cl::SubCommand &command, tune::SizeHintOptions &options);
  /// Whether one of them is on the command line.
  bool areGiven() const {
    return expect.getNumOccurrences() || profile.getNumOccurrences();
  }

  Flag<std::string> expect, profile;
};

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

/// Where a command that writes `output` prints its tables: the standard output,
/// or the standard error output where that is what `output` is.
llvm::raw_ostream &getTableStream(llvm::StringRef output);

/// What sessions say beside their results goes to the standard error output.
tune::Messages getMessages();

/// Prints "error: ..." or "warning: ..." to the standard error output. Of
/// several errors in one each has a line. The first two return the exit code 1.
int reportError(const llvm::Twine &message);
int reportError(llvm::Error error);
void reportWarning(const llvm::Twine &message);
/// The exit code of a command that came to this: 0, or 1 after the error has
/// been printed.
int toExitCode(llvm::Error error);

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_COMMANDS_H
