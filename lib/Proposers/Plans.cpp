//===- Plans.cpp - Configs for sizes of run time --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Plans.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/ADT/SetVector.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::autotune;

/// Proposals for each sample size. More of them find no better plans.
static constexpr size_t kProposalsPerSize = 6;
/// Up to this size, a row may be for one size alone.
static constexpr int64_t kLargestPinned = 4;
/// The part of the time that such a row must save.
static constexpr double kPinnedGain = 0.05;
/// Bytes of a line of the L2 cache, and what TMA aligns rows to.
static constexpr int64_t kLineBytes = 128, kTmaBytes = 16;

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static bool isUnknown(const ProblemFact &fact, unsigned dim) {
  return ShapedType::isDynamic(getSizes(fact)[dim]);
}

bool autotune::canHavePlan(const ProblemFact &fact) {
  return !fact.hasStaticSizes() && canBeGuarded(fact);
}

SizeGuard autotune::getAlignedSizes(const ProblemFact &fact) {
  return getRowUnits(fact, kTmaBytes);
}

/// Sizes from `range.lower` to `range.upper` in steps of a ratio of `step`; in
/// steps of the square root of two, those are 2^i and 3 * 2^i.
static SmallVector<int64_t> sampleAxis(const SizeRange &range, int64_t step) {
  SmallVector<int64_t> sizes;
  auto add = [&](int64_t size) {
    int64_t rounded = (size + range.unit - 1) / range.unit * range.unit;
    if (range.lower <= rounded && rounded <= range.upper)
      sizes.push_back(rounded);
  };
  add(range.lower);
  for (int64_t size = 1; size <= range.upper;
       size *= std::max<int64_t>(step, 2)) {
    add(size);
    if (step == 1)
      add(size + size / 2);
  }
  add(range.upper - range.upper % range.unit);
  llvm::sort(sizes);
  sizes.erase(llvm::unique(sizes), sizes.end());
  return sizes;
}

SizeGrid autotune::getSampleSizes(const ProblemFact &fact,
                                  const SizeGuard &expected) {
  // By the number of unknown sizes: about 30, 60, 60 and 80 samples. A step of
  // one stands for the square root of two.
  static constexpr int64_t kSteps[] = {1, 1, 4, 16, 64};
  static constexpr int64_t kLargestBatch = 256;
  SizeGuard lines = getRowUnits(fact, kLineBytes);
  ProblemSizes sizes = getSizes(fact);
  int64_t step =
      kSteps[llvm::count_if(sizes, [](int64_t s) { return isDynamicSize(s); })];
  SizeGrid grid;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    if (!isDynamicSize(sizes[dim])) {
      grid.axes[dim] = {sizes[dim]};
      continue;
    }
    SizeRange range = expected.ranges[dim];
    int64_t largest = dim == unsigned(SizeDim::Batch)
                          ? kLargestBatch
                          : PlanOptions::kLargestExpected;
    range.unit = std::lcm(range.unit, lines.ranges[dim].unit);
    range.lower = std::max<int64_t>(range.lower, 1);
    if (range.upper == SizeRange::kNoLimit)
      range.upper = std::max(largest, 2 * range.lower);
    // Where no multiple of a line is expected, one size stands for all.
    if (range.isEmpty())
      range.unit = 1;
    grid.axes[dim] = sampleAxis(range, step);
  }
  return grid;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {
/// Predicts how long configs take at sizes.
class Predictor {
public:
  Predictor(const ProblemFact &fact, const TargetInfo &target)
      : fact(fact), target(target) {}

  ProblemFact getFact(const ProblemSizes &sizes) const {
    SizeGuard exact;
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
      exact.ranges[dim] = SizeRange::exactly(sizes[dim]);
    return restrictTo(fact, exact);
  }

  /// In nanoseconds; infinity for a config that is not legal at these sizes.
  SmallVector<double> predict(const ProblemSizes &sizes,
                              ArrayRef<Config> configs) const;

private:
  const ProblemFact &fact;
  const TargetInfo &target;
};
} // namespace

