//===- PlanRows.cpp - From times at sizes to rows -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRows.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include <array>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Up to this size, a row may be for one size alone.
static constexpr int64_t kLargestPinned = 4;
/// The part of the time that such a row must save.
static constexpr double kPinnedGain = 0.05;

//===----------------------------------------------------------------------===//
// Predictions
//===----------------------------------------------------------------------===//

bool autotune::isLegal(const Config &config, const ProblemFact &fact,
                       const TargetInfo &target) {
  const KernelTemplate *kernel = lookupKernelTemplate(config.getTemplateName());
  return kernel && !kernel->check(fact, target, config);
}

ProblemFact autotune::getFactAt(const ProblemFact &fact,
                                const ProblemSizes &sizes) {
  SizeGuard exact;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    exact.ranges[dim] = SizeRange::exactly(sizes[dim]);
  return restrictTo(fact, exact);
}

SmallVector<double> autotune::predictAt(const ProblemFact &fact,
                                        const TargetInfo &target,
                                        const ProblemSizes &sizes,
                                        ArrayRef<Config> configs) {
  ProblemFact known = getFactAt(fact, sizes);
  SmallVector<double> times(configs.size(), kInfinity);
  SmallVector<Config> legal;
  SmallVector<size_t> places;
  for (auto [place, config] : llvm::enumerate(configs))
    if (isLegal(config, known, target)) {
      legal.push_back(config);
      places.push_back(place);
    }
  for (auto [place, prediction] :
       llvm::zip_equal(places, CostModel::get().predict(known, target, legal)))
    times[place] = prediction.timeNs;
  return times;
}

