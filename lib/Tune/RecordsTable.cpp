//===- RecordsTable.cpp - The best of each matmul, as a table -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/RecordsTable.h"

#include "mlir-autotune/Measure/Columns.h"
#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <map>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using namespace mlir::autotune::measure;

namespace {
/// How the best records stand against the baseline.
struct Comparison {
  size_t wins = 0, losses = 0;
  double logSum = 0;
  const Record *worst = nullptr;

  void add(const Record &record) {
    if (record.ratio <= 0)
      return;
    ++(record.ratio >= 1 ? wins : losses);
    logSum += std::log(record.ratio);
    if (!worst || record.ratio < worst->ratio)
      worst = &record;
  }
  size_t size() const { return wins + losses; }
  double getMean() const { return std::exp(logSum / double(size())); }
};
} // namespace

/// Below this the launches' share of the time is reported.
static constexpr double kShortNs = 20000;

static constexpr const char *kEstimateNote =
    "ESTIMATE: a time with a ~ is estimated; its kernel was checked in the "
    "simulator, and not measured\n";

static std::vector<std::string> getRow(const Record &record) {
  if (record.outcome == Outcome::Checked)
    return {record.key,
            getBriefName(record),
            record.heuristics.empty() ? "-"
                                      : llvm::join(record.heuristics, ","),
            "~" + formatTime(record.estimateNs),
            "-",
            "-",
            "-"};
  return {record.key,
          getBriefName(record),
          record.heuristics.empty() ? "-" : llvm::join(record.heuristics, ","),
          formatTime(record.timeNs),
          formatNumber("%.1f", record.tflops),
          formatNumber("%.0f", record.gbps),
          formatRatio(record.ratio)};
}

std::string tune::formatBest(const RecordsByKey &records) {
  std::vector<std::vector<std::string>> rows = {
      {"matmul", "config", "heuristics", "time", "TFLOP/s", "GB/s", "ratio"}};
  Comparison comparison;
  std::map<Outcome, size_t> failures;
  std::string unmeasured, library;
  bool hasEstimate = false;
  for (const auto &[key, all] : records) {
    for (const Record &record : all)
      if (record.outcome != Outcome::Ok && record.outcome != Outcome::Checked)
        ++failures[record.outcome];
    const Record *best = chooseBest(all);
    if (!best) {
      unmeasured += key + ": no candidate was right and ran to its end\n";
      continue;
    }
    rows.push_back(getRow(*best));
    hasEstimate |= best->outcome == Outcome::Checked;
    comparison.add(*best);
    if (best->baseline)
      library = best->baseline->library;
  }
  std::string text;
  if (rows.size() > 1)
    text += formatColumns(rows, /*leftColumns=*/3, /*optional=*/{2, 5, 4});
  text += unmeasured;
  if (hasEstimate)
    text += kEstimateNote;
  if (comparison.size()) {
    text += "against the best of " + library + ": " +
            std::to_string(comparison.wins) + " not slower, " +
            std::to_string(comparison.losses) + " slower; geometric mean " +
            formatNumber("%.3f", comparison.getMean()) + ", worst " +
            formatNumber("%.3f", comparison.worst->ratio) + " (" +
            comparison.worst->key + ")\n";
  }
  for (auto [outcome, count] : failures)
    text += std::to_string(count) + " " + stringifyOutcome(outcome).str() +
            " among all candidates\n";
  return text;
}

std::string tune::formatDependentLaunch(const RecordsByKey &records) {
  if (records.empty())
    return "";
  Comparison comparison;
  std::map<Outcome, size_t> failures;
  for (const auto &[key, all] : records) {
    for (const Record &record : all)
      if (record.outcome != Outcome::Ok && record.outcome != Outcome::Checked)
        ++failures[record.outcome];
    const Record *best = chooseBest(all);
    if (best && best->outcome == Outcome::Ok && best->timeNs < kShortNs)
      comparison.add(*best);
  }
  std::string text = "with dependent launch, kernels under 20 us: ";
  if (comparison.size())
    text += "geometric mean " + formatNumber("%.3f", comparison.getMean()) +
            ", worst " + formatNumber("%.3f", comparison.worst->ratio) + " (" +
            comparison.worst->key + "), of " +
            std::to_string(comparison.size());
  else
    text += "none with a baseline";
  for (auto [outcome, count] : failures)
    text +=
        "; " + std::to_string(count) + " " + stringifyOutcome(outcome).str();
  return text + "\n";
}

/// What is said of a problem without a right candidate.
static std::string getWhyNoneChecked(ArrayRef<const Record *> records) {
  bool isAny = llvm::any_of(records, [](const Record *record) {
    return !StringRef(record->detail).starts_with(kNotSimulated);
  });
  return isAny ? "no candidate was right" : records.front()->detail;
}

std::string tune::formatChecked(ArrayRef<Record> records, size_t top) {
  llvm::MapVector<StringRef, std::vector<const Record *>> byKey, all;
  std::map<Outcome, size_t> counts;
  for (const Record &record : records) {
    ++counts[record.outcome];
    std::vector<const Record *> &good = byKey[record.key];
    all[record.key].push_back(&record);
    if (record.outcome == Outcome::Checked)
      good.push_back(&record);
  }
  std::string text;
  for (auto &[key, good] : byKey) {
    llvm::sort(good, isEstimatedFaster);
    text += key.str() + "\n";
    if (good.empty()) {
      text += getWhyNoneChecked(all[key]) + "\n\n";
      continue;
    }
    std::vector<std::vector<std::string>> rows = {
        {"config", "heuristics", "checked", "estimate"}};
    for (const Record *record :
         ArrayRef(good).take_front(std::min(top, good.size())))
      rows.push_back({getBriefName(*record),
                      record->heuristics.empty()
                          ? "-"
                          : llvm::join(record->heuristics, ","),
                      record->detail, "~" + formatTime(record->estimateNs)});
    text += formatColumns(rows, /*leftColumns=*/3, /*optional=*/{1}) + "\n";
  }
  text += kEstimateNote;
  for (auto [outcome, count] : counts)
    text +=
        std::to_string(count) + " " + stringifyOutcome(outcome).str() + "\n";
  return text;
}
