//===- PlanSampling.cpp - What is measured for a plan ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredPlanner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Configs that are measured at a size, all of them at once: between visits to
/// a size the clock changes by up to 20 %. With half as many, a size counts as
/// measured.
static constexpr size_t kMostPerSize = 8;
/// The first round measures one of so many sizes. The times there say which
/// configs to measure at the others.
static constexpr size_t kFirstSizes = 2;
/// Configs of one kernel among the first at a size, and among those of later
/// rounds. Tiles that are nearly as wide take nearly as long.
static constexpr size_t kFirstPerKernel = 1, kNextPerKernel = 2;
/// Configs of a later round that the plan may have; the others have the best
/// hope.
static constexpr size_t kOfPlan = 4;
/// Only configs whose mean is within this factor of the best may turn out best.
static constexpr double kHopeful = 1.4;
/// Only neighbouring sizes that are further apart have a size halfway that is
/// measured, and no more than so many, with so many configs.
static constexpr double kFarApart = 1.15;
static constexpr size_t kMostHalfway = 12, kMostAtHalfway = 6;
/// With several unknown sizes, the config of the plan is measured at a size up
/// to so often. Measuring it may give the plan another one.
static constexpr size_t kMostOfPlan = 3;

void MeasuredPlanner::keepFewOfKernels(SmallVector<size_t> &order,
                                       size_t most) const {
  std::map<size_t, size_t> counts;
  llvm::erase_if(
      order, [&](size_t config) { return ++counts[kernels[config]] > most; });
}

bool MeasuredPlanner::isVisited(const ProblemSizes &sizes) const {
  return countTried(sizes) > kMostPerSize / 2;
}

void MeasuredPlanner::addSample(const ProblemSizes &sizes,
                                ArrayRef<size_t> order,
                                std::vector<PlanSample> &samples) const {
  PlanSample sample;
  sample.sizes = sizes;
  sample.fact = getFactAt(fact, sizes);
  for (size_t config : order)
    if (!tried.count({sizes, config}))
      sample.configs.push_back(configs[config]);
  if (!sample.configs.empty())
    samples.push_back(std::move(sample));
}

/// The best predictions for some of the sizes.
std::vector<PlanSample> MeasuredPlanner::getFirst() const {
  std::vector<PlanSample> samples;
  for (size_t point = 0; point < grid.getNumPoints(); point += kFirstSizes) {
    ProblemSizes sizes = grid.getPoint(point);
    if (isVisited(sizes))
      continue;
    SmallVector<double> times = predictAt(fact, target, sizes, configs);
    SmallVector<size_t> order = sortConfigs(sizes, times);
    keepFewOfKernels(order, kFirstPerKernel);
    order.truncate(std::min(order.size(), kMostPerSize));
    addSample(sizes, order, samples);
  }
  return samples;
}

SmallVector<size_t> MeasuredPlanner::sortConfigs(const ProblemSizes &sizes,
                                                 ArrayRef<double> times) const {
  SmallVector<size_t> order;
  for (size_t config = 0; config < configs.size(); ++config)
    if (times[config] != kInfinity &&
        (isGeneral[config] || canBePinned(fact, sizes)))
      order.push_back(config);
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(times[a], a) < std::pair(times[b], b);
  });
  return order;
}

std::vector<double> MeasuredPlanner::getHopes(const ProblemSizes &sizes) const {
  std::vector<double> times = getLogTimes(sizes);
  SmallVector<size_t> order = sortConfigs(sizes, times);
  std::vector<double> hopes(configs.size(), kInfinity);
  for (size_t config : order) {
    bool isHopeful = times[config] <= times[order.front()] + std::log(kHopeful);
    double deviation = isHopeful ? model->getDeviation(sizes, config) : 0;
    hopes[config] = std::exp(times[config] - deviation);
  }
  return hopes;
}

/// The best hopes for the other sizes: a plan is made of them, and its configs
/// come first.
std::vector<PlanSample> MeasuredPlanner::getPromising() const {
  auto points = llvm::seq<size_t>(0, grid.getNumPoints());
  if (llvm::all_of(points, [&](size_t point) {
        return isVisited(grid.getPoint(point));
      }))
    return {};
  std::vector<double> hopes;
  for (size_t point : points)
    llvm::append_range(hopes, getHopes(grid.getPoint(point)));
  SmallVector<size_t> plan =
      chooseConfigs(grid, hopes, kernels,
                    getSampleWeights(fact, grid, planOptions.expected, part),
                    planOptions.maxConfigs);
  std::vector<PlanSample> samples;
  for (size_t point : points) {
    ProblemSizes sizes = grid.getPoint(point);
    if (isVisited(sizes))
      continue;
    SmallVector<size_t> order = sortConfigs(
        sizes, ArrayRef(hopes).slice(point * configs.size(), configs.size()));
    keepFewOfKernels(order, kNextPerKernel);
    SmallVector<size_t> chosen;
    for (size_t config : order)
      if (chosen.size() < kOfPlan && llvm::is_contained(plan, config))
        chosen.push_back(config);
    for (size_t config : order)
      if (chosen.size() < kMostPerSize && !llvm::is_contained(chosen, config))
        chosen.push_back(config);
    addSample(sizes, chosen, samples);
  }
  return samples;
}

