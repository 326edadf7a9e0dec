//===- PlanRows.cpp - Rows of a plan at run time --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/PlanRows.h"

#include <algorithm>
#include <cmath>

using namespace mlir::autotune;

PlanMode mlir::autotune::parsePlanMode(const char *text, std::string &error) {
  std::string_view value = text ? text : "";
  if (value == "nearest")
    return PlanMode::Nearest;
  if (value == "measure")
    return PlanMode::Measure;
  if (!value.empty())
    error = "AUTOTUNE_PLANS is '" + std::string(value) +
            "'; legal values are measure and nearest. Plans run the rows that "
            "their guards select";
  return PlanMode::Rows;
}

std::vector<int64_t>
mlir::autotune::encodePlanRows(const std::vector<PlanRow> &rows) {
  std::vector<int64_t> numbers = {int64_t(rows.size())};
  for (const PlanRow &row : rows) {
    numbers.insert(numbers.end(), {row.kernel, row.isLegalEverywhere});
    for (const SizeRange &range : row.guard.ranges)
      numbers.insert(numbers.end(), {range.lower, range.upper, range.unit});
  }
  return numbers;
}

std::vector<PlanRow> mlir::autotune::decodePlanRows(const int64_t *numbers) {
  std::vector<PlanRow> rows(static_cast<size_t>(*numbers++));
  for (PlanRow &row : rows) {
    row.kernel = *numbers++;
    row.isLegalEverywhere = *numbers++ != 0;
    for (SizeRange &range : row.guard.ranges) {
      range = {numbers[0], numbers[1], numbers[2]};
      numbers += 3;
    }
  }
  return rows;
}

std::optional<double> mlir::autotune::getDistance(const SizeGuard &guard,
                                                  const ProblemSizes &sizes) {
  double distance = 0;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    const SizeRange &range = guard.ranges[dim];
    int64_t size = sizes[dim];
    if (size % range.unit != 0)
      return std::nullopt;
    int64_t bound = std::clamp(size, range.lower, range.upper);
    double log = std::log(double(std::max<int64_t>(size, 1)) /
                          double(std::max<int64_t>(bound, 1)));
    distance += log * log;
  }
  return distance;
}

/// Whether a row may be taken at all, and is legal.
static bool isChoice(const std::vector<PlanRow> &rows, size_t row,
                     const ProblemSizes &sizes, RowSet allowed) {
  return row < kMaxPlanRows && (allowed >> row & 1) && rows[row].isLegal(sizes);
}

size_t mlir::autotune::selectNearestRow(const std::vector<PlanRow> &rows,
                                        const ProblemSizes &sizes,
                                        RowSet allowed) {
  if (rows.empty())
    return 0;
  size_t last = rows.size() - 1, nearest = rows.size();
  double least = 0;
  for (size_t row = 0; row < last; ++row) {
    std::optional<double> distance = getDistance(rows[row].guard, sizes);
    if (!distance || !isChoice(rows, row, sizes, allowed))
      continue;
    if (nearest != rows.size() && *distance >= least)
      continue;
    nearest = row;
    least = *distance;
  }
  if (nearest == rows.size() && isChoice(rows, last, sizes, allowed))
    return last;
  return nearest;
}

std::vector<size_t>
mlir::autotune::listLegalRows(const std::vector<PlanRow> &rows,
                              const ProblemSizes &sizes, RowSet allowed) {
  std::vector<size_t> found;
  for (size_t row = 0; row < rows.size(); ++row) {
    auto hasKernel = [&](size_t other) {
      return rows[other].kernel == rows[row].kernel;
    };
    if (isChoice(rows, row, sizes, allowed) &&
        std::none_of(found.begin(), found.end(), hasKernel))
      found.push_back(row);
  }
  return found;
}
