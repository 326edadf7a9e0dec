//===- Columns.cpp - Tables that fit a terminal ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Columns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace mlir::autotune::measure;
using llvm::ArrayRef;
using llvm::StringRef;

static constexpr size_t kUnknownTerminal = 80, kNoTerminal = 132;
/// Text is not made narrower for a column that can be left out.
static constexpr size_t kNarrowText = 24;
/// Nor narrower than this for anything.
static constexpr size_t kNarrowest = 8;
/// Between columns, and before what goes on in a further line.
static constexpr size_t kGap = 2;

size_t mlir::autotune::measure::getTableWidth() {
  size_t width = 0;
  const char *columns = std::getenv("COLUMNS");
  if (columns && !StringRef(columns).getAsInteger(10, width) && width > 0)
    return width;
  // Tables go to the standard error output where the other one has records.
  for (int fd : {STDOUT_FILENO, STDERR_FILENO}) {
    if (!::isatty(fd))
      continue;
    winsize size = {};
    bool tells = ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return tells ? size.ws_col : kUnknownTerminal;
  }
  return kNoTerminal;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// How much of the text a line of `width` takes: whole words, or else all that
/// fits.
static size_t getLineEnd(StringRef text, size_t width) {
  if (text.size() <= width)
    return text.size();
  size_t blank = text.rfind(' ', width + 1);
  if (blank != StringRef::npos && blank > 0)
    return blank;
  size_t mark = text.take_front(width).find_last_of(",;");
  if (mark != StringRef::npos && mark > 0)
    return mark + 1;
  // No byte of a character without the others.
  size_t end = width;
  while (end > 1 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return end;
}

static std::vector<std::string> wrap(StringRef text, size_t width) {
  std::vector<std::string> lines;
  std::string indent;
  do {
    size_t end = getLineEnd(text, width - indent.size());
    lines.push_back(indent + text.take_front(end).rtrim(' ').str());
    text = text.drop_front(end).ltrim(' ');
    indent.assign(kGap, ' ');
  } while (!text.empty());
  return lines;
}

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

namespace {
struct Column {
  size_t index, width;
  bool isText;
};
} // namespace

static size_t getTotal(ArrayRef<Column> columns, size_t narrow) {
  size_t total = columns.empty() ? 0 : kGap * (columns.size() - 1);
  for (const Column &column : columns)
    total += column.isText ? std::min(column.width, narrow) : column.width;
  return total;
}

/// Takes from the widest text until the columns fit, or nothing more can be
/// taken.
static void narrowTexts(std::vector<Column> &columns, size_t width) {
  while (getTotal(columns, SIZE_MAX) > width) {
    Column *widest = nullptr;
    for (Column &column : columns)
      if (column.isText && (!widest || column.width > widest->width))
        widest = &column;
    if (!widest || widest->width <= kNarrowest)
      return;
    --widest->width;
  }
}

/// Whether the column has nothing to say in any row.
static bool isVoid(ArrayRef<std::vector<std::string>> rows, size_t index) {
  return llvm::all_of(rows.drop_front(), [&](const auto &row) {
    return index >= row.size() || row[index] == "-";
  });
}

static void drop(std::vector<Column> &columns, size_t index) {
  llvm::erase_if(columns,
                 [&](const Column &column) { return column.index == index; });
}

static std::vector<Column> getColumns(ArrayRef<std::vector<std::string>> rows,
                                      size_t leftColumns,
                                      ArrayRef<size_t> optional, size_t width) {
  std::vector<Column> columns;
  for (const std::vector<std::string> &row : rows)
    for (size_t i = 0; i < row.size(); ++i) {
      if (i == columns.size())
        columns.push_back({i, 0, i < leftColumns});
      columns[i].width = std::max(columns[i].width, row[i].size());
    }
  if (getTotal(columns, SIZE_MAX) <= width)
    return columns;
  for (size_t index : optional)
    if (isVoid(rows, index))
      drop(columns, index);
  // Rows of one line each, if fewer columns make them so.
  std::vector<Column> fewer = columns;
  for (size_t index : optional) {
    if (getTotal(fewer, SIZE_MAX) <= width)
      break;
    drop(fewer, index);
  }
  if (getTotal(fewer, SIZE_MAX) <= width)
    return fewer;
  for (size_t index : optional) {
    if (getTotal(columns, kNarrowText) <= width)
      break;
    drop(columns, index);
  }
  narrowTexts(columns, width);
  return columns;
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

std::string mlir::autotune::measure::formatColumns(
    ArrayRef<std::vector<std::string>> rows, size_t leftColumns,
    ArrayRef<size_t> optional, size_t width) {
  std::vector<Column> columns = getColumns(rows, leftColumns, optional, width);
  // A cell is its lines; words seldom fill a column to its edge.
  std::vector<std::vector<std::vector<std::string>>> cells(rows.size());
  for (Column &column : columns) {
    size_t used = 0;
    for (auto [row, lines] : llvm::zip_equal(rows, cells)) {
      StringRef text = column.index < row.size() ? StringRef(row[column.index])
                                                 : StringRef();
      lines.push_back(column.isText ? wrap(text, column.width)
                                    : std::vector<std::string>{text.str()});
      for (const std::string &line : lines.back())
        used = std::max(used, line.size());
    }
    column.width = used;
  }
  std::string text;
  for (const std::vector<std::vector<std::string>> &row : cells) {
    size_t height = 0;
    for (const std::vector<std::string> &cell : row)
      height = std::max(height, cell.size());
    for (size_t number = 0; number < height; ++number) {
      std::string line;
      for (auto [column, cell] : llvm::zip_equal(columns, row)) {
        StringRef part =
            number < cell.size() ? StringRef(cell[number]) : StringRef();
        std::string pad(column.width - part.size(), ' ');
        line += (&column == &columns.front() ? "" : std::string(kGap, ' ')) +
                (column.isText ? part.str() + pad : pad + part.str());
      }
      text += StringRef(line).rtrim(' ').str() + "\n";
    }
  }
  return text;
}
