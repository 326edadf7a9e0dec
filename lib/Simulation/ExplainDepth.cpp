//===- ExplainDepth.cpp - Products missing or counted twice ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often each range of K was counted is the solution of linear equations:
// one for each wrong element, whose unknowns are the ranges. Of more equations
// than unknowns the least squares are taken, since results were rounded; what
// comes out must be integers, and then give the elements to the bit.
//
//===----------------------------------------------------------------------===//

#include "Evidence.h"

#include <cmath>
#include <map>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::diagnosis;

namespace {
class LeastSquares {
public:
  explicit LeastSquares(size_t size)
      : size(size), matrix(size * size), right(size) {}

  void add(const std::vector<double> &row, double value) {
    for (size_t i = 0; i < size; ++i) {
      right[i] += row[i] * value;
      for (size_t j = 0; j <= i; ++j)
        matrix[i * size + j] += row[i] * row[j];
    }
  }

  /// By Cholesky's decomposition; nothing if unknowns depend on each other.
  std::optional<std::vector<double>> solve() {
    for (size_t i = 0; i < size; ++i) {
      double whole = matrix[i * size + i];
      for (size_t j = 0; j <= i; ++j) {
        double sum = matrix[i * size + j];
        for (size_t k = 0; k < j; ++k)
          sum -= matrix[i * size + k] * matrix[j * size + k];
        if (i != j)
          matrix[i * size + j] = sum / matrix[j * size + j];
        else if (sum > 1e-9 * whole)
          matrix[i * size + i] = std::sqrt(sum);
        else
          return std::nullopt;
      }
    }
    std::vector<double> x(right);
    for (size_t i = 0; i < size; ++i) {
      for (size_t j = 0; j < i; ++j)
        x[i] -= matrix[i * size + j] * x[j];
      x[i] /= matrix[i * size + i];
    }
    for (size_t i = size; i-- > 0;) {
      for (size_t j = i + 1; j < size; ++j)
        x[i] -= matrix[j * size + i] * x[j];
      x[i] /= matrix[i * size + i];
    }
    return x;
  }

private:
  size_t size;
  /// Its lower triangle.
  std::vector<double> matrix, right;
};
} // namespace

/// How often ranges of `step` of K are counted, and behind them what is added
/// to, if there is such a thing; nothing if that is not the same for all.
static std::optional<std::vector<int64_t>> getCounts(const Evidence &evidence,
                                                     int64_t step) {
  size_t ranges = (evidence.k + step - 1) / step;
  LeastSquares equations(ranges + evidence.accumulates);
  std::vector<double> row(ranges + evidence.accumulates);
  for (const Entry &entry : evidence.confirmation) {
    for (size_t i = 0; i < ranges; ++i)
      row[i] = double(
          evidence.getSum(entry.row, entry.column, i * step, (i + 1) * step));
    if (evidence.accumulates)
      row[ranges] = double(evidence.getInit(entry.row, entry.column));
    equations.add(row, entry.value);
  }
  std::optional<std::vector<double>> solution = equations.solve();
  if (!solution)
    return std::nullopt;
  std::vector<int64_t> counts;
  for (double count : *solution) {
    if (!(std::abs(count) < 100) || std::abs(count - std::round(count)) > 0.35)
      return std::nullopt;
    counts.push_back(int64_t(std::round(count)));
  }
  return counts;
}

static std::string describeCount(int64_t count, const std::string &what) {
  switch (count) {
  case 0:
    return "lacks " + what;
  case 2:
    return "has " + what + " twice";
  case -1:
    return "has " + what + " subtracted";
  default:
    return "has " + what + " " + std::to_string(count) + " times";
  }
}

static std::string describeCounts(const Evidence &evidence, int64_t step,
                                  const std::vector<int64_t> &counts) {
  std::map<int64_t, std::vector<bool>> sets;
  int64_t missing = 0;
  for (int64_t depth = 0; depth < evidence.k; ++depth) {
    std::vector<bool> &set = sets[counts[depth / step]];
    set.resize(evidence.k);
    set[depth] = true;
    missing += counts[depth / step] == 0;
  }
  std::string text;
  // Of what is mostly missing, the rest is told.
  bool isMostlyMissing = 2 * missing > evidence.k && sets.count(1);
  if (isMostlyMissing) {
    text = "has only the products of k " + describeSet(sets[1]);
    sets.erase(0);
  }
  for (const auto &[count, set] : sets)
    if (count != 1)
      text += (text.empty() ? "" : ", and ") +
              describeCount(count, "the products of k " + describeSet(set));
  if (evidence.accumulates && counts.back() != 1)
    text += (text.empty() ? "" : ", and ") +
            describeCount(counts.back(), "C's old value");
  return text;
}

