//===- DatabaseSchema.cpp - The tables of a database ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DatabaseSchema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

#include <vector>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::sqlite;

/// "MATR": tells our files from all other SQLite databases.
static constexpr int64_t kApplicationId = 0x4D415452;
/// To be raised with every change below; a file of an older version will need
/// statements that bring it up to date.
static constexpr int64_t kSchemaVersion = 1;

/// docs/reference/database.md describes them. Names that repeat are kept once;
/// NULL is what is not known. The checks are those of getWhyInvalid() as far as
/// SQL can say them, for whoever writes with another program. `kernels.types`
/// is the program: the column has its name from when a description of types and
/// layouts told programs apart, so that files of then and of now are of one
/// version.
static constexpr StringRef kStatements[] = {
    R"(CREATE TABLE devices(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK(name <> ''),
  driver TEXT NOT NULL,
  UNIQUE(name, driver)
) STRICT)",
    R"(CREATE TABLE targets(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK(name <> '')
) STRICT)",
    R"(CREATE TABLE facts(
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE CHECK(key <> '')
) STRICT)",
    R"(CREATE TABLE configs(
  id INTEGER PRIMARY KEY,
  template TEXT NOT NULL,
  text TEXT NOT NULL UNIQUE CHECK(text <> '')
) STRICT)",
    R"(CREATE TABLE kernels(
  id INTEGER PRIMARY KEY,
  config INTEGER NOT NULL REFERENCES configs,
  checksum TEXT NOT NULL,
  types TEXT NOT NULL,
  compilers TEXT NOT NULL,
  template_hash TEXT NOT NULL,
  UNIQUE(config, checksum, types, compilers, template_hash)
) STRICT)",
    R"(CREATE TABLE measurements(
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE CHECK(length(uid) BETWEEN 1 AND 64),
  fact INTEGER NOT NULL REFERENCES facts,
  config INTEGER NOT NULL REFERENCES configs,
  kernel INTEGER REFERENCES kernels,
  device INTEGER REFERENCES devices,
  target INTEGER REFERENCES targets,
  library TEXT CHECK(library <> ''),
  run TEXT CHECK(run <> ''),
  problem TEXT CHECK(problem <> ''),
  candidate TEXT CHECK(candidate <> ''),
  heuristics TEXT NOT NULL CHECK(heuristics GLOB '[[]*]'),
  rank INTEGER NOT NULL CHECK(rank >= 0),
  outcome TEXT NOT NULL CHECK(outcome IN ('ok', 'wrong-result',
    'guard-touched', 'launch-failure', 'timeout', 'crash', 'compile-failure',
    'spill', 'out-of-resource', 'checked', 'finding')),
  detail TEXT CHECK(detail <> ''),
  date TEXT CHECK(date GLOB
    '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z'),
  time_ns REAL CHECK(time_ns >= 0.5 AND time_ns < 9223372036854775808.0),
  times_ns TEXT CHECK(times_ns GLOB '[[][0-9]*]'),
  spread REAL CHECK(spread >= 0),
  tflops REAL CHECK(tflops >= 0),
  gbps REAL CHECK(gbps >= 0),
  final INTEGER NOT NULL CHECK(final IN (0, 1)),
  baseline_library TEXT,
  baseline_best_ns REAL
    CHECK(baseline_best_ns >= 0.5 AND baseline_best_ns < 9223372036854775808.0),
  baseline_first_ns REAL CHECK(baseline_first_ns >= 0),
  baseline_algorithms INTEGER CHECK(baseline_algorithms >= 0),
  baseline_best_index INTEGER CHECK(baseline_best_index >= 0),
  ratio REAL CHECK(ratio >= 0),
  error REAL CHECK(error >= 0),
  sm_clock_mhz INTEGER CHECK(sm_clock_mhz >= 0),
  power_w REAL CHECK(power_w >= 0),
  estimate_ns REAL CHECK(estimate_ns > 0),
  digest INTEGER NOT NULL,
  CHECK(outcome <> 'ok' OR (time_ns IS NOT NULL AND device IS NOT NULL)),
  CHECK(outcome NOT IN ('checked', 'finding') OR time_ns IS NULL),
  CHECK((time_ns IS NULL) = (times_ns IS NULL)),
  CHECK(time_ns IS NOT NULL OR (final = 0 AND coalesce(spread, tflops, gbps,
    baseline_best_ns, ratio, error, sm_clock_mhz, power_w) IS NULL)),
  CHECK(time_ns IS NULL OR estimate_ns IS NULL),
  CHECK((baseline_best_ns IS NULL) = (baseline_library IS NULL)),
  CHECK(baseline_best_ns IS NOT NULL OR coalesce(baseline_first_ns,
    baseline_algorithms, baseline_best_index, ratio) IS NULL)
) STRICT)",
    // How a tuner asks; the others find what a parent's deletion would orphan.
    "CREATE INDEX measurements_by_fact ON measurements(fact, config, device)",
    "CREATE INDEX measurements_by_config ON measurements(config)",
    "CREATE INDEX measurements_by_kernel ON measurements(kernel)"};

