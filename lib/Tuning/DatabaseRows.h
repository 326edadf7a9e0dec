//===- DatabaseRows.h - Measurements to rows and back -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TUNING_DATABASEROWS_H
#define MLIR_AUTOTUNE_LIB_TUNING_DATABASEROWS_H

#include "SQLite.h"

#include "mlir-autotune/Tuning/StoredMeasurement.h"

#include "llvm/ADT/StringMap.h"

#include <optional>

namespace mlir::autotune {

/// Adds rows inside a write transaction of the caller's, which must not outlive
/// it: it remembers the rows that texts have.
class RowWriter {
public:
  /// `path` names the file in errors and must outlive the writer.
  RowWriter(sqlite3 *handle, StringRef path) : handle(handle), path(path) {}

  /// Whether it was not there, by its uid.
  llvm::Expected<bool> add(const StoredMeasurement &measurement);

private:
  /// The row of a table that has these values; made if it is not there.
  llvm::Expected<int64_t> intern(StringRef table, ArrayRef<StringRef> columns,
                                 ArrayRef<StringRef> values,
                                 std::optional<int64_t> config = std::nullopt);
  /// Of the kernel, the device and the target: none where nothing is known.
  llvm::Expected<std::optional<int64_t>>
  internKernel(const StoredMeasurement &measurement, int64_t config);
  llvm::Expected<bool> isThere(StringRef uid);
  llvm::Error insert(const StoredMeasurement &measurement);
  llvm::Expected<sqlite::Statement *> getStatement(StringRef sql);

  sqlite3 *handle;
  StringRef path;
  llvm::StringMap<sqlite::Statement> statements;
  llvm::StringMap<int64_t> rows;
};

/// "SELECT ... FROM ...": what readRow() reads, of the tables that conditions
/// and orders may name m, facts, configs, kernels, targets, devices.
extern const char *const kSelectRows;
/// Its part from FROM on.
extern const char *const kFromTables;

/// Fails where the row is not what was written.
llvm::Expected<StoredMeasurement> readRow(sqlite::Statement &statement,
                                          StringRef path);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TUNING_DATABASEROWS_H
