//===- ProblemRunner.cpp - All candidates of one problem ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemRunner.h"
#include "Grid.h"
#include "Statistics.h"
#include "Worker.h"

#include <algorithm>
#include <unistd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::runner;
using cuda::Status;
namespace json = llvm::json;

/// Length of one replay: long enough to dwarf what launching a graph costs
/// (about 10 us).
static constexpr double kFirstNs = 2e6, kFinalNs = 6e6;
/// Replays of the first timing: the fewest that the protocol allows.
static constexpr int kFirstReplays = 7;
/// A candidate this much slower than the best is out of the race: it is timed
/// by the launches of its check alone.
static constexpr double kHopeless = 5;

Status Device::create(int ordinal, Device &device) {
  if (Status status = cuda::Context::create(ordinal, device.context);
      status.failed())
    return status;
  if (Status status = cuda::Stream::create(device.stream); status.failed())
    return status;
  cuda::StreamHandle stream = device.stream.get();
  if (Status status = cuda::SupportModule::load(stream, device.support);
      status.failed())
    return status;
  if (Status status = Timer::create(stream, device.timer); status.failed())
    return status;
  device.telemetry = std::make_unique<Telemetry>(device.context);
  device.sms = device.context.getAttribute(cuda::kMultiprocessorCount);
  device.l2Bytes = device.context.getAttribute(cuda::kL2CacheBytes);
  // 128 lanes an SM, each a fused multiply-add a cycle.
  device.f32FlopsPerSecond =
      256e3 * double(device.sms) *
      double(device.context.getAttribute(cuda::kClockRateKHz));
  return {};
}

ProblemRunner::ProblemRunner(const Options &options, const Manifest &manifest,
                             Device &device, ProblemJob &job, double seconds)
    : options(options), manifest(manifest),
      problem(manifest.problems[job.problem]), device(device), job(job),
      seconds(seconds), begin(std::chrono::steady_clock::now()) {}

//===----------------------------------------------------------------------===//
// Telling the parent
//===----------------------------------------------------------------------===//

void ProblemRunner::announce(const CandidateJob &entry,
                             llvm::StringRef step) const {
  emitEvent(json::Object{{"event", "start"},
                         {"candidate", int64_t(entry.candidate)},
                         {"step", step}});
}

void ProblemRunner::emitRecord(llvm::StringRef event,
                               const CandidateJob &entry) const {
  emitEvent(json::Object{{"event", event},
                         {"candidate", int64_t(entry.candidate)},
                         {"record", entry.record->toJson()}});
}

Record ProblemRunner::makeRecord(const CandidateJob &entry) const {
  const Candidate &candidate = manifest.candidates[entry.candidate];
  Record record;
  record.candidate = candidate.id;
  record.problem = problem.id;
  record.key = problem.key;
  record.config = candidate.config;
  record.heuristics = candidate.heuristics;
  record.rank = candidate.rank;
  record.date = getDate();
  record.device = device.telemetry->sample();
  if (baseline)
    record.baseline = baselineFigures;
  return record;
}

/// Ends the process where it cannot go on: while a kernel hangs, even to
/// release what it holds would wait for ever, and after a fault every call
/// fails. The parent starts another worker for the rest.
static void exitIfLost(bool hangs) {
  if (hangs)
    ::_exit(kExitHang);
  if (cuda::Driver::get()->ctxSynchronize())
    ::_exit(kExitContextLost);
}

void ProblemRunner::conclude(CandidateJob &entry, Outcome outcome,
                             std::string detail) {
  entry.record = makeRecord(entry);
  entry.record->outcome = outcome;
  entry.record->detail = std::move(detail);
  emitRecord("record", entry);
  exitIfLost(outcome == Outcome::Timeout);
}

void ProblemRunner::concludeStep(CandidateJob &entry, const StepResult &step) {
  conclude(entry, getOutcome(step), step.message);
}

void ProblemRunner::fail(const StepResult &step) {
  emitEvent(json::Object{{"event", "problem-failed"},
                         {"problem", int64_t(job.problem)},
                         {"outcome", stringifyOutcome(getOutcome(step))},
                         {"detail", json::fixUTF8(step.message)}});
  exitIfLost(step.kind == StepResult::Hang);
}

