//===- Comparison.cpp - How picks stand against a baseline ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/Comparison.h"

#include "mlir-autotune/Measure/Columns.h"
#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::formatNumber;
using measure::formatRatio;
using measure::Outcome;
using measure::Record;

//===----------------------------------------------------------------------===//
// From records
//===----------------------------------------------------------------------===//

/// The records that can be compared with each other.
static std::vector<Record> selectDevice(ArrayRef<Record> records,
                                        StringRef device) {
  std::vector<Record> selected;
  llvm::copy_if(
      records, std::back_inserter(selected), [&](const Record &record) {
        // A failure before the device was reached names none.
        return record.device.name == device || record.device.name.empty() ||
               record.outcome == Outcome::Checked;
      });
  return selected;
}

static std::map<std::string, Record> getOthers(const RecordsByKey &others,
                                               const std::string &key,
                                               StringRef device) {
  std::map<std::string, std::vector<Record>> byLibrary;
  auto found = others.find(key);
  if (found != others.end())
    for (Record &record : selectDevice(found->second, device))
      byLibrary[record.library].push_back(std::move(record));
  std::map<std::string, Record> best;
  for (const auto &[library, records] : byLibrary)
    if (const Record *record = chooseBest(records))
      if (record->outcome == Outcome::Ok)
        best.emplace(library, *record);
  return best;
}

/// The shape of a key, or why there is none to compare.
static llvm::Expected<ComparedShape> getShape(const std::string &key,
                                              ArrayRef<Record> records) {
  llvm::Expected<ProblemFact> fact = parseMatmul(key);
  if (!fact)
    return fact.takeError();
  if (!fact->hasStaticSizes() || fact->getFlops() <= 0)
    return llvm::createStringError("has no known sizes");
  const Record *best = chooseBest(records);
  if (!best)
    return llvm::createStringError("no candidate was right and ran to its end");
  if (best->outcome != Outcome::Ok)
    return llvm::createStringError("checked, and not measured");
  ComparedShape shape{*fact, *best, {}};
  // A file may have any number there.
  if (!std::isfinite(shape.best.ratio))
    shape.best.ratio = 0;
  return shape;
}

Comparison Comparison::create(const RecordsByKey &records,
                              const RecordsByKey &others,
                              ArrayRef<std::string> keys, StringRef device) {
  Comparison comparison;
  std::vector<std::string> all;
  if (keys.empty()) {
    for (const auto &entry : records)
      all.push_back(entry.first);
    keys = all;
  }
  for (const std::string &key : keys) {
    auto found = records.find(key);
    if (found == records.end()) {
      comparison.unmeasured.push_back(key + ": no record");
      continue;
    }
    std::vector<Record> own = selectDevice(found->second, device);
    for (const Record &record : own)
      if (record.outcome != Outcome::Ok && record.outcome != Outcome::Checked)
        ++comparison.failures[record.outcome];
    llvm::Expected<ComparedShape> shape = getShape(key, own);
    if (!shape) {
      comparison.unmeasured.push_back(key + ": " +
                                      llvm::toString(shape.takeError()));
      continue;
    }
    shape->others = getOthers(others, key, device);
    // The baseline has its columns already.
    if (shape->best.baseline)
      shape->others.erase(shape->best.baseline->library);
    comparison.shapes.push_back(std::move(*shape));
  }
  return comparison;
}

std::string Comparison::getBaseline() const {
  for (const ComparedShape &shape : shapes)
    if (shape.best.baseline)
      return shape.best.baseline->library;
  return "";
}

//===----------------------------------------------------------------------===//
// By class
//===----------------------------------------------------------------------===//

static ClassSummary summarizeClass(const Comparison &comparison,
                                   const ShapeClass &shapeClass) {
  ClassSummary summary;
  summary.shapeClass = &shapeClass;
  double logSum = 0;
  double peak = comparison.target ? comparison.target->memoryBandwidth : 0;
  for (const ComparedShape &shape : comparison.shapes) {
    if (!shapeClass.contains(shape.fact))
      continue;
    if (shapeClass.isStreaming && peak > 0) {
      double share = shape.best.gbps * 1e9 / peak;
      summary.leastBandwidth =
          summary.shapes ? std::min(summary.leastBandwidth, share) : share;
      summary.mostBandwidth = std::max(summary.mostBandwidth, share);
    }
    ++summary.shapes;
    if (shape.best.ratio <= 0)
      continue;
    ++summary.compared;
    summary.wins += shape.best.ratio >= 1;
    logSum += std::log(shape.best.ratio);
    if (!summary.worst || shape.best.ratio < summary.worst->best.ratio)
      summary.worst = &shape;
  }
  if (summary.compared)
    summary.geometricMean = std::exp(logSum / double(summary.compared));
  return summary;
}

