//===- Evidence.h - Wrong elements and what they may be ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_EVIDENCE_H
#define AUTOTUNE_LIB_SIMULATION_EVIDENCE_H

#include "DepthClass.h"

#include "mlir-autotune/Simulation/Diagnosis.h"
#include "mlir-autotune/Simulation/ProblemData.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace mlir::autotune::diagnosis {

/// A wrong element of C.
struct Entry {
  int64_t row = 0, column = 0;
  uint64_t bits = 0;
  /// The value, unless the type is an integer that may wrap.
  double value = 0;
};

/// What an element would be, had a certain thing gone wrong; nothing if that
/// can't be known.
using Guess =
    llvm::function_ref<std::optional<int64_t>(int64_t row, int64_t column)>;

/// The matrices of a problem as integers, and what a kernel made of them. What
/// many a guess would give is set apart: zeros, C's old value, and values
/// that are no numbers. Guesses stand or fall by the other wrong elements.
class Evidence {
public:
  Evidence(const ProblemData &problem, const unsigned char *output,
           const OutputTiles &tiles);

  int64_t m, n, k;
  /// Whether reading the factors would take too long: there are none then, and
  /// no guess counts.
  bool isTooLarge() const { return (m + n) * k > kMaxFactors; }
  /// Of CTAs, along M and N; usual sizes if unknown.
  OutputTiles tiles;
  /// Where the tile of an element begins along an axis: the last tile, if two
  /// tiles have the element.
  int64_t getTileStart(int axis, int64_t index) const {
    int64_t tile = tiles.sizes[axis], last = (axis ? n : m) - tile;
    return tiles.fit[axis] && last >= 0 && index >= last ? last
                                                         : index / tile * tile;
  }
  /// Whether sums are exact in double; integers may wrap.
  bool isExact = false;
  bool accumulates;
  const ProblemData &problem;
  const auto &getFact() const { return problem.getFact(); }

  /// `index` with some bits of its place in the tile exchanged, or of itself if
  /// they would lead to another tile.
  int64_t exchangeInTile(int axis, int64_t index, int64_t bits) const {
    int64_t start = bits < tiles.sizes[axis] ? getTileStart(axis, index) : 0;
    return start + ((index - start) ^ bits);
  }
  /// Where the block of `size` elements begins that has an element. Blocks are
  /// counted from the start of its tile.
  int64_t getBlockStart(int axis, int64_t index, int64_t size) const {
    int64_t start = getTileStart(axis, index);
    return start + (index - start) / size * size;
  }

  /// Zero outside, as copies fill it.
  int64_t getA(int64_t row, int64_t depth) const {
    return isIn(row, m) && isIn(depth, k) ? a[row * k + depth] : 0;
  }
  int64_t getB(int64_t depth, int64_t column) const {
    return isIn(depth, k) && isIn(column, n) ? b[column * k + depth] : 0;
  }
  /// What is added to.
  int64_t getInit(int64_t row, int64_t column) const {
    return accumulates ? c[row * n + column] : 0;
  }
  /// A's rows times B's columns over k in [from, to).
  int64_t getSum(int64_t row, int64_t column, int64_t from, int64_t to) const;
  /// What comes out if the factors for some k are others: those that `getA` has
  /// for row and k, and `getB` for k and column. Nothing if one is unknown.
  template <typename GetA, typename GetB>
  std::optional<int64_t> getProduct(int64_t row, int64_t column,
                                    const DepthClass &where, GetA getA,
                                    GetB getB) const {
    work += kFactorWork * k;
    uint64_t sum = uint64_t(getInit(row, column));
    for (int64_t depth = 0; depth < k;) {
      int64_t end = where.getRunEnd(depth, k);
      if (!where.contains(depth)) {
        sum += multiply(row, column, depth, end);
        depth = end;
      }
      for (; depth < end; ++depth) {
        std::optional<int64_t> left = getA(row, depth);
        std::optional<int64_t> right = getB(depth, column);
        if (!left || !right)
          return std::nullopt;
        sum += uint64_t(*left) * uint64_t(*right);
      }
    }
    return int64_t(sum);
  }

  /// Those that are not set apart, in the order of rows.
  std::vector<Entry> wrong;
  /// Some of them, without an order, so that no pattern hides between them and
  /// none is told by which come first.
  std::vector<Entry> sample, confirmation;
  /// Set apart: what is as it was before (nobody wrote it, or nothing was
  /// added), what is 0, and what is NaN or infinite.
  std::vector<Entry> held, zeros, nonFinite;

