//===- MeasuredPlans.cpp - Plans from measurements ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;

/// Configs that are measured at each size, and in all.
static constexpr size_t kConfigsPerSize = 6, kMostConfigs = 24;

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

/// Every n-th sample size along each axis, the last, and those that are named.
SizeGrid autotune::getMeasuredSizes(const ProblemFact &fact,
                                    const ExpectedSizes &expected) {
  SizeGrid grid = getSampleSizes(fact, expected);
  ProblemSizes sizes = getSizes(fact);
  // With one unknown size, neighbours are 1.6 apart then.
  bool isOne =
      llvm::count_if(sizes, [](int64_t s) { return isDynamicSize(s); }) == 1;
  size_t step = isOne ? 4 : 2;
  for (auto [dim, axis] : llvm::enumerate(grid.axes)) {
    SmallVector<int64_t> thin;
    SmallVector<int64_t> named = getNamedSizes(fact, expected, SizeDim(dim));
    size_t number = 0;
    for (int64_t size : axis)
      if (llvm::is_contained(named, size) || number++ % step == 0)
        thin.push_back(size);
    if (thin.back() != axis.back())
      thin.push_back(axis.back());
    axis = thin;
  }
  return grid;
}

std::vector<PlanSample>
autotune::getPlanSamples(const ProblemFact &fact, const TargetInfo &target,
                         const ProposeOptions &options,
                         const PlanOptions &planOptions) {
  // The configs of a larger plan, which predictions are good enough to choose.
  PlanOptions larger = planOptions;
  larger.maxConfigs = kMostConfigs;
  llvm::SetVector<Config, SmallVector<Config>> pool;
  ProblemFact general = restrictTo(fact, getAlignedSizes(fact));
  std::vector<PlanRow> rows = proposePlan(fact, target, options, larger);
  for (const PlanRow &row : rows)
    if (isLegal(row.config, general, target))
      pool.insert(row.config);
  std::vector<PlanSample> samples;
  if (pool.empty())
    return samples;
  SizeGrid grid = getMeasuredSizes(fact, planOptions.expected);
  for (size_t point = 0; point < grid.getNumPoints(); ++point) {
    PlanSample &sample = samples.emplace_back();
    sample.sizes = grid.getPoint(point);
    sample.fact = getFactAt(fact, sample.sizes);
    SmallVector<double> times =
        predictAt(fact, target, sample.sizes, pool.getArrayRef());
    auto order = llvm::to_vector(llvm::seq<size_t>(0, pool.size()));
    llvm::sort(order, [&](size_t a, size_t b) {
      return std::pair(times[a], a) < std::pair(times[b], b);
    });
    for (size_t index : order)
      if (sample.configs.size() < kConfigsPerSize &&
          times[index] != std::numeric_limits<double>::infinity())
        sample.configs.push_back(pool[index]);
    // Rows for one size have configs of their own.
    for (const PlanRow &row : rows)
      if (row.guard.contains(sample.sizes) && !pool.contains(row.config) &&
          isLegal(row.config, sample.fact, target))
        sample.configs.insert(sample.configs.begin(), row.config);
  }
  return samples;
}

//===----------------------------------------------------------------------===//
// Fitting
//===----------------------------------------------------------------------===//

/// How far two sizes are apart: the squared logarithms of ratios.
static double getDistance(const ProblemSizes &a, const ProblemSizes &b) {
  double sum = 0;
  for (auto [from, to] : llvm::zip_equal(a, b)) {
    double log = std::log(double(std::max<int64_t>(from, 1)) /
                          double(std::max<int64_t>(to, 1)));
    sum += log * log;
  }
  return sum;
}

namespace {
/// What the predictions of one config are off by, as logarithms.
class Correction {
public:
  void add(const ProblemSizes &sizes, double log) {
    points.push_back({sizes, log});
  }
  bool isEmpty() const { return points.empty(); }
  /// The mean of all points, weighted by the inverse of their distances.
  double getFactor(const ProblemSizes &sizes) const {
    double sum = 0, weights = 0;
    for (const auto &[at, log] : points) {
      constexpr double kNear = 1e-3;
      double weight = 1 / (getDistance(at, sizes) + kNear);
      sum += weight * log;
      weights += weight;
    }
    return weights == 0 ? 1 : std::exp(sum / weights);
  }

private:
  SmallVector<std::pair<ProblemSizes, double>> points;
};
} // namespace

std::vector<PlanRow> autotune::fitPlan(const ProblemFact &fact,
                                       const TargetInfo &target,
                                       const ProposeOptions &options,
                                       const PlanOptions &planOptions,
                                       ArrayRef<PlanMeasurement> measurements) {
  ProblemFact general = restrictTo(fact, getAlignedSizes(fact));
  PlanTimes times;
  times.grid = getSampleSizes(fact, planOptions.expected);
  std::vector<Correction> corrections;
  for (const PlanMeasurement &measured : measurements) {
    double predicted =
        predictAt(fact, target, measured.sizes, measured.config).front();
    if (predicted == std::numeric_limits<double>::infinity())
      continue;
    double log = std::log(measured.timeNs / predicted);
    if (!isLegal(measured.config, general, target))
      continue;
    times.configs.insert(measured.config);
    corrections.resize(times.configs.size());
    size_t index =
        llvm::find(times.configs, measured.config) - times.configs.begin();
    corrections[index].add(measured.sizes, log);
  }
  if (times.configs.empty())
    return {};
  for (size_t point = 0; point < times.grid.getNumPoints(); ++point) {
    ProblemSizes sizes = times.grid.getPoint(point);
    SmallVector<double> here =
        predictAt(fact, target, sizes, times.configs.getArrayRef());
    for (auto [time, correction] : llvm::zip_equal(here, corrections))
      time *= correction.getFactor(sizes);
    llvm::append_range(times.timesNs, here);
    auto &pinned = times.pinned.emplace_back();
    for (const PlanMeasurement &measured : measurements)
      if (measured.sizes == sizes && !times.configs.contains(measured.config) &&
          (!pinned || measured.timeNs < pinned->timeNs))
        pinned = PlanTimes::Pinned{measured.config, measured.timeNs};
  }
  std::optional<ProposedConfig> forAll = proposeForAll(fact, target, options);
  std::optional<Config> others;
  if (forAll)
    others = forAll->config;
  return makeRows(fact, target, planOptions, times, others);
}