void diagnosis::explainDepth(const Evidence &evidence, Explanation &best) {
  constexpr int64_t kMaxUnknowns = 160;
  int64_t equations = evidence.confirmation.size();
  if (!evidence.isExact || equations < 24)
    return;
  int64_t most = std::min(kMaxUnknowns, 2 * equations / 3 - 8), step = 1;
  while ((evidence.k + step - 1) / step > most)
    step *= 2;
  std::optional<std::vector<int64_t>> counts = getCounts(evidence, step);
  if (!counts)
    return;
  auto guess = [&](int64_t row, int64_t column) {
    int64_t value = evidence.accumulates
                        ? counts->back() * evidence.getInit(row, column)
                        : 0;
    for (int64_t depth = 0; depth < evidence.k; depth += step)
      if (int64_t count = (*counts)[depth / step])
        value += count * evidence.getSum(row, column, depth, depth + step);
    return std::optional(value);
  };
  best.consider(evidence, guess,
                [&] { return describeCounts(evidence, step, *counts); });
}

//===----------------------------------------------------------------------===//
// Products of other elements
//===----------------------------------------------------------------------===//

/// How often stages of K are counted: those of an element itself, and those of
/// the one with `rows` and `columns` exchanged.
static void explainMix(const Evidence &evidence, int64_t rows, int64_t columns,
                       Explanation &best) {
  constexpr int64_t kStep = 64;
  constexpr size_t kEquationsPerUnknown = 4;
  size_t ranges = (evidence.k + kStep - 1) / kStep;
  LeastSquares equations(2 * ranges);
  std::vector<double> row(2 * ranges);
  size_t number = 0;
  for (const Entry &entry : evidence.confirmation) {
    if (number == 2 * ranges * kEquationsPerUnknown)
      break;
    int64_t otherRow = evidence.exchangeInTile(0, entry.row, rows);
    int64_t otherColumn = evidence.exchangeInTile(1, entry.column, columns);
    if (otherRow >= evidence.m || otherColumn >= evidence.n)
      continue;
    ++number;
    for (size_t i = 0; i < ranges; ++i) {
      int64_t from = i * kStep, to = from + kStep;
      row[i] = double(evidence.getSum(entry.row, entry.column, from, to));
      row[ranges + i] =
          double(evidence.getSum(otherRow, otherColumn, from, to));
    }
    equations.add(row, entry.value - evidence.getInit(entry.row, entry.column));
  }
  std::optional<std::vector<double>> solution =
      number < 4 * ranges ? std::nullopt : equations.solve();
  if (!solution)
    return;
  std::vector<bool> own(evidence.k), other(evidence.k);
  for (size_t i = 0; i < 2 * ranges; ++i) {
    double count = (*solution)[i];
    if (!(std::abs(count) < 0.3 || std::abs(count - 1) < 0.3))
      return;
    int64_t from = i % ranges * kStep;
    for (int64_t k = from; k < std::min(from + kStep, evidence.k); ++k)
      (i < ranges ? own : other)[k] = count > 0.5;
  }
  auto guess = [&](int64_t r, int64_t c) -> std::optional<int64_t> {
    int64_t otherRow = evidence.exchangeInTile(0, r, rows);
    int64_t otherColumn = evidence.exchangeInTile(1, c, columns);
    if (otherRow >= evidence.m || otherColumn >= evidence.n)
      return std::nullopt;
    int64_t value = evidence.getInit(r, c);
    for (int64_t k = 0; k < evidence.k; k += kStep)
      value +=
          (own[k] ? evidence.getSum(r, c, k, k + kStep) : 0) +
          (other[k] ? evidence.getSum(otherRow, otherColumn, k, k + kStep) : 0);
    return value;
  };
  best.consider(evidence, guess, [&] {
    return "has its own products only for k " + describeSet(own) +
           ", and the products for k " + describeSet(other) +
           " of the element at its " +
           (rows ? "row xor " + std::to_string(rows)
                 : "column xor " + std::to_string(columns));
  });
}

void diagnosis::explainMixes(const Evidence &evidence, Explanation &best) {
  constexpr int64_t kMaxDepth = 2048;
  if (!evidence.isExact || evidence.k <= 64 || evidence.k > kMaxDepth)
    return;
  for (int64_t distance = 1; distance <= 128; distance *= 2) {
    explainMix(evidence, distance, 0, best);
    explainMix(evidence, 0, distance, best);
    if (best.isComplete())
      return;
  }
}
