//===- TuneFlags.cpp - The command line of a tuner ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuneFlags.h"

#include "mlir-autotune/Tune/ReplayService.h"
#include "mlir-autotune/Tune/SimulationStage.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

static constexpr StringRef kPresets[] = {"none", "quick", "full"};

TuneFlags::TuneFlags(cl::SubCommand &command, TuneOptions &options)
    : options(options), build(command, options.build),
      measuring(
          command, options.measuring,
          "The device: cuda:N; sim, which checks the candidates in the "
          "simulator and picks by the estimate; or replay:FILE,..., which "
          "takes times from records (default: cuda:0)",
          "The path of autotune-runner, or a command that runs it on another "
          "machine, such as 'ssh host autotune-runner'. Can be repeated "
          "(default: the one beside this program, else on PATH)"),
      shapes(command, options.build.shapes, "shapes", cl::value_desc("file"),
             cl::desc("Tune problems of a file instead of a module, and keep "
                      "their records in the database. A line has the form "
                      "'bf16 tn M N K', or 'bf16 tn batch*M N K' for a batch")),
      search(command, options.settings.search, "search", cl::value_desc("name"),
             cl::desc("The search strategy: exhaustive, model-topk, surrogate "
                      "or random (default: surrogate)")),
      effort("effort", cl::value_desc("preset"), cl::init("full"),
             cl::desc("How much is measured: none, quick or full. none needs "
                      "no device (default: full)"),
             cl::sub(command), cl::cat(getCategory())),
      database(
          command, options.database, "db", cl::value_desc("file"),
          cl::desc(
              "The database: all records are added to it, and configs with a "
              "record there are not measured again. 'none' uses no database "
              "(default: records.sqlite in $XDG_CACHE_HOME/mlir-autotune "
              "or ~/.cache/mlir-autotune)")),
      deviceName(command, options.deviceName, "device-name",
                 cl::value_desc("name"),
                 cl::desc("With --require-complete or --device=replay: take "
                          "only records of this device, such as 'NVIDIA H200' "
                          "(default: the only device in the records)")),
      seed(command, options.settings.seed, "search-seed", cl::value_desc("N"),
           cl::desc("The seed of the search's random choices (default: 0)")),
      workers(command, options.numWorkers, "workers", cl::value_desc("N"),
              cl::desc("How many devices of each runner to measure on, counted "
                       "from --device (default: 1)")),
      planConfigs(command, options.planConfigs, "plan-configs",
                  cl::value_desc("N"),
                  cl::desc("The most kernels of the plan for a matmul of "
                           "unknown sizes, which is measured at sample sizes. "
                           "1 leaves such matmuls alone (default: 8)")),
      libraries(command, options.settings.allowedLibraries,
                cl::desc("The libraries whose fastest algorithm is measured "
                         "beside the best kernels, and picked if it is faster "
                         "by more than the noise: cublaslt, cutlass, both, or "
                         "none (default: none)")),
      rows(command, options.tunesRows, "rows",
           cl::desc("Also tune the problems of rows that the module comes to "
                    "when it is compiled as a whole program, and write their "
                    "configs into the module's autotune.row_configs")),
      requireComplete(command, options.requireComplete, "require-complete",
                      cl::desc("Measure nothing. Pick from the database, and "
                               "fail if a matmul has no record there, or "
                               "one of unknown sizes none for a plan")),
      explain(command, options.explain, "explain",
              cl::desc("With --effort=none: explain the predicted times of "
                       "each matmul's pick and of the next best config")) {}

bool TuneFlags::isSimulated() const {
  return options.measuring.device == kSimulatorName;
}

bool TuneFlags::isReplayed() const {
  return parseReplayDevice(options.measuring.device).has_value();
}

EffortPreset TuneFlags::getPreset() const {
  return EffortPreset(llvm::find(kPresets, effort) - std::begin(kPresets));
}

