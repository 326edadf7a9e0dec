//===- TuneCommand.cpp - autotune-bench tune ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildFlags.h"
#include "Commands.h"
#include "PickStage.h"
#include "RunnerProcess.h"
#include "SimulationStage.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

/// Measures the bundle. Fails after an error has been printed.
static LogicalResult measure(StringRef runner, StringRef bundle,
                             StringRef recordsFile, bool quiet) {
  std::vector<std::string> arguments = {bundle.str(), "-o", recordsFile.str(),
                                        "--device=" + device,
                                        "--baseline=" + baseline,
                                        // The table at the end has the best.
                                        "--top=3"};
  if (!budget.empty())
    arguments.push_back("--budget=" + budget);
  if (quiet)
    arguments.push_back("--quiet");
  llvm::Expected<int> code = spawnRunner(runner, arguments);
  if (!code)
    return reportError(code.takeError()), failure();
  // The runner has said why.
  return success(*code == 0);
}

/// Checks in place of measuring; false after an error has been printed.
static LogicalResult check(StringRef bundle, StringRef recordsFile,
                           bool quiet) {
  SimulationStageOptions options;
  options.quiet = quiet;
  // As in measure().
  options.top = 3;
  return simulateBundle(bundle, recordsFile, options);
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
  llvm::scope_exit removeScratch(
      [&] { llvm::sys::fs::remove_directories(scratch); });
  std::string bundle =
      keepBundle.empty() ? (scratch + "/bundle").str() : keepBundle;
  std::string recordsFile =
      records.empty() ? (scratch + "/records.jsonl").str() : records;

  FailureOr<BuildStage> stage = buildBundle(options, target, bundle);
  if (failed(stage) ||
      failed(isSimulated ? check(bundle, recordsFile, options.quiet)
                         : measure(runner, bundle, recordsFile, options.quiet)))
    return 1;
  llvm::Expected<RecordsByKey> read = readRecords(recordsFile, reportWarning);
  if (!read)
    return reportError(read.takeError());
  return failed(pickBest(*stage->module, *read, "", &stage->target, output))
             ? 1
             : 0;
}
