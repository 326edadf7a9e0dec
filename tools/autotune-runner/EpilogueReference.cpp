//===- EpilogueReference.cpp - What an epilogue must come to --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueReference.h"
#include "MatrixArguments.h"

#include "mlir-autotune/Runtime/ElementIndex.h"
#include "mlir-autotune/Runtime/Grid.h"
#include "llvm/Support/MathExtras.h"

#include <array>

using namespace mlir::autotune;
using namespace mlir::autotune::runner;
using cuda::Status;

/// Elements of a CTA of the kernel, one a thread (docs/bundle.md).
static constexpr int64_t kTileRows = 4, kTileColumns = 64;

Status EpilogueReference::create(const Problem &problem,
                                 cuda::StreamHandle stream,
                                 EpilogueReference &reference) {
  if (!problem.epilogue)
    return {};
  reference.problem = &problem;
  reference.stream = stream;
  if (Status status =
          cuda::Module::create(problem.epilogue->ptx.c_str(),
                               "the epilogue's reference", reference.module);
      status.failed())
    return status;
  if (Status status = reference.module.getFunction(
          problem.epilogue->function.c_str(), reference.function);
      status.failed())
    return status;
  size_t bytes = size_t(problem.batch) * size_t(problem.m) * size_t(problem.n) *
                 size_t(cuda::getElementBytes(problem.operands[2].element));
  std::vector<cuda::DeviceBuffer *> results = {&reference.want};
  if (cuda::isFloatIndex(problem.accumulator))
    results = {&reference.want, &reference.low, &reference.high};
  for (cuda::DeviceBuffer *buffer : results)
    if (Status status = cuda::DeviceBuffer::create(bytes, *buffer);
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
  int64_t ctas =
      cuda::multiplySizes(llvm::divideCeilSigned(problem->m, kTileRows) *
                              llvm::divideCeilSigned(problem->n, kTileColumns),
                          problem->batch);
  if (ctas > cuda::kMaxGridSize)
    return {cuda::kErrorInvalidValue,
            "the epilogue's reference would have " + std::to_string(ctas) +
                " CTAs; a launch has at most 2147483647"};
  cuda::Launch shape;
  shape.grid = unsigned(ctas);
  shape.threads = unsigned(kTileRows * kTileColumns);
  return cuda::launch(function, shape, arguments.get(), stream);
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
