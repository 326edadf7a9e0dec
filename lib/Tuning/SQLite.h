//===- SQLite.h - Statements and transactions as values ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TUNING_SQLITE_H
#define MLIR_AUTOTUNE_LIB_TUNING_SQLITE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <sqlite3.h>
#include <string>
#include <utility>

namespace mlir::autotune::sqlite {

/// How long a statement waits for other processes. Their transactions take
/// milliseconds; a merge of a large database takes seconds.
constexpr int kBusyTimeoutMs = 60000;

/// "PATH: can't WHAT: reason", from the last call on the connection.
llvm::Error getError(sqlite3 *handle, StringRef path, StringRef what);

class Statement {
public:
  /// `path` names the file in errors and must outlive the statement.
  static llvm::Expected<Statement> prepare(sqlite3 *handle, StringRef path,
                                           StringRef sql);
  Statement(Statement &&other) noexcept
      : handle(other.handle), path(other.path),
        statement(std::exchange(other.statement, nullptr)), next(other.next),
        column(other.column), isGood(other.isGood) {}
  Statement &operator=(Statement &&other) = delete;
  ~Statement() { sqlite3_finalize(statement); }

  /// Each binds the next parameter. What goes wrong, step() returns.
  Statement &bind(int64_t value);
  Statement &bind(double value);
  Statement &bind(StringRef value);
  Statement &bindNull();
  /// NULL where the text is empty, or the figure 0.
  Statement &bindKnown(StringRef value);
  Statement &bindKnown(double value);
  Statement &bindKnown(std::optional<int64_t> value);

  /// Runs to the next row; false when there is none.
  llvm::Expected<bool> step();
  /// Runs to the end and makes ready for other values.
  llvm::Error run();
  void reset();

  /// Each reads the next column of the row. NULL, and what is of another type
  /// in a damaged file, is as the type's empty value or as SQLite converts it.
  int64_t getInteger() { return sqlite3_column_int64(statement, column++); }
  double getNumber() { return sqlite3_column_double(statement, column++); }
  bool isNull() const {
    return sqlite3_column_type(statement, column) == SQLITE_NULL;
  }
  std::string getText();

private:
  Statement(sqlite3 *handle, StringRef path, sqlite3_stmt *statement)
      : handle(handle), path(path), statement(statement) {}
  Statement &note(int code);

  sqlite3 *handle;
  StringRef path;
  sqlite3_stmt *statement;
  int next = 1, column = 0;
  bool isGood = true;
};

/// One statement without parameters and rows that matter.
llvm::Error execute(sqlite3 *handle, StringRef path, StringRef sql);

/// The first column of the first row, which must be there.
llvm::Expected<int64_t> getInteger(sqlite3 *handle, StringRef path,
                                   StringRef sql);

/// Undone at the end of its life, unless committed.
class Transaction {
public:
  enum Kind {
    /// Sees one state of the file.
    Read,
    /// Waits for other writers at once, so that nothing that was read can have
    /// changed when it is time to write.
    Write
  };
  static llvm::Expected<Transaction> begin(sqlite3 *handle, StringRef path,
                                           Kind kind);
  Transaction(Transaction &&other) noexcept
      : handle(std::exchange(other.handle, nullptr)), path(other.path) {}
  Transaction &operator=(Transaction &&other) = delete;
  ~Transaction();
  llvm::Error commit();

private:
  Transaction(sqlite3 *handle, StringRef path) : handle(handle), path(path) {}
  sqlite3 *handle;
  StringRef path;
};

} // namespace mlir::autotune::sqlite

#endif // MLIR_AUTOTUNE_LIB_TUNING_SQLITE_H
