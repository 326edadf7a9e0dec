//===- Disturbance.cpp - Has the device changed its speed? ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Disturbance.h"

#include "mlir-autotune/Measure/Statistics.h"
#include "mlir-autotune/Measure/Table.h"

#include <algorithm>
#include <cstdio>
#include <utility>

using namespace mlir::autotune::measure;

static bool isNear(double ns, double usual,
                   double tolerance = kDisturbedTolerance) {
  return ns >= usual * (1 - tolerance) && ns <= usual * (1 + tolerance);
}

double DisturbanceMonitor::getMedian() const {
  return mlir::autotune::measure::getMedian(usual);
}

static void remember(std::vector<double> &times, double ns) {
  if (times.size() == DisturbanceMonitor::kWindow)
    times.erase(times.begin());
  times.push_back(ns);
}

void DisturbanceMonitor::addLoaded(double ns) {
  odd.clear();
  if (!isNear(ns, mlir::autotune::measure::getMedian(loaded)))
    loaded.clear();
  remember(loaded, ns);
}

bool DisturbanceMonitor::isPowerCapAlone(const YardstickTime &time) const {
  return time.isPowerCapped && !cycles.empty() &&
         isNear(time.ns * time.clockMHz,
                mlir::autotune::measure::getMedian(cycles), kClockTolerance);
}

DisturbanceMonitor::Verdict DisturbanceMonitor::add(const YardstickTime &time) {
  double ns = time.ns;
  moved = false;
  double median = getMedian();
  if (usual.empty() || isNear(ns, median)) {
    odd.clear();
    remember(usual, ns);
    if (time.clockMHz > 0)
      remember(cycles, ns * time.clockMHz);
    return Steady;
  }
  if (!loaded.empty() &&
      isNear(ns, mlir::autotune::measure::getMedian(loaded))) {
    addLoaded(ns);
    return Steady;
  }
  if (odd.size() == kNewUsual)
    odd.erase(odd.begin());
  odd.push_back(ns);
  double oddMedian = mlir::autotune::measure::getMedian(odd);
  moved = odd.size() == kNewUsual &&
          std::all_of(odd.begin(), odd.end(),
                      [&](double other) { return isNear(other, oddMedian); });
  if (moved) {
    usual = std::exchange(odd, {});
    cycles.clear();
  }
  return ns > median ? Slower : Faster;
}

std::string mlir::autotune::measure::describeDisturbance(double ns,
                                                         double medianNs) {
  char ratio[32];
  std::snprintf(ratio, sizeof(ratio), "%.2f", medianNs > 0 ? ns / medianNs : 0);
  return std::string("the yardstick takes ") + ratio +
         " times as long as usual (" + formatTime(ns) + ", not " +
         formatTime(medianNs) + ")";
}

BatchJudge::Step BatchJudge::judge(const YardstickTime &time) {
  double ns = time.ns;
  DisturbanceMonitor::Verdict verdict = monitor.add(time);
  if (waits == 0) {
    // The batch has just been measured.
    if (verdict == DisturbanceMonitor::Steady)
      return Accept;
    ownDoing = (recovered && isNear(ns, oddNs)) ||
               (verdict == DisturbanceMonitor::Slower &&
                monitor.isPowerCapAlone(time));
    if (ownDoing) {
      monitor.addLoaded(ns);
      return Accept;
    }
    if (repeats == maxRepeats)
      return Mark;
    oddNs = ns;
  }
  recovered = verdict == DisturbanceMonitor::Steady;
  if (isInterleaved && recovered) {
    ownDoing = true;
    return Accept;
  }
  if (!recovered && !monitor.hasMoved() && waits < kMaxSettling) {
    ++waits;
    return Settle;
  }
  waits = 0;
  ++repeats;
  return Repeat;
}
