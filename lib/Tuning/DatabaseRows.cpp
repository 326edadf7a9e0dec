//===- DatabaseRows.cpp - Measurements to rows and back -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DatabaseRows.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::sqlite;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

llvm::Expected<Statement *> RowWriter::getStatement(StringRef sql) {
  auto found = statements.find(sql);
  if (found == statements.end()) {
    llvm::Expected<Statement> statement = Statement::prepare(handle, path, sql);
    if (!statement)
      return statement.takeError();
    found = statements.try_emplace(sql, std::move(*statement)).first;
  }
  found->second.reset();
  return &found->second;
}

llvm::Expected<int64_t> RowWriter::intern(StringRef table,
                                          ArrayRef<StringRef> columns,
                                          ArrayRef<StringRef> values,
                                          std::optional<int64_t> config) {
  std::string key = table.str();
  if (config)
    key += " " + std::to_string(*config);
  // Texts have no zero bytes.
  for (StringRef value : values)
    key += '\0' + value.str();
  if (auto found = rows.find(key); found != rows.end())
    return found->second;
  SmallVector<std::string> names;
  for (StringRef column : columns)
    names.push_back(column.str());
  if (config)
    names.insert(names.begin(), "config");
  std::string marks = "?";
  for (size_t i = 1; i < names.size(); ++i)
    marks += ", ?";
  auto bindAll = [&](Statement &statement) {
    if (config)
      statement.bind(*config);
    for (StringRef value : values)
      statement.bind(value);
  };
  llvm::Expected<Statement *> select =
      getStatement("SELECT id FROM " + table.str() + " WHERE (" +
                   llvm::join(names, ", ") + ") = (" + marks + ")");
  if (!select)
    return select.takeError();
  bindAll(**select);
  llvm::Expected<bool> hasRow = (*select)->step();
  if (!hasRow)
    return hasRow.takeError();
  int64_t id = 0;
  if (*hasRow) {
    id = (*select)->getInteger();
  } else {
    llvm::Expected<Statement *> insert =
        getStatement("INSERT INTO " + table.str() + "(" +
                     llvm::join(names, ", ") + ") VALUES(" + marks + ")");
    if (!insert)
      return insert.takeError();
    bindAll(**insert);
    if (llvm::Error error = (*insert)->run())
      return std::move(error);
    id = sqlite3_last_insert_rowid(handle);
  }
  (*select)->reset();
  rows[key] = id;
  return id;
}

llvm::Expected<std::optional<int64_t>>
RowWriter::internKernel(const StoredMeasurement &m, int64_t config) {
  StringRef values[] = {m.checksum, m.program, m.compilers, m.templateHash};
  if (llvm::all_of(values, [](StringRef value) { return value.empty(); }))
    return std::optional<int64_t>();
  return intern("kernels", {"checksum", "types", "compilers", "template_hash"},
                values, config);
}

llvm::Expected<bool> RowWriter::isThere(StringRef uid) {
  llvm::Expected<Statement *> statement =
      getStatement("SELECT 1 FROM measurements WHERE uid = ?");
  if (!statement)
    return statement.takeError();
  (*statement)->bind(uid);
  llvm::Expected<bool> hasRow = (*statement)->step();
  (*statement)->reset();
  return hasRow;
}

static constexpr const char *kInsert =
    "INSERT INTO measurements(uid, fact, config, kernel, device, target, "
    "library, run, problem, candidate, heuristics, rank, outcome, detail, "
    "date, time_ns, times_ns, spread, tflops, gbps, final, baseline_library, "
    "baseline_best_ns, baseline_first_ns, baseline_algorithms, "
    "baseline_best_index, ratio, error, sm_clock_mhz, power_w, estimate_ns, "
    "digest) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
    "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

template <typename T> static std::string getArray(const std::vector<T> &list) {
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(json::Array(list));
  return text;
}

/// The columns from `library` on.
static void bindFigures(Statement &row, const StoredMeasurement &m) {
  row.bindKnown(m.library).bindKnown(m.run).bindKnown(m.problem);
  row.bindKnown(m.candidate).bind(getArray(m.heuristics)).bind(m.rank);
  row.bind(m.outcome).bindKnown(m.detail).bindKnown(m.date);
  row.bindKnown(m.timeNs);
  if (m.timesNs.empty())
    row.bindNull();
  else
    row.bind(getArray(m.timesNs));
  row.bindKnown(m.spread).bindKnown(m.tflops).bindKnown(m.gbps);
  row.bind(int64_t(m.final));
  if (m.baseline) {
    row.bind(m.baseline->library).bind(m.baseline->bestNs);
    row.bind(m.baseline->firstNs).bind(m.baseline->algorithms);
    row.bind(m.baseline->bestIndex);
  } else {
    row.bindNull().bindNull().bindNull().bindNull().bindNull();
  }
  row.bindKnown(m.ratio).bindKnown(m.error);
  row.bindKnown(m.smClockMHz ? std::optional(m.smClockMHz) : std::nullopt);
  row.bindKnown(m.powerW).bindKnown(m.estimateNs);
  row.bind(static_cast<int64_t>(getDigest(m)));
}

