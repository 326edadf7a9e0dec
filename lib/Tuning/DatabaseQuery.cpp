//===- DatabaseQuery.cpp - Finding and removing measurements --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DatabaseRows.h"

#include "mlir-autotune/Tuning/Database.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::sqlite;

namespace {
/// A query as SQL, and the values that it has marks for.
struct Condition {
  std::vector<std::string> terms;
  std::vector<StringRef> values;

  explicit Condition(const MeasurementQuery &query) {
    add("facts.key = ?", query.fact);
    addOneOf("configs.text", "IN", query.configs);
    add("devices.name = ?", query.device);
    add("devices.driver = ?", query.driver);
    add("kernels.checksum = ?", query.checksum);
    add("m.outcome = ?", query.outcome);
    add("kernels.template_hash = ?", query.templateHash);
    add("kernels.compilers = ?", query.compilers);
    add("m.date < ?", query.before);
    addNoneOf("kernels.template_hash", query.otherTemplateHashes);
    addNoneOf("kernels.compilers", query.otherCompilers);
  }
  void add(StringRef term, StringRef value) {
    if (value.empty())
      return;
    terms.push_back(term.str());
    values.push_back(value);
  }
  void addOneOf(StringRef column, StringRef in, ArrayRef<std::string> others) {
    if (others.empty())
      return;
    std::string marks;
    for (const std::string &other : others) {
      marks += marks.empty() ? "?" : ", ?";
      values.push_back(other);
    }
    terms.push_back((column + " " + in + " (" + marks + ")").str());
  }
  void addNoneOf(StringRef column, ArrayRef<std::string> others) {
    if (!others.empty())
      terms.push_back((column + " <> ''").str());
    addOneOf(column, "NOT IN", others);
  }
  std::string getText() const {
    return terms.empty() ? "" : " WHERE " + llvm::join(terms, " AND ");
  }
  void bind(Statement &statement) const {
    for (StringRef value : values)
      statement.bind(value);
  }
};
} // namespace

/// What would name nothing, or everything, by mistake.
static llvm::Error checkQuery(const MeasurementQuery &query) {
  if (!query.before.empty() && !isDate(query.before, /*orDay=*/true))
    return llvm::createStringError("'" + query.before +
                                   "' is no date like 2026-01-31 or "
                                   "2026-01-31T12:00:00Z");
  if (!query.outcome.empty() &&
      !llvm::is_contained(getStoredOutcomes(), query.outcome))
    return llvm::createStringError("there is no outcome '" + query.outcome +
                                   "'; there are " +
                                   llvm::join(getStoredOutcomes(), ", "));
  return llvm::Error::success();
}

llvm::Error Database::visit(
    const MeasurementQuery &query,
    llvm::function_ref<llvm::Error(StoredMeasurement)> visit) const {
  if (llvm::Error error = checkQuery(query))
    return error;
  Condition condition(query);
  llvm::Expected<Statement> statement = Statement::prepare(
      handle, path,
      kSelectRows + condition.getText() +
          " ORDER BY facts.key, devices.name, devices.driver, m.date, m.final, "
          "m.rank, m.uid");
  if (!statement)
    return statement.takeError();
  condition.bind(*statement);
  std::string lastUid;
  for (;;) {
    llvm::Expected<bool> hasRow = statement->step();
    if (!hasRow)
      return hasRow.takeError();
    if (!*hasRow)
      return llvm::Error::success();
    llvm::Expected<StoredMeasurement> measurement = readRow(*statement, path);
    if (!measurement)
      return measurement.takeError();
    // The same twice is next to itself in this order.
    if (measurement->uid == lastUid)
      return llvm::createStringError(path + ": is damaged: the measurement '" +
                                     lastUid + "' is there twice");
    lastUid = measurement->uid;
    if (llvm::Error error = visit(std::move(*measurement)))
      return error;
  }
}

llvm::Expected<std::vector<StoredMeasurement>>
Database::query(const MeasurementQuery &query) const {
  std::vector<StoredMeasurement> found;
  if (llvm::Error error = visit(query, [&](StoredMeasurement measurement) {
        found.push_back(std::move(measurement));
        return llvm::Error::success();
      }))
    return std::move(error);
  return found;
}

static llvm::Expected<std::vector<std::string>>
listTexts(sqlite3 *handle, StringRef path, const char *sql) {
  llvm::Expected<Statement> statement = Statement::prepare(handle, path, sql);
  if (!statement)
    return statement.takeError();
  std::vector<std::string> texts;
  for (;;) {
    llvm::Expected<bool> hasRow = statement->step();
    if (!hasRow)
      return hasRow.takeError();
    if (!*hasRow)
      return texts;
    texts.push_back(statement->getText());
  }
}

llvm::Expected<std::vector<std::string>> Database::listFacts() const {
  return listTexts(handle, path, "SELECT key FROM facts");
}

llvm::Expected<std::vector<std::string>> Database::listConfigs() const {
  return listTexts(handle, path, "SELECT text FROM configs");
}

/// The places of measurements among those that compete with them. What is
/// disturbed is as isDisturbed() has it.
static constexpr const char *kKept =
    "SELECT id FROM (SELECT m.id AS id, row_number() OVER (PARTITION BY "
    "m.fact, devices.name, m.library ORDER BY coalesce(m.detail = 'disturbed' "
    "OR m.detail GLOB 'disturbed: *', 0), m.final DESC, m.time_ns, m.uid) "
    "AS place FROM measurements AS m LEFT JOIN devices ON devices.id = "
    "m.device WHERE m.outcome = 'ok') WHERE place <= ?";

/// What no measurement names any more, children first.
static constexpr const char *kRemoveOrphans[] = {
    "DELETE FROM kernels WHERE id NOT IN "
    "(SELECT kernel FROM measurements WHERE kernel IS NOT NULL)",
    "DELETE FROM configs WHERE id NOT IN (SELECT config FROM measurements)",
    "DELETE FROM facts WHERE id NOT IN (SELECT fact FROM measurements)",
    "DELETE FROM devices WHERE id NOT IN "
    "(SELECT device FROM measurements WHERE device IS NOT NULL)",
    "DELETE FROM targets WHERE id NOT IN "
    "(SELECT target FROM measurements WHERE target IS NOT NULL)"};

llvm::Expected<size_t> Database::prune(const MeasurementQuery &query,
                                       size_t keepBest, bool isDryRun) {
  if (llvm::Error error = checkQuery(query))
    return std::move(error);
  llvm::Expected<Transaction> transaction =
      Transaction::begin(handle, path, Transaction::Write);
  if (!transaction)
    return transaction.takeError();
  Condition condition(query);
  {
    llvm::Expected<Statement> statement = Statement::prepare(
        handle, path,
        std::string("DELETE FROM measurements WHERE id IN (SELECT m.id") +
            kFromTables + condition.getText() + ") AND id NOT IN (" + kKept +
            ")");
    if (!statement)
      return statement.takeError();
    condition.bind(*statement);
    statement->bind(int64_t(keepBest));
    if (llvm::Error error = statement->run())
      return std::move(error);
  }
  auto count = size_t(sqlite3_changes64(handle));
  if (isDryRun || !count)
    return count;
  for (StringRef statement : kRemoveOrphans)
    if (llvm::Error error = execute(handle, path, statement))
      return std::move(error);
  if (llvm::Error error = transaction->commit())
    return std::move(error);
  // Gives the space back; if another process is in the way, a later time does.
  // SQLite attaches the new file for the time that it copies to it.
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1);
  llvm::consumeError(execute(handle, path, "VACUUM"));
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  return count;
}
