//===- HtmlReport.cpp - A comparison as a page ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Style and script are report.css and report.js. What belongs to
// a shape names its classes in data-in, for the filter.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Report/HtmlReport.h"

#include "Charts.h"

#include "mlir-autotune/Measure/Table.h"
#include "mlir-autotune/Tune/RecordConfig.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::report;
using namespace mlir::autotune::tune;
using measure::formatNumber;

static constexpr char kStyle[] = {
#include "report.css.inc"
};
static constexpr char kPageScript[] = {
#include "report.js.inc"
};

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

namespace {
/// What a row has beside its cells.
struct RowLook {
  /// A second line of the first cell.
  std::string detail;
  /// Empty for a row that no filter hides.
  std::string classes;
  /// 0 without a baseline; below 1 the row is one that lost.
  double ratio = 0;
};

/// Which columns of a table look different from the others.
struct TableLook {
  /// Columns that a row's detail stands for, or that narrow windows leave out.
  std::vector<size_t> left, wide;
  /// The column of the ratio, which has a bar.
  size_t ratio = 0;
};
} // namespace

/// A bar of which the right end is a ratio of 1.25.
static void writeBar(double ratio, raw_ostream &os) {
  constexpr double kFull = 1.25;
  double percent = 100 * std::min(ratio / kFull, 1.0);
  os << "<span class=\"track\"><i class=\"" << (ratio >= 1 ? "win" : "loss")
     << "\" style=\"width:" << formatNumber("%.1f", percent)
     << "%\"></i></span>";
}

static void writeRow(const ComparisonTable &table, size_t index,
                     const TableLook &look, const RowLook &row,
                     raw_ostream &os) {
  bool isHead = index == 0;
  const char *tag = isHead ? "th" : "td";
  os << (row.ratio > 0 && row.ratio < 1 ? "<tr class=\"loss\"" : "<tr");
  if (!row.classes.empty())
    os << " data-in=\"" << row.classes << "\"";
  os << ">";
  for (auto [column, cell] : llvm::enumerate(table.rows[index])) {
    if (llvm::is_contained(look.left, column))
      continue;
    os << "<" << tag;
    if (column < table.leftColumns)
      os << " class=\"text\"";
    else if (column == look.ratio)
      os << " class=\"ratio\"";
    else if (llvm::is_contained(look.wide, column))
      os << " class=\"wide\"";
    os << ">" << escape(cell);
    if (column == 0 && !row.detail.empty())
      os << "<div class=\"detail\">" << escape(row.detail) << "</div>";
    if (column == look.ratio && row.ratio > 0)
      writeBar(row.ratio, os);
    os << "</" << tag << ">";
  }
  os << "</tr>\n";
}

static void writeTable(const ComparisonTable &table, const TableLook &look,
                       ArrayRef<RowLook> rows, raw_ostream &os) {
  os << "<table>\n<thead>\n";
  writeRow(table, 0, look, RowLook(), os);
  os << "</thead>\n<tbody>\n";
  for (size_t i = 1; i < table.rows.size(); ++i)
    writeRow(table, i, look, rows[i - 1], os);
  os << "</tbody>\n</table>\n";
}

static void writeClasses(const Comparison &comparison,
                         ArrayRef<ClassSummary> summaries, raw_ostream &os) {
  std::vector<RowLook> rows;
  for (const ClassSummary &summary : summaries)
    rows.push_back({summary.shapeClass->rule.str(), "", summary.geometricMean});
  // The geometric mean.
  TableLook look{{}, {}, 5};
  os << "<section>\n<h2>Classes</h2>\n";
  writeTable(getClassTable(comparison), look, rows, os);
  os << "</section>\n";
}

static void writeShapes(const Comparison &comparison,
                        ArrayRef<ClassSummary> summaries, raw_ostream &os) {
  os << "<section>\n<h2>Shapes</h2>\n"
        "<div class=\"filter\"><label>class <select id=\"class\">\n";
  for (const ClassSummary &summary : summaries)
    os << "<option value=\"" << summary.shapeClass - getShapeClasses().begin()
       << "\">" << escape(summary.shapeClass->name) << " (" << summary.shapes
       << ")</option>\n";
  os << "</select></label></div>\n";
  std::vector<RowLook> rows;
  for (const ComparedShape &shape : comparison.shapes)
    rows.push_back(
        {getBriefName(shape.best), getClassNumbers(shape), shape.best.ratio});
  // The pick is a detail; GB/s and the spread are left out first.
  TableLook look{{1}, {4, 7}, 6};
  writeTable(getShapeTable(comparison), look, rows, os);
  for (const std::string &note : getNotes(comparison))
    os << "<p>" << escape(note) << "</p>\n";
  os << "</section>\n";
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

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
           [](const measure::Record &record) { return record.device.name; }),
      os);
  writeTerm(
      "driver",
      list(comparison,
           [](const measure::Record &record) { return record.device.driver; }),
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
  os << "<section>\n<h2>How it was measured</h2>\n"
        "<p>Every element of a result was compared with a reference before its "
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
  os << "Rates count 2MNK operations, and the bytes of A, B and C once.</p>\n"
        "</section>\n";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static void writeCharts(const Comparison &comparison, raw_ostream &os) {
  os << "<div class=\"charts\">\n";
  std::string baseline = comparison.getBaseline();
  if (!baseline.empty()) {
    os << "<section>\n<h2>Ratio to " << escape(baseline)
       << "</h2>\n<p>A bar is a shape: above the line ours is faster. The "
          "pointer on a bar or a point says which shape it is.</p>\n";
    drawRatios(comparison, os);
    os << "</section>\n";
  }
  os << "<section>\n<h2>Roofline</h2>\n<p>Filled: ours. Rings: the baseline. ";
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
  os << "</section>\n</div>\n";
}

void report::writeHtmlReport(const Comparison &comparison,
                             StringRef commandLine, raw_ostream &os) {
  std::vector<ClassSummary> summaries = comparison.summarize();
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<title>autotune-bench compare</title>\n<style>\n"
     << kStyle
     << "</style>\n</head>\n<body>\n"
        "<h1>Matrix products: measurements</h1>\n";
  writeConditions(comparison, commandLine, os);
  writeCharts(comparison, os);
  writeClasses(comparison, summaries, os);
  writeShapes(comparison, summaries, os);
  writeProtocol(comparison, os);
  // The page is XML, too.
  os << "<script>//<![CDATA[\n"
     << kPageScript << "//]]></script>\n"
     << "</body>\n</html>\n";
}
