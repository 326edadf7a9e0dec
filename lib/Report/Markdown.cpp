//===- Markdown.cpp - Text and tables of pages ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Markdown.h"

#include "mlir-autotune/Measure/Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using measure::formatNumber;
using measure::formatRatio;

std::string report::escapeMarkdown(StringRef text) {
  std::string escaped;
  for (char c : text) {
    if (StringRef("*|<[]\\`").contains(c))
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

void report::writeText(StringRef text, StringRef indent, raw_ostream &os) {
  constexpr size_t kColumns = 120;
  size_t column = 0;
  for (StringRef word : llvm::split(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > kColumns) {
      os << "\n" << indent;
      column = indent.size();
    } else if (column > 0) {
      os << " ";
      ++column;
    }
    os << word;
    column += word.size();
  }
  os << "\n";
}

void report::writeTable(ArrayRef<std::vector<std::string>> rows, size_t left,
                        raw_ostream &os) {
  for (auto [index, row] : llvm::enumerate(rows)) {
    os << "| " << llvm::join(row, " | ") << " |\n";
    if (index > 0)
      continue;
    for (size_t column = 0; column < row.size(); ++column)
      os << (column < left ? "| --- " : "| --: ");
    os << "|\n";
  }
  os << "\n";
}

std::string report::formatMicroseconds(double ns) {
  return ns > 0 ? formatNumber(ns < 99995 ? "%.2f" : "%.1f", ns / 1000) : "-";
}

std::string report::formatExactRatio(double ratio) {
  return ratio >= 0.9995 && ratio < 1 ? formatNumber("%.5f", ratio)
                                      : formatRatio(ratio);
}

std::string report::markRatio(double ratio) {
  std::string text = formatExactRatio(ratio);
  return ratio > 0 && ratio < 1 ? "**" + text + "**" : text;
}
