//===- ExportSession.h - The best of records, for compilers --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_EXPORTSESSION_H
#define MLIR_AUTOTUNE_TUNE_EXPORTSESSION_H

#include "mlir-autotune/Tune/Messages.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

enum class ExportFormat {
  /// A lookup table (docs/reference/tables.md).
  Json,
  /// A library for mlir-opt --transform-interpreter.
  Transform,
  /// The same with transform.tune knobs, for tuners of others.
  Knobs
};

struct ExportSessionOptions {
  /// Files of records, one at least.
  std::vector<std::string> records;
  ExportFormat format = ExportFormat::Json;
  /// The most configs of a matmul; at least 1.
  unsigned top = 1;
  /// Entries of a table serve matmuls of near sizes, too. For tables alone.
  bool near = false;
  /// Only records of this device. Needed where they are of several, but for a
  /// table without `target`.
  std::string device;
  /// The name of the target that stands for the device, where it is none that
  /// is known.
  std::string target;
  /// The file; "-" is the standard output.
  std::string output = "-";
};

/// Writes what the records say was best.
llvm::Error exportRecords(const ExportSessionOptions &options,
                          const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EXPORTSESSION_H
