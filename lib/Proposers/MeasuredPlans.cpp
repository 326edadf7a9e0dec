//===- MeasuredPlans.cpp - Plans from measurements ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredPlanner.h"

#include "mlir-autotune/Providers/Registry.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Proposals for each size. All of them together are the pool.
static constexpr size_t kProposalsToMeasure = 14;

/// Kernels load only the rows that there are, so the times of few rows differ
/// little.
static constexpr int64_t kFewRows = 64;

/// Of several unknown sizes, every other sample is left out along one axis
/// after the other, until a part has no more sizes to measure than this.
static constexpr size_t kMostTogether = 24;

/// Small sizes, every n-th sample size along the axis, the last, and those that
/// are named. Powers of two fill tiles better than other sizes, so few of the
/// others are some.
static SmallVector<int64_t> thinOnly(ArrayRef<int64_t> axis,
                                     ArrayRef<int64_t> named, bool isDepth) {
  constexpr int64_t kSmall = 4;
  // Neighbours are 1.3 apart then, or 1.7 up to few rows.
  constexpr size_t kStep = 3, kOffset = 1;
  auto isAsked = [&](size_t index) {
    return index == 0 || axis[index] <= kSmall ||
           llvm::is_contained(named, axis[index]);
  };
  SmallVector<int64_t> thin;
  for (size_t index = 0; index + 1 < axis.size(); ++index) {
    size_t step = !isDepth && axis[index] <= kFewRows ? 2 * kStep : kStep;
    if (isAsked(index) || index % step == kOffset)
      thin.push_back(axis[index]);
  }
  // The last sample is near the one before.
  if (axis.size() > 1 && thin.back() == axis[axis.size() - 2] &&
      !isAsked(axis.size() - 2))
    thin.pop_back();
  thin.push_back(axis.back());
  return thin;
}

/// Every other sample size, the last, and those that are named.
static SmallVector<int64_t> halve(ArrayRef<int64_t> axis,
                                  ArrayRef<int64_t> named) {
  SmallVector<int64_t> thin;
  for (auto [index, size] : llvm::enumerate(axis.drop_back()))
    if (index % 2 == 0 || llvm::is_contained(named, size))
      thin.push_back(size);
  thin.push_back(axis.back());
  return thin;
}

SizeGrid autotune::getMeasuredSizes(const ProblemFact &fact,
                                    const ExpectedSizes &expected,
                                    const PlanPart &part) {
  SizeGrid grid = getSampleSizes(fact, expected, part);
  auto getNamed = [&](SizeDim dim) {
    return getNamedSizes(fact, expected, part, dim);
  };
  SmallVector<SizeDim> free = getFreeSizes(fact, expected);
  if (free.size() == 1) {
    SmallVector<int64_t> &axis = grid.axes[unsigned(free.front())];
    axis = thinOnly(axis, getNamed(free.front()), free.front() == SizeDim::K);
    return grid;
  }
  // The more matrices a batch has, the longer it takes, and little else
  // changes.
  for (SizeDim dim : {SizeDim::Batch, SizeDim::K, SizeDim::N, SizeDim::M})
    if (grid.getNumPoints() > kMostTogether)
      grid.axes[unsigned(dim)] = halve(grid.axes[unsigned(dim)], getNamed(dim));
  return grid;
}

void MeasuredPlanner::addPlanConfigs(const Config &config) {
  for (const Config &each :
       getProvider(config).getPlanConfigs(general, target, config))
    addConfig(each);
}

size_t MeasuredPlanner::addConfig(const Config &config) {
  auto [it, isNew] = indices.try_emplace(config, configs.size());
  if (isNew) {
    configs.push_back(config);
    isGeneral.push_back(isLegal(config, general, target));
  }
  return it->second;
}

void MeasuredPlanner::gatherConfigs() {
  ProposeOptions each = options;
  each.maxCandidates = kProposalsToMeasure;
  each.numSampled = 0;
  for (size_t point = 0; point < grid.getNumPoints(); ++point) {
    ProblemSizes sizes = grid.getPoint(point);
    for (const ProposedConfig &candidate :
         propose(getFactAt(fact, sizes), target, each).candidates)
      if (isLegal(candidate.config, general, target))
        addPlanConfigs(candidate.config);
      else if (canBePinned(fact, sizes))
        addConfig(candidate.config);
  }
}

/// The fastest of many measurements: as many at each size, and no more in all
/// than the model takes in a second.
static std::vector<PlanMeasurement>
takeFastest(ArrayRef<PlanMeasurement> known) {
  constexpr size_t kMostObservations = 1200;
  std::map<ProblemSizes, std::vector<PlanMeasurement>> bySizes;
  for (const PlanMeasurement &measured : known)
    bySizes[measured.sizes].push_back(measured);
  size_t numSizes = std::max<size_t>(bySizes.size(), 1), number = 0;
  size_t step = numSizes / kMostObservations + 1;
  size_t most = std::max<size_t>(kMostObservations / numSizes, 1);
  std::vector<PlanMeasurement> fastest;
  for (auto &[sizes, here] : bySizes) {
    if (number++ % step != 0)
      continue;
    llvm::sort(here, [](const PlanMeasurement &a, const PlanMeasurement &b) {
      return a.timeNs != b.timeNs ? a.timeNs < b.timeNs
                                  : a.config.str() < b.config.str();
    });
    llvm::append_range(fastest,
                       ArrayRef(here).take_front(std::min(here.size(), most)));
  }
  return fastest;
}