static bool isOfTable(const ProposedConfig &proposed) {
  return llvm::is_contained(proposed.heuristics, kTableName);
}

static bool isLegal(const Config &config, const ProblemFact &fact,
                    const TargetInfo &target) {
  const KernelTemplate *kernel = lookupKernelTemplate(config.getTemplateName());
  return kernel && !kernel->check(fact, target, config);
}

SmallVector<double> Predictor::predict(const ProblemSizes &sizes,
                                       ArrayRef<Config> configs) const {
  ProblemFact known = getFact(sizes);
  SmallVector<double> times(configs.size(),
                            std::numeric_limits<double>::infinity());
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

namespace {
/// Makes the plan of one problem.
class Planner {
public:
  Planner(const ProblemFact &fact, const TargetInfo &target,
          const ProposeOptions &options, const PlanOptions &planOptions)
      : fact(fact), target(target), options(options), planOptions(planOptions),
        predictor(fact, target), aligned(getAlignedSizes(fact)),
        grid(getSampleSizes(fact, planOptions.expected)) {}

  std::vector<PlanRow> makePlan();

private:
  std::vector<PlanRow> makeRows();
  void gatherConfigs();
  void predictTimes();
  std::vector<PlanRow> getPinnedRows() const;
  int64_t findBoundary(SizeDim axis, int64_t before, int64_t after,
                       size_t config, size_t next) const;

  const ProblemFact &fact;
  const TargetInfo &target;
  const ProposeOptions &options;
  const PlanOptions &planOptions;
  Predictor predictor;
  SizeGuard aligned;
  SizeGrid grid;
  /// Configs that are legal for all aligned sizes.
  llvm::SetVector<Config, SmallVector<Config>> configs;
  /// By point and config.
  SmallVector<double> times;
  /// The first proposals for points, with configs that are only legal there.
  std::vector<std::optional<ProposedConfig>> firstProposals;
  /// Configs that the lookup table has for a sample.
  llvm::SetVector<Config, SmallVector<Config>> fromTable;
};
} // namespace

void Planner::gatherConfigs() {
  ProposeOptions few = options;
  few.maxCandidates = kProposalsPerSize;
  few.numSampled = 0;
  ProblemFact general = restrictTo(fact, aligned);
  for (size_t point = 0; point < grid.getNumPoints(); ++point) {
    Proposal proposal =
        propose(predictor.getFact(grid.getPoint(point)), target, few);
    auto &first = firstProposals.emplace_back();
    for (const ProposedConfig &candidate : proposal.candidates) {
      if (!first)
        first = candidate;
      if (isOfTable(candidate))
        fromTable.insert(candidate.config);
      if (isLegal(candidate.config, general, target))
        configs.insert(candidate.config);
    }
  }
  // Some config must run at all sizes.
  for (const ProposedConfig &candidate :
       propose(general, target, few).candidates)
    configs.insert(candidate.config);
}

/// Where the table has a config, no prediction speaks against it.
void Planner::predictTimes() {
  constexpr double kNotOfTable = 2;
  for (size_t point = 0; point < grid.getNumPoints(); ++point) {
    SmallVector<double> here =
        predictor.predict(grid.getPoint(point), configs.getArrayRef());
    const auto &first = firstProposals[point];
    ArrayRef<Config> all = configs.getArrayRef();
    auto it =
        first && isOfTable(*first) ? llvm::find(all, first->config) : all.end();
    if (it != all.end()) {
      size_t place = it - all.begin();
      double ofTable = here[place];
      for (double &time : here)
        time = std::max(time, ofTable * kNotOfTable);
      here[place] = ofTable;
    }
    llvm::append_range(times, here);
  }
}

/// Rows for one small size each, with configs for this size only.
std::vector<PlanRow> Planner::getPinnedRows() const {
  std::vector<PlanRow> rows;
  size_t most = planOptions.maxRows / 4;
  for (size_t point = 0; point < grid.getNumPoints(); ++point) {
    ProblemSizes sizes = grid.getPoint(point);
    const auto &first = firstProposals[point];
    if (rows.size() == most || !first || configs.contains(first->config))
      continue;
    SizeGuard guard;
    bool isSmall = true;
    unsigned numUnknown = 0;
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
      if (isUnknown(fact, dim)) {
        ++numUnknown;
        isSmall &= sizes[dim] <= kLargestPinned;
        guard.ranges[dim] = SizeRange::exactly(sizes[dim]);
      }
    if (!isSmall || numUnknown != 1)
      continue;
    double best = *llvm::min_element(
        ArrayRef(times).slice(point * configs.size(), configs.size()));
    if (isOfTable(*first) || predictor.predict(sizes, first->config).front() <
                                 best * (1 - kPinnedGain))
      rows.push_back({guard, first->config});
  }
  return rows;
}

/// The last size at which `config` is not slower than `next`.
int64_t Planner::findBoundary(SizeDim axis, int64_t before, int64_t after,
                              size_t config, size_t next) const {
  int64_t unit = aligned[axis].unit;
  int64_t low = before / unit, high = after / unit;
  ProblemSizes sizes = grid.getPoint(0);
  Config both[] = {configs[config], configs[next]};
  while (low + 1 < high) {
    int64_t middle = low + (high - low) / 2;
    sizes[unsigned(axis)] = middle * unit;
    SmallVector<double> times = predictor.predict(sizes, both);
    (times[0] <= times[1] ? low : high) = middle;
  }
  return low * unit;
}

/// Writes the guards of rows as people would.
static void simplify(std::vector<PlanRow> &rows) {
  SmallVector<SizeGuard> guards =
      llvm::map_to_vector(rows, [](const PlanRow &row) { return row.guard; });
  simplifyGuards(guards);
  for (auto [row, guard] : llvm::zip_equal(rows, guards))
    row.guard = guard;
}

std::vector<PlanRow> Planner::makePlan() {
  gatherConfigs();
  if (configs.empty())
    return {};
  std::vector<PlanRow> rows = makeRows();
  simplify(rows);
  for (PlanRow &row : rows)
    row.isFromTable = fromTable.contains(row.config);
  return rows;
}

std::vector<PlanRow> Planner::makeRows() {
  predictTimes();
  std::vector<PlanRow> rows = getPinnedRows();
  bool isAligned = aligned.isAll();
  FitOptions fit;
  size_t numOthers = rows.size() + !isAligned;
  fit.maxBoxes = std::max<size_t>(
      1, planOptions.maxRows - std::min(planOptions.maxRows, numOthers));
  SmallVector<PlanBox> boxes =
      fitBoxes(grid, times, configs.size(), /*weights=*/{}, fit);
  SmallVector<SizeGuard> guards = getGuards(
      grid, boxes, [&](auto... asked) { return findBoundary(asked...); });
  // The box of the largest sizes is last.
  for (auto [box, guard] : llvm::zip_equal(boxes, guards)) {
    bool isLast = &guard == &guards.back();
    for (auto [range, unit] : llvm::zip_equal(guard.ranges, aligned.ranges))
      range.unit = unit.unit;
    rows.push_back(
        {isAligned && isLast ? SizeGuard() : guard, configs[box.config]});
  }
  if (isAligned)
    return rows;
  // Sizes whose rows TMA can't load have one config.
  ProposeOptions one = options;
  one.maxCandidates = 1;
  Proposal others = propose(fact, target, one);
  if (others.candidates.empty())
    return {};
  const ProposedConfig &other = others.candidates.front();
  if (isOfTable(other))
    fromTable.insert(other.config);
  rows.push_back({SizeGuard(), other.config});
  return rows;
}

std::vector<PlanRow> autotune::proposePlan(const ProblemFact &fact,
                                           const TargetInfo &target,
                                           const ProposeOptions &options,
                                           const PlanOptions &planOptions) {
  assert(canHavePlan(fact) && "nothing to plan");
  return Planner(fact, target, options, planOptions).makePlan();
}
