//===- RowsReference.cpp - What a problem of rows must come to ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsReference.h"
#include "Roundoff.h"

#include "mlir-autotune/Core/ElementIndex.h"

#include <algorithm>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

/// Roundoffs of f32 by which a value may be off before it is rounded: sums are
/// in another order.
static constexpr double kSumRoundoffs = 64;

cuda::Tolerance measure::getRowsTolerance(const MeasuredProblem &problem,
                                          size_t output, double largest) {
  int element = problem.operands[problem.getFirstOutput() + output].element;
  if (!cuda::isFloatIndex(element))
    return {};
  // The logarithms of an attention come of what is not rounded; functions of
  // scores may be off by some bits.
  constexpr double kLogarithmError = 0x1p-12;
  if (problem.fact.isAttention() && output == 1)
    return {kLogarithmError, kLogarithmError};
  // A value that is rounded on its way goes up or down by a unit if it lies
  // next to the middle.
  double coarsest = getRoundoff(element);
  for (const Operand &operand : problem.operands)
    if (cuda::isFloatIndex(operand.element))
      coarsest = std::max(coarsest, getRoundoff(operand.element));
  // A constant that stands for infinity, as masks have it, is no size. What is
  // computed of inputs up to 1 is about as large.
  constexpr double kLargestSize = 1e30;
  if (largest > kLargestSize)
    largest = 1;
  double sums = kSumRoundoffs * getRoundoff(cuda::kF32);
  cuda::Tolerance tolerance;
  tolerance.relative = 2 * coarsest + sums;
  tolerance.absolute = getUnderflow(element) + (2 * coarsest + sums) * largest;
  return tolerance;
}

cuda::DevicePtr RowsReference::getWanted(int64_t set, size_t output) const {
  const Output &of = outputs[output];
  return (set == lastSet ? of.last : of.first).get();
}

Status RowsReference::launch(const Buffers &buffers, int64_t set) const {
  std::vector<cuda::DevicePtr> addresses;
  for (size_t operand = 0; operand < problem->operands.size(); ++operand)
    addresses.push_back(
        problem->isOutput(operand)
            ? getWanted(set, operand - problem->getFirstOutput())
            : buffers.getMatrix(set, int(operand)).base);
  std::vector<void *> arguments;
  for (cuda::DevicePtr &address : addresses)
    arguments.push_back(&address);
  cuda::Launch shape;
  shape.grid = unsigned(problem->rows->ctas);
  shape.threads = unsigned(problem->rows->threads);
  return cuda::launch(function, shape, arguments.data(), stream);
}

Status RowsReference::findLargest(const Buffers &buffers,
                                  const cuda::SupportModule &support,
                                  int64_t set, size_t output) {
  int operand = int(problem->getFirstOutput() + output);
  cuda::DeviceMatrix wanted = buffers.getMatrix(set, operand);
  wanted.base = getWanted(set, output);
  cuda::Comparison found;
  if (Status status = support.compareResults(
          wanted, {wanted.base, wanted.base, wanted.base}, {},
          cuda::Content::Poison, /*seed=*/0, found))
    return status;
  outputs[output].largest = std::max(outputs[output].largest, found.largest);
  return {};
}

StepResult RowsReference::create(const MeasuredProblem &problem,
                                 const Buffers &buffers,
                                 const cuda::SupportModule &support,
                                 const Timer &timer, double timeout,
                                 std::unique_ptr<RowsReference> &reference) {
  auto made = std::make_unique<RowsReference>();
  made->problem = &problem;
  made->lastSet = buffers.getLastSet();
  made->stream = timer.getStream();
  if (Status status = cuda::Module::create(problem.rows->ptx.c_str(),
                                           "the reference", made->module))
    return status;
  if (Status status = made->module.getFunction(problem.rows->function.c_str(),
                                               made->function))
    return status;
  made->outputs = std::vector<Output>(problem.getNumOutputs());
  for (auto [number, output] : llvm::enumerate(made->outputs)) {
    int operand = int(problem.getFirstOutput() + number);
    size_t bytes = size_t(buffers.getMatrix(0, operand).getStoredBytes());
    for (cuda::DeviceBuffer *buffer : {&output.first, &output.last})
      if (Status status = cuda::DeviceBuffer::create(bytes, *buffer))
        return status;
  }
  for (int64_t set : {int64_t(0), made->lastSet}) {
    double ns = 0;
    StepResult step =
        timer.time([&] { return made->launch(buffers, set); }, timeout, ns);
    if (!step.isOk())
      return step;
    for (size_t output = 0; output < made->outputs.size(); ++output)
      if (Status status = made->findLargest(buffers, support, set, output))
        return status;
  }
  reference = std::move(made);
  return {};
}

Status RowsReference::compare(const Buffers &buffers,
                              const cuda::SupportModule &support, int64_t set,
                              size_t output, cuda::Comparison &found) const {
  int operand = int(problem->getFirstOutput() + output);
  cuda::DevicePtr wanted = getWanted(set, output);
  return support.compareResults(
      buffers.getMatrix(set, operand), {wanted, wanted, wanted},
      getRowsTolerance(*problem, output, outputs[output].largest),
      buffers.getOutputContent(set, operand), buffers.getSeed(set, operand),
      found);
}
