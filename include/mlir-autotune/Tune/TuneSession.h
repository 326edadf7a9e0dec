//===- TuneSession.h - A tuned module from a module ----------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_TUNESESSION_H
#define MLIR_AUTOTUNE_TUNE_TUNESESSION_H

#include "mlir-autotune/Tune/BuildStage.h"
#include "mlir-autotune/Tune/MatmulTuner.h"
#include "mlir-autotune/Tune/MeasureStage.h"

namespace mlir::autotune::tune {

/// How much is measured, unless single settings override it.
enum class EffortPreset {
  /// Nothing is measured: picks are predicted, and no device is needed.
  None,
  Quick,
  Full
};

/// The effort of a preset; None has the effort of Full.
TuneEffort getEffort(EffortPreset preset);

struct TuneOptions {
  /// Defaults to searching the default space with full effort.
  TuneOptions();

  /// The module or the file of shapes, and the options of their candidates.
  BuildStageOptions build;
  /// The device is "cuda:N"; "sim", which checks candidates in the simulator
  /// and picks by estimates; or "replay:FILE,...", which takes times from
  /// records. `settings` has the baseline, the budget and the rounds instead
  /// of this.
  MeasureOptions measuring;
  TuneSettings settings;
  EffortPreset preset = EffortPreset::Full;
  /// The database that records are stored in and reused from: a file; "none"
  /// for no database; empty for the default one.
  std::string database;
  /// How many devices each runner uses, from the one in `measuring` on: 1 to
  /// 64.
  unsigned numWorkers = 1;
  /// PlanOptions::maxConfigs; 1 leaves matmuls of unknown sizes alone.
  unsigned planConfigs = 8;
  /// Whether to tune the problems of rows, too, that the module comes to when
  /// it is compiled as a whole program.
  bool tunesRows = false;
  /// Whether to measure nothing, pick from the database, and fail if a matmul
  /// has no record there.
  bool requireComplete = false;
  /// With requireComplete, and records instead of a device: the device whose
  /// records count. Required if they are of several devices.
  std::string deviceName;
  /// With EffortPreset::None: whether to print how each pick's time is
  /// predicted.
  bool explain = false;
  /// The tuned module's file; "-" is the standard output. Empty for shapes,
  /// whose picks are only stored in the database.
  std::string output;
};

/// Checks at the start for errors that would otherwise come at the end: output
/// paths that can't be written, and options that a runner would refuse.
llvm::Error checkTuneOptions(const TuneOptions &options);

/// Builds candidates, has them measured, and writes the module with the best
/// configs. Tables and summaries go to `tables`. Measurements before an error
/// are kept in the database.
llvm::Error tuneModule(const TuneOptions &options, raw_ostream &tables,
                       const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TUNESESSION_H