llvm::Error TuneFlags::checkInput() const {
  bool hasModule = !options.build.input.empty();
  bool hasOutput = !options.output.empty();
  if (hasModule != options.build.shapes.empty())
    return llvm::createStringError("tune takes a module or --shapes=FILE; see "
                                   "autotune-bench tune --help");
  if (hasOutput == hasModule)
    return llvm::Error::success();
  return llvm::createStringError(
      hasOutput ? "--shapes=FILE writes no module, so it takes no -o"
                : "no output given: -o FILE");
}

llvm::Error TuneFlags::check() const {
  if (!llvm::is_contained(kPresets, effort))
    return llvm::createStringError("--effort: '" + effort + "' is none of " +
                                   "none, quick, full");
  if (options.planConfigs < 1 || options.planConfigs > PlanAttr::kMostRows)
    return llvm::createStringError("--plan-configs: from 1 to %zu",
                                   PlanAttr::kMostRows);
  if (build.hasSizes() && !options.build.shapes.empty())
    return llvm::createStringError(
        "--expect and --profile are for modules, and --shapes has known sizes");
  bool isMeasured =
      getPreset() != EffortPreset::None && !options.requireComplete;
  if ((isSimulated() || isReplayed() || !isMeasured) &&
      measuring.hasDeviceOnly())
    return llvm::createStringError(
        "--baseline and --budget are for devices that measure, which " +
        StringRef(isSimulated()             ? "--device=sim does not"
                  : isReplayed()            ? "--device=replay does not"
                  : options.requireComplete ? "--require-complete does not"
                                            : "--effort=none does not"));
  if (measure::hasLibraries(options.settings.allowedLibraries) &&
      (isSimulated() || isReplayed() || getPreset() == EffortPreset::None))
    return llvm::createStringError(
        "--libraries is for devices that measure, which " +
        StringRef(isSimulated()  ? "--device=sim does not"
                  : isReplayed() ? "--device=replay does not"
                                 : "--effort=none does not"));
  if (options.tunesRows && (!isMeasured || !options.build.shapes.empty()))
    return llvm::createStringError(
        "--rows tunes a module on a device or in the simulator, and not with " +
        StringRef(options.requireComplete         ? "--require-complete"
                  : !options.build.shapes.empty() ? "--shapes"
                                                  : "--effort=none"));
  if (isReplayed() && database.getNumOccurrences())
    return llvm::createStringError(
        "--db is for measurements, and --device=replay measures nothing");
  if (options.requireComplete && !options.build.shapes.empty())
    return llvm::createStringError(
        "--require-complete takes a module, and no --shapes");
  if (options.explain &&
      (isMeasured || isSimulated() || options.requireComplete))
    return llvm::createStringError(
        "--explain needs picks by prediction, which --effort=none makes; " +
        StringRef(isSimulated() ? "--device=sim checks candidates"
                  : options.requireComplete
                      ? "--require-complete picks by records"
                      : "--effort=" + effort.getValue() +
                            " picks by measured times"));
  if (options.requireComplete && options.database == "none")
    return llvm::createStringError(
        "--require-complete takes records from a database, and --db=none has "
        "none");
  return llvm::Error::success();
}

void TuneFlags::finish() {
  build.finish();
  options.measuring.quiet = options.build.quiet;
  options.preset = getPreset();
  TuneSettings &settings = options.settings;
  // Flags say more than a preset.
  bool isQuick = options.preset == EffortPreset::Quick;
  settings.effort = getEffort(options.preset);
  if (!isQuick || build.hasTrials()) {
    settings.effort.trials = options.build.trials;
    settings.effort.slowestNs = TuneEffort().slowestNs;
  }
  if (!isQuick || measuring.hasBaseline())
    settings.effort.useBaseline = options.measuring.useBaseline;
  settings.space = symbolizeSpaceLevel(options.build.space);
  settings.numSampled = options.build.sampled;
  settings.dependentLaunch = options.build.dependentLaunch;
  settings.budget = options.measuring.budget;
}
