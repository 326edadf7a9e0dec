//===- BaselineTiming.cpp - Which algorithm is the fastest ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baseline.h"

#include "mlir-autotune/Measure/Statistics.h"

#include <algorithm>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

/// A brief look at each algorithm, a longer one at the best few.
static constexpr double kBriefNs = 2e6, kLongNs = 6e6;
static constexpr int kBriefReplays = 2, kLongReplays = 7;
static constexpr size_t kLongAlgorithms = 5;

/// Median time of the selected algorithm; 0 when it does not run.
static StepResult timeAlgorithm(LibraryAlgorithms &algorithms,
                                const Timer &timer, const Buffers &buffers,
                                double launchTimeout, double targetNs,
                                int replays, double &ns) {
  ns = 0;
  double estimate = 0;
  // Twice: the first launch also loads the algorithm's code.
  for (int i = 0; i < 2; ++i) {
    StepResult step = timer.time([&] { return algorithms.enqueue(i); },
                                 launchTimeout, estimate);
    if (step.kind == StepResult::Hang)
      return step;
    if (!step.isOk())
      return {};
  }
  TimedGraph graph;
  if (TimedGraph::create(algorithms, buffers.getRotation(), targetNs, estimate,
                         timer, graph)
          .failed())
    return {};
  std::vector<double> times;
  for (int i = 0; i < replays + 1; ++i) {
    double time = 0;
    if (StepResult step = graph.replay(timer, time); !step.isOk())
      return step;
    if (i > 0)
      times.push_back(time);
  }
  ns = getMedian(times);
  return {};
}

StepResult measure::measureAlgorithms(LibraryAlgorithms &algorithms,
                                      const Timer &timer,
                                      const Buffers &buffers,
                                      double launchTimeout, int64_t known,
                                      BaselineFigures &figures) {
  figures.algorithms = algorithms.getAlgorithmCount();
  auto time = [&](int64_t algorithm, bool isLong, double &ns) {
    algorithms.select(algorithm);
    return timeAlgorithm(algorithms, timer, buffers, launchTimeout,
                         isLong ? kLongNs : kBriefNs,
                         isLong ? kLongReplays : kBriefReplays, ns);
  };
  std::vector<std::pair<double, int64_t>> ordered;
  if (known >= 0 && known < figures.algorithms) {
    ordered.push_back({0, known});
  } else {
    for (int64_t i = 0; i < figures.algorithms; ++i) {
      double ns = 0;
      if (StepResult step = time(i, false, ns); !step.isOk())
        return step;
      if (ns > 0)
        ordered.push_back({ns, i});
    }
    std::sort(ordered.begin(), ordered.end());
    if (ordered.size() > kLongAlgorithms)
      ordered.resize(kLongAlgorithms);
  }
  // The heuristic's first is reported beside the best, whatever its place.
  if (StepResult step = time(0, true, figures.firstNs); !step.isOk())
    return step;
  figures.bestNs = figures.firstNs;
  figures.bestIndex = 0;
  for (auto [brief, algorithm] : ordered) {
    double ns = 0;
    if (algorithm == 0)
      continue;
    if (StepResult step = time(algorithm, true, ns); !step.isOk())
      return step;
    if (ns > 0 && (figures.bestNs == 0 || ns < figures.bestNs)) {
      figures.bestNs = ns;
      figures.bestIndex = algorithm;
    }
  }
  algorithms.select(figures.bestIndex);
  if (figures.bestNs == 0)
    return Status{cuda::kErrorInvalidValue,
                  "none of the library's algorithms runs here"};
  return {};
}

StepResult measure::measureBaseline(Baseline &baseline, const Timer &timer,
                                    const Buffers &buffers,
                                    double launchTimeout, int64_t known,
                                    BaselineFigures &figures) {
  figures.library = kBaselineLibrary;
  if (baseline.getCallCount() == 1)
    return measureAlgorithms(baseline, timer, buffers, launchTimeout, known,
                             figures);
  auto timeAll = [&](double &ns) {
    return timeAlgorithm(baseline, timer, buffers, launchTimeout, kLongNs,
                         kLongReplays, ns);
  };
  baseline.select(0);
  double firstNs = 0;
  if (StepResult step = timeAll(firstNs); !step.isOk())
    return step;
  for (int64_t call = 0; call < baseline.getCallCount(); ++call) {
    baseline.setCall(call);
    StepResult step =
        measureAlgorithms(baseline, timer, buffers, launchTimeout, -1, figures);
    baseline.setCall(std::nullopt);
    if (!step.isOk())
      return step;
  }
  // Each call has its own, which no number tells.
  figures.bestIndex = 0;
  figures.firstNs = firstNs;
  return timeAll(figures.bestNs);
}
