//===- PairCombination.cpp - C of two products of a library ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairCombination.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

Status PairCombination::create(const MeasuredProblem &problem,
                               cuda::StreamHandle stream,
                               PairCombination &combination) {
  combination.problem = &problem;
  if (Status status = ElementwiseKernel::create(
          stream, problem.pair->ptx, problem.pair->function,
          "the combination of a pair", problem.pair->vector,
          combination.kernel))
    return status;
  for (cuda::DeviceBuffer &product : combination.products)
    if (Status status = createDenseResult(problem, product))
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
  return kernel.launch(arguments, problem->m, problem->n, problem->batch);
}
