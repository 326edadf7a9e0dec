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

/// The middle value, or the mean of the middle two. 0 if there are no values.
double getMedian(llvm::ArrayRef<double> values);

/// Relative distance between the quartiles: (q3 - q1) / median, where a
/// quartile is the nearest value in order. A single disturbed replay does not
/// change it. For the same reason, fewer than five values give the distance
/// from the least to the median. 0 for fewer than two values.
double getSpread(llvm::ArrayRef<double> values);

/// The median of baseline / candidate over the rounds; each round measures
/// both, one directly after the other. The longer list is cut to the shorter
/// one's length.
double getRatio(llvm::ArrayRef<double> baseline,
                llvm::ArrayRef<double> candidate);

/// How a candidate compares with the fastest one of the same rounds: the
/// fraction by which it takes longer, and that fraction's standard error.
struct Lag {
  double share = 0;
  double error = 0;
};

/// Computes each candidate's lag. `times[i][r]` is candidate i's time in round
/// r; each candidate needs at least one time. Times are compared round by
/// round with the fastest candidate that was in all rounds, so a disturbance
/// of a whole round, such as a power limit, cancels. The mean of the middle
/// half of the rounds counts. A candidate that left earlier is compared over
/// its own rounds. The fastest has lag 0.
std::vector<Lag> getLags(llvm::ArrayRef<llvm::ArrayRef<double>> times);
/// The index of the least lag.
size_t findFastest(llvm::ArrayRef<Lag> lags);

/// A lag up to this is a tie: two runs of one config differ by as much,
/// however many rounds they have. On an H100, over 31 products and four runs
/// of 25 rounds, the lag of a config had a standard deviation of 0.2 %.
constexpr double kTieLag = 0.005;
/// A larger lag is also a tie if it is within kTieErrors standard errors and
/// at most kMostTieLag. The latter keeps a candidate with unsteady times from
/// tying with any other.
constexpr double kTieErrors = 3;
constexpr double kMostTieLag = 0.02;

/// Whether the candidate is as good as the fastest.
bool isTie(const Lag &lag);
/// Whether more rounds could change isTie()'s answer.
bool isOpen(const Lag &lag);
/// Whether more rounds could bring the candidate near the fastest.
bool isInRace(const Lag &lag);

/// The figures that decide between candidates.
struct Standing {
  double timeNs = 0;
  double spread = 0;
  int64_t rank = 0;
};

/// The least noise that isTie() assumes: two measurements of one kernel in one
/// process differ by this much, however steady the replays were.
constexpr double kNoiseFloor = 0.003;
/// The most noise that isTie() assumes, so that a slow candidate with unsteady
/// times does not tie with the fastest.
constexpr double kNoiseCeiling = 0.03;

/// Whether the difference to the fastest is within the noise: the larger of the
/// two spreads, from kNoiseFloor to kNoiseCeiling.
bool isTie(const Standing &fastest, const Standing &other);

/// Indices of `standings`, best first. All that tie with the fastest come
/// first, ordered by rank; the rest follow by time. Two runs whose figures
/// differ by noise only therefore pick the same.
std::vector<size_t> orderByTime(llvm::ArrayRef<Standing> standings);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_STATISTICS_H
