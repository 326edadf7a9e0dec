//===- Effort.h - How thoroughly candidates are measured --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_EFFORT_H
#define MLIR_AUTOTUNE_MEASURE_EFFORT_H

#include <cstdint>

namespace mlir::autotune::measure {

/// The effort for each candidate on its own.
struct Effort {
  /// The fewest replays that a time may be the median of, and the most.
  static constexpr int64_t kMinReplays = 1, kMaxReplays = 1000;
  /// Nanoseconds of one replay. A replay must last much longer than launching
  /// a graph, which takes some microseconds.
  static constexpr double kMinReplayNs = 1e5, kMaxReplayNs = 1e9;

  bool check = true, time = true;
  /// The fewest replays that the protocol allows (docs/design/measuring.md).
  int64_t replays = 7;
  double replayNs = 2e6;
  /// A candidate whose check ran this many times slower than the best is timed
  /// only by the launches of its check.
  double hopeless = 5;

  /// Whether the times are only good enough to choose candidates for the final
  /// rounds.
  bool isBrief() const { return replays <= 3; }
};

/// The effort for the best few candidates together.
struct FinalEffort {
  static constexpr int64_t kMinRounds = 7, kMaxRounds = 1000;
  static constexpr int64_t kMaxTurns = 100;
  /// A turn is for the clock to settle, and for measuring.
  static constexpr double kMinTurnNs = 5e7, kMaxTurnNs = 1e9;
  /// Operations per second below which no power limit lowers the clock (NVIDIA
  /// H100: a bf16 product of 64 rows at 180 TFLOP/s stays at the highest
  /// clock).
  static constexpr double kCoolFlopsPerSecond = 2e14;

  /// Times of each candidate.
  int64_t rounds = 9;
  double replayNs = 6e6;
  /// At the power cap, each candidate runs in so many turns of so many
  /// nanoseconds, and has a clock of its own in them. Without turns, candidates
  /// alternate after each replay and share one clock.
  int64_t turns = 3;
  double turnNs = 1e8;
  /// The most candidates that take part, best first.
  int64_t finalists = INT64_MAX;
};

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_EFFORT_H
