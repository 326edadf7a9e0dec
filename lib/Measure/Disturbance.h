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

#ifndef AUTOTUNE_LIB_MEASURE_DISTURBANCE_H
#define AUTOTUNE_LIB_MEASURE_DISTURBANCE_H

#include <string>
#include <vector>

namespace mlir::autotune::measure {

/// How far the yardstick may be from its median. Times of a kernel in a graph
/// of a millisecond repeat within 1 %; another process that shares the device,
/// or a step of its clocks under a power cap, is 5 % and more.
constexpr double kDisturbedTolerance = 0.04;

/// How far the yardstick's cycles may be from usual where its clock alone is to
/// explain its time. NVML's clock goes by steps of 1 %, and is read after the
/// last replay, when it has begun to rise.
constexpr double kClockTolerance = 0.06;

/// The yardstick's time, and what the device said of its clock then.
struct YardstickTime {
  YardstickTime(double ns, double clockMHz = 0, bool isPowerCapped = false)
      : ns(ns), clockMHz(clockMHz), isPowerCapped(isPowerCapped) {}
  double ns;
  /// 0 where nobody says.
  double clockMHz;
  /// Whether a power cap, and nothing else, held the clocks down.
  bool isPowerCapped;
};

/// Remembers the yardstick's times and says of each new one what it means.
class DisturbanceMonitor {
public:
  enum Verdict { Steady, Slower, Faster };

  /// The first time is taken for usual, as there is nothing to compare it with.
  Verdict add(const YardstickTime &time);
  /// Whether the last time added made the odd usual: as many as kNewUsual in a
  /// row have been off, and agree with each other. A device that became warm
  /// does not become cold again.
  bool hasMoved() const { return moved; }
  /// Whether enough times were as usual to judge by.
  bool isCalibrated() const { return usual.size() >= kLeastUsual; }
  /// Of the usual times; 0 without any.
  double getMedian() const;
  /// What the yardstick takes right after these kernels is usual too: they draw
  /// so much power that the clocks sink, and rise again in a pause. It is the
  /// first guess for the next problem as well, until another time is added.
  void addLoaded(double ns);
  /// Whether the yardstick is slow because the clocks are, under a power cap:
  /// it took as many cycles as it does. Another process would have cost it
  /// some.
  bool isPowerCapAlone(const YardstickTime &time) const;

  static constexpr size_t kLeastUsual = 3, kNewUsual = 4, kWindow = 15;

private:
  /// The latest kWindow that were as usual, likewise after much power was
  /// drawn, and those since that were neither.
  std::vector<double> usual, loaded, odd;
  /// Those that were as usual, in cycles, where the clock was known.
  std::vector<double> cycles;
  bool moved = false;
};

/// "the yardstick takes 1.50 times as long as usual (12.0 us, not 8.0 us)".
std::string describeDisturbance(double ns, double medianNs);

/// What to do about one batch of measurements, by the times of the yardstick
/// that follow it.
class BatchJudge {
public:
  /// Of an interleaved batch only what lasts counts: what passes has met all
  /// alike, round by round, and they are compared within rounds.
  explicit BatchJudge(DisturbanceMonitor &monitor, bool isInterleaved = false,
                      int maxRepeats = kMaxRepeats)
      : monitor(monitor), isInterleaved(isInterleaved), maxRepeats(maxRepeats) {
  }

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

  Step judge(const YardstickTime &time);
  int getRepeats() const { return repeats; }
  /// Accepted because the batch itself slows the device down. Either a power
  /// cap alone did: a repeat would begin after a pause as the batch did, and
  /// meet the same clocks. Or the batch did twice, and in the pause between the
  /// device was as usual; of an interleaved one, once.
  bool isOwnDoing() const { return ownDoing; }

  static constexpr int kMaxRepeats = 2, kMaxSettling = 6;

private:
  DisturbanceMonitor &monitor;
  bool isInterleaved;
  int maxRepeats;
  int repeats = 0, waits = 0;
  /// The yardstick's time after the batch when it was measured before; whether
  /// it was as usual after that.
  double oddNs = 0;
  bool recovered = false, ownDoing = false;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_DISTURBANCE_H
