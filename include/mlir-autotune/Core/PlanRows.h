//===- PlanRows.h - Rows of a plan at run time ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code runs the first row of a plan whose guard holds. On request
// (AUTOTUNE_PLANS) the libraries that host code calls take another row. This
// header has the form in which host code describes a plan to them, and the
// rules for which rows they may take.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_PLANROWS_H
#define MLIR_AUTOTUNE_CORE_PLANROWS_H

#include "mlir-autotune/Core/SizeGuard.h"

#include <string>
#include <string_view>
#include <vector>

namespace mlir::autotune {

/// Which row of a plan runs.
enum class PlanMode {
  /// The first row whose guard holds.
  Rows,
  /// The row whose guard is nearest: selectNearestRow().
  Nearest,
  /// The row whose kernel was measured as the fastest.
  Measure
};

/// The mode of a value of AUTOTUNE_PLANS, which may be null. An unknown value
/// gives Rows, and in `error` a line that names the legal values.
PlanMode parsePlanMode(const char *text, std::string &error);

/// The most rows of a plan that host code describes: one bit each (RowSet).
inline constexpr size_t kMaxPlanRows = 64;
/// Bit i stands for row i.
using RowSet = uint64_t;

struct PlanRow {
  SizeGuard guard;
  /// Rows with the same kernel, and the same choice of its launch, have the
  /// same number.
  int64_t kernel = 0;
  /// Whether the kernel is right for all sizes. If not, it is right for those
  /// of the guard.
  bool isLegalEverywhere = false;

  bool isLegal(const ProblemSizes &sizes) const {
    return isLegalEverywhere || guard.contains(sizes);
  }
};

/// The numbers that describe rows in host code: how many rows there are, then
/// kPlanRowNumbers of each row. These are the kernel, 1 or 0 for whether it is
/// legal everywhere, then lower, upper and unit of each size.
inline constexpr size_t kPlanRowNumbers = 2 + 3 * kNumSizeDims;
std::vector<int64_t> encodePlanRows(const std::vector<PlanRow> &rows);
std::vector<PlanRow> decodePlanRows(const int64_t *numbers);
/// How many numbers a description has.
inline size_t countPlanNumbers(const int64_t *numbers) {
  return 1 + size_t(numbers[0]) * kPlanRowNumbers;
}

/// The distance from sizes to the sizes of a guard, on a logarithmic scale: the
/// sum of the squares of log(size / bound) over the sizes that exceed a bound.
/// A size of 0 counts as 1. 0 if all sizes are within the bounds. nullopt if
/// one is not the multiple that the guard asks for.
std::optional<double> getDistance(const SizeGuard &guard,
                                  const ProblemSizes &sizes);

/// The row whose guard is nearest to the sizes, the first of several at the
/// same distance. Rows that are not in `allowed`, or not legal for the sizes,
/// are passed over. The last row, whose guard holds for all sizes, is taken
/// only if there is no other. The number of rows if there is none at all.
size_t selectNearestRow(const std::vector<PlanRow> &rows,
                        const ProblemSizes &sizes, RowSet allowed);

/// For each kernel that is legal for the sizes, its first row that is, in the
/// order of rows. Rows that are not in `allowed` are left out.
std::vector<size_t> listLegalRows(const std::vector<PlanRow> &rows,
                                  const ProblemSizes &sizes, RowSet allowed);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_CORE_PLANROWS_H
