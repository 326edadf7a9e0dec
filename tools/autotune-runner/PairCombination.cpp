//===- PairCombination.cpp - C of two products of a library ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairCombination.h"
#include "MatrixArguments.h"

#include "mlir-autotune/Runtime/ElementIndex.h"
#include "mlir-autotune/Runtime/Grid.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::autotune;
using namespace mlir::autotune::runner;
using cuda::Status;

/// Threads of a CTA of the kernel along rows and columns (docs/bundle.md).
static constexpr int64_t kRows = 4, kThreads = 64;

Status PairCombination::create(const Problem &problem,
                               cuda::StreamHandle stream,
                               PairCombination &combination) {
  combination.problem = &problem;
  combination.stream = stream;
  if (Status status =
          cuda::Module::create(problem.pair->ptx.c_str(),
                               "the combination of a pair", combination.module);
      status.failed())
    return status;
  if (Status status = combination.module.getFunction(
          problem.pair->function.c_str(), combination.function);
      status.failed())
    return status;
  size_t bytes = size_t(problem.batch) * size_t(problem.m) * size_t(problem.n) *
                 size_t(cuda::getElementBytes(problem.operands[2].element));
  for (cuda::DeviceBuffer &product : combination.products)
    if (Status status = cuda::DeviceBuffer::create(bytes, product);
        status.failed())
      return status;
  return {};
}

Status PairCombination::apply(const Buffers &buffers, int64_t set) const {
  MatrixArguments arguments;
  cuda::DeviceMatrix c = buffers.getMatrix(set, 2);
  arguments.addMatrix(c, {c.rowStride, 1, c.batchStride});
  for (const cuda::DeviceBuffer &product : products)
    arguments.addDense(product.get(), *problem);
  arguments.addExtras(*problem, buffers, set);
  int64_t columns = kThreads * problem->pair->vector;
  int64_t ctas =
      cuda::multiplySizes(llvm::divideCeilSigned(problem->m, kRows) *
                              llvm::divideCeilSigned(problem->n, columns),
                          problem->batch);
  if (ctas > cuda::kMaxGridSize)
    return {cuda::kErrorInvalidValue,
            "the combination of a pair would have " + std::to_string(ctas) +
                " CTAs; a launch has at most 2147483647"};
  cuda::Launch shape;
  shape.grid = unsigned(ctas);
  shape.threads = unsigned(kRows * kThreads);
  return cuda::launch(function, shape, arguments.get(), stream);
}
