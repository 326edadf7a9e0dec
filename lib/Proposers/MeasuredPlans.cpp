//===- MeasuredPlans.cpp - Plans from measurements ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanModel.h"
#include "PlanRows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <cmath>
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::autotune;

/// Proposals for each size. All of them together are the pool.
static constexpr size_t kProposalsToMeasure = 14;
/// Configs that are measured at each size in the first round, and in all.
static constexpr size_t kFirstPerSize = 6, kMostPerSize = 10;
/// Measurements of a later round, for each size.
static constexpr size_t kNextPerSize = 2;
/// Configs that are candidates for a size in a later round: those that the plan
/// may have, and then those with the best hope.
static constexpr size_t kOfPlan = 3, kOfAll = 6;
/// Only configs whose mean is within this factor of the best are hoped for.
static constexpr double kHopeful = 1.4;
/// Neighbouring sizes that are further apart are bisected if the plan changes
/// between them.
static constexpr double kFarApart = 1.15;

/// Small sizes, every n-th sample size along each axis, the last, and those
/// that are named. Powers of two fill tiles better than other sizes, so few of
/// the others are some.
SizeGrid autotune::getMeasuredSizes(const ProblemFact &fact,
                                    const ExpectedSizes &expected,
                                    const PlanPart &part) {
  constexpr int64_t kSmall = 4;
  SizeGrid grid = getSampleSizes(fact, expected, part);
  // With one unknown size, neighbours are 1.4 apart then.
  bool isOne = getFreeSizes(fact, expected).size() == 1;
  size_t step = isOne ? 3 : 2, offset = isOne ? 1 : 0;
  for (auto [dim, axis] : llvm::enumerate(grid.axes)) {
    SmallVector<int64_t> thin;
    SmallVector<int64_t> named =
        getNamedSizes(fact, expected, part, SizeDim(dim));
    for (auto [index, size] : llvm::enumerate(axis))
      if (index == 0 || (isOne && size <= kSmall) || index % step == offset ||
          index + 1 == axis.size() || llvm::is_contained(named, size))
        thin.push_back(size);
    axis = thin;
  }
  return grid;
}

namespace {
/// Chooses what to measure for a plan, and makes the plan.
class MeasuredPlanner {
public:
  MeasuredPlanner(const ProblemFact &fact, const TargetInfo &target,
                  const ProposeOptions &options, const PlanOptions &planOptions,
                  const PlanPart &part)
      : fact(fact), target(target), options(options), planOptions(planOptions),
        part(part), general(restrictTo(fact, part.units)),
        grid(getMeasuredSizes(fact, planOptions.expected, part)) {}

  /// Adds the configs to measure. To be called before observe().
  void gatherConfigs();
  void observe(ArrayRef<PlanMeasurement> known);
  std::vector<PlanSample> getNext();
  std::vector<PlanRow> makePlan();

private:
  using Tried = std::pair<ProblemSizes, size_t>;
  struct Wanted {
    double rank;
    size_t point, config;
  };

  size_t addConfig(const Config &config);
  /// The logarithms of the times of all configs at some sizes; infinity where
  /// one does not run.
  std::vector<double> getLogTimes(const ProblemSizes &sizes) const;
  PlanTimes getTimes() const;

  size_t countTried(const ProblemSizes &sizes) const {
    return std::distance(tried.lower_bound({sizes, 0}),
                         tried.upper_bound({sizes, configs.size()}));
  }
  std::vector<Wanted> getFirst() const;
  std::vector<Wanted> getPromising() const;
  std::vector<PlanSample> getCrossovers();
  std::vector<PlanSample> makeSamples(std::vector<Wanted> wanted) const;

  const ProblemFact &fact;
  const TargetInfo &target;
  ProposeOptions options;
  const PlanOptions &planOptions;
  const PlanPart &part;
  /// The fact with aligned sizes.
  ProblemFact general;
  SizeGrid grid;
  std::vector<Config> configs;
  llvm::DenseMap<Config, size_t> indices;
  /// By config: whether it is legal for all aligned sizes.
  std::vector<bool> isGeneral;
  /// By config: whether it was measured at some size.
  std::vector<bool> isMeasured;
  std::set<Tried> tried;
  std::optional<PlanModel> model;
};
} // namespace

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
      if (isLegal(candidate.config, general, target) ||
          canBePinned(fact, sizes))
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
  for (const PlanMeasurement &measured : all)
    tried.insert({measured.sizes, addConfig(measured.config)});
  std::vector<PlanMeasurement> known = takeFastest(all);
  isMeasured.resize(configs.size());
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
    isMeasured[config] = true;
    observations.push_back(
        {measured.sizes, config, std::log(measured.timeNs / prediction)});
  }
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

