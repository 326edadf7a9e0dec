//===- SearchSurrogate.cpp - Predictions refitted while measuring ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GaussianProcess.h"
#include "Search.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Standard deviations that what is not known may turn out better.
static constexpr double kBonus = 1;
/// Standard deviations that count as certainty: when what is left is worse by
/// as many, nothing is left to gain. Not before so many were measured.
static constexpr double kCertain = 3;
static constexpr size_t kFewest = 16;
/// Relative deviation of a time between one measurement and another of the
/// same kernel.
static constexpr double kNoise = 0.01;

namespace {
class SurrogateSearch final : public Search {
public:
  explicit SurrogateSearch(SearchProblem given);

  StringRef getName() const override { return "surrogate"; }

private:
  void expect(const Config &config) override;
  void learn(const Trial &trial) override;
  void proposeMore(size_t count, SmallVectorImpl<Config> &next) override;

  GaussianProcess::Point makePoint(const Config &config);
  /// The point of a config, which is made where there is none. Nothing for what
  /// is not legal, and so has no prediction.
  std::optional<size_t> getPoint(const Config &config);
  /// The logarithm of what a config is hoped to take.
  double getHope(size_t point, double bonus) const;
  /// None is chosen for what another that is being measured will tell.
  void assumePending();
  /// Of what is left, the one with the best hope.
  size_t chooseBest() const;
  static double getNoise(double spread) {
    return kNoise * kNoise + spread * spread;
  }

  /// The configs of the points: of the pool, then of other records.
  std::vector<Config> configs;
  llvm::DenseMap<Config, size_t> indices;
  std::vector<double> logPredictions;
  SmallVector<StringRef> kinds;
  std::optional<GaussianProcess> process;
  /// Of the pool, what may not be known yet.
  std::vector<size_t> left;
  /// Points that are being measured, and how many of them are assumed.
  std::vector<size_t> pending;
  size_t numAssumed = 0;
  size_t numMeasured = 0;
  double bestLog = 0;
};
} // namespace

GaussianProcess::Point SurrogateSearch::makePoint(const Config &config) {
  GaussianProcess::Point point;
  StringRef name = config.getTemplateName();
  point.kind = llvm::find(kinds, name) - kinds.begin();
  if (point.kind == kinds.size())
    kinds.push_back(name);
  SmallVector<float> features;
  if (!getFeatures(problem.fact, problem.target, config,
                   estimateTerms(problem.fact, problem.target, config),
                   features))
    // A template without features: its parameters' doublings.
    for (int64_t slot : config.getSlots())
      features.push_back(std::log2(1.0 + std::max<int64_t>(slot, 0)));
  point.features.assign(features.begin(), features.end());
  return point;
}

SurrogateSearch::SurrogateSearch(SearchProblem given)
    : Search(std::move(given)) {
  std::vector<GaussianProcess::Point> points;
  configs = getPool();
  for (auto [index, config] : llvm::enumerate(configs)) {
    indices.try_emplace(config, index);
    points.push_back(makePoint(config));
    left.push_back(index);
  }
  for (double time : problem.predict(configs))
    logPredictions.push_back(std::log(time));
  process.emplace(std::move(points));
}

std::optional<size_t> SurrogateSearch::getPoint(const Config &config) {
  auto found = indices.find(config);
  if (found != indices.end())
    return found->second;
  const KernelTemplate *kernel = lookupKernelTemplate(config.getTemplateName());
  if (!kernel || !config.isComplete() ||
      kernel->check(problem.fact, problem.target, config))
    return std::nullopt;
  size_t index = process->addPoint(makePoint(config));
  indices.try_emplace(config, index);
  configs.push_back(config);
  logPredictions.push_back(std::log(predict(config)));
  return index;
}

void SurrogateSearch::learn(const Trial &trial) {
  // A config of other records is a new point.
  process->forgetAssumptions();
  numAssumed = 0;
  auto found = indices.find(trial.config);
  if (found != indices.end())
    llvm::erase(pending, found->second);
  if (trial.timeNs <= 0)
    return;
  std::optional<size_t> point = getPoint(trial.config);
  if (!point)
    return;
  double logTime = std::log(trial.timeNs);
  bestLog = numMeasured++ == 0 ? logTime : std::min(bestLog, logTime);
  process->observe(*point, logTime - logPredictions[*point],
                   getNoise(trial.spread));
}

double SurrogateSearch::getHope(size_t point, double bonus) const {
  return logPredictions[point] + process->getMean(point) -
         bonus * std::sqrt(process->getVariance(point));
}

size_t SurrogateSearch::chooseBest() const {
  size_t best = 0;
  double bestHope = getHope(left[0], kBonus);
  for (size_t i = 1; i < left.size(); ++i) {
    double hope = getHope(left[i], kBonus);
    if (hope < bestHope) {
      bestHope = hope;
      best = i;
    }
  }
  return best;
}

void SurrogateSearch::expect(const Config &config) {
  pending.push_back(indices.lookup(config));
  assumePending();
}

void SurrogateSearch::assumePending() {
  for (; numAssumed < pending.size(); ++numAssumed)
    process->assume(pending[numAssumed], getNoise(/*spread=*/0));
}

void SurrogateSearch::proposeMore(size_t count, SmallVectorImpl<Config> &next) {
  assumePending();
  llvm::erase_if(left, [&](size_t point) { return isKnown(configs[point]); });
  if (numMeasured >= kFewest && llvm::none_of(left, [&](size_t point) {
        return getHope(point, kCertain) < bestLog;
      }))
    return;
  while (next.size() < count && !left.empty()) {
    size_t index = chooseBest();
    add(configs[left[index]], next);
    left.erase(left.begin() + index);
  }
}

std::unique_ptr<SearchStrategy>
autotune::createSurrogateSearch(SearchProblem problem) {
  return std::make_unique<SurrogateSearch>(std::move(problem));
}
