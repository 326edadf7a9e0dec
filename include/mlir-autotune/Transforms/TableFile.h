//===- TableFile.h - Lookup tables from files -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lookup tables and profiles of sizes are the only files that passes read. The
// person who compiles names them, not the author of the module, and in a stock
// mlir-opt only the pass can read them. The project's own tables are compiled
// in and need no file.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_TABLEFILE_H
#define MLIR_AUTOTUNE_TRANSFORMS_TABLEFILE_H

#include "mlir-autotune/FormProblems/SizeHints.h"
#include "mlir-autotune/Proposers/LookupTable.h"

#include <memory>

namespace mlir::autotune {

/// The most bytes of a table, enough for some fifty thousand entries, and of a
/// profile.
inline constexpr size_t kMaxTableBytes = size_t(1) << 26;

/// A file of kernels_td/tables, with its contents at build time.
struct ShippedTable {
  /// `name` has no folder: "h200.json".
  StringRef name, text;
};
ArrayRef<ShippedTable> getShippedTables();

/// Use this name as a path to read all shipped tables as one; their entries
/// name their devices. "./default" reads a file of that name.
inline constexpr StringLiteral kShippedTablesName = "default";

/// Reads a table, or the shipped ones. A fault, also that the file can't be
/// read, is a warning at its line and column, and the rest is used. With
/// `strict` it is an error, and the function fails. The result is never null.
FailureOr<std::shared_ptr<const LookupTable>>
readLookupTable(StringRef path, bool strict, MLIRContext *context);

/// Reads what options say of unknown sizes: the text of an #autotune.sizes, and
/// the path of a profile; both may be empty. Every fault of a profile is an
/// error at its line. `complain` is told of a fault in `expect`.
FailureOr<SizeHints>
readSizeHints(StringRef expect, StringRef profile, MLIRContext *context,
              llvm::function_ref<void(const Twine &)> complain);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TRANSFORMS_TABLEFILE_H
