//===- ExplainPlaces.cpp - Values that belong elsewhere -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evidence.h"

#include <cstdlib>
#include <map>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::diagnosis;

static std::string plural(int64_t count, const char *one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

/// "8 rows below, 1 column to the right".
static std::string describeMove(int64_t rows, int64_t columns) {
  std::string text;
  if (rows)
    text = plural(std::abs(rows), "row") + (rows > 0 ? " below" : " above");
  if (columns)
    text += (rows ? ", " : "") + plural(std::abs(columns), "column") +
            (columns > 0 ? " to the right" : " to the left");
  return text;
}

/// "row xor 8 and column xor 1".
static std::string describeExchange(int64_t rows, int64_t columns) {
  return (rows ? "row xor " + std::to_string(rows) : "") +
         (rows && columns ? " and " : "") +
         (columns ? "column xor " + std::to_string(columns) : "");
}

namespace {
struct Mover {
  const Evidence &evidence;
  Explanation &best;

  /// What belongs at another place. Beyond the edge tiles have sums that are 0,
  /// unless something is added to them.
  std::optional<int64_t> get(int64_t row, int64_t column) const {
    if (row < 0 || row >= evidence.m || column < 0 || column >= evidence.n)
      return evidence.accumulates ? std::nullopt : std::optional<int64_t>(0);
    return int64_t(uint64_t(evidence.getSum(row, column, 0, evidence.k)) +
                   uint64_t(evidence.getInit(row, column)));
  }

  void moveBy(int64_t rows, int64_t columns) const {
    if (!rows && !columns)
      return;
    auto guess = [&](int64_t row, int64_t column) {
      return get(row + rows, column + columns);
    };
    best.consider(evidence, guess, [&] {
      return "is the value that belongs " + describeMove(rows, columns) +
             describeRead(rows, columns);
    });
  }

  /// What gives the same as storing elsewhere does, unless C is added to.
  std::string describeRead(int64_t rows, int64_t columns) const {
    if (evidence.accumulates || (rows && columns))
      return "";
    int64_t distance = rows ? rows : columns;
    return std::string(" (or ") + (rows ? "A" : "B") + " is read " +
           plural(std::abs(distance), rows ? "row" : "column") +
           (distance > 0 ? " further on)" : " before)");
  }

  void exchange(int64_t rows, int64_t columns) const {
    auto guess = [&](int64_t row, int64_t column) {
      return get(evidence.exchangeInTile(0, row, rows),
                 evidence.exchangeInTile(1, column, columns));
    };
    best.consider(evidence, guess, [&] {
      return "is the value that belongs at its " +
             describeExchange(rows, columns);
    });
  }

  void transpose(int64_t rows, int64_t columns) const {
    auto guess = [&](int64_t row, int64_t column) {
      int64_t top = evidence.getBlockStart(0, row, rows);
      int64_t left = evidence.getBlockStart(1, column, columns);
      return get(top + column - left, left + row - top);
    };
    best.consider(evidence, guess, [&] {
      return "stands transposed in its block of " + std::to_string(rows) +
             " by " + std::to_string(columns);
    });
  }

  /// Its block's place along M and N exchanged. `firstRow` gives where the
  /// block of a row begins, and `firstColumn` where that of a column does.
  template <typename First>
  void swapBlocks(int64_t rows, int64_t columns, First firstRow,
                  First firstColumn) const {
    auto guess = [&](int64_t row, int64_t column) {
      int64_t top = firstRow(row), left = firstColumn(column);
      return get(left + row - top, top + column - left);
    };
    best.consider(evidence, guess, [&] {
      return "is the value that belongs into the block of " +
             std::to_string(rows) + " by " + std::to_string(columns) +
             " whose first row is its first column, and the reverse";
    });
  }
  void swapBlocks(int64_t rows, int64_t columns) const {
    auto roundTo = [](int64_t size) {
      return [size](int64_t index) { return index / size * size; };
    };
    swapBlocks(rows, columns, roundTo(rows), roundTo(columns));
  }
  void swapTiles() const {
    auto startAlong = [&](int axis) {
      return [this, axis](int64_t index) {
        return evidence.getTileStart(axis, index);
      };
    };
    swapBlocks(evidence.tiles.sizes[0], evidence.tiles.sizes[1], startAlong(0),
               startAlong(1));
  }

  /// Pieces of 16 bytes of rows of 128, as one swizzle too many or too few
  /// leaves them.
  void swizzle() const {
    int64_t piece = 16 / getElementBytes(evidence.getFact().c.element);
    auto guess = [&](int64_t row, int64_t column) {
      int64_t inGroup = row - evidence.getBlockStart(0, row, 8);
      return get(row, evidence.exchangeInTile(1, column, inGroup * piece));
    };
    best.consider(evidence, guess, [&] {
      return "stands where one swizzle of 128 bytes too many or too few puts "
             "it (pieces of " +
             std::to_string(piece) + " columns, exchanged by row)";
    });
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Rows and columns that are others
//===----------------------------------------------------------------------===//

/// Which other row or column each sampled one holds, by which it is.
static std::map<int64_t, int64_t> findSources(const Evidence &evidence,
                                              const Mover &mover, bool ofRows) {
  constexpr size_t kMaxLines = 64, kMaxEntries = 12;
  constexpr int64_t kFarthest = 512;
  // Among as many sources as there are.
  constexpr double kCertainty = 14;
  std::map<int64_t, std::vector<const Entry *>> lines;
  for (const Entry &entry : evidence.confirmation)
    lines[ofRows ? entry.row : entry.column].push_back(&entry);
  std::map<int64_t, int64_t> sources;
  size_t every = lines.size() / kMaxLines + 1, index = 0;
  int64_t size = ofRows ? evidence.m : evidence.n;
  for (auto &[line, entries] : lines) {
    if (index++ % every || entries.size() < 4)
      continue;
    if (evidence.isExhausted())
      break;
    sources[line] = -1;
    for (int64_t source = std::max<int64_t>(0, line - kFarthest);
         source < std::min(size, line + kFarthest); ++source) {
      size_t misses = 0, tested = 0;
      for (const Entry *entry : entries) {
        if (tested == kMaxEntries || misses * 8 > tested)
          break;
        ++tested;
        std::optional<int64_t> value = ofRows ? mover.get(source, entry->column)
                                              : mover.get(entry->row, source);
        misses += source == line || !value || !evidence.fits(*entry, *value);
      }
      if (misses * 8 <= tested &&
          evidence.isBeyondChance(tested - misses, tested, kCertainty)) {
        sources[line] = source;
        break;
      }
    }
  }
  return sources;
}

static void explainLines(const Evidence &evidence, const Mover &mover,
                         bool ofRows) {
  std::map<int64_t, int64_t> sources = findSources(evidence, mover, ofRows);
  int64_t found = 0, first = -1;
  for (auto [line, source] : sources)
    if (source >= 0) {
      ++found;
      first = first < 0 ? line : first;
    }
  if (found < 4)
    return;
  const char *name = ofRows ? "row" : "column";
  for (int64_t group : {8, 16, 32, 64, 128, 256, 0}) {
    bool isWithin = true;
    for (auto [line, source] : sources)
      isWithin &= source < 0 || !group || line / group == source / group;
    if (!isWithin)
      continue;
    auto guess = [&](int64_t row, int64_t column) -> std::optional<int64_t> {
      auto source = sources.find(ofRows ? row : column);
      if (source == sources.end() || source->second < 0)
        return std::nullopt;
      return ofRows ? mover.get(source->second, column)
                    : mover.get(row, source->second);
    };
    mover.best.consider(evidence, double(found) / sources.size(), guess, [&] {
      std::string text =
          std::string("stands in another ") + name +
          (group ? " of its group of " + std::to_string(group) : "") + " (";
      int told = 0;
      for (auto [line, source] : sources)
        if (source >= 0 && told++ < 4)
          text += std::string(told > 1 ? ", " : "") + name + " " +
                  std::to_string(line) + " has " + std::to_string(source);
      return text + ")";
    });
    return;
  }
}

void diagnosis::explainPlaces(const Evidence &evidence, Explanation &best) {
  Mover mover{evidence, best};
  // Near ones anywhere, far ones by multiples of 8 in one direction.
  for (int64_t distance = 8; distance <= 256; distance += 8)
    for (int64_t sign : {1, -1}) {
      mover.moveBy(sign * distance, 0);
      mover.moveBy(0, sign * distance);
    }
  for (int64_t rows = -16; rows <= 16; ++rows)
    for (int64_t columns = -16; columns <= 16; ++columns)
      mover.moveBy(rows, columns);
  if (best.isComplete())
    return;
  for (int64_t rows = 0; rows < 64; rows = rows ? 2 * rows : 1)
    for (int64_t columns = 1; columns < 64; ++columns)
      mover.exchange(rows, columns);
  for (int64_t rows = 1; rows < 256; ++rows)
    mover.exchange(rows, 0);
  mover.swizzle();
  for (int64_t size : {4, 8, 16, 32, 64})
    mover.transpose(size, size);
  for (int64_t rows : {8, 16, 32, 64, 128, 256})
    for (int64_t columns : {8, 16, 32, 64, 128, 256})
      mover.swapBlocks(rows, columns);
  mover.swapTiles();
  if (best.isComplete())
    return;
  explainLines(evidence, mover, /*ofRows=*/true);
  explainLines(evidence, mover, /*ofRows=*/false);
}
