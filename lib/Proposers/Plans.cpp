//===- Plans.cpp - Configs for sizes of run time --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRows.h"

#include "mlir-autotune/Providers/Registry.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::autotune;

/// Proposals for each sample size. More of them find no better plans.
static constexpr size_t kProposalsPerSize = 4;
/// Bytes of a line of the L2 cache.
static constexpr int64_t kLineBytes = 128;

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

bool autotune::canHavePlan(const ProblemFact &fact) {
  return !fact.hasStaticSizes() && getWhyNotGuarded(fact).empty();
}

/// Sizes from `range.lower` to `range.upper` in steps of a ratio of `step`.
static SmallVector<int64_t> sampleAxis(const SizeRange &range, double step) {
  SmallVector<int64_t> sizes;
  auto add = [&](int64_t size) {
    int64_t rounded = (size + range.unit - 1) / range.unit * range.unit;
    if (range.lower <= rounded && rounded <= range.upper)
      sizes.push_back(rounded);
  };
  add(range.lower);
  for (double size = 1; size <= double(range.upper); size *= step)
    add(std::llround(size));
  add(range.upper - range.upper % range.unit);
  llvm::sort(sizes);
  sizes.erase(llvm::unique(sizes), sizes.end());
  return sizes;
}

/// Moves multiples of a unit up by 1, or down at the end of the range.
static void makeOdd(SmallVector<int64_t> &axis, int64_t unit,
                    const SizeRange &range) {
  for (int64_t &size : axis)
    if (size % unit == 0)
      size += size < range.upper ? 1 : -1;
  llvm::sort(axis);
  axis.erase(llvm::unique(axis), axis.end());
}

/// Samples along an axis are multiples of it: rows of whole lines, and what is
/// expected.
static int64_t getSampleUnit(const ProblemFact &fact,
                             const ExpectedSizes &expected,
                             const PlanPart &part, SizeDim dim) {
  SizeGuard lines = getRowUnits(fact, kLineBytes, part.isOddOutput);
  return std::lcm(expected.dims[unsigned(dim)].range.unit,
                  getCommonUnit(lines, expected.sameAs, dim));
}

int64_t autotune::getNextSample(const ProblemFact &fact,
                                const ExpectedSizes &expected,
                                const PlanPart &part, SizeDim dim,
                                int64_t size) {
  int64_t unit = getSampleUnit(fact, expected, part, dim);
  size = (size + unit - 1) / unit * unit;
  return mayHave(fact, part, expected.sameAs, dim, size) ? size : size + 1;
}

SizeGrid autotune::getSampleSizes(const ProblemFact &fact,
                                  const ExpectedSizes &expected,
                                  const PlanPart &part) {
  // By the number of unknown sizes: about 100, 120, 130 and 200 samples. Powers
  // of two fill tiles better than other sizes, so few of the samples are some.
  static constexpr double kSteps[] = {2, 1.09, 2.6, 12, 25};
  static constexpr int64_t kLargestBatch = 256;
  ProblemSizes sizes = getSizes(fact);
  double step = kSteps[getFreeSizes(fact, expected).size()];
  SizeGrid grid;
  grid.sameAs = expected.sameAs;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    if (expected.sameAs[dim]) {
      grid.axes[dim] = {1};
      continue;
    }
    if (!isDynamicSize(sizes[dim])) {
      grid.axes[dim] = {sizes[dim]};
      continue;
    }
    SizeRange range = expected.dims[dim].range;
    int64_t largest = dim == unsigned(SizeDim::Batch)
                          ? kLargestBatch
                          : PlanOptions::kLargestExpected;
    range.unit = getSampleUnit(fact, expected, part, SizeDim(dim));
    range.lower = std::max<int64_t>(range.lower, 1);
    if (range.upper == SizeRange::kNoLimit)
      range.upper = std::max(largest, range.lower);
    // Where no multiple of a line is expected, one size stands for all.
    if (range.isEmpty())
      range.unit = 1;
    grid.axes[dim] = sampleAxis(range, step);
    if (auto unit = getOddUnit(fact, part, expected.sameAs, SizeDim(dim)))
      makeOdd(grid.axes[dim], *unit, range);
    addNamedSizes(fact, expected, part, SizeDim(dim), grid.axes[dim]);
  }
  return grid;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

