//===- Table.cpp - What a person reads at the end -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Table.h"

#include "mlir-autotune/Measure/Columns.h"
#include "mlir-autotune/Measure/Statistics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

using namespace mlir::autotune::measure;
using llvm::ArrayRef;
using llvm::StringRef;

std::string mlir::autotune::measure::formatNumber(const char *pattern,
                                                  double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(pattern, value);
  return text;
}

std::string mlir::autotune::measure::formatRatio(double ratio) {
  return ratio > 0 ? formatNumber("%.3f", ratio) : "-";
}

std::string mlir::autotune::measure::formatTime(double ns) {
  static constexpr const char *kUnits[] = {"ns", "us", "ms", "s"};
  int unit = 0;
  // 999.95 would print as 1000.0: the next unit begins where rounding does.
  for (; ns >= 999.95 && unit < 3; ++unit)
    ns /= 1000;
  return formatNumber(ns < 9.9995 ? "%.3f" : (ns < 99.995 ? "%.2f" : "%.1f"),
                      ns) +
         " " + kUnits[unit];
}

std::string mlir::autotune::measure::formatTable(StringRef key,
                                                 ArrayRef<Record> records,
                                                 size_t top, NameConfig name) {
  std::vector<const Record *> good;
  std::vector<Standing> standings;
  std::map<Outcome, size_t> failures;
  for (const Record &record : records) {
    if (record.outcome != Outcome::Ok) {
      ++failures[record.outcome];
      continue;
    }
    good.push_back(&record);
    standings.push_back({record.timeNs, record.spread, record.rank});
  }
  std::vector<size_t> order = orderByTime(standings);
  std::vector<std::vector<std::string>> rows = {
      {"config", "heuristics", "time", "TFLOP/s", "GB/s", "ratio", "spread"}};
  const BaselineFigures *baseline = nullptr;
  for (size_t index : order) {
    const Record &record = *good[index];
    if (record.baseline && (!baseline || record.final))
      baseline = &*record.baseline;
    if (rows.size() > top)
      continue;
    rows.push_back(
        {name(record),
         record.heuristics.empty() ? "-" : llvm::join(record.heuristics, ","),
         formatTime(record.timeNs), formatNumber("%.1f", record.tflops),
         formatNumber("%.0f", record.gbps), formatRatio(record.ratio),
         formatNumber("%.1f%%", 100 * record.spread)});
  }
  std::string text = key.str() + "\n";
  text += good.empty() ? "no candidate was right and ran to its end\n"
                       : formatColumns(rows, /*leftColumns=*/2,
                                       /*optional=*/{1, 4, 3, 6});
  if (baseline) {
    text += baseline->library + ": best " + formatTime(baseline->bestNs);
    // What is replayed does not know.
    if (baseline->algorithms > 0)
      text += " (number " + std::to_string(baseline->bestIndex + 1) + " of " +
              std::to_string(baseline->algorithms) + "), first " +
              formatTime(baseline->firstNs);
    text += "\n";
  }
  for (auto [outcome, count] : failures)
    text +=
        std::to_string(count) + " " + stringifyOutcome(outcome).str() + "\n";
  return text;
}