llvm::Error RowWriter::insert(const StoredMeasurement &m) {
  llvm::Expected<int64_t> fact = intern("facts", {"key"}, {m.fact});
  if (!fact)
    return fact.takeError();
  llvm::Expected<int64_t> config =
      intern("configs", {"template", "text"},
             {StringRef(m.config).split(',').first.trim(), m.config});
  if (!config)
    return config.takeError();
  llvm::Expected<std::optional<int64_t>> kernel = internKernel(m, *config);
  if (!kernel)
    return kernel.takeError();
  std::optional<int64_t> device, target;
  if (!m.device.empty()) {
    llvm::Expected<int64_t> row =
        intern("devices", {"name", "driver"}, {m.device, m.driver});
    if (!row)
      return row.takeError();
    device = *row;
  }
  if (!m.target.empty()) {
    llvm::Expected<int64_t> row = intern("targets", {"name"}, {m.target});
    if (!row)
      return row.takeError();
    target = *row;
  }
  llvm::Expected<Statement *> row = getStatement(kInsert);
  if (!row)
    return row.takeError();
  (*row)->bind(m.uid).bind(*fact).bind(*config);
  (*row)->bindKnown(*kernel).bindKnown(device).bindKnown(target);
  bindFigures(**row, m);
  return (*row)->run();
}

llvm::Expected<bool> RowWriter::add(const StoredMeasurement &measurement) {
  std::string why = getWhyInvalid(measurement);
  if (!why.empty())
    return llvm::createStringError(path + ": can't keep a measurement of " +
                                   json::fixUTF8(measurement.fact) + ": " +
                                   why);
  StoredMeasurement named = measurement;
  if (named.uid.empty())
    named.uid = getDerivedUid(named);
  llvm::Expected<bool> there = isThere(named.uid);
  if (!there)
    return there.takeError();
  if (*there)
    return false;
  if (llvm::Error error = insert(named))
    return std::move(error);
  return true;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// A damaged file may lack a row that another names. An outer join finds the
// measurement all the same, and its digest then tells.
#define AUTOTUNE_FROM_TABLES                                                   \
  " FROM measurements AS m"                                                    \
  " LEFT JOIN facts ON facts.id = m.fact"                                      \
  " LEFT JOIN configs ON configs.id = m.config"                                \
  " LEFT JOIN kernels ON kernels.id = m.kernel"                                \
  " LEFT JOIN targets ON targets.id = m.target"                                \
  " LEFT JOIN devices ON devices.id = m.device"

const char *const autotune::kFromTables = AUTOTUNE_FROM_TABLES;
const char *const autotune::kSelectRows =
    "SELECT m.uid, facts.key, configs.text, kernels.checksum, kernels.types, "
    "kernels.compilers, kernels.template_hash, targets.name, devices.name, "
    "devices.driver, m.library, m.run, m.problem, m.candidate, m.heuristics, "
    "m.rank, m.outcome, m.detail, m.date, m.time_ns, m.times_ns, m.spread, "
    "m.tflops, m.gbps, m.final, m.baseline_best_ns, m.baseline_library, "
    "m.baseline_first_ns, m.baseline_algorithms, m.baseline_best_index, "
    "m.ratio, m.error, m.sm_clock_mhz, m.power_w, m.estimate_ns, "
    "m.digest" AUTOTUNE_FROM_TABLES;

/// The elements of a JSON array; empty where the text is none.
static json::Array parseArray(StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (value && value->getAsArray())
    return std::move(*value->getAsArray());
  if (!value)
    llvm::consumeError(value.takeError());
  return {};
}

llvm::Expected<StoredMeasurement> autotune::readRow(Statement &row,
                                                    StringRef path) {
  StoredMeasurement m;
  for (std::string *text :
       {&m.uid, &m.fact, &m.config, &m.checksum, &m.program, &m.compilers,
        &m.templateHash, &m.target, &m.device, &m.driver, &m.library, &m.run,
        &m.problem, &m.candidate})
    *text = row.getText();
  for (const json::Value &name : parseArray(row.getText()))
    m.heuristics.push_back(name.getAsString().value_or("").str());
  m.rank = row.getInteger();
  m.outcome = row.getText();
  m.detail = row.getText();
  m.date = row.getText();
  m.timeNs = row.getNumber();
  for (const json::Value &time : parseArray(row.getText()))
    m.timesNs.push_back(time.getAsNumber().value_or(0));
  m.spread = row.getNumber();
  m.tflops = row.getNumber();
  m.gbps = row.getNumber();
  m.final = row.getInteger() != 0;
  bool hasBaseline = !row.isNull();
  StoredBaseline baseline;
  baseline.bestNs = row.getNumber();
  baseline.library = row.getText();
  baseline.firstNs = row.getNumber();
  baseline.algorithms = row.getInteger();
  baseline.bestIndex = row.getInteger();
  if (hasBaseline)
    m.baseline = std::move(baseline);
  m.ratio = row.getNumber();
  m.error = row.getNumber();
  m.smClockMHz = row.getInteger();
  m.powerW = row.getNumber();
  m.estimateNs = row.getNumber();
  if (static_cast<uint64_t>(row.getInteger()) != getDigest(m))
    return llvm::createStringError(path + ": is damaged: the measurement '" +
                                   json::fixUTF8(m.uid) +
                                   "' is not as it was written");
  return m;
}
