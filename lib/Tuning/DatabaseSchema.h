//===- DatabaseSchema.h - The tables of a database --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TUNING_DATABASESCHEMA_H
#define MLIR_AUTOTUNE_LIB_TUNING_DATABASESCHEMA_H

#include "SQLite.h"

namespace mlir::autotune {

/// What stands at the beginning of a file.
enum class SchemaState {
  /// Nothing at all: a new file, or one whose maker was killed.
  Empty,
  /// The tables of this version.
  Current
};

/// Fails for a file of another program or version, or whose tables are not as
/// createSchema() makes them. One that was damaged could have any SQL there.
llvm::Expected<SchemaState> getSchemaState(sqlite3 *handle, StringRef path);

/// Makes the tables in an empty file, inside a transaction of the caller's.
llvm::Error createSchema(sqlite3 *handle, StringRef path);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TUNING_DATABASESCHEMA_H
