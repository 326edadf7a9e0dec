//===- HtmlReport.cpp - A comparison as a page ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlReport.h"
#include "Charts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::bench;

static constexpr const char *kHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>autotune-bench compare</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; color: #1a1a1a;
  background: #fff; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 2px 10px; border-bottom: 1px solid #ddd; text-align: right;
  font-variant-numeric: tabular-nums; white-space: nowrap; }
th.text, td.text { text-align: left; }
tr.loss td { color: #b2401c; }
dt { float: left; clear: left; width: 8em; color: #666; }
dd { margin-left: 8em; }
p { max-width: 60em; }
.scroll { overflow-x: auto; }
svg { max-width: 100%; font: 11px system-ui, sans-serif; }
svg text { fill: #333; }
.win { fill: #2b6cb0; }
.loss { fill: #d9622b; }
.one { stroke: #333; stroke-dasharray: 4 2; }
.grid { stroke: #e4e4e4; }
.roof { fill: none; stroke: #333; stroke-width: 1.5; }
.ours { fill: #2b6cb0; }
.baseline { fill: none; stroke: #d9622b; stroke-width: 1.5; }
</style>
</head>
<body>
<h1>Matrix products: what was measured</h1>
)";

/// Rows that lost have a class of their own.
static void writeTable(const ComparisonTable &table, raw_ostream &os,
                       llvm::function_ref<bool(size_t)> isLoss) {
  os << "<div class=\"scroll\"><table>\n";
  for (auto [index, row] : llvm::enumerate(table.rows)) {
    bool isHead = index == 0;
    os << (!isHead && isLoss(index - 1) ? "<tr class=\"loss\">" : "<tr>");
    for (auto [column, cell] : llvm::enumerate(row)) {
      os << (isHead ? "<th" : "<td")
         << (column < table.leftColumns ? " class=\"text\">" : ">")
         << escape(cell) << (isHead ? "</th>" : "</td>");
    }
    os << "</tr>\n";
  }
  os << "</table></div>\n";
}

static void writeTerm(StringRef term, StringRef text, raw_ostream &os) {
  if (!text.empty())
    os << "<dt>" << term << "</dt><dd>" << escape(text) << "</dd>\n";
}

/// The distinct texts, as a list.
template <typename Get>
static std::string list(const Comparison &comparison, Get get) {
  std::set<std::string> texts;
  for (const ComparedShape &shape : comparison.shapes)
    if (std::string text = get(shape.best); !text.empty())
      texts.insert(text);
  return llvm::join(texts, ", ");
}

/// "2026-01-31T12:00:00Z", or the first and the last of several.
static std::string getDates(const Comparison &comparison) {
  std::set<std::string> dates;
  for (const ComparedShape &shape : comparison.shapes)
    if (!shape.best.date.empty())
      dates.insert(shape.best.date);
  if (dates.size() <= 1)
    return dates.empty() ? "" : *dates.begin();
  return *dates.begin() + " to " + *dates.rbegin();
}

static void writeConditions(const Comparison &comparison, StringRef commandLine,
                            raw_ostream &os) {
  os << "<dl>\n";
  writeTerm(
      "device",
      list(comparison,
           [](const runner::Record &record) { return record.device.name; }),
      os);
  writeTerm(
      "driver",
      list(comparison,
           [](const runner::Record &record) { return record.device.driver; }),
      os);
  writeTerm("measured", getDates(comparison), os);
  writeTerm("command line", commandLine, os);
  os << "</dl>\n";
}

static void writeProtocol(const Comparison &comparison, raw_ostream &os) {
  size_t least = SIZE_MAX, most = 0, finals = 0;
  for (const ComparedShape &shape : comparison.shapes) {
    least = std::min(least, shape.best.timesNs.size());
    most = std::max(most, shape.best.timesNs.size());
    finals += shape.best.final;
  }
  std::string baseline = comparison.getBaseline();
  os << "<p>Every element of a result was compared with a reference before its "
        "kernel was timed, and again after the final rounds ("
     << finals << " of " << comparison.shapes.size()
     << " shapes have final times). A time is the median of " << least;
  if (most != least)
    os << " to " << most;
  os << " replays of CUDA graphs whose launches rotate over sets of matrices "
        "that together are at least three times the L2, so inputs come from "
        "memory; the spread is the distance of the quartiles over the median. ";
  if (!baseline.empty())
    os << "The baseline is the fastest of the algorithms that "
       << escape(baseline)
       << " offers for the shape, replayed in the same rounds; the ratio is "
          "the median over the rounds of its time over ours, so above 1 is "
          "faster. ";
  os << "Rates count 2MNK operations, and the bytes of A, B and C once.</p>\n";
}

static void writeRoofline(const Comparison &comparison, raw_ostream &os) {
  os << "<h2>Roofline</h2>\n<p>Filled: ours. Rings: the baseline. ";
  if (const std::optional<TargetInfo> &target = comparison.target)
    os << "The roof is of " << escape(target->name) << ": "
       << formatNumber("%.0f GB/s", target->memoryBandwidth / 1e9) << ", "
       << formatNumber("%.0f TFLOP/s", target->tensorFlops16 / 1e12)
       << " of 16-bit floats, "
       << formatNumber("%.0f TFLOP/s", target->simtFlops32 / 1e12)
       << " of f32 on the CUDA cores.</p>\n";
  else
    os << "No roof: the device is no known target.</p>\n";
  drawRoofline(comparison, os);
}

void bench::writeHtmlReport(const Comparison &comparison, StringRef commandLine,
                            raw_ostream &os) {
  os << kHead;
  writeConditions(comparison, commandLine, os);
  os << "<h2>Classes</h2>\n";
  std::vector<ClassSummary> summaries = comparison.summarize();
  writeTable(getClassTable(comparison), os, [&](size_t row) {
    return summaries[row].compared && summaries[row].geometricMean < 1;
  });
  os << "<dl>\n";
  for (const ClassSummary &summary : summaries)
    writeTerm(summary.shapeClass->name, summary.shapeClass->rule, os);
  os << "</dl>\n<h2>Shapes</h2>\n";
  writeTable(getShapeTable(comparison), os, [&](size_t row) {
    const runner::Record &best = comparison.shapes[row].best;
    return best.ratio > 0 && best.ratio < 1;
  });
  for (const std::string &note : getNotes(comparison))
    os << "<p>" << escape(note) << "</p>\n";
  std::string baseline = comparison.getBaseline();
  if (!baseline.empty()) {
    os << "<h2>Ratio to " << escape(baseline) << "</h2>\n";
    drawRatios(comparison, os);
  }
  writeRoofline(comparison, os);
  os << "<h2>How it was measured</h2>\n";
  writeProtocol(comparison, os);
  os << "</body>\n</html>\n";
}
