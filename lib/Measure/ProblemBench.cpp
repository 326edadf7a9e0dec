//===- ProblemBench.cpp - One problem, set up to be measured --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemBench.h"
#include "Grid.h"
#include "Worker.h"

#include "mlir-autotune/Measure/Statistics.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <unistd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;
namespace json = llvm::json;

/// What a single launch may take besides the kernel, with cold caches.
static constexpr double kLaunchCostNs = 20e3;
/// Operations of a product whose launches in checks are first times enough for
/// who wants brief times: one takes 1 ms at 1000 TFLOP/s, and
/// which candidates are in the final rounds is all that hangs on it.
static constexpr double kLongFlops = 1e12;

ProblemBench::ProblemBench(const MeasuredProblem &problem, Device &device,
                           Setup setup)
    : problem(problem), device(device), setup(std::move(setup)) {}

//===----------------------------------------------------------------------===//
// Telling the parent
//===----------------------------------------------------------------------===//

void ProblemBench::announce(const CandidateJob &entry,
                            llvm::StringRef step) const {
  emitEvent(json::Object{
      {"event", "start"}, {"candidate", int64_t(entry.index)}, {"step", step}});
}

void ProblemBench::emitRecord(llvm::StringRef event,
                              const CandidateJob &entry) const {
  emitEvent(json::Object{{"event", event},
                         {"candidate", int64_t(entry.index)},
                         {"record", entry.record->toJson()}});
}

Record ProblemBench::makeRecord(const CandidateJob &entry) const {
  Record record = measure::makeRecord(problem, *entry.candidate);
  record.device = device.telemetry->sample();
  if (entry.library)
    record.config = entry.library->getConfig();
  if (baseline)
    record.baseline = baselineFigures;
  return record;
}

void measure::exitIfLost(bool hangs) {
  if (hangs)
    ::_exit(kExitHang);
  if (cuda::Driver::get()->ctxSynchronize())
    ::_exit(kExitContextLost);
}

void ProblemBench::conclude(CandidateJob &entry, Outcome outcome,
                            std::string detail) {
  entry.record = makeRecord(entry);
  entry.record->outcome = outcome;
  entry.record->detail = std::move(detail);
  emitRecord("record", entry);
  exitIfLost(outcome == Outcome::Timeout);
}

void ProblemBench::concludeStep(CandidateJob &entry, const StepResult &step) {
  conclude(entry, getOutcome(step), step.message);
}

void ProblemBench::fail(const StepResult &step) {
  emitEvent(json::Object{{"event", "problem-failed"},
                         {"problem", int64_t(setup.index)},
                         {"outcome", stringifyOutcome(getOutcome(step))},
                         {"detail", json::fixUTF8(step.message)}});
  exitIfLost(step.kind == StepResult::Hang);
}

void ProblemBench::noteBest(double ns) {
  if (ns > 0 && (bestNs == 0 || ns < bestNs))
    bestNs = ns;
}

//===----------------------------------------------------------------------===//
// Setting up
//===----------------------------------------------------------------------===//

int64_t ProblemBench::getWorkspaceBytes(const CandidateJob &entry) const {
  if (!entry.kernel)
    return entry.library ? entry.library->getWorkspaceBytes() : 0;
  const Kernel &kernel = *entry.kernel;
  // One without a grid is refused, by name, when its turn comes.
  llvm::Expected<int64_t> ctas = getGridSize(kernel.abi, problem, device.sms);
  if (ctas)
    return planWorkspace(kernel, problem, *ctas).bytes;
  llvm::consumeError(ctas.takeError());
  return 0;
}

bool ProblemBench::prepare(llvm::ArrayRef<CandidateJob> candidates) {
  launchTimeout =
      getLaunchTimeout(problem.getFlops(), device.f32FlopsPerSecond);
  // The most that a candidate needs.
  int64_t workspaceBytes = 0;
  for (const CandidateJob &entry : candidates)
    workspaceBytes = std::max(workspaceBytes, getWorkspaceBytes(entry));
  StepResult step = Buffers::create(
      problem, device.support, device.stream.get(),
      setup.isSmall ? 0 : device.l2Bytes, workspaceBytes, buffers);
  // The reference is a slow kernel, but not ten times slower than the limit.
  if (step.isOk())
    step = Reference::create(problem, buffers, device.support, device.timer,
                             10 * launchTimeout, reference);
  if (!step.isOk())
    fail(step);
  return step.isOk();
}