//===----------------------------------------------------------------------===//
// What to measure
//===----------------------------------------------------------------------===//

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
  FitOptions fit;
  fit.maxConfigs = planOptions.maxConfigs;
  SmallVector<size_t> plan = chooseConfigs(
      grid, hopeTimes, configs.size(),
      getSampleWeights(fact, grid, planOptions.expected, part), fit);
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
MeasuredPlanner::makeSamples(std::vector<Wanted> wanted) const {
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

/// Where one row of the plan follows another, both configs halfway between the
/// measured sizes around it.
std::vector<PlanSample> MeasuredPlanner::getCrossovers() {
  std::vector<PlanSample> samples;
  SmallVector<SizeDim> free = getFreeSizes(fact, planOptions.expected);
  if (free.size() != 1)
    return samples;
  auto dim = unsigned(free.front());
  int64_t unit = getCommonUnit(part.units, grid.sameAs, free.front());
  ArrayRef<int64_t> axis = grid.axes[dim];
  std::vector<PlanRow> rows = makePlan();
  auto guards =
      llvm::map_to_vector(rows, [](const PlanRow &row) { return row.guard; });
  for (size_t i = 0; i + 1 < axis.size() && !rows.empty(); ++i) {
    ProblemSizes before = grid.getPoint(i), after = grid.getPoint(i + 1);
    const Config &first = rows[selectRow(guards, before)].config;
    const Config &second = rows[selectRow(guards, after)].config;
    int64_t middle = std::llround(std::sqrt(double(axis[i]) * axis[i + 1]));
    middle = middle / unit * unit;
    if (!mayHave(fact, part, grid.sameAs, free.front(), middle))
      ++middle;
    PlanSample sample;
    sample.sizes = before;
    sample.sizes[dim] = middle;
    grid.setSame(sample.sizes);
    // Where the plan has changed since, its new configs are not measured.
    if (first == second || middle <= axis[i] ||
        double(axis[i + 1]) < kFarApart * double(axis[i]) ||
        countTried(sample.sizes) >= 2)
      continue;
    sample.fact = getFactAt(fact, sample.sizes);
    for (const Config &config : {first, second})
      if (isLegal(config, sample.fact, target) &&
          !tried.count({sample.sizes, indices.lookup(config)}))
        sample.configs.push_back(config);
    if (!sample.configs.empty())
      samples.push_back(std::move(sample));
  }
  return samples;
}

std::vector<PlanSample> MeasuredPlanner::getNext() {
  if (configs.empty())
    return {};
  std::vector<Wanted> wanted = getFirst();
  if (!wanted.empty())
    return makeSamples(std::move(wanted));
  size_t numTried = 0, numPoints = grid.getNumPoints();
  for (size_t point = 0; point < numPoints; ++point) {
    numTried += countTried(grid.getPoint(point));
  }
  size_t most = kMostPerSize * numPoints;
  if (numTried < most)
    wanted = getPromising();
  if (wanted.empty())
    return getCrossovers();
  llvm::sort(wanted, [](const Wanted &a, const Wanted &b) {
    return std::tuple(a.rank, a.point, a.config) <
           std::tuple(b.rank, b.point, b.config);
  });
  size_t count = std::min(kNextPerSize * numPoints, most - numTried);
  wanted.resize(std::min(wanted.size(), count));
  return makeSamples(std::move(wanted));
}

std::vector<PlanSample>
autotune::getPlanSamples(const ProblemFact &fact, const TargetInfo &target,
                         const ProposeOptions &options,
                         const PlanOptions &planOptions,
                         ArrayRef<PlanMeasurement> known) {
  std::optional<PlanPart> odd = getOddPart(fact, planOptions);
  auto getNext = [&](const PlanPart &part) {
    PlanOptions ofPart = getOptionsOf(part, !odd, planOptions);
    MeasuredPlanner planner(fact, target, options, ofPart, part);
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
  return makeRows(fact, target, planOptions, part, times, others);
}

std::vector<PlanRow> autotune::fitPlan(const ProblemFact &fact,
                                       const TargetInfo &target,
                                       const ProposeOptions &options,
                                       const PlanOptions &planOptions,
                                       ArrayRef<PlanMeasurement> measurements) {
  std::optional<PlanPart> odd = getOddPart(fact, planOptions);
  auto makePlan = [&](const PlanPart &part) {
    PlanOptions ofPart = getOptionsOf(part, !odd, planOptions);
    MeasuredPlanner planner(fact, target, options, ofPart, part);
    planner.observe(selectPart(fact, planOptions, part, measurements));
    return planner.makePlan();
  };
  std::vector<PlanRow> rows = makePlan(getAlignedPart(fact));
  return joinParts(std::move(rows),
                   odd ? makePlan(*odd) : std::vector<PlanRow>());
}
