//===- Supervisor.h - Keeps workers going until all is measured -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Never touches the GPU. Whatever a worker meets, a hang, a fault, a crash of
// the driver, costs the candidate at hand and no other: the next worker goes on
// with the rest, and with what is known already.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_SUPERVISOR_H
#define AUTOTUNE_LIB_MEASURE_SUPERVISOR_H

#include "Disturbance.h"

#include "mlir-autotune/Measure/Child.h"
#include "mlir-autotune/Measure/Manifest.h"
#include "mlir-autotune/Measure/Measuring.h"
#include "mlir-autotune/Measure/Progress.h"
#include "mlir-autotune/Measure/Records.h"

#include <chrono>

namespace mlir::autotune::measure {

class Supervisor {
public:
  /// As measureBundle() of Measuring.h. All that is passed must outlive this.
  Supervisor(const Options &options, const WorkerCommand &worker,
             llvm::raw_ostream &tables, llvm::raw_ostream &messages);
  /// Reads and checks the bundle, measures, writes the records.
  llvm::Error run();

private:
  struct CandidateState {
    bool chosen = false;
    /// Checked and timed once, by a worker that did not get to the end.
    std::optional<Record> first;
    std::optional<Record> record;
  };
  struct ProblemState {
    std::vector<size_t> candidates;
    std::optional<int64_t> baselineIndex;
    /// Workers that died without having dealt with any candidate.
    int strikes = 0;
    bool begun = false, finished = false;
  };

  llvm::Error choose();
  llvm::Error checkFiles() const;
  std::string makeJob() const;
  void handle(llvm::StringRef line);
  /// Says it when the device is not as fast as usual between two problems.
  void handleYardstick(const llvm::json::Object &event);
  void handleRecord(const llvm::json::Object &event, bool final);
  void judge(const ChildEnd &end);
  /// Gives all candidates of the problem that have no record this outcome;
  /// those that were timed once keep their first times.
  void giveUp(size_t problem, Outcome outcome, const std::string &detail);
  void settle(size_t candidate, Record record);
  Record makeFailure(size_t candidate, Outcome outcome,
                     std::string detail) const;
  void finish(size_t problem);
  size_t countDone() const;
  double getSecondsLeft() const;

  const Options &options;
  const WorkerCommand &worker;
  llvm::raw_ostream &tables, &messages;
  Manifest manifest;
  std::vector<CandidateState> candidates;
  std::vector<ProblemState> problems;
  std::optional<RecordWriter> writer;
  std::optional<Progress> progress;
  std::chrono::steady_clock::time_point begin;
  /// As the first worker said; failures that no worker recorded are of it too.
  DeviceFigures device;
  DisturbanceMonitor monitor;
  /// What the worker said last.
  std::optional<size_t> currentProblem, currentCandidate;
  bool madeProgress = false;
  /// The first error in writing, reported once the worker is gone.
  std::string writeError;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_SUPERVISOR_H
