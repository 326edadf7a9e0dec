//===- Check.cpp - Is a candidate's output right? -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "Roundoff.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/Elements.h"
#include "mlir-autotune/Runtime/CudaDriver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

/// What a sum may be off by, as a share of its size.
static double getSumError(const MeasuredProblem &problem) {
  // Tensor cores truncate where they add, once every few products: as large as
  // two roundoffs of the running sum for every 8 products.
  double k = double(problem.getDepth());
  // In f16 they round to nearest once for every 16: up or down by chance, of
  // which many steps come to the root.
  if (problem.accumulator == cuda::kF16)
    return getRoundoff(cuda::kF16) * (4 * std::sqrt(k / 16) + 8);
  bool isSplit = problem.operands[0].element == cuda::kTF32x3;
  double error =
      getRoundoff(problem.accumulator) * 2 * (k * (isSplit ? 3 : 1) / 8 + 8);
  // The product of both low parts is left out, each below 2^-10 of its factor,
  // and they are rounded to 11 bits: 1.5 * 2^-20 of each product, up or down by
  // chance.
  if (isSplit)
    error += 0x1p-19;
  if (!cuda::isFloat8Index(problem.operands[0].element) ||
      !cuda::isFloat8Index(problem.operands[1].element))
    return error;
  // Of 8-bit floats they keep 14 bits of the sum, and add 32 products at once;
  // kernels add up parts of so many products in f32.
  constexpr double kRoundoff = 0x1p-14, kPart = 128;
  return error + kRoundoff * 2 * (std::min(k, kPart) / 32 + 4);
}

/// The running sum of K products of uniform factors has a standard deviation of
/// sqrt(K)/3, so that with |want| + sqrt(K) its size is bounded from above.
/// Integers from -10 to 10 have 10.5 times the deviation, and 299.5 times where
/// those below 0 are from 246 to 255; those from -8 to 7 have 8.03 times, and
/// those from 0 to 15 15.2 times.
/// Of numbers up to `largest` times uniform ones it is so many times more.
static double getSumSize(const MeasuredProblem &problem, double largest) {
  if (largest > 0)
    return std::sqrt(double(problem.k)) * 2 * largest;
  bool hasIntegers = !cuda::isFloatIndex(problem.operands[0].element) ||
                     !cuda::isFloatIndex(problem.operands[1].element);
  double deviation = !hasIntegers             ? 1
                     : problem.hasHalfBytes() ? (problem.zeroExtend ? 16 : 9)
                     : problem.zeroExtend     ? 300
                                              : 11;
  return std::sqrt(double(problem.getDepth())) * deviation;
}

cuda::Tolerance measure::getSumTolerance(const MeasuredProblem &problem,
                                         int scale, double largest) {
  if (!cuda::isFloatIndex(problem.accumulator))
    return {};
  double size = getSumSize(problem, largest);
  double error = getSumError(problem);
  return {error * size * std::abs(scale), error};
}

cuda::Tolerance measure::getTolerance(const MeasuredProblem &problem, int scale,
                                      double largest) {
  cuda::Tolerance tolerance = getSumTolerance(problem, scale, largest);
  if (!cuda::isFloatIndex(problem.accumulator))
    return tolerance;
  tolerance.relative += getRoundoff(problem.operands[2].element);
  tolerance.absolute += getUnderflow(problem.operands[2].element);
  return tolerance;
}

cuda::Tolerance measure::getResultTolerance(const MeasuredProblem &problem,
                                            double largest, size_t operand) {
  int element = problem.operands[operand].element;
  // Integers are as the function has them, of a sum that is off or not.
  if (!cuda::isFloatIndex(element))
    return {};
  if (!cuda::isFloatIndex(problem.accumulator))
    return {2 * getUnderflow(element), 2 * getRoundoff(element)};
  // What a function computes on its way may cancel, as 1 + erf does where gelu
  // nears 0: it is then off by some roundoffs of what it began with.
  constexpr double kFunctionRoundoffs = 4;
  double function = kFunctionRoundoffs * getRoundoff(problem.getSumKind()) *
                    getSumSize(problem, largest);
  return {2 * getUnderflow(element) + function, 2 * getRoundoff(element)};
}

Outcome measure::getOutcome(const StepResult &step) {
  switch (step.kind) {
  case StepResult::Ok:
    return Outcome::Ok;
  case StepResult::Failed:
    return Outcome::LaunchFailure;
  case StepResult::OutOfResource:
    return Outcome::OutOfResource;
  case StepResult::Hang:
    return Outcome::Timeout;
  }
  llvm_unreachable("no such step");
}

/// The share of elements of which nothing may be asked.
static constexpr double kMostUndecided = 0.25;

static double countElements(const MeasuredProblem &problem, size_t output) {
  if (problem.rows) {
    const Operand &operand =
        problem.operands[problem.getFirstOutput() + output];
    return double(operand.rows) * double(operand.columns);
  }
  return problem.getTotalRows() * double(problem.n);
}

static std::string describe(const cuda::Comparison &found,
                            const MeasuredProblem &problem, size_t output) {
  char text[256];
  // Of one output it need not be said.
  std::string of;
  if (problem.getNumOutputs() > 1)
    of = " of " + problem.operands[problem.getFirstOutput() + output].name;
  std::string product = problem.batch > 1
                            ? std::to_string(found.firstBadOutput) + ", "
                            : std::string();
  std::snprintf(
      text, sizeof(text),
      "%llu of %llu elements%s are wrong; first at [%s%lld, %lld]: got "
      "%.9g, want %.9g",
      (unsigned long long)found.bad,
      (unsigned long long)countElements(problem, output), of.c_str(),
      product.c_str(), (long long)found.firstBadRow,
      (long long)found.firstBadColumn, found.firstGot, found.firstWant);
  return text;
}

