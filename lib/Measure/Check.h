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

#ifndef AUTOTUNE_LIB_MEASURE_CHECK_H
#define AUTOTUNE_LIB_MEASURE_CHECK_H

#include "EpilogueReference.h"
#include "PrologueReference.h"
#include "RowsReference.h"
#include "Timing.h"

#include "mlir-autotune/Measure/Records.h"

namespace mlir::autotune::measure {

/// How far a right result may be from the reference, for inputs as fill() makes
/// them: docs/design/numerics.md derives it. Zero for integers, which must be
/// equal. `scale` is by how much the product is larger, and `largest`, if it is
/// not 0, what no factor that a prologue has made exceeds.
cuda::Tolerance getTolerance(const MeasuredProblem &problem, int scale = 1,
                             double largest = 0);

/// The same of the sums themselves, before anything is done to them or they are
/// rounded to C's type.
cuda::Tolerance getSumTolerance(const MeasuredProblem &problem, int scale = 1,
                                double largest = 0);

/// How far from what an epilogue makes of a sum a right result may be, beside
/// what it makes of sums as far off as that: a unit in the last place of that
/// output.
cuda::Tolerance getResultTolerance(const MeasuredProblem &problem,
                                   double largest = 0,
                                   size_t operand = kOutput);

/// What a candidate whose step came to that is recorded as.
Outcome getOutcome(const StepResult &step);

/// The product of the first set, in f64 or i64. That of the last is a multiple
/// of it, or, with a prologue, scales or integers of 4 bits, computed too. What
/// an epilogue makes of either is computed anew for each check.
class Reference {
public:
  /// Computes it and waits, for at most `timeout` seconds.
  static StepResult create(const MeasuredProblem &problem,
                           const Buffers &buffers,
                           const cuda::SupportModule &support,
                           const Timer &timer, double timeout,
                           Reference &reference);
  /// Of the first set, or, where it is no multiple, the last one.
  cuda::DevicePtr get(bool isLast) const {
    return (isLast && last.get() ? last : product).get();
  }
  /// The same of the product with the other B of a pair.
  cuda::DevicePtr getOther(bool isLast) const {
    return (isLast && lastOther.get() ? lastOther : other).get();
  }
  /// What no weight exceeds that a prologue has made; 0 without one.
  double getLargest() const { return largest; }
  /// Of each output.
  const EpilogueReference &getEpilogue(size_t output) const {
    return epilogues[output];
  }
  /// For a problem of rows, which has nothing of the above; else null.
  const RowsReference *getRows() const { return rows.get(); }
  /// Why the kernels that say what must come out of the epilogue or the
  /// prologue are wrong themselves, as candidates are then; empty if they are
  /// right.
  const std::string &getFault() const { return fault; }

private:
  /// Compares these kernels with their functions' texts, on the first set.
  cuda::Status checkEpilogues(const Buffers &buffers);

  cuda::DeviceBuffer product, other, last, lastOther;
  std::vector<EpilogueReference> epilogues;
  std::unique_ptr<RowsReference> rows;
  double largest = 0;
  std::string fault;
};

struct CheckResult {
  Outcome outcome = Outcome::Ok;
  std::string detail;
  double error = 0;
  /// Of each launch, in nanoseconds; the caches were cold.
  std::vector<double> launchesNs;
  /// Whether the process has to end before anything else is launched.
  bool hang = false;
};

struct Checker {
  const MeasuredProblem &problem;
  Buffers &buffers;
  const cuda::SupportModule &support;
  const Reference &reference;
  const Timer &timer;
  double launchTimeout;
  /// Whether what is checked is a library's: it leaves the epilogue out, or, of
  /// a pair, rounds both products before it.
  bool isBare = false;

  /// Runs the candidate on one of `sets` after the other and checks all it
  /// wrote. Stops at the first thing that is wrong.
  CheckResult check(Launchable &launchable, llvm::ArrayRef<int64_t> sets) const;

  /// The same for what it wrote to besides outputs, as far as `sets` have it:
  /// inputs of these, guard zones of all. The rest of the result is left as it
  /// is.
  CheckResult checkDamage(llvm::ArrayRef<int64_t> sets) const;

private:
  cuda::Status compare(int64_t set, size_t output,
                       cuda::Comparison &found) const;
  /// Compares an output; what is wrong goes to the result.
  void checkOutput(int64_t set, size_t output, CheckResult &result) const;
  /// Runs it on a set and checks the outputs.
  void checkOutputs(Launchable &launchable, int64_t set,
                    CheckResult &result) const;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_CHECK_H
