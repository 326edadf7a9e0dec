//===- ProblemRunner.h - All candidates of one problem ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The measuring protocol (docs/bundle.md) for one problem, inside a worker:
// check each candidate and time it a first time; then the best few and the
// baseline in interleaved rounds; then check those once more.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RUNNER_PROBLEMRUNNER_H
#define AUTOTUNE_RUNNER_PROBLEMRUNNER_H

#include "Baseline.h"
#include "Check.h"
#include "Options.h"
#include "Telemetry.h"

#include <chrono>

namespace mlir::autotune::runner {

/// What a worker keeps for all its problems. Does not move: parts refer to
/// each other.
struct Device {
  static cuda::Status create(int ordinal, Device &device);
  cuda::Context context;
  cuda::Stream stream;
  cuda::SupportModule support;
  Timer timer;
  std::unique_ptr<Telemetry> telemetry;
  int64_t sms = 0, l2Bytes = 0;
  double f32FlopsPerSecond = 0;
};

struct CandidateJob {
  size_t candidate = 0;
  /// From an earlier worker that checked and timed it.
  std::optional<Record> record;
};

struct ProblemJob {
  size_t problem = 0;
  int64_t baselineIndex = -1;
  std::vector<CandidateJob> candidates;
};

/// Writes one event for the parent; ends the process when there is no parent.
void emitEvent(llvm::json::Object event);

class ProblemRunner {
public:
  ProblemRunner(const Options &options, const Manifest &manifest,
                Device &device, ProblemJob &job, double seconds);
  /// Ends the process, after having said why, when a kernel hangs or faults.
  void run();

private:
  struct Finalist {
    size_t job = 0;
    std::unique_ptr<LoadedKernel> kernel;
    TimedGraph graph;
    std::vector<double> times;
  };

  bool prepare();
  int64_t getWorkspaceBytes() const;
  void prepareBaseline();
  void screen(CandidateJob &entry);
  void timeFirst(CandidateJob &entry, LoadedKernel &kernel,
                 const CheckResult &checked);
  void runFinals();
  void runRounds(std::vector<Finalist> &finalists);
  std::unique_ptr<LoadedKernel> load(CandidateJob &entry);

  Checker makeChecker() const;
  Record makeRecord(const CandidateJob &entry) const;
  /// Emits a record with this outcome.
  void conclude(CandidateJob &entry, Outcome outcome, std::string detail);
  void concludeStep(CandidateJob &entry, const StepResult &step);
  /// The same for a step that no candidate is to blame for.
  void fail(const StepResult &step);
  void announce(const CandidateJob &entry, llvm::StringRef step) const;
  void emitRecord(llvm::StringRef event, const CandidateJob &entry) const;
  bool isOutOfTime(double part) const;

  const Options &options;
  const Manifest &manifest;
  const Problem &problem;
  Device &device;
  ProblemJob &job;
  double seconds;
  std::chrono::steady_clock::time_point begin;

  Buffers buffers;
  References references;
  std::unique_ptr<Baseline> baseline;
  BaselineFigures baselineFigures;
  TimedGraph baselineGraph;
  double launchTimeout = 0;
  /// Fastest candidate so far, in nanoseconds.
  double bestNs = 0;
};

} // namespace mlir::autotune::runner

#endif // AUTOTUNE_RUNNER_PROBLEMRUNNER_H
