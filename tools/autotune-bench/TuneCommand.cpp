//===- TuneCommand.cpp - autotune-bench tune ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildFlags.h"
#include "Commands.h"
#include "MeasureStage.h"
#include "PickStage.h"
#include "SimulationStage.h"

#include "mlir-autotune/Tuning/OutputFile.h"

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
static MeasureFlags
    measureFlags(tuneCommand,
                 "The GPU (default cuda:0); sim checks the candidates without "
                 "one, and picks by the estimate");

/// Checks in place of measuring; false after an error has been printed.
static LogicalResult check(StringRef bundle, StringRef recordsFile,
                           bool quiet) {
  SimulationStageOptions options;
  options.quiet = quiet;
  // As of the runner.
  options.top = 3;
  return simulateBundle(bundle, recordsFile, options, getTableStream(output));
}

/// What can be known to fail at the end, after all of the work, is told at the
/// beginning.
static llvm::Error checkArguments(const MeasureOptions &options,
                                  bool isSimulated) {
  if (!isSimulated)
    if (llvm::Error error = checkMeasuring(options))
      return error;
  if (!options.records.empty())
    if (llvm::Error error =
            checkRecordsPlace(options.records, output, "-o", "tune"))
      return error;
  return checkOutputFile(output);
}

int bench::runTune() {
  BuildStageOptions options = flags.get();
  MeasureOptions measuring = measureFlags.get();
  measuring.quiet = options.quiet;
  if (options.input.empty())
    return reportError("tune takes a module; see autotune-bench tune --help");
  if (output.empty())
    return reportError("no output given: -o FILE");
  bool isSimulated = measuring.device == kSimulatorName;
  if (isSimulated && measureFlags.hasDeviceOnly())
    return reportError("--baseline and --budget are for devices that measure, "
                       "which --device=sim does not");
  if (llvm::Error error = checkArguments(measuring, isSimulated))
    return reportError(std::move(error));
  std::string runner;
  std::optional<TargetInfo> target;
  if (!isSimulated) {
    llvm::Expected<MeasuringDevice> device = findMeasuringDevice(measuring);
    if (!device)
      return reportError(device.takeError());
    runner = device->runner;
    target = device->target;
  }

  Workspace workspace;
  if (llvm::Error error = workspace.create(measuring))
    return reportError(std::move(error));
  StringRef bundle = workspace.getBundle(), records = workspace.getRecords();
  raw_ostream &tables = getTableStream(output);
  FailureOr<BuildStage> stage = buildBundle(options, target, bundle, tables);
  if (failed(stage) ||
      failed(isSimulated
                 ? check(bundle, records, options.quiet)
                 : measureBundle(measuring, runner, bundle, records,
                                 /*tablesToErrors=*/&tables != &llvm::outs())))
    return 1;
  RecordsByKey dependent;
  llvm::Expected<RecordsByKey> read =
      readRecords(records, reportWarning, /*others=*/nullptr, &dependent);
  if (!read)
    return reportError(read.takeError());
  if (failed(pickBest(*stage->module, *read, dependent, "", &stage->target,
                      output)))
    return 1;
  workspace.setDone();
  return 0;
}
