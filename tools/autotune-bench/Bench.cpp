//===- Bench.cpp - The companion for people who tune ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "mlir-autotune/External/NvMatmulHeuristics.h"
#include "mlir-autotune/Tuning/KernelCache.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using llvm::StringRef;
namespace cl = llvm::cl;

static constexpr const char *kOverview =
    "Finds the fastest kernel for each matmul of a module by measuring.\n\n"
    "  autotune-bench tune in.mlir -o tuned.mlir    build, run and pick\n"
    "  autotune-bench build in.mlir -o bundle       compile candidates\n"
    "  autotune-bench run bundle -o records.jsonl   check and time them\n"
    "  autotune-bench pick in.mlir records.jsonl -o tuned.mlir\n"
    "                                               keep the fastest configs\n"
    "  autotune-bench report records.jsonl          print the measurements\n"
    "  autotune-bench compare shapes.txt --report=out.html\n"
    "                                               compare with a library\n"
    "  autotune-bench export --records-from=records.jsonl -o table.json\n"
    "                                               write a lookup table\n"
    "  autotune-bench db list                       list records of all runs\n";

static std::string commandLine;
const std::string &bench::getCommandLine() { return commandLine; }

/// Only for the list of commands: the runner reads its own arguments.
namespace {
struct Command {
  cl::SubCommand &options;
  int (*run)();
};
} // namespace

static void printVersion(llvm::raw_ostream &os) {
  os << "autotune-bench of mlir-autotune " AUTOTUNE_VERSION
        ", LLVM " LLVM_VERSION_STRING ", build "
     << getBuildId() << "\n";
}

/// The exit code of a command, after what it printed has left this program.
static int finish(int code) {
  if (llvm::Error error = flushStandardOutput())
    return reportError(std::move(error));
  return code;
}

int bench::benchMain(int argc, char **argv) {
  for (StringRef argument : llvm::ArrayRef(argv, argc)) {
    llvm::raw_string_ostream os(commandLine);
    os << (commandLine.empty() ? "" : " ");
    llvm::sys::printArg(os, argument, /*Quote=*/false);
  }
  // Errors in writing come back from the stream, with their reason.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  cl::SetVersionPrinter(printVersion);
  registerNvMatmulHeuristics();
  const Command commands[] = {
      {getTuneCommand(), runTune},         {getBuildCommand(), runBuild},
      {getRunCommand(), runSimulated},     {getPickCommand(), runPick},
      {getReportCommand(), runReport},     {getCompareCommand(), runCompare},
      {getExportCommand(), runExport},     {getTrainCommand(), runTrain},
      {getEvaluateCommand(), runEvaluate}, {getDatabaseCommand(), runDatabase}};
  StringRef word = argc > 1 ? argv[1] : "";
  if (word == "run") {
    llvm::SmallVector<StringRef> arguments(argv + 2, argv + argc);
    if (!isSimulated(arguments))
      return finish(runRun(arguments));
  }
  bool isKnown = llvm::any_of(commands, [&](const Command &command) {
    return command.options.getName() == word;
  });
  if (!isKnown && !word.starts_with("-"))
    return reportError((word.empty() ? "no command given"
                                     : "unknown command '" + word.str() + "'") +
                       "; there are tune, build, run, pick, report, "
                       "compare, export, train, evaluate, db; see "
                       "autotune-bench --help");
  for (const Command &command : commands)
    cl::HideUnrelatedOptions(getCategory(), command.options);
  cl::HideUnrelatedOptions(getCategory());
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  for (const Command &command : commands)
    if (command.options)
      return finish(command.run());
  return reportError("no command given; see autotune-bench --help");
}
