//===- PlanTimings.h - The timings of a plan's kernels at a size *- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernel runs next at a size, and which is kept. Each call runs one
// kernel, so results are right, and C may be added to. A timing takes two
// events, which later calls ask for their time. No call waits for an event.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_PLANTIMINGS_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_PLANTIMINGS_H

#include <cstddef>
#include <optional>
#include <vector>

namespace mlir::autotune::cuda {

/// A timing that is under way: the kernel ran between two events.
struct EventPair {
  void *start = nullptr, *end = nullptr;
};

/// Answers for events; the driver, or a test.
class TimingEvents {
public:
  virtual ~TimingEvents() = default;
  enum class State { Ready, NotReady, Failed };
  /// If the pair is ready, sets `ns` to the time between its events.
  virtual State query(const EventPair &pair, double &ns) = 0;
  /// Destroys the events of a pair.
  virtual void destroy(const EventPair &pair) = 0;
};

/// Times the kernels of one plan at one size, in turn. Not thread-safe.
class PlanTimings {
public:
  /// The first timing of a kernel does not count: it may load the kernel.
  static constexpr size_t kWarmUps = 1;
  /// So many timings of each kernel count, by their median.
  static constexpr size_t kTimings = 3;

  /// `rows` has one row for each kernel, in the order in which they are timed.
  explicit PlanTimings(std::vector<size_t> rows);

  struct Choice {
    size_t row = 0;
    /// Whether the call is to be timed: add() or drop() must follow.
    bool isTimed = false;
  };
  /// The row for the next call: that of the first kernel among those with the
  /// fewest timings. If all have started enough, `own` until all times are
  /// known, and the fastest from then on.
  Choice choose(size_t own);
  /// Adds the timing of a call that was to be timed.
  void add(size_t row, const EventPair &pair);
  /// The call was not timed after all.
  void drop(size_t row);
  /// Takes the times of all timings that are ready.
  void collect(TimingEvents &events);
  /// The row that is kept; nullopt while times are missing.
  std::optional<size_t> getKept() const { return kept; }

private:
  struct Kernel {
    size_t row;
    size_t numStarted = 0;
    /// In nanoseconds, in the order in which they ended.
    std::vector<double> times;
    std::vector<EventPair> pending;
  };
  Kernel &getKernel(size_t row);

  std::vector<Kernel> kernels;
  std::optional<size_t> kept;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_PLANTIMINGS_H
