//===- Check.h - Is a candidate's output right? -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole output of a buffer set against the reference, the guard zones of
// all sets, and whether the inputs are as they were.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RUNNER_CHECK_H
#define AUTOTUNE_RUNNER_CHECK_H

#include "Records.h"
#include "Timing.h"

namespace mlir::autotune::runner {

/// How far a right result may be from the reference, for inputs as fill() makes
/// them: docs/bundle.md derives it. Zero for integers, which must be equal.
cuda::Tolerance getTolerance(const Problem &problem);

/// What a candidate whose step came to that is recorded as.
Outcome getOutcome(const StepResult &step);

/// The product of two sets, in f64 or i64: of the first and of the last.
class References {
public:
  /// Computes both and waits, for at most `timeout` seconds.
  static StepResult create(const Problem &problem, const Buffers &buffers,
                           const cuda::SupportModule &support,
                           const Timer &timer, double timeout,
                           References &references);
  cuda::DevicePtr get(int64_t set) const {
    return set == 0 ? first.get() : last.get();
  }

private:
  cuda::DeviceBuffer first, last;
};

struct CheckResult {
  Outcome outcome = Outcome::Ok;
  std::string detail;
  double error = 0;
  /// The fastest launch seen, in nanoseconds; the caches were cold.
  double launchNs = 0;
  /// Whether the process has to end before anything else is launched.
  bool hang = false;
};

struct Checker {
  const Problem &problem;
  const Buffers &buffers;
  const cuda::SupportModule &support;
  const References &references;
  const Timer &timer;
  double launchTimeout;

  /// Runs the candidate once on each of `sets` and checks all it wrote. Stops
  /// at the first thing that is wrong.
  CheckResult check(Launchable &launchable, llvm::ArrayRef<int64_t> sets) const;

private:
  bool checkSet(Launchable &launchable, int64_t set, CheckResult &result) const;
};

} // namespace mlir::autotune::runner

#endif // AUTOTUNE_RUNNER_CHECK_H
