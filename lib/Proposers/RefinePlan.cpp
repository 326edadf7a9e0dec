//===- RefinePlan.cpp - More sizes for fewer configs ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRows.h"

#include "llvm/ADT/Sequence.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Sizes that are added between two samples. A config's time grows in steps, as
/// tiles and waves are filled, and other samples may hide a step.
static constexpr int64_t kAdded = 3;

namespace {
/// Times between two neighbouring samples: predictions, corrected by what they
/// are off by at both samples.
class Interpolation {
public:
  Interpolation(PredictPlanTimes predict, PlanTimes &times, size_t before)
      : predict(predict), configs(times.configs.getArrayRef()),
        atBefore(getScales(times, before)),
        atAfter(getScales(times, before + 1)) {}

  /// `share` is how far it is to the later sample, from 0 to 1.
  SmallVector<double> getTimes(const ProblemSizes &sizes, double share) const {
    SmallVector<double> times = predict(sizes, configs);
    for (auto [time, low, high] : llvm::zip_equal(times, atBefore, atAfter))
      time *= std::pow(low, 1 - share) * std::pow(high, share);
    return times;
  }

private:
  SmallVector<double> getScales(PlanTimes &times, size_t point) const {
    SmallVector<double> scales;
    SmallVector<double> predicted =
        predict(times.grid.getPoint(point), configs);
    for (auto [known, time] :
         llvm::zip_equal(times.getTimesAt(point), predicted)) {
      bool isKnown = known != kInfinity && time != kInfinity;
      scales.push_back(isKnown ? known / time : 1);
    }
    return scales;
  }

  PredictPlanTimes predict;
  ArrayRef<Config> configs;
  SmallVector<double> atBefore, atAfter;
};
} // namespace

PlanTimes autotune::selectConfigs(PlanTimes &times, ArrayRef<size_t> chosen) {
  PlanTimes selected;
  selected.grid = times.grid;
  selected.pinned = times.pinned;
  for (size_t config : chosen)
    selected.configs.insert(times.configs[config]);
  for (size_t point = 0; point < times.grid.getNumPoints(); ++point)
    for (size_t config : chosen)
      selected.timesNs.push_back(times.getTimesAt(point)[config]);
  return selected;
}

void autotune::refine(PlanTimes &times, SizeDim dim,
                      llvm::function_ref<int64_t(int64_t)> getNext,
                      PredictPlanTimes predict) {
  ArrayRef<int64_t> axis = times.grid.axes[unsigned(dim)];
  PlanTimes refined;
  refined.grid = times.grid;
  refined.configs = times.configs;
  SmallVector<int64_t> &sizes = refined.grid.axes[unsigned(dim)];
  sizes.clear();
  for (size_t point = 0; point < axis.size(); ++point) {
    int64_t size = axis[point];
    sizes.push_back(size);
    llvm::append_range(refined.timesNs, times.getTimesAt(point));
    refined.pinned.push_back(times.pinned[point]);
    if (point + 1 == axis.size() || times.configs.empty())
      continue;
    double ratio = double(axis[point + 1]) / double(size);
    std::optional<Interpolation> between;
    for (int64_t added = 1; added <= kAdded; ++added) {
      double share = double(added) / (kAdded + 1);
      int64_t middle = getNext(int64_t(double(size) * std::pow(ratio, share)));
      if (middle <= sizes.back() || middle >= axis[point + 1])
        continue;
      if (!between)
        between.emplace(predict, times, point);
      ProblemSizes at = times.grid.getPoint(point);
      at[unsigned(dim)] = middle;
      times.grid.setSame(at);
      SmallVector<double> here = between->getTimes(at, share);
      // A config that was chosen for its neighbours must not be lost here.
      auto isLost = [&](size_t config) {
        return here[config] == kInfinity &&
               times.getTimesAt(point)[config] != kInfinity &&
               times.getTimesAt(point + 1)[config] != kInfinity;
      };
      if (llvm::any_of(llvm::seq<size_t>(0, here.size()), isLost))
        continue;
      sizes.push_back(middle);
      llvm::append_range(refined.timesNs, here);
      refined.pinned.push_back(std::nullopt);
    }
  }
  times = std::move(refined);
}

int64_t autotune::findBoundary(PlanTimes &times, SizeDim dim, size_t point,
                               int64_t unit, size_t config, size_t next,
                               PredictPlanTimes predict) {
  ArrayRef<int64_t> axis = times.grid.axes[unsigned(dim)];
  int64_t before = axis[point], after = axis[point + 1];
  int64_t low = before / unit, high = after / unit;
  Interpolation between(predict, times, point);
  ProblemSizes sizes = times.grid.getPoint(point);
  while (low + 1 < high) {
    int64_t middle = low + (high - low) / 2;
    sizes[unsigned(dim)] = middle * unit;
    times.grid.setSame(sizes);
    double share = std::log(double(middle * unit) / double(before)) /
                   std::log(double(after) / double(before));
    SmallVector<double> here = between.getTimes(sizes, share);
    (here[config] <= here[next] ? low : high) = middle;
  }
  return low * unit;
}