Checker ProblemBench::makeChecker() {
  return {problem,   buffers,      device.support,
          reference, device.timer, launchTimeout};
}

void ProblemBench::prepareBaseline() {
  std::string note = "not asked for";
  if (setup.useBaseline)
    baseline = Baseline::create({problem, buffers}, device.stream.get(), note);
  if (baseline) {
    StepResult step =
        measureBaseline(*baseline, device.timer, buffers, launchTimeout,
                        setup.baselineIndex, baselineFigures);
    if (!step.isOk()) {
      note = step.message;
      dropBaseline(step);
    }
  }
  json::Object event{{"event", "problem"},
                     {"problem", int64_t(setup.index)},
                     {"sets", buffers.getSetCount()}};
  if (!baseline) {
    event["note"] = json::fixUTF8("no baseline: " + note);
  } else {
    // A library may round more than our tolerance lets a candidate; what it
    // says is compared all the same, and told.
    Checker checker = makeChecker();
    checker.isBare = true;
    CheckResult checked = checker.check(*baseline, {0});
    baselineFigures.error = checked.error;
    event["baseline_index"] = baselineFigures.bestIndex;
    event["baseline"] = baselineFigures.toJson();
    if (checked.outcome != Outcome::Ok)
      event["note"] = json::fixUTF8(
          "the baseline differs from the reference: " + checked.detail);
    else if (problem.pair)
      event["note"] = "the baseline multiplies twice, and combines both "
                      "products in a separate kernel";
    else if (problem.addedK)
      event["note"] = problem.epilogue
                          ? "the baseline multiplies twice, and leaves the "
                            "epilogue out"
                          : "the baseline multiplies twice";
    else if (problem.parts > 1)
      event["note"] = "the baseline multiplies once for each part of K";
    else if (problem.epilogue)
      event["note"] = "the baseline multiplies, and leaves the epilogue out";
    exitIfLost(checked.hang);
  }
  emitEvent(std::move(event));
}

void ProblemBench::dropBaseline(const StepResult &step) {
  if (step.kind == StepResult::Hang || cuda::Driver::get()->ctxSynchronize())
    fail(step);
  baseline = nullptr;
}

double ProblemBench::replayBaseline(BaselineGraph &slot, double replayNs) {
  if (!baseline)
    return 0;
  StepResult step;
  if (slot.replayNs != replayNs) {
    slot.replayNs = replayNs;
    step = TimedGraph::create(*baseline, buffers.getRotation(), replayNs,
                              baselineFigures.bestNs, device.timer, slot.graph);
  }
  double ns = 0;
  if (step.isOk())
    step = slot.graph.replay(device.timer, ns);
  if (step.isOk())
    return ns;
  emitEvent(json::Object{
      {"event", "note"},
      {"message", json::fixUTF8("no baseline any more: " + step.message)}});
  dropBaseline(step);
  return 0;
}

double ProblemBench::getComparableNs(const Record &record) const {
  return baseline && record.ratio > 0 ? baselineFigures.bestNs / record.ratio
                                      : record.timeNs;
}

std::shared_ptr<Launchable> ProblemBench::load(CandidateJob &entry) {
  if (entry.isLibrary() && !prepareLibrary(entry))
    return nullptr;
  std::unique_ptr<LoadedKernel> kernel;
  Status status = buffers.reserveWorkspace(getWorkspaceBytes(entry));
  if (!status.failed() && entry.isLibrary())
    return entry.library;
  if (!status.failed())
    status = LoadedKernel::create(setup.getImage(*entry.kernel), *entry.kernel,
                                  problem, buffers, device, kernel);
  if (status.failed())
    concludeStep(entry, status);
  return kernel;
}

