//===- PlanRows.cpp - From times at sizes to rows -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRows.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include <array>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Up to this size, a row may be for one size only.
static constexpr int64_t kLargestPinned = 4;

//===----------------------------------------------------------------------===//
// Predictions
//===----------------------------------------------------------------------===//

bool autotune::isLegal(const Config &config, const ProblemFact &fact,
                       const TargetInfo &target) {
  const KernelTemplate *kernel = lookupKernelTemplate(config.getTemplateName());
  return kernel && !kernel->check(fact, target, config);
}

SmallVector<size_t> autotune::numberKernels(ArrayRef<Config> configs) {
  llvm::DenseMap<Config, size_t> numbers;
  SmallVector<size_t> kernels;
  for (const Config &config : configs) {
    Config kernel = getProvider(config).getKernelConfig(config);
    kernels.push_back(
        numbers.try_emplace(kernel, numbers.size()).first->second);
  }
  return kernels;
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

bool autotune::canBePinned(const ProblemFact &fact, const ProblemSizes &sizes) {
  unsigned numUnknown = 0;
  bool isSmall = true;
  for (auto [ofFact, size] : llvm::zip_equal(getSizes(fact), sizes))
    if (isDynamicSize(ofFact)) {
      ++numUnknown;
      isSmall &= size <= kLargestPinned;
    }
  return isSmall && numUnknown == 1;
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

/// A guard for one point of a grid.
static SizeGuard getExactGuard(const ProblemFact &fact, const SizeGrid &grid,
                               size_t point) {
  SizeGuard guard;
  ProblemSizes sizes = grid.getPoint(point);
  for (auto [dim, size] : llvm::enumerate(getSizes(fact)))
    if (isDynamicSize(size))
      guard.ranges[dim] = SizeRange::exactly(sizes[dim]);
  return guard;
}

namespace {
/// The columns of a fit: all configs, and each that is pinned to one point.
struct Columns {
  explicit Columns(PlanTimes &times);
  /// The number of each column's kernel.
  SmallVector<size_t> numberKernels() const;
  bool isPinned(size_t column) const { return column >= numGeneral; }
  size_t getNumColumns() const { return numGeneral + points.size(); }
  /// The point of a column that is pinned to one.
  size_t getPoint(size_t column) const { return points[column - numGeneral]; }

  PlanTimes &times;
  size_t numGeneral;
  /// The points that have a pinned config.
  SmallVector<size_t> points;
  std::vector<double> timesNs;
};
} // namespace

Columns::Columns(PlanTimes &times)
    : times(times), numGeneral(times.configs.size()) {
  size_t numPoints = times.grid.getNumPoints();
  for (size_t point = 0; point < numPoints; ++point)
    if (times.pinned[point])
      points.push_back(point);
  for (size_t point = 0; point < numPoints; ++point) {
    llvm::append_range(timesNs, times.getTimesAt(point));
    for (size_t pinned : points)
      timesNs.push_back(pinned == point ? times.pinned[point]->timeNs
                                        : kInfinity);
  }
}

SmallVector<size_t> Columns::numberKernels() const {
  SmallVector<Config> configs(times.configs.getArrayRef());
  for (size_t point : points)
    configs.push_back(times.pinned[point]->config);
  return autotune::numberKernels(configs);
}

/// Keeps the configs, `most` at most, that lose least over all samples. With
/// one unknown size, adds sizes between the samples then.
static void keepFew(const PlanTask &task, size_t most, PlanTimes &times,
                    PredictPlanTimes predict) {
  const ExpectedSizes &expected = task.planOptions.expected;
  Columns columns(times);
  SmallVector<size_t> chosen;
  SmallVector<bool> isPinKept(times.pinned.size(), false);
  for (size_t column : chooseConfigs(
           times.grid, columns.timesNs, columns.numberKernels(),
           getSampleWeights(task.fact, times.grid, expected, task.part),
           most)) {
    if (columns.isPinned(column))
      isPinKept[columns.getPoint(column)] = true;
    else
      chosen.push_back(column);
  }
  // Some config must run at all sizes.
  if (chosen.empty()) {
    MutableArrayRef<double> last =
        times.getTimesAt(times.grid.getNumPoints() - 1);
    chosen.push_back(llvm::min_element(last) - last.begin());
  }
  PlanTimes kept = selectConfigs(times, chosen);
  for (auto [pinned, isKept] : llvm::zip_equal(kept.pinned, isPinKept))
    if (!isKept)
      pinned = std::nullopt;
  SmallVector<SizeDim> free = getFreeSizes(task.fact, expected);
  if (free.size() == 1)
    refine(
        kept, free.front(),
        [&](int64_t size) {
          return getNextSample(task.fact, expected, task.part, free.front(),
                               size);
        },
        predict);
  times = std::move(kept);
}

std::vector<PlanRow> autotune::makeRows(const PlanTask &task, PlanTimes &times,
                                        const std::optional<Config> &others) {
  const ProblemFact &fact = task.fact;
  const PlanOptions &options = task.planOptions;
  const SizeGuard &aligned = task.part.units;
  bool isAligned = aligned.isAll();
  if (times.configs.empty() || (!isAligned && !others) ||
      options.maxRows < 1 + size_t(!isAligned))
    return {};
  auto predict = [&](const ProblemSizes &sizes, ArrayRef<Config> configs) {
    return predictAt(fact, task.target, sizes, configs);
  };
  keepFew(task, std::max<size_t>(1, options.maxConfigs - !isAligned), times,
          predict);
  Columns columns(times);
  SmallVector<PlanBox> boxes =
      fitBoxes(times.grid, columns.timesNs, columns.getNumColumns(),
               getSampleWeights(fact, times.grid, options.expected, task.part),
               options.maxRows - !isAligned);
  if (boxes.empty())
    return {};
  SmallVector<SizeGuard> guards = getGuards(
      times.grid, boxes,
      [&](SizeDim axis, unsigned before, size_t config, size_t next) {
        ArrayRef<int64_t> sizes = times.grid.axes[unsigned(axis)];
        if (columns.isPinned(config) || columns.isPinned(next))
          return columns.isPinned(config) ? sizes[before]
                                          : sizes[before + 1] - 1;
        return findBoundary(times, axis, before,
                            getCommonUnit(aligned, times.grid.sameAs, axis),
                            config, next, predict);
      });
  std::vector<PlanRow> pinned, rows;
  for (auto [box, guard] : llvm::zip_equal(boxes, guards)) {
    bool isLast = &guard == &guards.back();
    if (columns.isPinned(box.config)) {
      size_t point = columns.getPoint(box.config);
      pinned.push_back({getExactGuard(fact, times.grid, point),
                        times.pinned[point]->config});
      continue;
    }
    // Before the first row that is pinned to nothing, there is no other.
    if (rows.empty())
      for (SizeRange &range : guard.ranges)
        range.lower = SizeRange().lower;
    for (auto [range, unit] : llvm::zip_equal(guard.ranges, aligned.ranges))
      range.unit = unit.unit;
    rows.push_back(
        {isAligned && isLast ? SizeGuard() : guard, times.configs[box.config]});
  }
  // Sizes beyond the last one, if that is pinned.
  if (isAligned && (rows.empty() || !rows.back().guard.isAll())) {
    MutableArrayRef<double> last =
        times.getTimesAt(times.grid.getNumPoints() - 1);
    rows.push_back(
        {SizeGuard(),
         times.configs[size_t(llvm::min_element(last) - last.begin())]});
    while (pinned.size() >= std::max<size_t>(options.maxConfigs, 1) ||
           pinned.size() >= std::max<size_t>(options.maxRows, 1))
      pinned.pop_back();
  }
  rows.insert(rows.begin(), pinned.begin(), pinned.end());
  // Sizes whose rows TMA can't load have one config.
  if (!isAligned)
    rows.push_back({SizeGuard(), *others});
  cleanUp(fact, task.target, rows);
  // A row for all sizes that is not legal for them leaves no plan.
  if (rows.empty() || !rows.back().guard.isAll())
    return {};
  return rows;
}
