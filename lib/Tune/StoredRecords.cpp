//===- StoredRecords.cpp - Records into a database and back ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/StoredRecords.h"

#include "mlir-autotune/Problem/JsonReader.h"
#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/RecordsFile.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// One record
//===----------------------------------------------------------------------===//

/// What a program printed may be anything.
static std::string getText(StringRef bytes) {
  std::string text = json::fixUTF8(bytes);
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

StoredMeasurement tune::toStored(const Record &record) {
  StoredMeasurement m;
  m.fact = getText(record.key);
  m.config = getText(record.config);
  m.library = getText(record.library);
  m.device = getText(record.device.name);
  m.driver = getText(record.device.driver);
  m.problem = getText(record.problem);
  m.candidate = getText(record.candidate);
  for (const std::string &name : record.heuristics)
    m.heuristics.push_back(getText(name));
  m.rank = record.rank;
  m.outcome = measure::stringifyOutcome(record.outcome).str();
  m.detail = getText(record.detail);
  m.date = getText(record.date);
  m.estimateNs = record.estimateNs;
  m.timeNs = record.timeNs;
  m.timesNs = record.timesNs;
  if (m.timeNs == 0 && m.timesNs.empty())
    return m;
  // Of what was written by hand, or by another program.
  if (m.timesNs.empty())
    m.timesNs = {m.timeNs};
  m.spread = record.spread;
  m.tflops = record.tflops;
  m.gbps = record.gbps;
  m.final = record.final;
  if (record.disturbed && record.outcome == Outcome::Ok)
    m.detail =
        kDisturbedDetail.str() + (m.detail.empty() ? "" : ": " + m.detail);
  m.error = record.error;
  m.smClockMHz = record.device.smClockMHz;
  m.powerW = record.device.powerW;
  if (!record.baseline)
    return m;
  m.baseline =
      StoredBaseline{getText(record.baseline->library), record.baseline->bestNs,
                     record.baseline->firstNs, record.baseline->algorithms,
                     record.baseline->bestIndex};
  m.ratio = record.ratio;
  return m;
}

static Outcome getRecordOutcome(StringRef outcome) {
  // A run's records have that name in the detail.
  if (outcome == "spill")
    return Outcome::CompileFailure;
  return *measure::symbolizeOutcome(outcome);
}

bool tune::isForWantOfMemory(const StoredMeasurement &m) {
  return m.outcome == "out-of-resource" &&
         StringRef(m.detail).contains("OUT_OF_MEMORY");
}

Record tune::toRecord(const StoredMeasurement &m) {
  Record record;
  record.library = m.library;
  record.candidate = m.candidate;
  record.problem = m.problem;
  record.key = m.fact;
  record.config = m.config;
  record.heuristics = m.heuristics;
  record.rank = m.rank;
  record.outcome = getRecordOutcome(m.outcome);
  record.disturbed = isDisturbed(m);
  StringRef detail = m.detail;
  if (record.disturbed && detail.consume_front(kDisturbedDetail))
    detail.consume_front(": ");
  record.detail = detail.str();
  record.timesNs = m.timesNs;
  record.timeNs = m.timeNs;
  record.spread = m.spread;
  record.estimateNs = m.estimateNs;
  record.tflops = m.tflops;
  record.gbps = m.gbps;
  record.final = m.final;
  if (m.baseline)
    record.baseline = measure::BaselineFigures{
        m.baseline->library, m.baseline->bestNs, m.baseline->firstNs,
        m.baseline->algorithms, m.baseline->bestIndex};
  record.ratio = m.ratio;
  record.error = m.error;
  record.device = {m.device, m.driver, m.smClockMHz, m.powerW};
  record.date = m.date;
  return record;
}

namespace {
/// What a line of the database has beyond those of a run.
struct AdditionalField {
  StringLiteral name;
  std::string StoredMeasurement::*text;
};
} // namespace

static constexpr AdditionalField kAdditionalFields[] = {
    {"uid", &StoredMeasurement::uid},
    {"run", &StoredMeasurement::run},
    {"target", &StoredMeasurement::target},
    {"checksum", &StoredMeasurement::checksum},
    {"program", &StoredMeasurement::program},
    {"compilers", &StoredMeasurement::compilers},
    {"template_hash", &StoredMeasurement::templateHash}};

json::Value tune::toJson(const StoredMeasurement &measurement) {
  json::Value value = toRecord(measurement).toJson();
  json::Object &object = *value.getAsObject();
  object["outcome"] = measurement.outcome;
  for (const AdditionalField &field : kAdditionalFields)
    if (const std::string &text = measurement.*field.text; !text.empty())
      object[field.name] = text;
  return value;
}

llvm::Expected<StoredMeasurement> tune::parseStoredRecord(StringRef line) {
  llvm::Expected<json::Value> value = autotune::parseJson(line);
  if (!value)
    return value.takeError();
  json::Object *object = value->getAsObject();
  std::string outcome =
      object ? object->getString("outcome").value_or("").str() : "";
  if (!llvm::is_contained(getStoredOutcomes(), outcome))
    return llvm::createStringError("a record has no known outcome");
  (*object)["outcome"] = measure::stringifyOutcome(getRecordOutcome(outcome));
  llvm::Expected<Record> record = Record::fromJson(*value);
  if (!record)
    return record.takeError();
  record->config = getIdentity(record->config);
  StoredMeasurement measurement = toStored(*record);
  measurement.outcome = outcome;
  for (const AdditionalField &field : kAdditionalFields)
    measurement.*field.text =
        getText(object->getString(field.name).value_or(""));
  // What records called it whose programs were told apart by a description.
  if (measurement.program.empty())
    measurement.program = getText(object->getString("types").value_or(""));
  std::string why = getWhyInvalid(measurement);
  if (!why.empty())
    return llvm::createStringError(why);
  return measurement;
}

//===----------------------------------------------------------------------===//
// A file of records
//===----------------------------------------------------------------------===//

llvm::Expected<std::vector<StoredMeasurement>>
tune::readStoredRecords(StringRef path,
                        llvm::function_ref<void(const Twine &)> warn) {
  llvm::Expected<std::string> text = readInputFile(path);
  if (!text)
    return text.takeError();
  std::vector<StoredMeasurement> records;
  auto read = [&](StringRef line) -> llvm::Error {
    llvm::Expected<StoredMeasurement> record = parseStoredRecord(line);
    if (!record)
      return record.takeError();
    records.push_back(std::move(*record));
    return llvm::Error::success();
  };
  readRecordLines(*text, path, read, warn);
  if (records.empty())
    return llvm::createStringError(path + ": has no record");
  return records;
}
