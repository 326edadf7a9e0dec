//===- SQLite.cpp - Statements and transactions as values -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SQLite.h"

#include <cstring>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::sqlite;

llvm::Error sqlite::getError(sqlite3 *handle, StringRef path, StringRef what) {
  int code = sqlite3_errcode(handle);
  int systemError = sqlite3_system_errno(handle);
  std::string reason = sqlite3_errmsg(handle);
  if (code == SQLITE_BUSY)
    reason = "another process has kept it locked for " +
             std::to_string(kBusyTimeoutMs / 1000) + " seconds";
  else if (code == SQLITE_NOTADB)
    reason = "it is no database";
  else if (code == SQLITE_READONLY)
    // Readers need their place among the others, in a file beside it.
    reason = "this user may not write it, or may not write files beside it";
  else if ((code == SQLITE_CANTOPEN || code == SQLITE_IOERR) && systemError)
    reason = std::strerror(systemError);
  return llvm::createStringError(path + ": can't " + what + ": " + reason);
}

llvm::Expected<Statement> Statement::prepare(sqlite3 *handle, StringRef path,
                                             StringRef sql) {
  sqlite3_stmt *statement = nullptr;
  if (sqlite3_prepare_v2(handle, sql.data(), int(sql.size()), &statement,
                         nullptr) != SQLITE_OK)
    return getError(handle, path, "read the database");
  return Statement(handle, path, statement);
}

Statement &Statement::note(int code) {
  isGood &= code == SQLITE_OK;
  return *this;
}

Statement &Statement::bind(int64_t value) {
  return note(sqlite3_bind_int64(statement, next++, value));
}

Statement &Statement::bind(double value) {
  return note(sqlite3_bind_double(statement, next++, value));
}

Statement &Statement::bind(StringRef value) {
  // A null pointer would be NULL.
  return note(sqlite3_bind_text64(statement, next++,
                                  value.empty() ? "" : value.data(),
                                  value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

Statement &Statement::bindNull() {
  return note(sqlite3_bind_null(statement, next++));
}

Statement &Statement::bindKnown(StringRef value) {
  return value.empty() ? bindNull() : bind(value);
}

Statement &Statement::bindKnown(double value) {
  return value == 0 ? bindNull() : bind(value);
}

Statement &Statement::bindKnown(std::optional<int64_t> value) {
  return value ? bind(*value) : bindNull();
}

llvm::Expected<bool> Statement::step() {
  column = 0;
  if (!isGood)
    return getError(handle, path, "hand a value to the database");
  switch (sqlite3_step(statement)) {
  case SQLITE_ROW:
    return true;
  case SQLITE_DONE:
    return false;
  default:
    // A read that needs room for its pages writes others away.
    bool isWrite = !sqlite3_stmt_readonly(statement) ||
                   sqlite3_extended_errcode(handle) == SQLITE_IOERR_WRITE ||
                   sqlite3_errcode(handle) == SQLITE_FULL;
    return getError(handle, path,
                    isWrite ? "write the database" : "read the database");
  }
}

llvm::Error Statement::run() {
  for (;;) {
    llvm::Expected<bool> hasRow = step();
    if (!hasRow)
      return hasRow.takeError();
    if (!*hasRow)
      break;
  }
  reset();
  return llvm::Error::success();
}

void Statement::reset() {
  sqlite3_reset(statement);
  next = 1;
  isGood = true;
}

std::string Statement::getText() {
  const auto *text =
      reinterpret_cast<const char *>(sqlite3_column_text(statement, column));
  int size = sqlite3_column_bytes(statement, column++);
  return text ? std::string(text, size_t(size)) : std::string();
}

llvm::Error sqlite::execute(sqlite3 *handle, StringRef path, StringRef sql) {
  llvm::Expected<Statement> statement = Statement::prepare(handle, path, sql);
  if (!statement)
    return statement.takeError();
  return statement->run();
}

llvm::Expected<int64_t> sqlite::getInteger(sqlite3 *handle, StringRef path,
                                           StringRef sql) {
  llvm::Expected<Statement> statement = Statement::prepare(handle, path, sql);
  if (!statement)
    return statement.takeError();
  llvm::Expected<bool> hasRow = statement->step();
  if (!hasRow)
    return hasRow.takeError();
  if (!*hasRow)
    return llvm::createStringError(path + ": can't read the database: " + sql +
                                   " has no value");
  return statement->getInteger();
}

llvm::Expected<Transaction> Transaction::begin(sqlite3 *handle, StringRef path,
                                               Kind kind) {
  if (llvm::Error error =
          execute(handle, path, kind == Write ? "BEGIN IMMEDIATE" : "BEGIN"))
    return std::move(error);
  return Transaction(handle, path);
}

Transaction::~Transaction() {
  // A failure that SQLite undid all of the transaction for has ended it.
  if (handle && !sqlite3_get_autocommit(handle))
    sqlite3_exec(handle, "ROLLBACK", nullptr, nullptr, nullptr);
}

llvm::Error Transaction::commit() {
  if (llvm::Error error = execute(handle, path, "COMMIT"))
    return error;
  handle = nullptr;
  return llvm::Error::success();
}
