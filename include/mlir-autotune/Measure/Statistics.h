//===- Statistics.h - Medians, spreads and ties -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_STATISTICS_H
#define MLIR_AUTOTUNE_MEASURE_STATISTICS_H

#include "llvm/ADT/ArrayRef.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlir::autotune::measure {

/// The middle value; of an even number, the mean of the middle two. 0 of none.
double getMedian(llvm::ArrayRef<double> values);

/// Relative distance between the quartiles: (q3 - q1) / median, where a
/// quartile is the nearest value in order. One replay that met a disturbance
/// does not move it. Of fewer than five values, from the least to the median,
/// for the same reason. 0 of fewer than two.
double getSpread(llvm::ArrayRef<double> values);

/// Median over the rounds of baseline / candidate; both were measured in each
/// round, one right after the other. The shorter list counts.
double getRatio(llvm::ArrayRef<double> baseline,
                llvm::ArrayRef<double> candidate);

/// How a candidate compares with the fastest of those that it shared rounds
/// with: by what share it takes longer, and the standard error of that.
struct Lag {
  double share = 0;
  double error = 0;
};

/// `times[i][r]` is candidate i's time in round r. It is compared round by
/// round with that of the fastest of those that were in all rounds, so what
/// slows a round down as a whole, as a power limit does, plays no part; the
/// mean of the middle half of the rounds counts. Who left the rounds earlier is
/// compared over those that it was in. The fastest has lag 0. Each must have a
/// time.
std::vector<Lag> getLags(llvm::ArrayRef<llvm::ArrayRef<double>> times);
/// The index of the least lag.
size_t findFastest(llvm::ArrayRef<Lag> lags);

/// Two runs of one config differ by so much, however many rounds there were, so
/// a lag up to this is a tie. On an H100, over 31 products and four runs of 25
/// rounds, the lag of a config had a standard deviation of 0.2 %.
constexpr double kTieLag = 0.005;
/// Nor is a larger one told from none while it is within so many errors; up to
/// this, lest what jumps about should be as good as any.
constexpr double kTieErrors = 3;
constexpr double kMostTieLag = 0.02;

/// Whether the candidate is as good as the fastest.
bool isTie(const Lag &lag);
/// Whether more rounds could make a tie of what is none, or the other way
/// round.
bool isOpen(const Lag &lag);
/// Whether more rounds could bring it near the fastest.
bool isInRace(const Lag &lag);

/// What decides between candidates.
struct Standing {
  double timeNs = 0;
  double spread = 0;
  int64_t rank = 0;
};

/// Noise below this is not believed, however steady the replays were: two
/// measurements of one kernel in one process differ by so much.
constexpr double kNoiseFloor = 0.003;
/// Nor above this: what jumps about more than so is no reason to take a slower
/// one for as fast.
constexpr double kNoiseCeiling = 0.03;

/// Whether the difference to the fastest is within the noise: the larger of the
/// two spreads, from kNoiseFloor to kNoiseCeiling.
bool isTie(const Standing &fastest, const Standing &other);

/// Indices of `standings`, best first. All that tie with the fastest are one
/// group, which is ordered by rank; the rest follow by time. So two runs that
/// see the same figures within noise pick the same.
std::vector<size_t> orderByTime(llvm::ArrayRef<Standing> standings);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_STATISTICS_H