/// Adds the best hopes to what the plan has at a size.
void MeasuredPlanner::addHopeful(PlanSample &sample) const {
  SmallVector<size_t> order = sortConfigs(sample.sizes, getHopes(sample.sizes));
  keepFewOfKernels(order, kNextPerKernel);
  for (size_t config : order)
    if (sample.configs.size() < kMostAtHalfway &&
        !llvm::is_contained(sample.configs, configs[config]))
      sample.configs.push_back(configs[config]);
}

/// The plan's configs where they were not measured, next to the fastest one
/// that was: the clock of another visit may make any config look faster.
std::vector<PlanSample> MeasuredPlanner::getUntried() {
  std::vector<PlanRow> rows = makePlan();
  auto guards =
      llvm::map_to_vector(rows, [](const PlanRow &row) { return row.guard; });
  std::vector<PlanSample> samples;
  for (size_t point = 0; point < grid.getNumPoints() && !rows.empty();
       ++point) {
    ProblemSizes sizes = grid.getPoint(point);
    auto it = indices.find(rows[selectRow(guards, sizes)].config);
    if (countTried(sizes) >= kMostPerSize + kMostOfPlan)
      continue;
    std::vector<double> times = getLogTimes(sizes);
    SmallVector<size_t> order = sortConfigs(sizes, times);
    if (it == indices.end() || tried.count({sizes, it->second}) ||
        !llvm::is_contained(order, it->second))
      continue;
    addSample(sizes, {it->second}, samples);
    const auto *fastest = llvm::find_if(
        order, [&](size_t config) { return tried.count({sizes, config}); });
    if (fastest != order.end())
      samples.back().configs.push_back(configs[*fastest]);
  }
  return samples;
}

/// Halfway between measured sizes, the plan's configs there and on both sides,
/// where they differ. Those come first whose times are known least.
std::vector<PlanSample> MeasuredPlanner::getCrossovers() {
  SmallVector<SizeDim> free = getFreeSizes(fact, planOptions.expected);
  if (free.size() != 1)
    return getUntried();
  auto dim = unsigned(free.front());
  ArrayRef<int64_t> axis = grid.axes[dim];
  std::vector<PlanRow> rows = makePlan();
  auto guards =
      llvm::map_to_vector(rows, [](const PlanRow &row) { return row.guard; });
  size_t numKnown = 0;
  // By how far the predictions may be off.
  std::vector<std::pair<double, PlanSample>> wanted;
  for (size_t i = 0; i + 1 < axis.size() && !rows.empty(); ++i) {
    ProblemSizes before = grid.getPoint(i), after = grid.getPoint(i + 1);
    int64_t middle =
        getNextSample(fact, planOptions.expected, part, free.front(),
                      std::llround(std::sqrt(double(axis[i]) * axis[i + 1])));
    PlanSample sample;
    sample.sizes = before;
    sample.sizes[dim] = middle;
    grid.setSame(sample.sizes);
    if (middle <= axis[i] || middle >= axis[i + 1] ||
        double(axis[i + 1]) < kFarApart * double(axis[i]))
      continue;
    if (countTried(sample.sizes) > 0) {
      ++numKnown;
      continue;
    }
    sample.fact = getFactAt(fact, sample.sizes);
    double deviation = 0;
    for (const ProblemSizes &sizes : {before, sample.sizes, after}) {
      const Config &config = rows[selectRow(guards, sizes)].config;
      if (llvm::is_contained(sample.configs, config) ||
          !isLegal(config, sample.fact, target))
        continue;
      sample.configs.push_back(config);
      deviation += model->getDeviation(sample.sizes, indices.lookup(config));
    }
    if (sample.configs.size() < 2)
      continue;
    addHopeful(sample);
    wanted.push_back({deviation, std::move(sample)});
  }
  llvm::sort(wanted, [](const auto &a, const auto &b) {
    return std::pair(-a.first, a.second.sizes) <
           std::pair(-b.first, b.second.sizes);
  });
  size_t left = kMostHalfway - std::min(kMostHalfway, numKnown);
  wanted.resize(std::min(wanted.size(), left));
  std::vector<PlanSample> samples;
  samples.reserve(wanted.size());
  for (auto &[deviation, sample] : wanted)
    samples.push_back(std::move(sample));
  llvm::sort(samples, [](const PlanSample &a, const PlanSample &b) {
    return a.sizes < b.sizes;
  });
  return samples;
}

std::vector<PlanSample> MeasuredPlanner::getNext() {
  if (configs.empty())
    return {};
  std::vector<PlanSample> samples = getFirst();
  if (samples.empty())
    samples = getPromising();
  return samples.empty() ? getCrossovers() : samples;
}
