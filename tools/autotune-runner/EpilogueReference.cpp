//===- EpilogueReference.cpp - What an epilogue must come to --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueReference.h"

#include "mlir-autotune/Runtime/ElementIndex.h"

using namespace mlir::autotune;
using namespace mlir::autotune::runner;
using cuda::Status;

Status EpilogueReference::create(const Problem &problem, size_t output,
                                 cuda::StreamHandle stream,
                                 EpilogueReference &reference) {
  reference.problem = &problem;
  const EpilogueKernel &kernel = problem.epilogue->outputs[output];
  if (Status status = ElementwiseKernel::create(
          stream, kernel.ptx, kernel.function, "the epilogue's reference",
          /*width=*/1, reference.kernel);
      status.failed())
    return status;
  std::vector<cuda::DeviceBuffer *> results = {&reference.want};
  if (cuda::isFloatIndex(problem.accumulator))
    results = {&reference.want, &reference.low, &reference.high};
  for (cuda::DeviceBuffer *buffer : results)
    if (Status status = createDenseResult(problem, *buffer, kOutput + output);
        status.failed())
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
                            {-off.absolute, -off.relative}, low.get());
      status.failed())
    return status;
  return apply(buffers, set, scale, sums, otherSums, off, high.get());
}