//===----------------------------------------------------------------------===//
// One candidate
//===----------------------------------------------------------------------===//

void ProblemBench::screen(CandidateJob &entry, const Effort &effort) {
  announce(entry, effort.check ? "check" : "time");
  std::shared_ptr<Launchable> kernel = load(entry);
  if (!kernel)
    return;
  if (!effort.check) {
    // So that what it does to the workspace is its own doing.
    if (Status status = buffers.resetWorkspace(kernel->getWorkspaceBytes()))
      return concludeStep(entry, status);
    return timeFirst(entry, *kernel, {entry.record->timeNs},
                     entry.record->error, effort);
  }
  llvm::SmallVector<int64_t, 3> sets = {0, buffers.getLastSet()};
  // What it keeps between launches must be as it was.
  if (kernel->getWorkspaceBytes() > 0 || areChecksEnough(effort))
    sets.push_back(0);
  CheckResult checked = makeChecker().check(*kernel, sets);
  if (checked.outcome != Outcome::Ok)
    return conclude(entry, checked.outcome, checked.detail);
  announce(entry, "time");
  timeFirst(entry, *kernel, checked.launchesNs, checked.error, effort);
}

bool ProblemBench::areChecksEnough(const Effort &effort) const {
  // A ratio is that of replays beside those of the baseline.
  return !baseline && effort.isBrief() && problem.getFlops() >= kLongFlops;
}

bool ProblemBench::replayFirst(CandidateJob &entry, Launchable &kernel,
                               double launchNs, const Effort &effort,
                               std::vector<double> &times,
                               std::vector<double> &baselineTimes) {
  TimedGraph graph;
  StepResult step =
      TimedGraph::create(kernel, buffers.getRotation(), effort.replayNs,
                         launchNs, device.timer, graph);
  // The first replay warms up.
  for (int64_t i = 0; step.isOk() && i < effort.replays + 1; ++i) {
    double baselineNs = replayBaseline(besideFirst, effort.replayNs), ns = 0;
    step = graph.replay(device.timer, ns);
    if (step.isOk() && i == 0 && graph.isTooShort(ns)) {
      step = TimedGraph::create(kernel, buffers.getRotation(), effort.replayNs,
                                ns, device.timer, graph);
      if (step.isOk())
        step = graph.replay(device.timer, ns);
    }
    if (i == 0)
      continue;
    times.push_back(ns);
    baselineTimes.push_back(baselineNs);
  }
  if (!step.isOk()) {
    concludeStep(entry, step);
    return false;
  }
  CheckResult damage = makeChecker().checkDamage({0, buffers.getLastSet()});
  if (damage.outcome != Outcome::Ok)
    conclude(entry, damage.outcome, "after timing: " + damage.detail);
  return damage.outcome == Outcome::Ok;
}

void ProblemBench::timeFirst(CandidateJob &entry, Launchable &kernel,
                             llvm::ArrayRef<double> launchesNs, double error,
                             const Effort &effort) {
  std::vector<double> times, baselineTimes;
  double launchNs = *llvm::min_element(launchesNs);
  bool hopeless = effort.check && bestNs > 0 &&
                  launchNs > effort.hopeless * bestNs + kLaunchCostNs;
  if (hopeless || !effort.time)
    times.push_back(launchNs);
  else if (effort.check && areChecksEnough(effort))
    times = launchesNs;
  else if (!replayFirst(entry, kernel, launchNs, effort, times, baselineTimes))
    return;
  entry.record = makeRecord(entry);
  entry.record->setTimes(times, problem.getFlops(), problem.getBytes());
  entry.record->error = error;
  if (baseline)
    entry.record->ratio = getRatio(baselineTimes, times);
  if (!effort.time)
    entry.record->detail = "checked only: timed by a single launch";
  else if (hopeless)
    entry.record->detail =
        llvm::formatv("more than {0:F0} times slower than the best: timed by a "
                      "single launch",
                      effort.hopeless)
            .str();
  else if (!entry.isLibrary())
    noteBest(entry.record->timeNs);
  emitRecord("quick", entry);
}