void MeasuredPlanner::observe(ArrayRef<PlanMeasurement> all) {
  llvm::DenseSet<Config> kernelsSeen;
  for (const PlanMeasurement &measured : all) {
    size_t config = addConfig(measured.config);
    tried.insert({measured.sizes, config});
    // Its kernel may have other tiles, too.
    const KernelProvider &provider = getProvider(measured.config);
    Config kernel = provider.getKernelConfig(measured.config);
    if (isGeneral[config] && provider.getChosenColumns(kernel) &&
        kernelsSeen.insert(kernel).second)
      addPlanConfigs(measured.config);
  }
  std::vector<PlanMeasurement> known = takeFastest(all);
  kernels = numberKernels(configs);
  std::vector<bool> isKernelMeasured(configs.size());
  std::set<Tried> observed;
  std::vector<PlanModel::Observation> observations;
  for (const PlanMeasurement &measured : known) {
    size_t config = indices.lookup(measured.config);
    if (!observed.insert({measured.sizes, config}).second ||
        measured.timeNs == kInfinity)
      continue;
    double prediction =
        predictAt(fact, target, measured.sizes, measured.config).front();
    if (prediction == kInfinity)
      continue;
    isKernelMeasured[kernels[config]] = true;
    observations.push_back(
        {measured.sizes, config, std::log(measured.timeNs / prediction)});
  }
  isMeasured.clear();
  for (size_t kernel : kernels)
    isMeasured.push_back(isKernelMeasured[kernel]);
  model.emplace(configs, std::move(observations));
}

std::vector<double>
MeasuredPlanner::getLogTimes(const ProblemSizes &sizes) const {
  std::vector<double> times = model->getMeans(sizes);
  for (auto [time, prediction] :
       llvm::zip_equal(times, predictAt(fact, target, sizes, configs)))
    time += std::log(prediction);
  return times;
}

std::vector<PlanSample>
autotune::getPlanSamples(const ProblemFact &fact, const TargetInfo &target,
                         const ProposeOptions &options,
                         const PlanOptions &planOptions,
                         ArrayRef<PlanMeasurement> known) {
  std::optional<PlanPart> odd = getOddPart(fact, planOptions);
  auto getNext = [&](const PlanPart &part) {
    PlanOptions ofPart = getOptionsOf(part, !odd, planOptions);
    MeasuredPlanner planner({fact, target, options, ofPart, part});
    planner.gatherConfigs();
    planner.observe(selectPart(fact, planOptions, part, known));
    return planner.getNext();
  };
  std::vector<PlanSample> samples = getNext(getAlignedPart(fact));
  if (odd)
    llvm::append_range(samples, getNext(*odd));
  return samples;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

PlanTimes MeasuredPlanner::getTimes() const {
  PlanTimes times;
  times.grid = getSampleSizes(fact, planOptions.expected, part);
  SmallVector<size_t> chosen;
  for (size_t config = 0; config < configs.size(); ++config)
    if (isMeasured[config] && isGeneral[config]) {
      chosen.push_back(config);
      times.configs.insert(configs[config]);
    }
  for (size_t point = 0; point < times.grid.getNumPoints(); ++point) {
    ProblemSizes sizes = times.grid.getPoint(point);
    std::vector<double> here = getLogTimes(sizes);
    for (size_t config : chosen)
      times.timesNs.push_back(std::exp(here[config]));
    auto &pinned = times.pinned.emplace_back();
    for (size_t config = 0; config < configs.size(); ++config)
      if (!isGeneral[config] && tried.count({sizes, config}) &&
          canBePinned(fact, sizes) && here[config] != kInfinity &&
          (!pinned || std::exp(here[config]) < pinned->timeNs))
        pinned = PlanTimes::Pinned{configs[config], std::exp(here[config])};
  }
  return times;
}

std::vector<PlanRow> MeasuredPlanner::makePlan() {
  PlanTimes times = getTimes();
  if (times.configs.empty())
    return {};
  std::optional<ProposedConfig> forAll = proposeForAll(fact, target, options);
  std::optional<Config> others;
  if (forAll)
    others = forAll->config;
  return makeRows(*this, times, others);
}

std::vector<PlanRow> autotune::fitPlan(const ProblemFact &fact,
                                       const TargetInfo &target,
                                       const ProposeOptions &options,
                                       const PlanOptions &planOptions,
                                       ArrayRef<PlanMeasurement> measurements) {
  std::optional<PlanPart> odd = getOddPart(fact, planOptions);
  auto makePlan = [&](const PlanPart &part) {
    PlanOptions ofPart = getOptionsOf(part, !odd, planOptions);
    MeasuredPlanner planner({fact, target, options, ofPart, part});
    planner.observe(selectPart(fact, planOptions, part, measurements));
    return planner.makePlan();
  };
  std::vector<PlanRow> rows = makePlan(getAlignedPart(fact));
  return joinParts(std::move(rows),
                   odd ? makePlan(*odd) : std::vector<PlanRow>());
}