bool ProblemRunner::isOutOfTime(double part) const {
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - begin;
  return spent.count() > part * seconds;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The most that a candidate needs.
int64_t ProblemRunner::getWorkspaceBytes() const {
  int64_t bytes = 0;
  for (const CandidateJob &entry : job.candidates) {
    std::optional<size_t> index = manifest.candidates[entry.candidate].kernel;
    if (!index)
      continue;
    const Kernel &kernel = manifest.kernels[*index];
    // One without a grid is refused, by name, when its turn comes.
    llvm::Expected<int64_t> ctas =
        getGridSize(kernel.grid, problem, device.sms);
    if (ctas)
      bytes = std::max(bytes, planWorkspace(kernel, problem, *ctas).bytes);
    else
      llvm::consumeError(ctas.takeError());
  }
  return bytes;
}

bool ProblemRunner::prepare() {
  launchTimeout =
      getLaunchTimeout(problem.getFlops(), device.f32FlopsPerSecond);
  StepResult step = Buffers::create(
      problem, device.support, device.stream.get(),
      options.checkOnly ? 0 : device.l2Bytes, getWorkspaceBytes(), buffers);
  // The reference is a slow kernel, but not ten times slower than the limit.
  if (step.isOk())
    step = References::create(problem, buffers, device.support, device.timer,
                              10 * launchTimeout, references);
  if (!step.isOk())
    fail(step);
  return step.isOk();
}

void ProblemRunner::run() {
  if (!prepare())
    return;
  prepareBaseline();
  int64_t skipped = 0;
  for (CandidateJob &entry : job.candidates) {
    if (entry.record) {
      if (bestNs == 0 || entry.record->timeNs < bestNs)
        bestNs = entry.record->timeNs;
      continue;
    }
    // A part of the time is for the final rounds; one candidate always runs.
    if (bestNs > 0 && isOutOfTime(0.75))
      ++skipped;
    else
      screen(entry);
  }
  runFinals();
  emitEvent(json::Object{{"event", "done"},
                         {"problem", int64_t(job.problem)},
                         {"skipped", skipped}});
}

Checker ProblemRunner::makeChecker() const {
  return {problem,    buffers,      device.support,
          references, device.timer, launchTimeout};
}

void ProblemRunner::prepareBaseline() {
  std::string note = "not asked for";
  if (options.useBaseline)
    baseline = Baseline::create(problem, buffers, device.stream.get(), note);
  if (baseline) {
    StepResult step =
        measureBaseline(*baseline, device.timer, buffers.getSetCount(),
                        launchTimeout, job.baselineIndex, baselineFigures);
    if (step.isOk())
      step = TimedGraph::create(*baseline, buffers.getSetCount(), kFinalNs,
                                baselineFigures.bestNs, device.timer,
                                baselineGraph);
    if (step.kind == StepResult::Hang)
      fail(step);
    if (!step.isOk()) {
      note = step.message;
      baseline = nullptr;
    }
  }
  json::Object event{{"event", "problem"},
                     {"problem", int64_t(job.problem)},
                     {"sets", buffers.getSetCount()}};
  if (!baseline) {
    event["note"] = json::fixUTF8("no baseline: " + note);
  } else {
    event["baseline_index"] = baselineFigures.bestIndex;
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

/// Null, with the record set, when the driver refuses the candidate.
std::unique_ptr<LoadedKernel> ProblemRunner::load(CandidateJob &entry) {
  const Kernel &described =
      manifest.kernels[*manifest.candidates[entry.candidate].kernel];
  llvm::Expected<std::string> image = readKernelFile(options.bundle, described);
  // The parent has read every file before: the bundle is changing under us.
  if (!image)
    ::_exit(reportError(llvm::toString(image.takeError())));
  std::unique_ptr<LoadedKernel> kernel;
  Status status = LoadedKernel::create(*image, described, problem, buffers,
                                       device.sms, device.stream.get(), kernel);
  if (status.failed())
    concludeStep(entry, status);
  return kernel;
}

/// Checks a candidate on the first set, the last, and the first again (what it
/// keeps between launches must be as it was), then times it.
void ProblemRunner::screen(CandidateJob &entry) {
  announce(entry, "check");
  std::unique_ptr<LoadedKernel> kernel = load(entry);
  if (!kernel)
    return;
  Checker checker = makeChecker();
  CheckResult checked =
      checker.check(*kernel, {0, buffers.getSetCount() - 1, 0});
  if (checked.outcome != Outcome::Ok)
    conclude(entry, checked.outcome, checked.detail);
  else
    timeFirst(entry, *kernel, checked);
}

void ProblemRunner::timeFirst(CandidateJob &entry, LoadedKernel &kernel,
                              const CheckResult &checked) {
  announce(entry, "time");
  std::vector<double> times, baselineTimes;
  bool hopeless = bestNs > 0 && checked.launchNs > kHopeless * bestNs;
  if (hopeless || options.checkOnly) {
    times.push_back(checked.launchNs);
  } else {
    TimedGraph graph;
    if (Status status =
            TimedGraph::create(kernel, buffers.getSetCount(), kFirstNs,
                               checked.launchNs, device.timer, graph);
        status.failed())
      return concludeStep(entry, status);
    // The first replay warms up.
    for (int i = 0; i < kFirstReplays + 1; ++i) {
      double baselineNs = 0, ns = 0;
      if (baseline)
        if (StepResult step = baselineGraph.replay(device.timer, baselineNs);
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
  entry.record = makeRecord(entry);
  entry.record->setTimes(times, problem.getFlops(), problem.getBytes());
  entry.record->error = checked.error;
  entry.record->ratio = getRatio(baselineTimes, times);
  if (options.checkOnly)
    entry.record->detail = "checked only: timed by a single launch";
  else if (hopeless)
    entry.record->detail = "more than five times slower than the best: timed "
                           "by a single launch";
  else if (bestNs == 0 || entry.record->timeNs < bestNs)
    bestNs = entry.record->timeNs;
  emitRecord("quick", entry);
}

/// The best few again, interleaved with each other and the baseline; all other
/// records are final as they are.
void ProblemRunner::runFinals() {
  std::vector<size_t> entries;
  std::vector<Standing> standings;
  for (size_t i = 0; i < job.candidates.size(); ++i) {
    const std::optional<Record> &record = job.candidates[i].record;
    if (!record || record->outcome != Outcome::Ok ||
        record->timesNs.size() < kFirstReplays)
      continue;
    entries.push_back(i);
    standings.push_back({record->timeNs, record->spread, record->rank});
  }
  std::vector<Finalist> finalists;
  for (size_t index : orderByTime(standings)) {
    if (int64_t(finalists.size()) == options.finalists)
      break;
    CandidateJob &entry = job.candidates[entries[index]];
    double firstNs = entry.record->timeNs;
    announce(entry, "final");
    Finalist finalist;
    finalist.job = entries[index];
    finalist.kernel = load(entry);
    if (!finalist.kernel)
      continue;
    if (Status status =
            TimedGraph::create(*finalist.kernel, buffers.getSetCount(),
                               kFinalNs, firstNs, device.timer, finalist.graph);
        status.failed()) {
      concludeStep(entry, status);
      continue;
    }
    finalists.push_back(std::move(finalist));
  }
  runRounds(finalists);
  for (const CandidateJob &entry : job.candidates)
    if (entry.record && entry.record->outcome == Outcome::Ok)
      emitRecord("record", entry);
}

void ProblemRunner::runRounds(std::vector<Finalist> &finalists) {
  std::vector<double> baselineTimes;
  // One round warms up; each starts one candidate further on, so that none
  // always follows the same one.
  for (int64_t round = 0; round < options.rounds + 1; ++round) {
    double baselineNs = 0;
    if (baseline && !finalists.empty())
      if (StepResult step = baselineGraph.replay(device.timer, baselineNs);
          !step.isOk())
        return fail(step);
    if (round > 0)
      baselineTimes.push_back(baselineNs);
    for (size_t i = 0; i < finalists.size(); ++i) {
      Finalist &finalist = finalists[(i + size_t(round)) % finalists.size()];
      CandidateJob &entry = job.candidates[finalist.job];
      announce(entry, "final");
      double ns = 0;
      if (StepResult step = finalist.graph.replay(device.timer, ns);
          !step.isOk())
        return concludeStep(entry, step);
      if (round > 0)
        finalist.times.push_back(ns);
    }
  }
  DeviceFigures figures = device.telemetry->sample();
  Checker checker = makeChecker();
  for (Finalist &finalist : finalists) {
    CandidateJob &entry = job.candidates[finalist.job];
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
