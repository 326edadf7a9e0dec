//===- ExportSession.h - The best of records, for compilers --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_EXPORTSESSION_H
#define MLIR_AUTOTUNE_TUNE_EXPORTSESSION_H

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/Messages.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

enum class ExportFormat {
  /// A lookup table (docs/reference/tables.md).
  Json,
  /// A library for mlir-opt --transform-interpreter.
  Transform,
  /// Like Transform, with transform.tune knobs for other tuners.
  Knobs
};

struct ExportSessionOptions {
  /// Files of records; at least one.
  std::vector<std::string> records;
  ExportFormat format = ExportFormat::Json;
  /// The most configs of a matmul; at least 1.
  unsigned top = 1;
  /// Whether table entries also match matmuls of near sizes. Only for tables.
  bool near = false;
  /// Matmuls of unknown sizes whose plans are written, as texts of problems.
  /// Only for tables.
  std::vector<std::string> plans;
  /// The most configs of a plan, from 1 to PlanAttr::kMostRows, and the sizes
  /// to expect, as they were when the records were measured.
  unsigned planConfigs = 8;
  SizeHintOptions sizes;
  /// Only records of this device count. Required if they are of several
  /// devices, except for a table without `target`.
  std::string device;
  /// The target of the device, if its name is no known product.
  std::string target;
  /// The libraries whose algorithm is exported before the best kernel, if it is
  /// faster by more than the noise.
  std::vector<std::string> allowedLibraries;
  /// The output file; "-" is the standard output.
  std::string output = "-";
};

/// Writes the best configs and the plans of the records.
llvm::Error exportRecords(const ExportSessionOptions &options,
                          const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EXPORTSESSION_H
