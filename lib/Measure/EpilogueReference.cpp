//===- EpilogueReference.cpp - What an epilogue must come to --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueReference.h"
#include "FunctionCheck.h"

#include "mlir-autotune/Core/ElementIndex.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

Status EpilogueReference::create(const MeasuredProblem &problem, size_t output,
                                 cuda::StreamHandle stream,
                                 EpilogueReference &reference) {
  reference.problem = &problem;
  reference.output = output;
  reference.stream = stream;
  const EpilogueKernel &kernel = problem.epilogue->outputs[output];
  if (Status status = ElementwiseKernel::create(
          stream, kernel.ptx, kernel.function, "the epilogue's reference",
          /*width=*/1, reference.kernel))
    return status;
  std::vector<cuda::DeviceBuffer *> results = {&reference.want};
  if (cuda::isFloatIndex(problem.accumulator))
    results = {&reference.want, &reference.low, &reference.high};
  for (cuda::DeviceBuffer *buffer : results)
    if (Status status = createDenseResult(problem, *buffer, kOutput + output))
      return status;
  return {};
}

Status EpilogueReference::apply(const Buffers &buffers, int64_t set, int scale,
                                cuda::DevicePtr sums, cuda::DevicePtr otherSums,
                                cuda::Tolerance off,
                                cuda::DevicePtr results) const {
  MatrixArguments arguments;
  arguments.addDense(sums, *problem);
  arguments.addDense(results, *problem);
  if (cuda::isFloatIndex(problem->accumulator))
    arguments.add(double(scale));
  else
    arguments.add(int64_t(scale));
  arguments.add(off.absolute);
  arguments.add(off.relative);
  if (problem->pair)
    arguments.addDense(otherSums, *problem);
  arguments.addExtras(*problem, buffers, set);
  return kernel.launch(arguments, problem->m, problem->n, problem->batch);
}

Status EpilogueReference::apply(const Buffers &buffers, int64_t set, int scale,
                                cuda::DevicePtr sums, cuda::DevicePtr otherSums,
                                cuda::Tolerance off) const {
  if (Status status =
          apply(buffers, set, scale, sums, otherSums, {}, want.get());
      status.failed() || !cuda::isFloatIndex(problem->accumulator))
    return status;
  if (Status status = apply(buffers, set, scale, sums, otherSums,
                            {-off.absolute, -off.relative}, low.get()))
    return status;
  return apply(buffers, set, scale, sums, otherSums, off, high.get());
}

Status EpilogueReference::check(const Buffers &buffers, int64_t set,
                                cuda::DevicePtr sums, cuda::DevicePtr otherSums,
                                std::string &fault) const {
  if (Status status =
          apply(buffers, set, /*scale=*/1, sums, otherSums, {}, want.get()))
    return status;
  FunctionSample sample;
  auto getDense = [&](cuda::DevicePtr base, int kind) {
    return SampledMatrix{base, kind, problem->n, 1, problem->m * problem->n};
  };
  int wide = cuda::isFloatIndex(problem->accumulator) ? cuda::kF64 : cuda::kI64;
  sample.arguments.push_back(getDense(sums, wide));
  if (problem->pair)
    sample.arguments.push_back(getDense(otherSums, wide));
  for (size_t i = problem->getFirstExtra(); i < problem->getFirstParam(); ++i) {
    cuda::DeviceMatrix matrix = buffers.getMatrix(set, int(i));
    SampledMatrix &extra = sample.arguments.emplace_back(SampledMatrix{
        matrix.base, matrix.elementKind, matrix.rows > 1 ? matrix.rowStride : 0,
        matrix.columns > 1 ? 1 : 0, matrix.batchStride});
    const auto &groups = problem->epilogue->groups;
    if (!groups.empty()) {
      extra.rowGroup = groups[i - problem->getFirstExtra()][0];
      extra.columnGroup = groups[i - problem->getFirstExtra()][1];
    }
  }
  sample.result =
      getDense(want.get(), problem->operands[kOutput + output].element);
  sample.output = output;
  for (int64_t number = 0; number < problem->batch; ++number)
    sample.rows.push_back(problem->getRows(number));
  sample.columns = problem->n;
  return checkFunction(stream, "epilogue", problem->epilogue->body, sample,
                       fault);
}
