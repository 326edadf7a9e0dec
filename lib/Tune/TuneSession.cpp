//===- TuneSession.cpp - A tuned module from a module ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/TuneSession.h"

#include "MeasuredSearch.h"
#include "SimulatedSearch.h"

#include "mlir-autotune/Tune/DatabasePicks.h"
#include "mlir-autotune/Tune/ReplayService.h"
#include "mlir-autotune/Tune/SimulationStage.h"
#include "mlir-autotune/Tune/UnmeasuredPicks.h"
#include "mlir-autotune/Tuning/Bundle.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

TuneEffort tune::getEffort(EffortPreset preset) {
  TuneEffort effort;
  effort.finals.finalists = 8;
  effort.maxPasses = 8;
  // Two of three candidates are out after a first look, which may be short.
  effort.first.replays = 5;
  effort.first.replayNs = 1e6;
  effort.longer = measure::Effort();
  effort.longer->check = false;
  if (preset != EffortPreset::Quick)
    return effort;
  // A second batch where all takes less than a second with it: picks are 0.5 %
  // behind the best of 400 configs then, not 0.9 %. Of larger products the
  // first has it: there the estimate is at its best.
  effort.trials = 16;
  effort.slowestNs = 1e6;
  effort.proposeAhead = false;
  effort.useBaseline = false;
  effort.first.replays = 3;
  effort.first.replayNs = 5e5;
  effort.longer.reset();
  effort.finals.finalists = 4;
  effort.finals.rounds = measure::FinalEffort::kMinRounds;
  effort.maxPasses = 1;
  effort.finals.replayNs = 4e6;
  effort.finals.turns = 2;
  effort.finals.turnNs = 6e7;
  return effort;
}

TuneOptions::TuneOptions() {
  build.space = stringifySpaceLevel(SpaceLevel::Default).str();
  settings.space = SpaceLevel::Default;
  settings.effort = getEffort(preset);
}

static bool isSimulated(const TuneOptions &options) {
  return options.measuring.device == kSimulatorName;
}

llvm::Error tune::checkTuneOptions(const TuneOptions &options) {
  if (!llvm::is_contained(getSearchStrategyNames(), options.settings.search))
    return llvm::createStringError("--search: '" + options.settings.search +
                                   "' is none of " +
                                   llvm::join(getSearchStrategyNames(), ", "));
  if (options.numWorkers < 1 || options.numWorkers > 64)
    return llvm::createStringError("--workers: from 1 to 64");
  const MeasureOptions &measuring = options.measuring;
  bool isReplayed = parseReplayDevice(measuring.device).has_value();
  if (!isSimulated(options) && !isReplayed)
    if (llvm::Error error = checkMeasuring(measuring))
      return error;
  if (!measuring.records.empty())
    if (llvm::Error error =
            checkRecordsPlace(measuring.records, options.output, "-o", "tune"))
      return error;
  if (!measuring.keepBundle.empty() && isReplayed)
    return llvm::createStringError(
        "--keep-bundle keeps kernels, and --device=replay builds none");
  if (!measuring.keepBundle.empty() && !isSimulated(options))
    if (llvm::Error error = checkBundlePlace(measuring.keepBundle))
      return error;
  return options.output.empty() ? llvm::Error::success()
                                : checkOutputFile(options.output);
}

/// What the database has, for every matmul.
static llvm::Error pickComplete(const TuneOptions &options, raw_ostream &tables,
                                const Messages &messages) {
  PickOptions picking;
  picking.device = options.deviceName;
  picking.plans.maxConfigs = options.planConfigs;
  picking.sizes = options.build.sizes;
  picking.requireComplete = true;
  picking.allowedLibraries = options.settings.allowedLibraries;
  std::optional<TargetInfo> target;
  if (!options.build.target.empty()) {
    llvm::Expected<TargetInfo> parsed = parseTargetOption(options.build.target);
    if (!parsed)
      return parsed.takeError();
    picking.target = &target.emplace(*parsed);
  }
  InputModule module(options.build.allowUnregistered, messages);
  if (llvm::Error error =
          module.parse(options.build.input, options.build.target))
    return error;
  return pickFromDatabase(module, options.database, picking, options.output,
                          tables, messages);
}

static llvm::Error tuneUnmeasured(const TuneOptions &options,
                                  raw_ostream &tables,
                                  const Messages &messages) {
  BuildStageOptions building = options.build;
  building.seedsOnly = true;
  building.measuresFusion = false;
  llvm::Expected<BuildStage> stage =
      readBuildInput(building, std::nullopt, messages);
  if (!stage)
    return stage.takeError();
  return writeUnmeasuredPicks(*stage, symbolizeSpaceLevel(building.space),
                              options.output, options.explain, tables);
}

llvm::Error tune::tuneModule(const TuneOptions &options, raw_ostream &tables,
                             const Messages &messages) {
  if (llvm::Error error = checkTuneOptions(options))
    return error;
  if (options.requireComplete)
    return pickComplete(options, tables, messages);
  if (isSimulated(options))
    return tuneSimulated(options, tables, messages);
  if (options.preset == EffortPreset::None)
    return tuneUnmeasured(options, tables, messages);
  return tuneMeasured(options, tables, messages);
}
