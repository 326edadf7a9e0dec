//===- PickSession.h - A module tuned by records -------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_PICKSESSION_H
#define MLIR_AUTOTUNE_TUNE_PICKSESSION_H

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/Messages.h"

#include "mlir/Support/LLVM.h"

#include <optional>
#include <string>

namespace mlir::autotune::tune {

struct PickSessionOptions {
  /// The module's file; "-" is the standard input.
  std::string input;
  /// Exactly one is given: a file of records, which may be compressed, or a
  /// database (empty for the default one).
  std::string records;
  std::optional<std::string> database;
  /// The tuned module's file; "-" is the standard output.
  std::string output;
  /// The target on which picks must be legal, as parseTarget() takes it. If
  /// empty, legality is not checked.
  std::string target;
  /// The device whose records count. Required if they are of several devices.
  std::string device;
  /// As they were when the records were measured.
  SizeHintOptions sizes;
  /// Whether to fail, and write nothing, if a measurable matmul has no record
  /// to pick, or if no plan can be made for one of unknown sizes.
  bool requireComplete = false;
  /// PickOptions::allowedLibraries.
  std::vector<std::string> allowedLibraries;
  bool allowUnregistered = false;
};

/// Writes the module with the best configs of the records, and a table of the
/// picks to `tables`.
llvm::Error pickForModule(const PickSessionOptions &options,
                          raw_ostream &tables, const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_PICKSESSION_H
