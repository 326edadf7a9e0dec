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

/// How much is measured, unless settings say more.
enum class EffortPreset {
  /// Nothing: picks are by prediction, and no device is needed.
  None,
  Quick,
  Full
};

/// What a preset comes to; None has the effort of Full.
TuneEffort getEffort(EffortPreset preset);

struct TuneOptions {
  /// Searches all of the default space, with full effort.
  TuneOptions();

  /// A module or a file of shapes, and what is known of candidates.
  BuildStageOptions build;
  /// The device is "cuda:N"; "sim", where candidates are checked without one
  /// and picked by their estimates; or "replay:FILE,...", where times are those
  /// of records. The baseline, the budget and the rounds are those of
  /// `settings`.
  MeasureOptions measuring;
  TuneSettings settings;
  EffortPreset preset = EffortPreset::Full;
  /// Where records are kept, and taken from where they are there already: a
  /// file; "none" for neither; empty for the default database.
  std::string database;
  /// Devices of each runner, from that of `measuring` on: from 1 to 64.
  unsigned numWorkers = 1;
  /// Measures nothing: picks from the database, and fails where a matmul has no
  /// record there.
  bool requireComplete = false;
  /// With requireComplete and records in place of a device: whose records
  /// count. Needed where they are of several devices.
  std::string deviceName;
  /// With EffortPreset::None: also prints what each pick's time is predicted
  /// from.
  bool explain = false;
  /// The tuned module's file; "-" is the standard output. Empty where there are
  /// shapes: their picks are in the database alone.
  std::string output;
};

/// What can be known to fail at the end is told at the beginning: whether the
/// places that are written can be, and what a runner would refuse.
llvm::Error checkTuneOptions(const TuneOptions &options);

/// Builds candidates, has them measured, and writes the module with the best.
/// Tables and summaries go to `tables`. What was measured before an error is in
/// the database all the same.
llvm::Error tuneModule(const TuneOptions &options, raw_ostream &tables,
                       const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TUNESESSION_H