std::optional<ProposedConfig>
autotune::proposeForAll(const ProblemFact &fact, const TargetInfo &target,
                        const ProposeOptions &options) {
  ProposeOptions one = options;
  one.maxCandidates = 1;
  Proposal proposal = propose(fact, target, one);
  if (proposal.candidates.empty())
    return std::nullopt;
  return proposal.candidates.front();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Attribute autotune::toAttr(MLIRContext *context, ArrayRef<PlanRow> rows) {
  SmallVector<SizeGuard> guards;
  SmallVector<ConfigAttr> configs;
  for (const PlanRow &row : rows) {
    guards.push_back(row.guard);
    configs.push_back(row.config.toAttr(context));
  }
  if (rows.size() == 1)
    return configs.front();
  return PlanAttr::get(context, guards, configs);
}

/// Rows for one small size each, with configs for this size only.
static std::vector<PlanRow> makePinnedRows(const ProblemFact &fact,
                                           const PlanOptions &options,
                                           size_t numOthers, PlanTimes &times) {
  std::vector<PlanRow> rows;
  size_t most =
      std::min(options.maxConfigs / 4,
               options.maxRows - std::min(options.maxRows, numOthers));
  ProblemSizes ofFact = getSizes(fact);
  for (size_t point = 0; point < times.grid.getNumPoints(); ++point) {
    const auto &pinned = times.pinned[point];
    if (rows.size() == most || !pinned)
      continue;
    ProblemSizes sizes = times.grid.getPoint(point);
    SizeGuard guard;
    bool isSmall = true;
    unsigned numUnknown = 0;
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
      if (isDynamicSize(ofFact[dim])) {
        ++numUnknown;
        isSmall &= sizes[dim] <= kLargestPinned;
        guard.ranges[dim] = SizeRange::exactly(sizes[dim]);
      }
    if (isSmall && numUnknown == 1 &&
        pinned->timeNs <
            *llvm::min_element(times.getTimesAt(point)) * (1 - kPinnedGain))
      rows.push_back({guard, pinned->config});
  }
  return rows;
}

namespace {
/// Finds where one config becomes faster than the next along an axis.
class BoundaryFinder {
public:
  BoundaryFinder(const ProblemFact &fact, const TargetInfo &target,
                 PlanTimes &times, const SizeGuard &aligned)
      : fact(fact), target(target), times(times), aligned(aligned) {}

  int64_t find(SizeDim axis, int64_t before, int64_t after, size_t config,
               size_t next);

private:
  SmallVector<double> getScales(SizeDim axis, int64_t size,
                                ArrayRef<Config> both, size_t config,
                                size_t next);

  const ProblemFact &fact;
  const TargetInfo &target;
  PlanTimes &times;
  const SizeGuard &aligned;
};
} // namespace

/// What the predictions of both configs are off by at a size of the grid. 1 for
/// a prediction, and where nothing is known.
SmallVector<double> BoundaryFinder::getScales(SizeDim axis, int64_t size,
                                              ArrayRef<Config> both,
                                              size_t config, size_t next) {
  SmallVector<double> scales = {1, 1};
  for (size_t point = 0; point < times.grid.getNumPoints(); ++point) {
    ProblemSizes sizes = times.grid.getPoint(point);
    if (sizes[unsigned(axis)] != size)
      continue;
    SmallVector<double> predicted = predictAt(fact, target, sizes, both);
    MutableArrayRef<double> known = times.getTimesAt(point);
    for (auto [scale, time, index] :
         llvm::zip_equal(scales, predicted, std::array{config, next}))
      if (known[index] != kInfinity && time != kInfinity)
        scale = known[index] / time;
  }
  return scales;
}

/// The last size at which `config` is not slower than `next`.
int64_t BoundaryFinder::find(SizeDim axis, int64_t before, int64_t after,
                             size_t config, size_t next) {
  int64_t unit = aligned[axis].unit;
  int64_t low = before / unit, high = after / unit;
  ProblemSizes sizes = times.grid.getPoint(0);
  Config both[] = {times.configs[config], times.configs[next]};
  SmallVector<double> atLow = getScales(axis, before, both, config, next);
  SmallVector<double> atHigh = getScales(axis, after, both, config, next);
  while (low + 1 < high) {
    int64_t middle = low + (high - low) / 2;
    sizes[unsigned(axis)] = middle * unit;
    SmallVector<double> predicted = predictAt(fact, target, sizes, both);
    auto getTime = [&](unsigned index) {
      return predicted[index] * std::sqrt(atLow[index] * atHigh[index]);
    };
    (getTime(0) <= getTime(1) ? low : high) = middle;
  }
  return low * unit;
}

/// Erases rows that never run, or whose config is not legal for all that is
/// known there: the last row is for their sizes, too. Then writes the guards as
/// people would.
static void cleanUp(const ProblemFact &fact, const TargetInfo &target,
                    std::vector<PlanRow> &rows) {
  auto getGuards = [&] {
    return llvm::map_to_vector(rows,
                               [](const PlanRow &row) { return row.guard; });
  };
  llvm::erase_if(rows, [&](const PlanRow &row) {
    return !getWhyExcluded(fact, row.guard).empty() ||
           !isLegal(row.config, restrictTo(fact, row.guard), target);
  });
  while (std::optional<size_t> row = findUnreachable(getGuards()))
    rows.erase(rows.begin() + *row);
  SmallVector<SizeGuard> guards = getGuards();
  simplifyGuards(guards);
  for (auto [row, guard] : llvm::zip_equal(rows, guards))
    row.guard = guard;
}

std::vector<PlanRow> autotune::makeRows(const ProblemFact &fact,
                                        const TargetInfo &target,
                                        const PlanOptions &options,
                                        PlanTimes &times,
                                        const std::optional<Config> &others) {
  SizeGuard aligned = getAlignedSizes(fact);
  bool isAligned = aligned.isAll();
  if (times.configs.empty() || (!isAligned && !others) ||
      options.maxRows < 1 + size_t(!isAligned))
    return {};
  std::vector<PlanRow> rows =
      makePinnedRows(fact, options, /*numOthers=*/1 + !isAligned, times);
  FitOptions fit;
  size_t numOthers = rows.size() + !isAligned;
  auto without = [](size_t most, size_t others) {
    return std::max<size_t>(1, most - std::min(most, others));
  };
  fit.maxConfigs = without(options.maxConfigs, numOthers);
  fit.maxBoxes = without(options.maxRows, numOthers);
  SmallVector<PlanBox> boxes =
      fitBoxes(times.grid, times.timesNs, times.configs.size(),
               getSampleWeights(fact, times.grid, options.expected), fit);
  if (boxes.empty())
    return {};
  BoundaryFinder finder(fact, target, times, aligned);
  SmallVector<SizeGuard> guards = getGuards(
      times.grid, boxes, [&](auto... asked) { return finder.find(asked...); });
  for (auto [box, guard] : llvm::zip_equal(boxes, guards)) {
    bool isLast = &guard == &guards.back();
    for (auto [range, unit] : llvm::zip_equal(guard.ranges, aligned.ranges))
      range.unit = unit.unit;
    rows.push_back(
        {isAligned && isLast ? SizeGuard() : guard, times.configs[box.config]});
  }
  // Sizes whose rows TMA can't load have one config.
  if (!isAligned)
    rows.push_back({SizeGuard(), *others});
  cleanUp(fact, target, rows);
  // A row for all sizes that is not legal for them leaves no plan.
  if (rows.empty() || !rows.back().guard.isAll())
    return {};
  return rows;
}
