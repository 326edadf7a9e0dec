//===- TuneCommand.cpp - autotune-bench tune ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildFlags.h"
#include "Commands.h"
#include "Options.h"
#include "PickStage.h"
#include "Records.h"
#include "RunnerProcess.h"
#include "SimulationStage.h"

#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
namespace cl = llvm::cl;

static cl::SubCommand
    tuneCommand("tune", "Build, run and pick: a tuned module from a module");
cl::SubCommand &bench::getTuneCommand() { return tuneCommand; }

static BuildFlags flags(tuneCommand);
static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("The tuned module; - is the standard output"),
           cl::sub(tuneCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    device("device", cl::value_desc("cuda:N"), cl::init("cuda:0"),
           cl::desc("The GPU (default cuda:0); sim checks the candidates "
                    "without one, and picks by the estimate"),
           cl::sub(tuneCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    baseline("baseline", cl::value_desc("library"), cl::init("cublaslt"),
             cl::desc("What times are compared with: cublaslt (the default) or "
                      "none"),
             cl::sub(tuneCommand), cl::cat(getCategory()));
static cl::opt<std::string>
    budget("budget", cl::value_desc("seconds"),
           cl::desc("Stop measuring after so long (default: no limit); the "
                    "build is not counted"),
           cl::sub(tuneCommand), cl::cat(getCategory()));
static cl::opt<std::string> keepBundle("keep-bundle", cl::value_desc("folder"),
                                       cl::desc("Keep the bundle there"),
                                       cl::sub(tuneCommand),
                                       cl::cat(getCategory()));
static cl::opt<std::string> records("records", cl::value_desc("file"),
                                    cl::desc("Keep the records there"),
                                    cl::sub(tuneCommand),
                                    cl::cat(getCategory()));
static cl::opt<std::string>
    runnerPath("runner", cl::value_desc("path"),
               cl::desc("autotune-runner (default: beside this program, then "
                        "on PATH)"),
               cl::sub(tuneCommand), cl::cat(getCategory()));

/// What the runner is to do.
static std::vector<std::string>
getRunnerArguments(StringRef bundle, StringRef recordsFile, bool quiet) {
  std::vector<std::string> arguments = {bundle.str(), "-o", recordsFile.str(),
                                        "--device=" + device,
                                        "--baseline=" + baseline,
                                        // The table at the end has the best.
                                        "--top=3"};
  if (!budget.empty())
    arguments.push_back("--budget=" + budget);
  if (quiet)
    arguments.push_back("--quiet");
  return arguments;
}

/// Measures the bundle. Fails after an error has been printed.
static LogicalResult measure(StringRef runner, StringRef bundle,
                             StringRef recordsFile, bool quiet) {
  llvm::Expected<int> code =
      spawnRunner(runner, getRunnerArguments(bundle, recordsFile, quiet),
                  /*tablesToErrors=*/&getTableStream(output) != &llvm::outs());
  if (!code)
    return reportError(code.takeError()), failure();
  if (*code == 0)
    return success();
  // It has said why, unless it is no runner of ours.
  return reportError(runner + " ended with exit code " + Twine(*code)),
         failure();
}

/// Checks in place of measuring; false after an error has been printed.
static LogicalResult check(StringRef bundle, StringRef recordsFile,
                           bool quiet) {
  SimulationStageOptions options;
  options.quiet = quiet;
  // As in measure().
  options.top = 3;
  return simulateBundle(bundle, recordsFile, options, getTableStream(output));
}

/// Whether the records can be written there, and read again.
static llvm::Error checkRecordsPlace(StringRef path) {
  llvm::sys::fs::file_status status;
  bool isOther = !llvm::sys::fs::status(path, status) &&
                 status.type() != llvm::sys::fs::file_type::regular_file;
  if (isOther || runner::isStandardOutput(path))
    return llvm::createStringError("--records=" + path +
                                   " is no file, and tune reads the records "
                                   "again when they are written");
  if (path == output)
    return llvm::createStringError("--records and -o are the same file, " +
                                   path);
  return checkOutputFile(path);
}

/// What can be known to fail at the end, after all of the work, is told at the
/// beginning.
static llvm::Error checkArguments(bool isSimulated) {
  if (!isSimulated) {
    auto options = runner::parseOptions(getRunnerArguments(
        keepBundle.empty() ? "bundle" : StringRef(keepBundle),
        records.empty() ? "records" : StringRef(records), /*quiet=*/true));
    if (!options)
      return options.takeError();
  }
  if (!records.empty())
    if (llvm::Error error = checkRecordsPlace(records))
      return error;
  return checkOutputFile(output);
}

int bench::runTune() {
  BuildStageOptions options = flags.get();
  if (options.input.empty())
    return reportError("tune takes a module; see autotune-bench tune --help");
  if (output.empty())
    return reportError("no output given: -o FILE");
  bool isSimulated = device == kSimulatorName;
  if (isSimulated && (baseline.getNumOccurrences() || !budget.empty()))
    return reportError("--baseline and --budget are for devices that measure, "
                       "which --device=sim does not");
  if (llvm::Error error = checkArguments(isSimulated))
    return reportError(std::move(error));
  std::string runner;
  std::optional<TargetInfo> target;
  if (!isSimulated) {
    llvm::Expected<std::string> found = findRunner(runnerPath);
    if (!found)
      return reportError(found.takeError());
    runner = *found;
    // Asked before anything is built: without the device all of it is in vain.
    llvm::Expected<TargetInfo> asked = bench::getDeviceTarget(runner, device);
    if (!asked)
      return reportError(asked.takeError());
    target = *asked;
  }

  SmallString<128> scratch;
  if (std::error_code code =
          llvm::sys::fs::createUniqueDirectory("mlir-autotune", scratch))
    return reportError("can't make a temporary folder: " + code.message());
  std::string ownBundle = (scratch + "/bundle").str();
  std::string bundle = keepBundle.empty() ? ownBundle : keepBundle;
  std::string recordsFile =
      records.empty() ? (scratch + "/records.jsonl").str() : records;
  bool isDone = false;
  llvm::scope_exit removeScratch([&] {
    llvm::sys::fs::remove_directories(ownBundle);
    // What was measured is not lost with a module that can't be written, and
    // says what was wrong where nothing was right.
    if (!isDone && records.empty() && llvm::sys::fs::exists(recordsFile))
      llvm::WithColor::note(llvm::errs())
          << "the records are kept in " << recordsFile << "\n";
    else
      llvm::sys::fs::remove_directories(scratch);
  });

  FailureOr<BuildStage> stage =
      buildBundle(options, target, bundle, getTableStream(output));
  if (failed(stage) ||
      failed(isSimulated ? check(bundle, recordsFile, options.quiet)
                         : measure(runner, bundle, recordsFile, options.quiet)))
    return 1;
  llvm::Expected<RecordsByKey> read = readRecords(recordsFile, reportWarning);
  if (!read)
    return reportError(read.takeError());
  isDone =
      succeeded(pickBest(*stage->module, *read, "", &stage->target, output));
  return isDone ? 0 : 1;
}
