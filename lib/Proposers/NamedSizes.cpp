//===- NamedSizes.cpp - Likely and frequent sizes -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grid has sizes in steps of about equal ratio, which count alike. Likely
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
                                            const ExpectedSizes &expected,
                                            const PlanPart &part) {
  std::vector<CountedSizes> counted;
  for (const CountedSizes &entry : expected.counted) {
    bool isOfPart = expected.contain(entry.sizes);
    for (auto [dim, size] : llvm::enumerate(entry.sizes))
      isOfPart &= mayHave(fact, part, expected.sameAs, SizeDim(dim), size);
    if (isOfPart)
      counted.push_back(entry);
  }
  return counted;
}

SmallVector<int64_t> autotune::getNamedSizes(const ProblemFact &fact,
                                             const ExpectedSizes &expected,
                                             const PlanPart &part,
                                             SizeDim dim) {
  // By the number of unknown sizes: each is one more size to measure.
  static constexpr size_t kMostFrequent[] = {0, 16, 6, 3, 2};
  SmallVector<SizeDim> free = getFreeSizes(fact, expected);
  SmallVector<int64_t> named;
  if (!llvm::is_contained(free, dim))
    return named;
  llvm::copy_if(expected[dim].likely, std::back_inserter(named),
                [&](int64_t size) {
                  return mayHave(fact, part, expected.sameAs, dim, size);
                });
  std::vector<CountedSizes> counted = getCounted(fact, expected, part);
  llvm::sort(counted, [](const auto &a, const auto &b) {
    return std::pair(-a.count, a.sizes) < std::pair(-b.count, b.sizes);
  });
  size_t most = kMostFrequent[free.size()];
  for (const CountedSizes &entry : ArrayRef(counted).take_front(most))
    named.push_back(entry.sizes[unsigned(dim)]);
  llvm::sort(named);
  named.erase(llvm::unique(named), named.end());
  return named;
}

void autotune::addNamedSizes(const ProblemFact &fact,
                             const ExpectedSizes &expected,
                             const PlanPart &part, SizeDim dim,
                             SmallVector<int64_t> &axis) {
  llvm::append_range(axis, getNamedSizes(fact, expected, part, dim));
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

/// By size of an axis: the logarithm of the ratio between the borders of its
/// surrounding. Likely sizes share the sum of the others.
static SmallVector<double> getAxisWeights(ArrayRef<int64_t> axis,
                                          ArrayRef<int64_t> likely) {
  SmallVector<double> weights;
  double others = 0, numLikely = 0;
  for (size_t i = 0; i < axis.size(); ++i) {
    auto size = double(axis[i]);
    double lower = i == 0 ? size : (size + double(axis[i - 1])) / 2;
    double upper =
        i + 1 == axis.size() ? size : (size + double(axis[i + 1])) / 2;
    weights.push_back(axis.size() == 1 ? 1 : std::log(upper / lower));
    bool isLikely = llvm::is_contained(likely, axis[i]);
    numLikely += isLikely;
    others += isLikely ? 0 : weights.back();
  }
  for (auto [weight, size] : llvm::zip_equal(weights, axis))
    if (llvm::is_contained(likely, size))
      weight = std::max(weight, others / numLikely);
  return weights;
}

std::vector<double> autotune::getSampleWeights(const ProblemFact &fact,
                                               const SizeGrid &grid,
                                               const ExpectedSizes &expected,
                                               const PlanPart &part) {
  // Decoding runs one row at a time, so this size counts more where no size is
  // named.
  constexpr double kOneRow = 4;
  std::vector<CountedSizes> counted = getCounted(fact, expected, part);
  bool isNamed =
      !counted.empty() || llvm::any_of(expected.dims, [](const auto &dim) {
        return !dim.likely.empty();
      });
  std::array<SmallVector<double>, kNumSizeDims> axes;
  for (auto [weights, axis, dim] :
       llvm::zip_equal(axes, grid.axes, expected.dims))
    weights = getAxisWeights(axis, dim.likely);
  std::vector<double> weights(grid.getNumPoints(), 1);
  double sum = 0, launches = 0;
  for (auto [point, weight] : llvm::enumerate(weights)) {
    ProblemSizes sizes = grid.getPoint(point);
    for (auto [ofAxis, axis, size] : llvm::zip_equal(axes, grid.axes, sizes))
      if (axis.size() > 1)
        weight *= ofAxis[llvm::find(axis, size) - axis.begin()];
    if (!isNamed && sizes[unsigned(SizeDim::M)] == 1 &&
        canBePinned(fact, sizes))
      weight *= kOneRow;
    sum += weight;
  }
  // A split must save a part of one point's time, so that points count 1 in the
  // mean.
  for (double &weight : weights)
    weight *= double(weights.size()) / sum;
  for (const CountedSizes &entry : counted)
    launches += entry.count;
  for (const CountedSizes &entry : counted)
    weights[findNearest(grid, entry.sizes)] +=
        double(weights.size()) * entry.count / launches;
  return weights;
}