std::string tune::getClassNumbers(const ComparedShape &shape) {
  std::string numbers;
  for (auto [index, shapeClass] : llvm::enumerate(getShapeClasses()))
    if (shapeClass.contains(shape.fact))
      numbers += (numbers.empty() ? "" : " ") + std::to_string(index);
  return numbers;
}

std::vector<ClassSummary> Comparison::summarize() const {
  std::vector<ClassSummary> summaries;
  for (const ShapeClass &shapeClass : getShapeClasses()) {
    ClassSummary summary = summarizeClass(*this, shapeClass);
    if (summary.shapes)
      summaries.push_back(summary);
  }
  return summaries;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static std::string formatMicroseconds(double ns) {
  return formatNumber(ns < 99995 ? "%.2f" : "%.1f", ns / 1000);
}

ComparisonTable tune::getShapeTable(const Comparison &comparison) {
  std::string baseline = comparison.getBaseline();
  ComparisonTable table;
  table.leftColumns = 2;
  std::vector<std::string> head = {
      "shape",   "pick",  "us",
      "TFLOP/s", "GB/s",  (baseline.empty() ? "baseline" : baseline) + " us",
      "ratio",   "spread"};
  // By name, whether its times are of rounds with ours.
  std::map<std::string, bool> libraries;
  for (const ComparedShape &shape : comparison.shapes)
    for (const auto &[library, record] : shape.others)
      libraries[library] |= record.ours.has_value();
  // GB/s, the spread and TFLOP/s, then times beside a ratio.
  table.optional = {4, 7, 3};
  for (const auto &[library, hasOurs] : libraries) {
    table.optional.push_back(head.size());
    head.push_back(library + " us");
    head.push_back(hasOurs ? "over " + library : library + " ratio");
  }
  table.optional.push_back(5);
  table.rows.push_back(std::move(head));
  for (const ComparedShape &shape : comparison.shapes) {
    const Record &best = shape.best;
    std::vector<std::string> row = {
        best.key,
        getBriefName(best),
        formatMicroseconds(best.timeNs),
        formatNumber("%.1f", best.tflops),
        formatNumber("%.0f", best.gbps),
        best.baseline ? formatMicroseconds(best.baseline->bestNs) : "-",
        formatRatio(best.ratio),
        formatNumber("%.1f%%", 100 * best.spread)};
    for (const auto &[library, hasOurs] : libraries) {
      auto other = shape.others.find(library);
      if (other == shape.others.end()) {
        row.insert(row.end(), 2, "-");
        continue;
      }
      const Record &record = other->second;
      row.push_back(formatMicroseconds(record.timeNs));
      row.push_back(
          formatRatio(hasOurs ? record.getRatioToOurs() : record.ratio));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

ComparisonTable tune::getClassTable(const Comparison &comparison) {
  ComparisonTable table;
  table.leftColumns = 2;
  table.optional = {6, 3, 4};
  table.rows.push_back({"class", "worst shape", "worst", "shapes", "not slower",
                        "geometric mean", "of memory bandwidth"});
  for (const ClassSummary &summary : comparison.summarize()) {
    std::string bandwidth =
        summary.mostBandwidth > 0
            ? formatNumber("%.0f", 100 * summary.leastBandwidth) +
                  formatNumber("-%.0f%%", 100 * summary.mostBandwidth)
            : "-";
    table.rows.push_back(
        {summary.shapeClass->name.str(),
         summary.worst ? summary.worst->best.key : "-",
         formatRatio(summary.worst ? summary.worst->best.ratio : 0),
         std::to_string(summary.shapes),
         summary.compared ? std::to_string(summary.wins) + " of " +
                                std::to_string(summary.compared)
                          : "-",
         formatRatio(summary.geometricMean), bandwidth});
  }
  return table;
}

std::vector<std::string> tune::getNotes(const Comparison &comparison) {
  std::vector<std::string> notes = comparison.unmeasured;
  for (auto [outcome, count] : comparison.failures)
    notes.push_back(std::to_string(count) + " " +
                    stringifyOutcome(outcome).str() + " among all candidates");
  if (!comparison.dependent.empty())
    notes.push_back(comparison.dependent);
  return notes;
}

std::string tune::formatComparison(const Comparison &comparison) {
  std::string text;
  for (const ComparisonTable &table :
       {getShapeTable(comparison), getClassTable(comparison)})
    text +=
        measure::formatColumns(table.rows, table.leftColumns, table.optional) +
        "\n";
  for (const std::string &note : getNotes(comparison))
    text += note + "\n";
  return text;
}