/// The schema as SQLite keeps it: one text for each table and index. What
/// begins with sqlite_ is its own; the statistics of ANALYZE are nobody's harm.
static llvm::Expected<std::vector<std::string>> getSchema(sqlite3 *handle,
                                                          StringRef path) {
  std::vector<std::string> schema;
  llvm::Expected<Statement> statement = Statement::prepare(
      handle, path,
      "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema "
      "WHERE name NOT GLOB 'sqlite_stat*' ORDER BY name, type");
  if (!statement)
    return statement.takeError();
  for (;;) {
    llvm::Expected<bool> hasRow = statement->step();
    if (!hasRow)
      return hasRow.takeError();
    if (!*hasRow)
      return schema;
    std::string text;
    for (int i = 0; i < 4; ++i)
      text += statement->getText() + "\n";
    schema.push_back(std::move(text));
  }
}

/// What createSchema() makes, asked of SQLite itself, whose version decides the
/// words.
static llvm::Expected<std::vector<std::string>> getExpectedSchema() {
  static constexpr StringRef kName = "a database in memory";
  sqlite3 *handle = nullptr;
  llvm::scope_exit close([&] { sqlite3_close(handle); });
  if (sqlite3_open(":memory:", &handle) != SQLITE_OK)
    return getError(handle, kName, "open");
  if (llvm::Error error = createSchema(handle, kName))
    return std::move(error);
  return getSchema(handle, kName);
}

llvm::Expected<SchemaState> autotune::getSchemaState(sqlite3 *handle,
                                                     StringRef path) {
  // One state of the file, although another process may be making it.
  llvm::Expected<Transaction> transaction =
      Transaction::begin(handle, path, Transaction::Read);
  if (!transaction)
    return transaction.takeError();
  llvm::Expected<int64_t> id =
      getInteger(handle, path, "PRAGMA application_id");
  if (!id)
    return id.takeError();
  llvm::Expected<int64_t> version =
      getInteger(handle, path, "PRAGMA user_version");
  if (!version)
    return version.takeError();
  llvm::Expected<std::vector<std::string>> schema = getSchema(handle, path);
  if (!schema)
    return schema.takeError();
  if (*id == 0 && *version == 0 && schema->empty())
    return SchemaState::Empty;
  if (*id != kApplicationId)
    return llvm::createStringError(
        path + ": is another program's database, not one of records");
  if (*version != kSchemaVersion)
    return llvm::createStringError(
        path + ": is a database of records of version " + Twine(*version) +
        (*version > kSchemaVersion ? ", made by a newer program" : "") +
        "; this program knows version " + Twine(kSchemaVersion));
  llvm::Expected<std::vector<std::string>> expected = getExpectedSchema();
  if (!expected)
    return expected.takeError();
  if (*schema != *expected)
    return llvm::createStringError(
        path + ": its tables differ from a database of records of version " +
        Twine(kSchemaVersion) +
        "; it is damaged, or another program changed it");
  return SchemaState::Current;
}

llvm::Error autotune::createSchema(sqlite3 *handle, StringRef path) {
  for (StringRef statement : kStatements)
    if (llvm::Error error = execute(handle, path, statement))
      return error;
  if (llvm::Error error =
          execute(handle, path,
                  "PRAGMA application_id = " + std::to_string(kApplicationId)))
    return error;
  return execute(handle, path,
                 "PRAGMA user_version = " + std::to_string(kSchemaVersion));
}
