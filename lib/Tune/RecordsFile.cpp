//===- RecordsFile.cpp - Reading the records of a run ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/RecordsFile.h"

#include "mlir-autotune/Core/TextFile.h"
#include "mlir-autotune/Problem/JsonReader.h"
#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/PickRule.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tuning/Picks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <tuple>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;

/// Lines that a warning each is given for; what is no file of records at all
/// would fill the screen.
static constexpr size_t kMaxWarnings = 5;

/// Why the record is none that can decide, or empty. What a pick is made of
/// must be such as #autotune.provenance takes.
static std::string getWhyUnsound(const Record &record,
                                 const llvm::json::Object &object) {
  if (record.key.empty() || record.config.empty())
    return "a record has no key or no config";
  if (llvm::is_contained(record.heuristics, ""))
    return "a heuristic of a record has no name";
  if (!std::isfinite(record.estimateNs))
    return "a record's estimate is no number";
  if (record.outcome != Outcome::Ok)
    return "";
  if (!getNanoseconds(record.timeNs))
    return "a record that is ok has no time from 1 to 2^63 - 1 ns";
  if (!llvm::all_of(record.timesNs, [](double time) {
        return std::isfinite(time) && time > 0;
      }))
    return "a replay of a record that is ok has no time above 0";
  if (record.device.name.empty())
    return "a record that is ok names no device";
  const llvm::json::Value *baseline = object.get("baseline");
  if (baseline && baseline->kind() != llvm::json::Value::Null &&
      !(record.baseline && getNanoseconds(record.baseline->bestNs)))
    return "a record's baseline has no time (best_ns) from 1 to 2^63 - 1 ns";
  if (record.ours && !getNanoseconds(record.ours->timeNs))
    return "a record's ours has no time (time_ns) from 1 to 2^63 - 1 ns";
  return "";
}

static llvm::Expected<Record> parseRecord(StringRef line) {
  llvm::Expected<llvm::json::Value> value = parseJson(line);
  if (!value)
    return value.takeError();
  llvm::Expected<Record> record = Record::fromJson(*value);
  if (!record)
    return record.takeError();
  std::string whyUnsound = getWhyUnsound(*record, *value->getAsObject());
  if (!whyUnsound.empty())
    return llvm::createStringError(whyUnsound);
  record->config = getIdentity(record->config);
  return record;
}

void tune::addRecord(std::vector<Record> &records, Record record) {
  auto same = llvm::find_if(records, [&](const Record &other) {
    return other.config == record.config && other.library == record.library &&
           other.device.name == record.device.name;
  });
  if (same == records.end())
    records.push_back(std::move(record));
  else
    *same = std::move(record);
}

bool tune::hasDependentLaunch(StringRef config) {
  return config.contains("dependent_launch = true");
}

void tune::readRecordLines(StringRef text, StringRef file,
                           llvm::function_ref<llvm::Error(StringRef line)> read,
                           llvm::function_ref<void(const Twine &)> warn) {
  size_t damaged = 0;
  std::string_view rest = text;
  for (size_t number = 1; !rest.empty(); ++number) {
    StringRef line = takeLine(rest);
    if (line.trim().empty())
      continue;
    llvm::Error error = read(line);
    if (!error)
      continue;
    std::string reason = llvm::toString(std::move(error));
    if (damaged++ < kMaxWarnings)
      warn(file + ":" + Twine(number) + ": skipped, no record: " + reason);
  }
  if (damaged > kMaxWarnings)
    warn(file + ": " + Twine(damaged - kMaxWarnings) +
         " more lines are no records");
}

RecordsByKey tune::parseRecords(StringRef text, StringRef file,
                                llvm::function_ref<void(const Twine &)> warn,
                                RecordsByKey *others, RecordsByKey *dependent) {
  RecordsByKey records;
  auto read = [&](StringRef line) -> llvm::Error {
    llvm::Expected<Record> record = parseRecord(line);
    if (!record)
      return record.takeError();
    RecordsByKey *into = !record->library.empty()      ? others
                         : hasDependentLaunch(*record) ? dependent
                                                       : &records;
    if (into)
      addRecord((*into)[record->key], std::move(*record));
    return llvm::Error::success();
  };
  readRecordLines(text, file, read, warn);
  return records;
}

llvm::Expected<RecordsByKey>
tune::readRecords(StringRef path, llvm::function_ref<void(const Twine &)> warn,
                  RecordsByKey *others, RecordsByKey *dependent) {
  llvm::Expected<std::string> text = readInputFile(path);
  if (!text)
    return text.takeError();
  RecordsByKey records = parseRecords(*text, path, warn, others, dependent);
  if (records.empty() && (!others || others->empty()) &&
      (!dependent || dependent->empty()))
    return llvm::createStringError(
        path + ": has no record; autotune-bench run writes them");
  return records;
}

llvm::SetVector<StringRef> tune::getDevices(const RecordsByKey &records) {
  llvm::SetVector<StringRef> devices;
  for (const auto &entry : records)
    for (const Record &record : entry.second)
      if (record.outcome == Outcome::Ok)
        devices.insert(record.device.name);
  return devices;
}

llvm::Expected<std::string> tune::chooseDevice(const RecordsByKey &records,
                                               StringRef device) {
  llvm::SetVector<StringRef> devices = getDevices(records);
  if (device.empty() && devices.size() <= 1)
    return devices.empty() ? std::string() : devices.front().str();
  if (devices.contains(device))
    return device.str();
  return llvm::createStringError(
      (device.empty() ? Twine("the records are of several devices")
                      : "no record is ok on a device named '" + device + "'") +
      "; name one with --device-name: " + llvm::join(devices, ", "));
}

bool tune::isEstimatedFaster(const Record *a, const Record *b) {
  auto getKey = [](const Record &record) {
    // What has no estimate comes last.
    return std::tuple(record.estimateNs <= 0, record.estimateNs, record.rank);
  };
  return getKey(*a) < getKey(*b);
}

const Record *tune::chooseBest(llvm::ArrayRef<Record> records) {
  bool hasFinal = llvm::any_of(records, [](const Record &record) {
    return record.outcome == Outcome::Ok && record.final;
  });
  std::vector<const Record *> good;
  for (const Record &record : records)
    if (record.outcome == Outcome::Ok && record.final == hasFinal)
      good.push_back(&record);
  if (!good.empty())
    return applyPickRule(good);
  for (const Record &record : records)
    if (record.outcome == Outcome::Checked)
      good.push_back(&record);
  auto best = llvm::min_element(good, isEstimatedFaster);
  return best == good.end() ? nullptr : *best;
}
