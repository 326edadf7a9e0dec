//===- Timing.cpp - Graphs of launches, replayed --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include <algorithm>
#include <cmath>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

/// Of what was asked for: a graph that is shorter is made again.
static constexpr double kLeastFill = 0.8;
/// No kernel takes less; an estimate may be anything.
static constexpr double kLeastLaunchNs = 500;
/// A graph's nodes cost about a microsecond each to instantiate.
static constexpr int64_t kMaxLaunches = 4096;
/// Of a part, where the replay is not shorter. Launching its graph costs some
/// microseconds, of which little is seen behind the kernel that shuffles: 512 x
/// 512 x 512 takes as long in parts of this length as in one of six.
static constexpr double kLeastPartNs = 1e6;
/// More orders of SMs say nothing new.
static constexpr int64_t kMostParts = 16;
static constexpr double kMinTimeoutSeconds = 2;

StepResult::StepResult(Status status) : message(std::move(status.message)) {
  if (status.isOutOfResource())
    kind = OutOfResource;
  else if (status.failed())
    kind = Failed;
}

StepResult StepResult::hang(double seconds) {
  char text[64];
  std::snprintf(text, sizeof(text), "still running after %.1f s", seconds);
  StepResult result;
  result.kind = Hang;
  result.message = text;
  return result;
}

double measure::getLaunchTimeout(double flops, double f32FlopsPerSecond) {
  return std::max(kMinTimeoutSeconds,
                  100 * flops / std::max(f32FlopsPerSecond, 1e12));
}

ReplayPlan measure::planReplay(int64_t sets, double targetNs,
                               double estimateNs) {
  // How many of `each` make `ns`: one, or more up to `most`.
  auto count = [](double ns, double each, int64_t most) {
    return std::max(int64_t(1), std::min(int64_t(std::ceil(ns / each)), most));
  };
  double rotationNs = double(sets) * std::max(estimateNs, kLeastLaunchNs);
  double partNs =
      std::max(std::min(kLeastPartNs, targetNs), targetNs / kMostParts);
  int64_t rotations = count(partNs, rotationNs, kMaxLaunches / sets);
  ReplayPlan plan;
  plan.launches = rotations * sets;
  plan.parts = count(targetNs, double(rotations) * rotationNs, kMostParts);
  return plan;
}

Status Timer::create(cuda::StreamHandle stream,
                     const cuda::SupportModule &support, Timer &timer) {
  timer.stream = stream;
  timer.support = &support;
  if (Status status = cuda::Event::create(timer.begin))
    return status;
  return cuda::Event::create(timer.end);
}

StepResult Timer::time(llvm::function_ref<Status()> enqueue, double timeout,
                       double &ns) const {
  if (Status status = begin.record(stream))
    return status;
  if (Status status = enqueue())
    return status;
  if (Status status = end.record(stream))
    return status;
  bool finished = false;
  if (Status status = end.wait(timeout, finished))
    return status;
  if (!finished)
    return StepResult::hang(timeout);
  return cuda::Event::getElapsedNs(begin, end, ns);
}

Status TimedGraph::create(Launchable &launchable, int64_t sets, double targetNs,
                          double estimateNs, const Timer &timer,
                          TimedGraph &graph) {
  graph.sets = sets;
  graph.targetNs = targetNs;
  graph.plan = planReplay(sets, targetNs, estimateNs);
  graph.timeout = std::max(kMinTimeoutSeconds,
                           20e-9 * estimateNs * double(graph.plan.launches));
  return cuda::Graph::capture(
      timer.getStream(),
      [&] {
        for (int64_t i = 0; i < graph.plan.launches; ++i)
          if (Status status = launchable.enqueue(i % graph.sets))
            return status;
        return Status{};
      },
      graph.graph);
}

StepResult TimedGraph::replay(const Timer &timer, double &ns) const {
  ns = 0;
  for (int64_t part = 0; part < plan.parts; ++part) {
    if (Status status = timer.shuffle())
      return status;
    double partNs = 0;
    if (StepResult step = timer.time(
            [&] { return graph.launch(timer.getStream()); }, timeout, partNs);
        !step.isOk())
      return step;
    ns += partNs / double(plan.parts * plan.launches);
  }
  return {};
}

bool TimedGraph::isTooShort(double ns) const {
  ReplayPlan better = planReplay(sets, targetNs, ns);
  int64_t launches = plan.parts * plan.launches;
  return ns * double(launches) < kLeastFill * targetNs &&
         better.parts * better.launches > launches;
}