Status Checker::compare(int64_t set, size_t output,
                        cuda::Comparison &found) const {
  if (const RowsReference *rows = reference.getRows())
    return rows->compare(buffers, support, set, output, found);
  int scale = buffers.getScale(set);
  double largest = reference.getLargest();
  bool isLast = set == buffers.getLastSet();
  cuda::DevicePtr sums = reference.get(isLast);
  if (!problem.epilogue || (isBare && !problem.pair))
    return support.compare(buffers.getMatrix(set, int(kOutput)), sums, scale,
                           getTolerance(problem, scale, largest),
                           problem.getSumKind(),
                           buffers.getOutputContent(set, int(kOutput)),
                           buffers.getSeed(set, int(kOutput)), found);
  const EpilogueReference &epilogue = reference.getEpilogue(output);
  int operand = int(kOutput + output);
  cuda::Tolerance off = isBare ? getTolerance(problem, scale, largest)
                               : getSumTolerance(problem, scale, largest);
  if (Status status = epilogue.apply(buffers, set, scale, sums,
                                     reference.getOther(isLast), off))
    return status;
  return support.compareResults(
      buffers.getMatrix(set, operand), epilogue.getResults(),
      getResultTolerance(problem, largest, size_t(operand)),
      buffers.getOutputContent(set, operand), buffers.getSeed(set, operand),
      found);
}

static void fail(CheckResult &result, Outcome outcome, std::string detail) {
  result.outcome = outcome;
  result.detail = std::move(detail);
}

void Checker::checkOutput(int64_t set, size_t output,
                          CheckResult &result) const {
  cuda::Comparison found;
  if (Status status = compare(set, output, found))
    return fail(result, getOutcome(status), status.message);
  if (!(found.error <= result.error))
    result.error = found.error;
  if (found.paddingTouched)
    return fail(result, Outcome::GuardTouched,
                std::to_string(found.paddingTouched) +
                    " elements between the rows of " +
                    problem.operands[problem.getFirstOutput() + output].name +
                    " were written");
  if (found.bad)
    return fail(result, Outcome::WrongResult, describe(found, problem, output));
  // What is next to nothing is no check.
  double elements = countElements(problem, output);
  if (double(found.undecided) > kMostUndecided * elements)
    fail(result, Outcome::WrongResult,
         "can't be checked: " + std::to_string(found.undecided) +
             " elements can have any value, within the error that a sum may "
             "have");
}

void Checker::checkOutputs(Launchable &launchable, int64_t set,
                           CheckResult &result) const {
  if (Status status = buffers.resetOutputs(set))
    return fail(result, getOutcome(status), status.message);
  double ns = 0;
  StepResult step =
      timer.time([&] { return launchable.enqueue(set); }, launchTimeout, ns);
  result.hang = step.kind == StepResult::Hang;
  if (!step.isOk())
    return fail(result, getOutcome(step), step.message);
  result.launchesNs.push_back(ns);
  // The next launch may wait for ever on counters that this one left.
  std::string damage;
  if (Status status = buffers.findWorkspaceDamage(damage))
    return fail(result, getOutcome(status), status.message);
  if (!damage.empty())
    return fail(result, Outcome::GuardTouched, std::move(damage));
  for (size_t output = 0, count = isBare ? 1 : problem.getNumOutputs();
       output < count && result.outcome == Outcome::Ok; ++output)
    checkOutput(set, output, result);
}

CheckResult Checker::checkDamage(llvm::ArrayRef<int64_t> sets) const {
  CheckResult result;
  Status status;
  for (int64_t set : sets)
    if (!status.failed() && result.detail.empty())
      status = buffers.findDamage(set, result.detail);
  if (status.failed()) {
    result.outcome = getOutcome(status);
    result.detail = std::move(status.message);
  } else if (!result.detail.empty()) {
    // What it wrote where must not be held against the next candidate.
    (void)buffers.repair();
    result.outcome = Outcome::GuardTouched;
  }
  return result;
}

CheckResult Checker::check(Launchable &launchable,
                           llvm::ArrayRef<int64_t> sets) const {
  CheckResult result;
  // A library has neither epilogue nor prologue.
  if (!isBare && !reference.getFault().empty()) {
    fail(result, Outcome::WrongResult, reference.getFault());
    return result;
  }
  // Another candidate may have left anything there.
  if (Status status = buffers.resetWorkspace(launchable.getWorkspaceBytes())) {
    result.outcome = getOutcome(status);
    result.detail = std::move(status.message);
    return result;
  }
  for (int64_t set : sets)
    if (result.outcome == Outcome::Ok)
      checkOutputs(launchable, set, result);
  // Looked for once, for it takes as long as a launch. What has written to its
  // inputs is told of that, not of the wrong result that follows; and of what
  // fails at its second launch the damage of the first is repaired.
  if (result.hang || result.launchesNs.empty())
    return result;
  llvm::SmallVector<int64_t> seen(sets.begin(), sets.end());
  llvm::sort(seen);
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  CheckResult damage = checkDamage(seen);
  bool isToldOf = result.outcome == Outcome::Ok ||
                  result.outcome == Outcome::GuardTouched ||
                  result.outcome == Outcome::WrongResult;
  if (isToldOf && damage.outcome != Outcome::Ok) {
    result.outcome = damage.outcome;
    result.detail = std::move(damage.detail);
  }
  return result;
}
