//===- Statistics.cpp - Medians, spreads and ties -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace mlir::autotune::runner;
using llvm::ArrayRef;

static std::vector<double> sorted(ArrayRef<double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

double mlir::autotune::runner::getMedian(ArrayRef<double> values) {
  if (values.empty())
    return 0;
  std::vector<double> ordered = sorted(values);
  size_t middle = ordered.size() / 2;
  return ordered.size() % 2 ? ordered[middle]
                            : (ordered[middle - 1] + ordered[middle]) / 2;
}

double mlir::autotune::runner::getSpread(ArrayRef<double> values) {
  double median = getMedian(values);
  if (values.size() < 2 || median <= 0)
    return 0;
  std::vector<double> ordered = sorted(values);
  size_t last = ordered.size() - 1;
  return (ordered[(3 * last + 2) / 4] - ordered[(last + 2) / 4]) / median;
}

double mlir::autotune::runner::getRatio(ArrayRef<double> baseline,
                                        ArrayRef<double> candidate) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(baseline.size(), candidate.size()); ++i)
    if (candidate[i] > 0)
      ratios.push_back(baseline[i] / candidate[i]);
  return getMedian(ratios);
}

bool mlir::autotune::runner::isTie(const Standing &fastest,
                                   const Standing &other) {
  double noise = std::max({fastest.spread, other.spread, kNoiseFloor});
  return other.timeNs <= fastest.timeNs * (1 + noise);
}

std::vector<size_t>
mlir::autotune::runner::orderByTime(ArrayRef<Standing> standings) {
  std::vector<size_t> order(standings.size());
  std::iota(order.begin(), order.end(), size_t(0));
  if (order.empty())
    return order;
  const Standing &fastest = *std::min_element(
      standings.begin(), standings.end(),
      [](const Standing &a, const Standing &b) { return a.timeNs < b.timeNs; });
  // A tie is one group, ahead of the rest; the index settles what is equal.
  auto key = [&](size_t index) {
    const Standing &other = standings[index];
    bool ties = isTie(fastest, other);
    return std::make_tuple(!ties, ties ? double(other.rank) : other.timeNs,
                           index);
  };
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return key(a) < key(b); });
  return order;
}
