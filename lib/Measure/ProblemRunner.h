//===- ProblemRunner.h - All candidates of one problem ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The measuring protocol (docs/design/measuring.md) for one problem of a
// bundle, inside a worker: check each candidate and time it a first time; then
// the best few and the baseline in interleaved rounds; then check those once
// more.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_PROBLEMRUNNER_H
#define AUTOTUNE_LIB_MEASURE_PROBLEMRUNNER_H

#include "ProblemBench.h"

#include "mlir-autotune/Measure/Options.h"

#include <chrono>
#include <map>

namespace mlir::autotune::measure {

struct ProblemJob {
  size_t problem = 0;
  int64_t baselineIndex = -1;
  std::vector<CandidateJob> candidates;
};

class ProblemRunner {
public:
  /// `seconds` is what all of it may take.
  ProblemRunner(const Options &options, const Manifest &manifest,
                Device &device, ProblemJob &job, double seconds);
  /// Ends the process, after having said why, when a kernel hangs or faults. An
  /// error where a kernel's file can't be read any more.
  llvm::Error run();

private:
  llvm::Error readImages();
  void runFinals();
  bool isOutOfTime(double part) const;

  const Options &options;
  ProblemJob &job;
  double seconds;
  std::chrono::steady_clock::time_point begin;
  /// Of the kernels of the job, by id.
  std::map<std::string, std::string> images;
  ProblemBench bench;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_PROBLEMRUNNER_H
