//===- Disturbance.h - Has the device changed its speed? --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between batches of measurements a small kernel that never changes, the
// yardstick, is timed. Where its time is another than usual, something else ran
// on the device, or its clocks moved, and what was measured since the last time
// that was as usual is not to be compared with anything. Here is what follows
// from the times; nothing here touches a device.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RUNNER_DISTURBANCE_H
#define AUTOTUNE_RUNNER_DISTURBANCE_H

#include <string>
#include <vector>

namespace mlir::autotune::runner {

/// How far the yardstick may be from its median. Times of a kernel in a graph
/// of a millisecond repeat within 1 %; another process that shares the device,
/// or a step of its clocks under a power cap, is 5 % and more.
constexpr double kDisturbedTolerance = 0.04;

/// Remembers the yardstick's times and says of each new one what it means.
class DisturbanceMonitor {
public:
  enum Verdict { Steady, Slower, Faster };

  /// The first time is taken for usual, as there is nothing to compare it with.
  Verdict add(double ns);
  /// Whether the last time added made the odd usual: as many as kNewUsual in a
  /// row have been off, and agree with each other. A device that became warm
  /// does not become cold again.
  bool hasMoved() const { return moved; }
  /// Whether enough times were as usual to judge by.
  bool isCalibrated() const { return usual.size() >= kLeastUsual; }
  /// Of the usual times; 0 without any.
  double getMedian() const;
  /// What the yardstick takes right after this problem's kernels is usual too:
  /// they draw so much power that the clocks sink, and rise again in a pause.
  void addLoaded(double ns);
  /// Another problem draws another power.
  void forgetLoaded() { loaded.clear(); }

  static constexpr size_t kLeastUsual = 3, kNewUsual = 4, kWindow = 15;

private:
  /// The latest kWindow that were as usual, likewise after much power was
  /// drawn, and those since that were neither.
  std::vector<double> usual, loaded, odd;
  bool moved = false;
};

/// "the yardstick takes 1.50 times as long as usual (12.0 us, not 8.0 us)".
std::string describeDisturbance(double ns, double medianNs);

/// What to do about one batch of measurements, by the times of the yardstick
/// that follow it.
class BatchJudge {
public:
  explicit BatchJudge(DisturbanceMonitor &monitor) : monitor(monitor) {}

  enum Step {
    /// The times stand.
    Accept,
    /// Wait a moment and time the yardstick again: a repeat is for nothing
    /// while the disturbance lasts.
    Settle,
    /// Measure the batch again.
    Repeat,
    /// Enough tried: the times stand, and are marked.
    Mark
  };

  Step judge(double ns);
  int getRepeats() const { return repeats; }
  /// Accepted because the batch itself slows the device down: twice it did, and
  /// in the pause between the device was as usual.
  bool isOwnDoing() const { return ownDoing; }

  static constexpr int kMaxRepeats = 2, kMaxSettling = 6;

private:
  DisturbanceMonitor &monitor;
  int repeats = 0, waits = 0;
  /// The yardstick's time after the batch when it was measured before; whether
  /// it was as usual after that.
  double oddNs = 0;
  bool recovered = false, ownDoing = false;
};

} // namespace mlir::autotune::runner

#endif // AUTOTUNE_RUNNER_DISTURBANCE_H
