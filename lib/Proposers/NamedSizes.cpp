//===- NamedSizes.cpp - Likely and frequent sizes -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grid has sizes in steps of equal ratio, each of which counts 1. Likely
// sizes count as much as all others together, and so do the launches of a
// profile.
//
//===----------------------------------------------------------------------===//

#include "PlanRows.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// The sizes of the profile that a plan is for.
static std::vector<CountedSizes> getCounted(const ProblemFact &fact,
                                            const ExpectedSizes &expected) {
  SizeGuard aligned = getAlignedSizes(fact);
  std::vector<CountedSizes> counted;
  for (const CountedSizes &entry : expected.counted)
    if (llvm::all_of_zip(expected.dims, aligned.ranges, entry.sizes,
                         [](const auto &dim, const auto &unit, int64_t size) {
                           return dim.range.contains(size) &&
                                  unit.contains(size);
                         }))
      counted.push_back(entry);
  return counted;
}

SmallVector<int64_t> autotune::getNamedSizes(const ProblemFact &fact,
                                             const ExpectedSizes &expected,
                                             SizeDim dim) {
  // By the number of unknown sizes: each is one more size to measure.
  static constexpr size_t kMostFrequent[] = {0, 16, 6, 3, 2};
  ProblemSizes sizes = getSizes(fact);
  SizeRange aligned = getAlignedSizes(fact)[dim];
  SmallVector<int64_t> named;
  if (!isDynamicSize(sizes[unsigned(dim)]))
    return named;
  llvm::copy_if(expected[dim].likely, std::back_inserter(named),
                [&](int64_t size) { return aligned.contains(size); });
  std::vector<CountedSizes> counted = getCounted(fact, expected);
  llvm::sort(counted, [](const auto &a, const auto &b) {
    return std::pair(-a.count, a.sizes) < std::pair(-b.count, b.sizes);
  });
  size_t most = kMostFrequent[llvm::count_if(
      sizes, [](int64_t size) { return isDynamicSize(size); })];
  for (const CountedSizes &entry : ArrayRef(counted).take_front(most))
    named.push_back(entry.sizes[unsigned(dim)]);
  llvm::sort(named);
  named.erase(llvm::unique(named), named.end());
  return named;
}

void autotune::addNamedSizes(const ProblemFact &fact,
                             const ExpectedSizes &expected, SizeDim dim,
                             SmallVector<int64_t> &axis) {
  llvm::append_range(axis, getNamedSizes(fact, expected, dim));
  llvm::sort(axis);
  axis.erase(llvm::unique(axis), axis.end());
}

/// The number of the point whose sizes differ least, as ratios.
static size_t findNearest(const SizeGrid &grid, const ProblemSizes &sizes) {
  size_t point = 0;
  for (auto [axis, size] : llvm::zip_equal(grid.axes, sizes)) {
    auto getRatio = [size = size](int64_t other) {
      return std::abs(std::log(double(other) / double(size)));
    };
    const int64_t *nearest = llvm::min_element(
        axis, [&](int64_t a, int64_t b) { return getRatio(a) < getRatio(b); });
    point = point * axis.size() + (nearest - axis.begin());
  }
  return point;
}

std::vector<double> autotune::getSampleWeights(const ProblemFact &fact,
                                               const SizeGrid &grid,
                                               const ExpectedSizes &expected) {
  std::vector<CountedSizes> counted = getCounted(fact, expected);
  std::array<double, kNumSizeDims> likely;
  for (auto [weight, axis, dim] :
       llvm::zip_equal(likely, grid.axes, expected.dims)) {
    auto number = double(llvm::count_if(axis, [&, &dim = dim](int64_t size) {
      return llvm::is_contained(dim.likely, size);
    }));
    weight = number == 0 ? 1 : std::max(1.0, (axis.size() - number) / number);
  }
  if (counted.empty() &&
      llvm::all_of(likely, [](double weight) { return weight == 1; }))
    return {};
  std::vector<double> weights(grid.getNumPoints(), 1);
  double sum = 0, launches = 0;
  for (size_t point = 0; point < weights.size(); ++point) {
    for (auto [size, weight, dim] :
         llvm::zip_equal(grid.getPoint(point), likely, expected.dims))
      if (llvm::is_contained(dim.likely, size))
        weights[point] *= weight;
    sum += weights[point];
  }
  for (const CountedSizes &entry : counted)
    launches += entry.count;
  for (const CountedSizes &entry : counted)
    weights[findNearest(grid, entry.sizes)] += sum * entry.count / launches;
  return weights;
}

std::vector<double> autotune::getPointWeights(const ProblemFact &fact,
                                              const SizeGrid &grid,
                                              const ExpectedSizes &expected) {
  std::vector<double> weights = getSizeWeights(grid);
  std::vector<double> named = getSampleWeights(fact, grid, expected);
  if (!named.empty()) {
    for (auto [weight, factor] : llvm::zip_equal(weights, named))
      weight *= factor;
    return weights;
  }
  // Decoding runs one row at a time, so this size is likely where nothing is
  // said.
  constexpr double kOneRow = 4;
  for (size_t point = 0; point < weights.size(); ++point) {
    ProblemSizes sizes = grid.getPoint(point);
    if (sizes[unsigned(SizeDim::M)] == 1 && canBePinned(fact, sizes))
      weights[point] *= kOneRow;
  }
  return weights;
}
