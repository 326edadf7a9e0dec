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

/// Configs that are measured at each size in the first round, and in all.
static constexpr size_t kFirstPerSize = 6, kMostPerSize = 9;
/// Measurements of a later round, for each size.
static constexpr size_t kNextPerSize = 3;
/// Configs that are candidates for a size in a later round: those that the plan
/// may have, and then those with the best hope.
static constexpr size_t kOfPlan = 3, kOfAll = 6;
/// Only configs whose mean is within this factor of the best are hoped for.
static constexpr double kHopeful = 1.4;
/// Only neighbouring sizes that are further apart have a size halfway that is
/// measured, and no more than so many.
static constexpr double kFarApart = 1.15;
static constexpr size_t kMostHalfway = 12;

/// The best predictions for each size.
std::vector<MeasuredPlanner::Wanted> MeasuredPlanner::getFirst() const {
  std::vector<Wanted> wanted;
  for (size_t point = 0; point < grid.getNumPoints(); ++point) {
    ProblemSizes sizes = grid.getPoint(point);
    SmallVector<double> times = predictAt(fact, target, sizes, configs);
    auto order = llvm::to_vector(llvm::seq<size_t>(0, configs.size()));
    llvm::sort(order, [&](size_t a, size_t b) {
      return std::pair(times[a], a) < std::pair(times[b], b);
    });
    size_t count = 0;
    for (size_t config : order) {
      if (!isGeneral[config] && !canBePinned(fact, sizes))
        continue;
      if (times[config] == kInfinity || count++ == kFirstPerSize)
        break;
      if (!tried.count({sizes, config}))
        wanted.push_back({times[config], point, config});
    }
  }
  return wanted;
}

/// For each size the configs of the plan that may turn out best, if they have
/// no time there, and then others that may.
std::vector<MeasuredPlanner::Wanted> MeasuredPlanner::getPromising() const {
  std::vector<std::vector<double>> hopes;
  std::vector<double> hopeTimes, bestMeans;
  std::map<Tried, double> deviations;
  for (size_t point = 0; point < grid.getNumPoints(); ++point) {
    ProblemSizes sizes = grid.getPoint(point);
    std::vector<double> times = getLogTimes(sizes);
    for (auto [config, time] : llvm::enumerate(times))
      if (!isGeneral[config] && !canBePinned(fact, sizes))
        time = kInfinity;
    double best = *llvm::min_element(times);
    for (auto [config, time] : llvm::enumerate(times)) {
      if (time == kInfinity || time > best + std::log(kHopeful))
        continue;
      double deviation = model->getDeviation(sizes, config);
      deviations[{sizes, config}] = deviation;
      time -= deviation;
    }
    for (double time : times)
      hopeTimes.push_back(std::exp(time));
    hopes.push_back(std::move(times));
    bestMeans.push_back(best);
  }
  SmallVector<size_t> plan =
      chooseConfigs(grid, hopeTimes, configs.size(),
                    getSampleWeights(fact, grid, planOptions.expected, part),
                    planOptions.maxConfigs);
  std::vector<Wanted> wanted;
  for (size_t point = 0; point < hopes.size(); ++point) {
    const std::vector<double> &times = hopes[point];
    ProblemSizes sizes = grid.getPoint(point);
    auto add = [&](SmallVector<size_t> order, size_t most, double penalty) {
      llvm::sort(order, [&](size_t a, size_t b) {
        return std::pair(times[a], a) < std::pair(times[b], b);
      });
      order.truncate(std::min(order.size(), most));
      for (auto [place, config] : llvm::enumerate(order)) {
        auto found = deviations.find({sizes, config});
        if (found == deviations.end() || tried.count({sizes, config}))
          continue;
        double rank = penalty == 0 ? double(place) - found->second
                                   : penalty + times[config] - bestMeans[point];
        wanted.push_back({rank, point, config});
      }
    };
    add(plan, kOfPlan, /*penalty=*/0);
    add(llvm::to_vector(llvm::seq<size_t>(0, configs.size())), kOfAll,
        /*penalty=*/double(kOfPlan));
  }
  return wanted;
}

std::vector<PlanSample>
MeasuredPlanner::makeSamples(ArrayRef<Wanted> wanted) const {
  std::map<size_t, SmallVector<size_t>> byPoint;
  for (const Wanted &each : wanted)
    if (SmallVector<size_t> &here = byPoint[each.point];
        !llvm::is_contained(here, each.config))
      here.push_back(each.config);
  std::vector<PlanSample> samples;
  for (const auto &[point, chosen] : byPoint) {
    PlanSample &sample = samples.emplace_back();
    sample.sizes = grid.getPoint(point);
    sample.fact = getFactAt(fact, sample.sizes);
    for (size_t config : chosen)
      sample.configs.push_back(configs[config]);
  }
  return samples;
}

/// Halfway between measured sizes, the plan's configs there and on both sides,
/// where they differ. Those come first whose times are known least.
std::vector<PlanSample> MeasuredPlanner::getCrossovers() {
  SmallVector<SizeDim> free = getFreeSizes(fact, planOptions.expected);
  if (free.size() != 1)
    return {};
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
    if (sample.configs.size() > 1)
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
  std::vector<Wanted> wanted = getFirst();
  if (!wanted.empty())
    return makeSamples(wanted);
  size_t numTried = 0, numPoints = grid.getNumPoints();
  for (size_t point = 0; point < numPoints; ++point) {
    numTried += countTried(grid.getPoint(point));
  }
  size_t most = kMostPerSize * numPoints;
  // A round costs as much as some measurements.
  if (numTried + numPoints / 2 < most)
    wanted = getPromising();
  if (wanted.empty())
    return getCrossovers();
  llvm::sort(wanted, [](const Wanted &a, const Wanted &b) {
    return std::tuple(a.rank, a.point, a.config) <
           std::tuple(b.rank, b.point, b.config);
  });
  size_t count = std::min(kNextPerSize * numPoints, most - numTried);
  wanted.resize(std::min(wanted.size(), count));
  return makeSamples(wanted);
}
