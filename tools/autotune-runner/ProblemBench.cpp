//===- ProblemBench.cpp - One problem, set up to be measured --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemBench.h"
#include "Grid.h"
#include "Statistics.h"
#include "Worker.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <unistd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::runner;
using cuda::Status;
namespace json = llvm::json;

ProblemBench::ProblemBench(const Problem &problem, Device &device, Setup setup)
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
  Record record = runner::makeRecord(problem, *entry.candidate);
  record.device = device.telemetry->sample();
  if (baseline)
    record.baseline = baselineFigures;
  return record;
}

void runner::exitIfLost(bool hangs) {
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

int64_t ProblemBench::getWorkspaceBytes(const Kernel &kernel) const {
  // One without a grid is refused, by name, when its turn comes.
  llvm::Expected<int64_t> ctas = getGridSize(kernel.grid, problem, device.sms);
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
    if (entry.kernel)
      workspaceBytes =
          std::max(workspaceBytes, getWorkspaceBytes(*entry.kernel));
  StepResult step = Buffers::create(
      problem, device.support, device.stream.get(),
      setup.isSmall ? 0 : device.l2Bytes, workspaceBytes, buffers);
  // The reference is a slow kernel, but not ten times slower than the limit.
  if (step.isOk())
    step = References::create(problem, buffers, device.support, device.timer,
                              10 * launchTimeout, references);
  if (!step.isOk())
    fail(step);
  return step.isOk();
}

Checker ProblemBench::makeChecker() const {
  return {problem,    buffers,      device.support,
          references, device.timer, launchTimeout};
}

void ProblemBench::prepareBaseline() {
  std::string note = "not asked for";
  if (setup.useBaseline)
    baseline = Baseline::create(problem, buffers, device.stream.get(), note);
  if (baseline) {
    StepResult step =
        measureBaseline(*baseline, device.timer, buffers.getSetCount(),
                        launchTimeout, setup.baselineIndex, baselineFigures);
    for (auto [graph, replayNs] :
         {std::pair(&baselineGraph, FinalEffort().replayNs),
          std::pair(&shortBaselineGraph, Effort().replayNs)})
      if (step.isOk())
        step = TimedGraph::create(*baseline, buffers.getSetCount(), replayNs,
                                  baselineFigures.bestNs, device.timer, *graph);
    if (step.kind == StepResult::Hang)
      fail(step);
    if (!step.isOk()) {
      note = step.message;
      baseline = nullptr;
    }
  }
  json::Object event{{"event", "problem"},
                     {"problem", int64_t(setup.index)},
                     {"sets", buffers.getSetCount()}};
  if (!baseline) {
    event["note"] = json::fixUTF8("no baseline: " + note);
  } else {
    event["baseline_index"] = baselineFigures.bestIndex;
    event["baseline"] = baselineFigures.toJson();
    // A library may round more than our tolerance lets a candidate; what it
    // says is compared all the same, and told.
    CheckResult checked = makeChecker().check(*baseline, {0});
    if (checked.outcome != Outcome::Ok)
      event["note"] = json::fixUTF8(
          "the baseline differs from the reference: " + checked.detail);
    exitIfLost(checked.hang);
  }
  emitEvent(std::move(event));
}

double ProblemBench::getComparableNs(const Record &record) const {
  return baseline && record.ratio > 0 ? baselineFigures.bestNs / record.ratio
                                      : record.timeNs;
}

/// Null, with the record set, when the driver refuses the candidate.
std::unique_ptr<LoadedKernel> ProblemBench::load(CandidateJob &entry) {
  std::unique_ptr<LoadedKernel> kernel;
  Status status = buffers.reserveWorkspace(getWorkspaceBytes(*entry.kernel));
  if (!status.failed())
    status = LoadedKernel::create(setup.getImage(*entry.kernel), *entry.kernel,
                                  problem, buffers, device.sms,
                                  device.stream.get(), kernel);
  if (status.failed())
    concludeStep(entry, status);
  return kernel;
}

//===----------------------------------------------------------------------===//
// One candidate
//===----------------------------------------------------------------------===//

void ProblemBench::screen(CandidateJob &entry, const Effort &effort) {
  announce(entry, effort.check ? "check" : "time");
  std::unique_ptr<LoadedKernel> kernel = load(entry);
  if (!kernel)
    return;
  if (!effort.check)
    return timeFirst(entry, *kernel, entry.record->timeNs, effort);
  CheckResult checked =
      makeChecker().check(*kernel, {0, buffers.getSetCount() - 1, 0});
  if (checked.outcome != Outcome::Ok)
    return conclude(entry, checked.outcome, checked.detail);
  entry.record = makeRecord(entry);
  entry.record->error = checked.error;
  announce(entry, "time");
  timeFirst(entry, *kernel, checked.launchNs, effort);
}

void ProblemBench::timeFirst(CandidateJob &entry, LoadedKernel &kernel,
                             double launchNs, const Effort &effort) {
  std::vector<double> times, baselineTimes;
  bool hopeless =
      effort.check && bestNs > 0 && launchNs > effort.hopeless * bestNs;
  if (hopeless || !effort.time) {
    times.push_back(launchNs);
  } else {
    TimedGraph graph;
    if (Status status =
            TimedGraph::create(kernel, buffers.getSetCount(), effort.replayNs,
                               launchNs, device.timer, graph);
        status.failed())
      return concludeStep(entry, status);
    // The first replay warms up.
    for (int64_t i = 0; i < effort.replays + 1; ++i) {
      double baselineNs = 0, ns = 0;
      if (baseline)
        if (StepResult step =
                shortBaselineGraph.replay(device.timer, baselineNs);
            !step.isOk())
          return concludeStep(entry, step);
      if (StepResult step = graph.replay(device.timer, ns); !step.isOk())
        return concludeStep(entry, step);
      if (i == 0)
        continue;
      times.push_back(ns);
      if (baseline)
        baselineTimes.push_back(baselineNs);
    }
  }
  double error = entry.record->error;
  entry.record = makeRecord(entry);
  entry.record->setTimes(times, problem.getFlops(), problem.getBytes());
  entry.record->error = error;
  entry.record->ratio = getRatio(baselineTimes, times);
  if (!effort.time)
    entry.record->detail = "checked only: timed by a single launch";
  else if (hopeless)
    entry.record->detail =
        llvm::formatv("more than {0:F0} times slower than the best: timed by a "
                      "single launch",
                      effort.hopeless)
            .str();
  else
    noteBest(entry.record->timeNs);
  emitRecord("quick", entry);
}

//===----------------------------------------------------------------------===//
// The best few
//===----------------------------------------------------------------------===//

void ProblemBench::runFinals(llvm::ArrayRef<CandidateJob *> entries,
                             const FinalEffort &effort) {
  // The arguments of kernels that are loaded hold the workspace's address.
  int64_t workspaceBytes = 0;
  for (const CandidateJob *entry : entries)
    workspaceBytes =
        std::max(workspaceBytes, getWorkspaceBytes(*entry->kernel));
  if (Status status = buffers.reserveWorkspace(workspaceBytes); status.failed())
    return fail(status);
  std::vector<Finalist> finalists;
  for (CandidateJob *entry : entries) {
    if (int64_t(finalists.size()) == effort.finalists)
      break;
    announce(*entry, "final");
    double firstNs = entry->record->timeNs;
    Finalist finalist;
    finalist.entry = entry;
    finalist.kernel = load(*entry);
    if (!finalist.kernel)
      continue;
    if (Status status = TimedGraph::create(
            *finalist.kernel, buffers.getSetCount(), effort.replayNs, firstNs,
            device.timer, finalist.graph);
        status.failed()) {
      concludeStep(*entry, status);
      continue;
    }
    finalists.push_back(std::move(finalist));
  }
  runRounds(finalists, effort);
}

/// Whether another round could change who ties with the fastest. Takes those
/// out of the race that can't any more.
bool ProblemBench::goesOn(std::vector<Finalist> &finalists) {
  std::vector<llvm::ArrayRef<double>> times;
  for (const Finalist &finalist : finalists)
    times.push_back(finalist.times);
  bool isAnyOpen = false;
  for (auto [finalist, lag] : llvm::zip_equal(finalists, getLags(times))) {
    finalist.isInRace &= isInRace(lag);
    isAnyOpen |= finalist.isInRace && isOpen(lag);
  }
  return isAnyOpen;
}

void ProblemBench::runRounds(std::vector<Finalist> &finalists,
                             const FinalEffort &effort) {
  if (finalists.empty())
    return;
  std::vector<double> baselineTimes;
  // One round warms up.
  for (int64_t round = 0;; ++round) {
    if (round > effort.rounds &&
        (round > effort.maxRounds || !goesOn(finalists)))
      break;
    double baselineNs = 0;
    if (!runRound(finalists, round, baselineNs))
      return;
    if (round > 0)
      baselineTimes.push_back(baselineNs);
  }
  checkAgain(finalists, baselineTimes);
}

bool ProblemBench::runRound(std::vector<Finalist> &finalists, int64_t round,
                            double &baselineNs) {
  if (baseline)
    if (StepResult step = baselineGraph.replay(device.timer, baselineNs);
        !step.isOk())
      return fail(step), false;
  // Each round starts one candidate further on, every other goes backwards, so
  // that none always follows the same one.
  size_t count = finalists.size();
  for (size_t i = 0; i < count; ++i) {
    size_t place = round % 2 ? count - 1 - i : i;
    Finalist &finalist = finalists[(place + size_t(round)) % count];
    if (!finalist.isInRace)
      continue;
    announce(*finalist.entry, "final");
    double ns = 0;
    if (StepResult step = finalist.graph.replay(device.timer, ns); !step.isOk())
      return concludeStep(*finalist.entry, step), false;
    if (round > 0)
      finalist.times.push_back(ns);
  }
  return true;
}

void ProblemBench::checkAgain(std::vector<Finalist> &finalists,
                              llvm::ArrayRef<double> baselineTimes) {
  DeviceFigures figures = device.telemetry->sample();
  Checker checker = makeChecker();
  for (Finalist &finalist : finalists) {
    CandidateJob &entry = *finalist.entry;
    announce(entry, "check again");
    CheckResult checked =
        checker.check(*finalist.kernel, {0, buffers.getSetCount() - 1});
    if (checked.outcome != Outcome::Ok) {
      conclude(entry, checked.outcome, "after timing: " + checked.detail);
      continue;
    }
    Record &record = *entry.record;
    record.setTimes(finalist.times, problem.getFlops(), problem.getBytes());
    record.error = std::max(record.error, checked.error);
    record.final = true;
    record.device = figures;
    record.date = getDate();
    if (baseline) {
      record.baseline = baselineFigures;
      record.baseline->bestNs = getMedian(baselineTimes);
      record.ratio = getRatio(baselineTimes, finalist.times);
    }
  }
}
