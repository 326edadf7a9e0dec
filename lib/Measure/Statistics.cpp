//===- Statistics.cpp - Medians, spreads and ties -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Statistics.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

using namespace mlir::autotune::measure;
using llvm::ArrayRef;

/// Of fewer values the quartiles are the ends: of three, the slowest, which is
/// where disturbances are.
static constexpr size_t kLeastForQuartiles = 5;

static std::vector<double> sorted(ArrayRef<double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

double mlir::autotune::measure::getMedian(ArrayRef<double> values) {
  if (values.empty())
    return 0;
  std::vector<double> ordered = sorted(values);
  size_t middle = ordered.size() / 2;
  return ordered.size() % 2 ? ordered[middle]
                            : (ordered[middle - 1] + ordered[middle]) / 2;
}

double mlir::autotune::measure::getSpread(ArrayRef<double> values) {
  double median = getMedian(values);
  if (values.size() < 2 || median <= 0)
    return 0;
  std::vector<double> ordered = sorted(values);
  if (values.size() < kLeastForQuartiles)
    return (median - ordered.front()) / median;
  size_t last = ordered.size() - 1;
  return (ordered[(3 * last + 2) / 4] - ordered[(last + 2) / 4]) / median;
}

double mlir::autotune::measure::getRatio(ArrayRef<double> baseline,
                                         ArrayRef<double> candidate) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(baseline.size(), candidate.size()); ++i)
    if (candidate[i] > 0)
      ratios.push_back(baseline[i] / candidate[i]);
  return getMedian(ratios);
}

/// Mean of the middle half: nearly as steady as the mean where rounds are
/// alike, and as indifferent as the median to some that are not.
static double getMiddleMean(ArrayRef<double> values) {
  std::vector<double> ordered = sorted(values);
  size_t cut = ordered.size() / 4;
  auto begin = ordered.begin() + cut, end = ordered.end() - cut;
  return std::accumulate(begin, end, 0.0) / double(end - begin);
}

/// The standard error of that, from the distance between the quartiles: of
/// normal values 1.35 deviations, and the middle mean's own is 1.1 / sqrt(n).
static double getMiddleError(ArrayRef<double> values) {
  if (values.size() < 2)
    return 0;
  std::vector<double> ordered = sorted(values);
  size_t last = ordered.size() - 1;
  double distance = ordered[(3 * last + 2) / 4] - ordered[(last + 2) / 4];
  return 1.1 / 1.35 * distance / std::sqrt(double(values.size()));
}

/// Logarithms of the first times over the second's, round by round.
static std::vector<double> compareRounds(ArrayRef<double> times,
                                         ArrayRef<double> others) {
  std::vector<double> shares;
  for (auto [time, other] : llvm::zip(times, others))
    shares.push_back(std::log(time / other));
  return shares;
}

size_t mlir::autotune::measure::findFastest(ArrayRef<Lag> lags) {
  return llvm::min_element(
             lags,
             [](const Lag &a, const Lag &b) { return a.share < b.share; }) -
         lags.begin();
}

std::vector<Lag>
mlir::autotune::measure::getLags(ArrayRef<ArrayRef<double>> times) {
  size_t rounds = 0;
  for (ArrayRef<double> own : times)
    rounds = std::max(rounds, own.size());
  size_t fastest =
      llvm::find_if(
          times, [&](ArrayRef<double> own) { return own.size() == rounds; }) -
      times.begin();
  std::vector<Lag> lags(times.size());
  // Who is ahead is compared with next. That is no order of all of them, so it
  // is not done more often than there are some.
  for (size_t i = 0; i < times.size(); ++i) {
    for (auto [own, lag] : llvm::zip_equal(times, lags)) {
      std::vector<double> shares = compareRounds(own, times[fastest]);
      lag = {std::expm1(getMiddleMean(shares)), getMiddleError(shares)};
    }
    size_t ahead = findFastest(lags);
    if (lags[ahead].share >= 0 || times[ahead].size() < rounds)
      break;
    fastest = ahead;
  }
  double least = lags.empty() ? 0 : lags[findFastest(lags)].share;
  for (Lag &lag : lags)
    lag.share -= least;
  return lags;
}

/// No lag is told apart from another by less: what differs from one process to
/// the next is more.
static constexpr double kLeastError = 0.0005;

bool mlir::autotune::measure::isTie(const Lag &lag) {
  return lag.share <= std::clamp(kTieErrors * lag.error, kTieLag, kMostTieLag);
}

bool mlir::autotune::measure::isOpen(const Lag &lag) {
  if (lag.error <= kLeastError || lag.share <= kTieLag - 2 * lag.error)
    return false;
  // A tie for want of rounds is open, too.
  return lag.share < kTieLag + 2 * lag.error || isTie(lag);
}

bool mlir::autotune::measure::isInRace(const Lag &lag) {
  return lag.share - kTieErrors * lag.error < kMostTieLag;
}

bool mlir::autotune::measure::isTie(const Standing &fastest,
                                    const Standing &other) {
  double noise = std::clamp(std::max(fastest.spread, other.spread), kNoiseFloor,
                            kNoiseCeiling);
  return other.timeNs <= fastest.timeNs * (1 + noise);
}

std::vector<size_t>
mlir::autotune::measure::orderByTime(ArrayRef<Standing> standings) {
  std::vector<size_t> order(standings.size());
  std::iota(order.begin(), order.end(), size_t(0));
  if (order.empty())
    return order;
  const Standing &fastest = *std::min_element(
      standings.begin(), standings.end(),
      [](const Standing &a, const Standing &b) { return a.timeNs < b.timeNs; });
  // A tie is one group, ahead of the rest; the index settles what is equal.
  auto key = [&](size_t index) {
    const Standing &other = standings[index];
    bool ties = isTie(fastest, other);
    return std::make_tuple(!ties, ties ? double(other.rank) : other.timeNs,
                           index);
  };
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return key(a) < key(b); });
  return order;
}
