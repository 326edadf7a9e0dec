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
  int64_t rounds = 9;
  double replayNs = 6e6;
  /// The most candidates that take part, best first.
  int64_t finalists = INT64_MAX;

  /// Whether times of different sizes are to be compared, not kernels. The
  /// kernels then run in turns too short to have clocks of their own.
  bool isBrief() const { return replayNs < 2e6; }
};

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_EFFORT_H