static bool isOfTable(const ProposedConfig &proposed) {
  return llvm::is_contained(proposed.heuristics, kTableName);
}

namespace {
/// Makes a part of a plan from predictions.
class Planner : private PlanTask {
public:
  explicit Planner(const PlanTask &task) : PlanTask(task) {
    times.grid = getSampleSizes(fact, planOptions.expected, part);
    options.maxCandidates = kProposalsPerSize;
    options.numSampled = 0;
  }

  std::vector<PlanRow> makePlan();

private:
  void gatherConfigs();
  void predictTimes(size_t point);

  PlanTimes times;
  /// The first proposal for each point.
  std::vector<std::optional<ProposedConfig>> firstProposals;
  /// Configs that the lookup table has for a sample.
  llvm::SetVector<Config, SmallVector<Config>> fromTable;
};
} // namespace

void Planner::gatherConfigs() {
  for (size_t point = 0; point < times.grid.getNumPoints(); ++point) {
    Proposal proposal =
        propose(getFactAt(fact, times.grid.getPoint(point)), target, options);
    auto &first = firstProposals.emplace_back();
    for (const ProposedConfig &candidate : proposal.candidates) {
      if (!first)
        first = candidate;
      if (isOfTable(candidate))
        fromTable.insert(candidate.config);
      if (!isLegal(candidate.config, general, target))
        continue;
      SmallVector<Config> configs = {candidate.config};
      if (!isOfTable(candidate))
        configs = getProvider(candidate.config)
                      .getPlanConfigs(general, target, candidate.config);
      times.configs.insert(configs.begin(), configs.end());
    }
  }
  // Some config must run at all sizes.
  for (const ProposedConfig &candidate :
       propose(general, target, options).candidates)
    times.configs.insert(candidate.config);
}

/// Where the table has a config, no prediction speaks against it.
void Planner::predictTimes(size_t point) {
  constexpr double kNotOfTable = 2;
  ProblemSizes sizes = times.grid.getPoint(point);
  ArrayRef<Config> all = times.configs.getArrayRef();
  SmallVector<double> here = predictAt(fact, target, sizes, all);
  const auto &first = firstProposals[point];
  auto &pinned = times.pinned.emplace_back();
  auto it = first ? llvm::find(all, first->config) : all.end();
  if (first && !isLegal(first->config, general, target) &&
      canBePinned(fact, sizes))
    pinned = PlanTimes::Pinned{
        first->config,
        isOfTable(*first)
            ? *llvm::min_element(here) / kNotOfTable
            : predictAt(fact, target, sizes, first->config).front()};
  if (it != all.end() && isOfTable(*first)) {
    size_t place = it - all.begin();
    double ofTable = here[place];
    for (double &time : here)
      time = std::max(time, ofTable * kNotOfTable);
    here[place] = ofTable;
  }
  llvm::append_range(times.timesNs, here);
}

std::vector<PlanRow> Planner::makePlan() {
  gatherConfigs();
  if (times.configs.empty())
    return {};
  for (size_t point = 0; point < times.grid.getNumPoints(); ++point)
    predictTimes(point);
  std::optional<ProposedConfig> forAll = proposeForAll(fact, target, options);
  std::optional<Config> others;
  if (forAll)
    others = forAll->config;
  if (forAll && isOfTable(*forAll))
    fromTable.insert(forAll->config);
  std::vector<PlanRow> rows = makeRows(*this, times, others);
  for (PlanRow &row : rows)
    row.isFromTable = fromTable.contains(row.config);
  return rows;
}

std::vector<PlanRow> autotune::proposePlan(const ProblemFact &fact,
                                           const TargetInfo &target,
                                           const ProposeOptions &options,
                                           const PlanOptions &planOptions) {
  assert(canHavePlan(fact) && "nothing to plan");
  std::optional<PlanPart> odd = getOddPart(fact, planOptions);
  auto makePlan = [&](const PlanPart &part) {
    PlanOptions ofPart = getOptionsOf(part, !odd, planOptions);
    return Planner({fact, target, options, ofPart, part}).makePlan();
  };
  std::vector<PlanRow> rows = makePlan(getAlignedPart(fact));
  return joinParts(std::move(rows),
                   odd ? makePlan(*odd) : std::vector<PlanRow>());
}
