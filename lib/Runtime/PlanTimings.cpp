//===- PlanTimings.cpp - The timings of a plan's kernels at a size --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanTimings.h"

#include <algorithm>

using namespace mlir::autotune::cuda;

PlanTimings::PlanTimings(std::vector<size_t> rows) {
  for (size_t row : rows)
    kernels.push_back({row, 0, {}, {}});
  // There is nothing to compare.
  if (rows.size() == 1)
    kept = rows.front();
}

PlanTimings::Kernel &PlanTimings::getKernel(size_t row) {
  return *std::find_if(kernels.begin(), kernels.end(),
                       [&](const Kernel &kernel) { return kernel.row == row; });
}

PlanTimings::Choice PlanTimings::choose(size_t own) {
  if (kept)
    return {*kept, false};
  auto next = std::min_element(kernels.begin(), kernels.end(),
                               [](const Kernel &one, const Kernel &other) {
                                 return one.numStarted < other.numStarted;
                               });
  if (next == kernels.end() || next->numStarted == kWarmUps + kTimings)
    return {own, false};
  ++next->numStarted;
  return {next->row, true};
}

void PlanTimings::add(size_t row, const EventPair &pair) {
  getKernel(row).pending.push_back(pair);
}

void PlanTimings::drop(size_t row) { --getKernel(row).numStarted; }

/// Of an odd number of times.
static double getMedian(std::vector<double> times) {
  auto middle = times.begin() + times.size() / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

void PlanTimings::collect(TimingEvents &events) {
  bool isComplete = !kernels.empty();
  for (Kernel &kernel : kernels) {
    std::vector<EventPair> waiting;
    for (const EventPair &pair : kernel.pending) {
      double ns = 0;
      TimingEvents::State state = events.query(pair, ns);
      if (state == TimingEvents::State::NotReady) {
        waiting.push_back(pair);
        continue;
      }
      if (state == TimingEvents::State::Ready)
        kernel.times.push_back(ns);
      else
        --kernel.numStarted;
      events.destroy(pair);
    }
    kernel.pending = std::move(waiting);
    isComplete &= kernel.times.size() >= kWarmUps + kTimings;
  }
  if (kept || !isComplete)
    return;
  double least = 0;
  for (const Kernel &kernel : kernels) {
    double median =
        getMedian({kernel.times.begin() + kWarmUps, kernel.times.end()});
    if (kept && median >= least)
      continue;
    kept = kernel.row;
    least = median;
  }
}
