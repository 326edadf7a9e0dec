//===- TableFile.h - Lookup tables from files -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file that passes read: who compiles names a table, not a module's
// author, and there is nobody but the pass to read it in a stock mlir-opt.
// The tables that come with the project need no file: they are compiled in.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_TABLEFILE_H
#define MLIR_AUTOTUNE_TRANSFORMS_TABLEFILE_H

#include "mlir-autotune/Proposers/LookupTable.h"

#include <memory>

namespace mlir::autotune {

/// The most bytes of a table: some fifty thousand entries.
inline constexpr size_t kMaxTableBytes = size_t(1) << 26;

/// A file of kernels_td/tables, as it was when this was built.
struct ShippedTable {
  /// Without its folder: "h200.json".
  StringRef name, text;
};
ArrayRef<ShippedTable> getShippedTables();

/// In place of a path: all shipped tables as one, of which entries say for
/// which device they are. "./default" is a file of that name.
inline constexpr StringLiteral kShippedTablesName = "default";

/// Reads a table, or the shipped ones. What is wrong with it, and be it that it
/// can't be read, is a warning at its line and column, and the rest is used; if
/// `strict`, it is an error, and this fails. Never null otherwise.
FailureOr<std::shared_ptr<const LookupTable>>
readLookupTable(StringRef path, bool strict, MLIRContext *context);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TRANSFORMS_TABLEFILE_H
