//===- Evidence.h - Wrong elements and what they may be ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_EVIDENCE_H
#define AUTOTUNE_LIB_SIMULATION_EVIDENCE_H

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
/// A factor by its place: A's by row and k, B's by k and column.
using Factor = llvm::function_ref<std::optional<int64_t>(int64_t, int64_t)>;

/// The matrices of a problem as integers, and what a kernel made of them.
/// Elements that nobody wrote and values that are no numbers are set apart.
class Evidence {
public:
  Evidence(const ProblemData &problem, const unsigned char *output,
           std::array<int64_t, 2> tile);

  int64_t m, n, k;
  /// Of a CTA, along M and N; what is usual if unknown.
  std::array<int64_t, 2> tile;
  /// Whether sums are exact in double; integers may wrap.
  bool isExact;
  bool accumulates;
  const MatmulFact &fact;

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
  /// What comes out with other factors; nothing if one is unknown.
  std::optional<int64_t> getProduct(int64_t row, int64_t column, Factor getA,
                                    Factor getB) const;

  /// Those that are numbers.
  std::vector<Entry> wrong;
  /// A few of them, without an order.
  std::vector<Entry> sample, confirmation;
  /// Wrong elements that nobody wrote, and those that are NaN or infinite.
  std::vector<Entry> unwritten, nonFinite;

  bool fits(const Entry &entry, int64_t value) const;
  /// The part of wrong elements that a guess explains; 0 for fewer than could
  /// not be chance.
  double getExplained(Guess guess) const;

private:
  static bool isIn(int64_t index, int64_t size) {
    return index >= 0 && index < size;
  }
  void readFactors(const ProblemData &problem);
  void choose(size_t count, std::vector<Entry> &chosen) const;

  /// B is stored by columns.
  std::vector<int64_t> a, b, c;
  /// How often a value that belongs elsewhere fits by chance.
  double chance = 0;
};

/// Indices in words: "12", "0 to 63", "8 to 15 of every 16".
std::string describeSet(const std::vector<bool> &isMember);

/// A guess that was right for `part` of the wrong elements: "each ...".
struct Explanation {
  double part = 0;
  std::string text;

  void consider(double otherPart, llvm::function_ref<std::string()> other) {
    if (otherPart > part) {
      part = otherPart;
      text = other();
    }
  }
  bool isComplete() const { return part >= 0.95; }
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
