//===- Database.cpp - The records of all runs -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The write-ahead log keeps a killed process from doing harm, and readers out
// of the writers' way: a transaction counts once its last page is in the log,
// in a file that the kernel has whether or not the process lives.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/Database.h"

#include "DatabaseRows.h"
#include "DatabaseSchema.h"

#include "mlir-autotune/Tuning/KernelCache.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::sqlite;

std::string Database::getDefaultPath() {
  // Beside the kernels.
  std::string kernels = KernelCache::getDefaultFolder();
  if (kernels.empty())
    return "";
  SmallString<128> path(llvm::sys::path::parent_path(kernels));
  llvm::sys::path::append(path, "records.sqlite");
  return std::string(path);
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// No value of ours is longer; a damaged file may claim that one is.
static constexpr int kMaxValueBytes = 16 << 20;

/// What a file says must not make SQLite do more than read and write rows.
static void configure(sqlite3 *handle) {
  sqlite3_extended_result_codes(handle, 0);
  sqlite3_busy_timeout(handle, kBusyTimeoutMs);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  // Until it is known to be ours.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

/// SQLite does not wait for others when it changes the journal.
static llvm::Error useWriteAheadLog(sqlite3 *handle, StringRef path) {
  auto end = std::chrono::steady_clock::now() +
             std::chrono::milliseconds(kBusyTimeoutMs);
  for (;;) {
    llvm::Expected<Statement> statement =
        Statement::prepare(handle, path, "PRAGMA journal_mode = WAL");
    if (!statement)
      return statement.takeError();
    llvm::Expected<bool> hasRow = statement->step();
    bool isBusy = sqlite3_errcode(handle) == SQLITE_BUSY;
    if (!hasRow && isBusy && std::chrono::steady_clock::now() < end) {
      llvm::consumeError(hasRow.takeError());
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      continue;
    }
    if (!hasRow)
      return hasRow.takeError();
    // Where the file system has no shared memory it stays as it was, with a
    // journal that is only safe when it is synchronized.
    bool isLog = statement->getText() == "wal";
    return execute(handle, path,
                   isLog ? "PRAGMA synchronous = NORMAL"
                         : "PRAGMA synchronous = FULL");
  }
}

static llvm::Error createTables(sqlite3 *handle, StringRef path) {
  llvm::Expected<Transaction> transaction =
      Transaction::begin(handle, path, Transaction::Write);
  if (!transaction)
    return transaction.takeError();
  // Another process may have been first.
  llvm::Expected<int64_t> isMade =
      getInteger(handle, path, "SELECT count(*) FROM sqlite_schema");
  if (!isMade)
    return isMade.takeError();
  if (*isMade)
    return llvm::Error::success();
  if (llvm::Error error = createSchema(handle, path))
    return error;
  return transaction->commit();
}

static llvm::Error prepareFile(sqlite3 *handle, StringRef path,
                               Database::Access access) {
  // A cell that is larger than its page is damage, found before it is read.
  if (llvm::Error error = execute(handle, path, "PRAGMA cell_size_check = ON"))
    return error;
  llvm::Expected<SchemaState> state = getSchemaState(handle, path);
  if (!state)
    return state.takeError();
  if (*state == SchemaState::Empty && access != Database::Access::Create)
    return llvm::createStringError(path + ": is empty: no record was ever kept "
                                          "there");
  // Only now: nothing of another program's file is changed.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
  if (access == Database::Access::Read)
    return execute(handle, path, "PRAGMA query_only = ON");
  if (llvm::Error error = useWriteAheadLog(handle, path))
    return error;
  if (*state == SchemaState::Current)
    return llvm::Error::success();
  if (llvm::Error error = createTables(handle, path))
    return error;
  return getSchemaState(handle, path).takeError();
}

llvm::Expected<Database> Database::open(StringRef path, Access access) {
  if (path.empty())
    return llvm::createStringError(
        "no database given, and neither XDG_CACHE_HOME nor a home for one");
  if (access == Access::Create && path == getDefaultPath()) {
    StringRef folder = llvm::sys::path::parent_path(path);
    if (std::error_code code = llvm::sys::fs::create_directories(folder))
      return llvm::createStringError(code, "can't make the folder " + folder +
                                               ": " + code.message());
  }
  // SQLite gives some relative names a meaning.
  SmallString<128> absolute(path);
  if (std::error_code code = llvm::sys::fs::make_absolute(absolute))
    return llvm::createStringError(code, path + ": " + code.message());
  // For readers too: who closes last puts away the files of the log.
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX;
  if (access == Access::Create)
    flags |= SQLITE_OPEN_CREATE;
  sqlite3 *handle = nullptr;
  int code = sqlite3_open_v2(absolute.c_str(), &handle, flags, nullptr);
  // Closes the connection after an error, too.
  Database database(path.str(), handle);
  if (code != SQLITE_OK)
    return getError(handle, path, "open");
  configure(handle);
  if (llvm::Error error = prepareFile(handle, path, access))
    return std::move(error);
  return database;
}

Database::~Database() { sqlite3_close(handle); }

//===----------------------------------------------------------------------===//
// Adding
//===----------------------------------------------------------------------===//

llvm::Error Database::add(ArrayRef<StoredMeasurement> measurements,
                          size_t *added) {
  if (added)
    *added = 0;
  llvm::Expected<Transaction> transaction =
      Transaction::begin(handle, path, Transaction::Write);
  if (!transaction)
    return transaction.takeError();
  size_t count = 0;
  {
    RowWriter writer(handle, path);
    for (const StoredMeasurement &measurement : measurements) {
      llvm::Expected<bool> isNew = writer.add(measurement);
      if (!isNew)
        return isNew.takeError();
      count += *isNew;
    }
  }
  if (llvm::Error error = transaction->commit())
    return error;
  if (added)
    *added = count;
  return llvm::Error::success();
}

llvm::Expected<size_t> Database::merge(StringRef otherPath) {
  // It has nothing new, and would wait for itself.
  bool isItself = false;
  if (!llvm::sys::fs::equivalent(path, otherPath, isItself) && isItself)
    return 0;
  llvm::Expected<Database> other = open(otherPath, Access::Read);
  if (!other)
    return other.takeError();
  if (llvm::Error error = other->verify())
    return std::move(error);
  llvm::Expected<Transaction> transaction =
      Transaction::begin(handle, path, Transaction::Write);
  if (!transaction)
    return transaction.takeError();
  size_t count = 0;
  {
    RowWriter writer(handle, path);
    auto addRow = [&](const StoredMeasurement &measurement) -> llvm::Error {
      llvm::Expected<bool> isNew = writer.add(measurement);
      if (!isNew)
        return isNew.takeError();
      count += *isNew;
      return llvm::Error::success();
    };
    if (llvm::Error error = other->visit({}, addRow))
      return std::move(error);
  }
  if (llvm::Error error = transaction->commit())
    return std::move(error);
  return count;
}

//===----------------------------------------------------------------------===//
// All of the file
//===----------------------------------------------------------------------===//

llvm::Expected<size_t> Database::count() const {
  llvm::Expected<int64_t> count =
      getInteger(handle, path, "SELECT count(*) FROM measurements");
  if (!count)
    return count.takeError();
  return size_t(*count);
}

llvm::Error Database::verify() const {
  llvm::Expected<Transaction> transaction =
      Transaction::begin(handle, path, Transaction::Read);
  if (!transaction)
    return transaction.takeError();
  // Each has a row for what is wrong; the first also one for what is right.
  for (StringRef check :
       {"PRAGMA integrity_check(1)", "PRAGMA foreign_key_check"}) {
    llvm::Expected<Statement> statement =
        Statement::prepare(handle, path, check);
    if (!statement)
      return statement.takeError();
    llvm::Expected<bool> hasRow = statement->step();
    if (!hasRow)
      return hasRow.takeError();
    std::string text = *hasRow ? statement->getText() : "ok";
    if (text != "ok")
      return llvm::createStringError(
          path + ": is damaged: " + StringRef(text).split('\n').first);
  }
  return visit(
      {}, [](const StoredMeasurement &) { return llvm::Error::success(); });
}
