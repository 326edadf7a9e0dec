//===- ElementwiseKernel.cpp - Kernels that are no candidates -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/Grid.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

/// Threads of a CTA along rows and columns (docs/reference/bundle.md).
static constexpr int64_t kRows = 4, kThreads = 64;

Status ElementwiseKernel::create(cuda::StreamHandle stream,
                                 const std::string &ptx,
                                 const std::string &name,
                                 const std::string &what, int64_t width,
                                 ElementwiseKernel &kernel) {
  kernel.stream = stream;
  kernel.what = what;
  kernel.width = width;
  if (Status status =
          cuda::Module::create(ptx.c_str(), what.c_str(), kernel.module))
    return status;
  return kernel.module.getFunction(name.c_str(), kernel.function);
}

Status ElementwiseKernel::launch(MatrixArguments &arguments, int64_t rows,
                                 int64_t columns, int64_t batch) const {
  int64_t ctas =
      cuda::multiplySizes(llvm::divideCeilSigned(rows, kRows) *
                              llvm::divideCeilSigned(columns, kThreads * width),
                          batch);
  if (ctas > cuda::kMaxGridSize)
    return {cuda::kErrorInvalidValue,
            what + " would have " + std::to_string(ctas) +
                " CTAs; a launch has at most 2147483647"};
  cuda::Launch shape;
  shape.grid = unsigned(ctas);
  shape.threads = unsigned(kRows * kThreads);
  return cuda::launch(function, shape, arguments.get(), stream);
}

Status measure::createDenseResult(const MeasuredProblem &problem,
                                  cuda::DeviceBuffer &buffer, size_t operand) {
  return cuda::DeviceBuffer::create(
      size_t(problem.batch) * size_t(problem.m) * size_t(problem.n) *
          size_t(cuda::getElementBytes(problem.operands[operand].element)),
      buffer);
}
