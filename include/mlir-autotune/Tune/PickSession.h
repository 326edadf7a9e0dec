//===- PickSession.h - A module tuned by records -------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_PICKSESSION_H
#define MLIR_AUTOTUNE_TUNE_PICKSESSION_H

#include "mlir-autotune/Tune/Messages.h"

#include "mlir/Support/LLVM.h"

#include <optional>
#include <string>

namespace mlir::autotune::tune {

struct PickSessionOptions {
  /// The module's file; "-" is the standard input.
  std::string input;
  /// One of the two is given: a file of records, which may be compressed, or a
  /// database, of which empty is the default one.
  std::string records;
  std::optional<std::string> database;
  /// The tuned module's file; "-" is the standard output.
  std::string output;
  /// Where picks must be legal: a name as parseTarget() takes it. Empty is not
  /// checked.
  std::string target;
  /// Whose records count. Needed where they are of several devices.
  std::string device;
  /// Fails, and writes nothing, where a matmul that can be measured has no
  /// record to pick.
  bool requireComplete = false;
  bool allowUnregistered = false;
};

/// Writes the module with the best of the records, and a table of the picks to
/// `tables`.
llvm::Error pickForModule(const PickSessionOptions &options,
                          raw_ostream &tables, const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_PICKSESSION_H