  bool fits(const Entry &entry, int64_t value) const;
  /// The part of wrong elements that a guess explains; 0 for fewer than could
  /// not be chance.
  double getExplained(Guess guess) const;
  /// Whether a guess also gives what is set apart, nearly all of it.
  bool givesMost(const std::vector<Entry> &entries, Guess guess) const;
  /// Whether values that belong elsewhere would fit in `hits` of `tested`
  /// elements less often than once in e^`certainty`.
  bool isBeyondChance(size_t hits, size_t tested, double certainty) const;
  /// Whether the guesses so far took as long as they may, and no more count.
  bool isExhausted() const { return work > kMaxWork; }
  bool mayHaveMissedCauses() const { return isTooLarge() || isExhausted(); }

private:
  static bool isIn(int64_t index, int64_t size) {
    return index >= 0 && index < size;
  }
  static constexpr int64_t kMaxFactors = int64_t(1) << 25;
  /// Products of two factors, a second of them or so.
  static constexpr int64_t kMaxWork = int64_t(1) << 29;
  /// What one of `getProduct` counts as: factors are asked for one by one.
  static constexpr int64_t kFactorWork = 4;

  /// Whether only one tile has an element.
  bool hasOneTile(const Entry &entry) const {
    int64_t row = entry.row, column = entry.column;
    return getTileStart(0, row) <= row / tiles.sizes[0] * tiles.sizes[0] &&
           getTileStart(1, column) <= column / tiles.sizes[1] * tiles.sizes[1];
  }
  /// Those that only one tile has, or all if there are none. A guess can't
  /// know which of two tiles stored last.
  std::vector<Entry> getClear(const std::vector<Entry> &entries) const;
  void readFactors(const ProblemData &problem);
  void readOutput(const ProblemData &problem, const unsigned char *output);
  double estimateChance() const;
  /// The same as getSum, of an element and k that exist.
  uint64_t multiply(int64_t row, int64_t column, int64_t from,
                    int64_t to) const {
    const int64_t *left = a.data() + row * k, *right = b.data() + column * k;
    uint64_t sum = 0;
    for (int64_t depth = from; depth < to; ++depth)
      sum += uint64_t(left[depth]) * uint64_t(right[depth]);
    return sum;
  }

  /// B is stored by columns.
  std::vector<int64_t> a, b, c;
  /// How often a value that belongs elsewhere fits by chance.
  double chance = 0;
  mutable int64_t work = 0;
};

/// Indices in words: "12", "0 to 63", "8 to 15 of every 16".
std::string describeSet(const std::vector<bool> &isMember);

/// A guess that was right for `part` of the wrong elements: "each ...".
struct Explanation {
  static constexpr double kComplete = 0.95;

  double part = 0;
  std::string text;
  /// Whether it also gives the elements that are 0, and those that are as they
  /// were before.
  bool givesZeros = false, givesHeld = false;

  /// Takes a guess if it explains more than what there is.
  void consider(const Evidence &evidence, Guess guess,
                llvm::function_ref<std::string()> text) {
    consider(evidence, evidence.getExplained(guess), guess, text);
  }
  void consider(const Evidence &evidence, double otherPart, Guess guess,
                llvm::function_ref<std::string()> other) {
    if (otherPart <= part)
      return;
    part = otherPart;
    text = other();
    givesZeros = evidence.givesMost(evidence.zeros, guess);
    givesHeld = evidence.givesMost(evidence.held, guess);
  }
  bool isComplete() const { return part >= kComplete; }
};

/// Products that are missing, subtracted or counted several times.
void explainDepth(const Evidence &evidence, Explanation &best);
/// Products of other elements, for a part of K.
void explainMixes(const Evidence &evidence, Explanation &best);
/// Values that belong elsewhere in C.
void explainPlaces(const Evidence &evidence, Explanation &best);
/// Factors of A or B taken from elsewhere in global memory.
void explainReads(const Evidence &evidence, Explanation &best);
/// Operands in shared memory read in another layout.
void explainLayouts(const Evidence &evidence, Explanation &best);

} // namespace mlir::autotune::diagnosis

#endif // AUTOTUNE_LIB_SIMULATION_EVIDENCE_H
