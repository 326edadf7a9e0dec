//===- Timing.h - Graphs of launches, replayed ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_TIMING_H
#define AUTOTUNE_LIB_MEASURE_TIMING_H

#include "LoadedKernel.h"

namespace mlir::autotune::measure {

/// What a wait came to. A hang ends the process: the device is not to be
/// trusted after it, nor can it be waited for.
struct StepResult {
  enum Kind { Ok, Failed, OutOfResource, Hang } kind = Ok;
  std::string message;
  bool isOk() const { return kind == Ok; }

  StepResult() = default;
  StepResult(cuda::Status status);
  static StepResult hang(double seconds);
};

/// Seconds after which a launch that computes `flops` counts as hanging: a
/// hundred times what the CUDA cores' f32 peak would take, at least 2.
double getLaunchTimeout(double flops, double f32FlopsPerSecond);

class Timer {
public:
  /// `support` must outlive the timer.
  static cuda::Status create(cuda::StreamHandle stream,
                             const cuda::SupportModule &support, Timer &timer);

  /// Runs `enqueue` between two events and waits for it; its time in `ns`.
  StepResult time(llvm::function_ref<cuda::Status()> enqueue, double timeout,
                  double &ns) const;
  /// Changes the order in which SMs are given to the blocks of what is launched
  /// next. It stays as it is for as long as launches are alike, and kernels of
  /// a single wave take up to 6 % longer in one order than in another.
  cuda::Status shuffle() const { return support->shuffle(++shuffles); }
  cuda::StreamHandle getStream() const { return stream; }

private:
  cuda::StreamHandle stream = nullptr;
  const cuda::SupportModule *support = nullptr;
  /// The seed of the last one.
  mutable uint64_t shuffles = 0;
  cuda::Event begin, end;
};

/// A replay of so many parts, each a graph of so many launches.
struct ReplayPlan {
  int64_t parts = 1, launches = 0;
};

/// All parts together take `targetNs`, and less than a part more. Each is of at
/// least a millisecond, or the whole replay where that is shorter, so that a
/// replay sees several orders of SMs. Each set takes part as often as another,
/// even if that makes parts longer. Leaving sets out, and reading those to
/// clear the cache, would not do: what a library's kernel loads with the hint
/// evict_last stays in the cache. Some graphs would then contain the time of
/// that reading, and of writing C back, and others would not. Where graphs
/// would be of too many launches, or there would be too many parts, the replay
/// is shorter.
ReplayPlan planReplay(int64_t sets, double targetNs, double estimateNs);

/// A graph of launches that rotates over the buffer sets, replayed in parts.
class TimedGraph {
public:
  /// As many launches as fill `targetNs` when one takes `estimateNs`
  /// (planReplay).
  static cuda::Status create(Launchable &launchable, int64_t sets,
                             double targetNs, double estimateNs,
                             const Timer &timer, TimedGraph &graph);
  /// One replay, in each part with SMs in another order; the time of one
  /// launch in `ns`.
  StepResult replay(const Timer &timer, double &ns) const;
  /// The time of a replay in which one launch takes `ns`.
  double getReplayNs(double ns) const {
    return ns * double(plan.parts * plan.launches);
  }
  /// Whether a launch takes so much less than was estimated that a graph of
  /// more launches should be made: an estimate that is a single launch's has
  /// the cost of launching in it, and cold caches.
  bool isTooShort(double ns) const;

private:
  cuda::Graph graph;
  int64_t sets = 1;
  ReplayPlan plan;
  double targetNs = 0, timeout = 0;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_TIMING_H
