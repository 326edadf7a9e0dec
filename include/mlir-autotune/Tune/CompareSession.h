//===- CompareSession.h - Shapes measured against a library --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_COMPARESESSION_H
#define MLIR_AUTOTUNE_TUNE_COMPARESESSION_H

#include "mlir-autotune/Tune/BuildStage.h"
#include "mlir-autotune/Tune/Comparison.h"
#include "mlir-autotune/Tune/MeasureStage.h"

namespace mlir::autotune::tune {

struct CompareOptions {
  /// The shapes, in `shapes`, and their candidates. With records or picks,
  /// `shapes` may be empty: all shapes of these are then compared.
  BuildStageOptions build;
  MeasureOptions measuring;
  /// A file of records; only the best config of each shape is measured.
  std::string picks;
  /// Files of records that are compared without measuring.
  std::vector<std::string> records;
  /// With picks or records: the device whose records count. Required if they
  /// are of several devices.
  std::string device;
};

/// Measures the shapes or reads their records, and calls `use` with the
/// comparison. Progress, and the tables of building and measuring, go to the
/// messages; the runner's tables go to stderr. Fails if no shape has a time.
/// If an error ends the session, also one of `use`, the measured records are
/// kept.
llvm::Error
compareShapes(const CompareOptions &options, const Messages &messages,
              llvm::function_ref<llvm::Error(const Comparison &)> use);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_COMPARESESSION_H
