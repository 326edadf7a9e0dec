//===- DatabaseTables.cpp - What a database has, as tables ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/DatabaseTables.h"

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Measure/Columns.h"
#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Tune/DatabasePicks.h"
#include "mlir-autotune/Tune/RecordConfig.h"
#include "mlir-autotune/Tune/RecordsFile.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

static std::string orDash(StringRef text) {
  return text.empty() ? "-" : text.str();
}

static std::string formatCount(size_t count, StringRef word) {
  return std::to_string(count) + " " + word.str() + (count == 1 ? "" : "s");
}

namespace {
/// Measurements of one fact on one device.
struct Group {
  std::string fact, device;
  size_t count = 0;
  /// Those that could be picked.
  std::vector<StoredMeasurement> ours;

  /// Uses them up.
  std::vector<std::string> getRow() {
    std::vector<Record> records = selectRecords(std::move(ours));
    llvm::erase_if(records, [](const Record &record) {
      return hasDependentLaunch(record);
    });
    const Record *best = chooseBest(records);
    if (!best)
      return {fact, orDash(device), "-", "-", "-", std::to_string(count)};
    return {fact,
            orDash(device),
            getBriefName(*best),
            orDash(best->date),
            best->outcome == Outcome::Checked
                ? "~" + measure::formatTime(best->estimateNs)
                : measure::formatTime(best->timeNs),
            std::to_string(count)};
  }
};
} // namespace

llvm::Expected<std::string>
tune::formatDatabase(const Database &database, const MeasurementQuery &query) {
  std::vector<std::vector<std::string>> rows = {
      {"matmul", "device", "best config", "date", "time", "measurements"}};
  Group group;
  size_t count = 0, facts = 0;
  bool hasEstimate = false;
  auto endGroup = [&] {
    if (group.count)
      rows.push_back(group.getRow());
    hasEstimate |= StringRef(rows.back()[4]).starts_with("~");
  };
  // Of one fact and device, one after the other.
  auto add = [&](StoredMeasurement measurement) -> llvm::Error {
    if (!count || measurement.fact != group.fact ||
        measurement.device != group.device) {
      facts += !count || measurement.fact != group.fact;
      endGroup();
      group = Group{measurement.fact, measurement.device, 0, {}};
    }
    ++group.count;
    ++count;
    if (measurement.library.empty() && isCurrent(measurement))
      group.ours.push_back(std::move(measurement));
    return llvm::Error::success();
  };
  if (llvm::Error error = database.visit(query, add))
    return std::move(error);
  endGroup();
  std::string text;
  if (rows.size() > 1)
    text += measure::formatColumns(rows, /*leftColumns=*/4,
                                   /*optional=*/{3, 5, 1});
  if (hasEstimate)
    text += "ESTIMATE: a time with a ~ is estimated; its kernel was checked in "
            "the simulator, and not measured\n";
  return text + database.getPath().str() + ": " +
         formatCount(count, "measurement") + " of " +
         formatCount(facts, "matmul") + "\n";
}

/// Of a detail, what fits beside a config.
static constexpr size_t kMaxDetail = 60;

static std::string getOutcome(const StoredMeasurement &m) {
  std::string text = m.outcome + (m.final ? ", final" : "");
  StringRef detail = StringRef(m.detail).split('\n').first;
  if (detail.empty())
    return text;
  text += ": ";
  return detail.size() <= kMaxDetail
             ? text + detail.str()
             : text + llvm::json::fixUTF8(detail.take_front(kMaxDetail)) +
                   " ...";
}

static std::string getName(const StoredMeasurement &m) {
  if (m.library.empty())
    return getBrief(m.config);
  // An algorithm's config begins with the library, and is long.
  bool isConfig = StringRef(m.config).starts_with(m.library + ", ");
  return isConfig ? getBrief(m.config) : m.library + ": " + m.config;
}

std::string
tune::formatMeasurements(std::vector<StoredMeasurement> measurements) {
  llvm::sort(measurements, [](const auto &a, const auto &b) {
    auto getKey = [](const StoredMeasurement &m) {
      return std::tuple(m.timeNs == 0, m.outcome != "ok", m.timeNs,
                        StringRef(m.outcome), StringRef(m.config),
                        StringRef(m.uid));
    };
    return getKey(a) < getKey(b);
  });
  std::vector<std::vector<std::string>> rows = {{"config", "outcome", "device",
                                                 "driver", "date", "time",
                                                 "spread", "ratio"}};
  for (const StoredMeasurement &m : measurements) {
    bool hasTime = m.timeNs > 0;
    rows.push_back(
        {getName(m), getOutcome(m), orDash(m.device), orDash(m.driver),
         orDash(m.date),
         hasTime            ? measure::formatTime(m.timeNs)
         : m.estimateNs > 0 ? "~" + measure::formatTime(m.estimateNs)
                            : "-",
         hasTime ? measure::formatNumber("%.1f%%", 100 * m.spread) : "-",
         measure::formatRatio(m.ratio)});
  }
  return measure::formatColumns(rows, /*leftColumns=*/5,
                                /*optional=*/{3, 4, 2, 6});
}
