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
  /// Which shapes, in `shapes`, and their candidates. With records or picks
  /// there may be no shapes: all of theirs are compared.
  BuildStageOptions build;
  MeasureOptions measuring;
  /// A file of records: each shape's best is measured alone.
  std::string picks;
  /// Files of records that are compared in place of measuring.
  std::vector<std::string> records;
  /// With picks or records: whose count. Needed where they are of several
  /// devices.
  std::string device;
};

/// Measures the shapes, or reads what was measured. Progress, and the tables of
/// building and measuring, go to the messages; those of the runner go to the
/// standard error output. Fails where no shape has a time. What was measured is
/// kept where an error, also one of `use`, ends the session: `use` is called
/// with what came of it.
llvm::Error
compareShapes(const CompareOptions &options, const Messages &messages,
              llvm::function_ref<llvm::Error(const Comparison &)> use);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_COMPARESESSION_H
