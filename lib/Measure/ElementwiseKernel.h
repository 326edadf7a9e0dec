//===- ElementwiseKernel.h - Kernels that are no candidates -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_ELEMENTWISEKERNEL_H
#define AUTOTUNE_LIB_MEASURE_ELEMENTWISEKERNEL_H

#include "MatrixArguments.h"

namespace mlir::autotune::measure {

/// A kernel that computes each element of a batch for itself
/// (docs/reference/bundle.md).
class ElementwiseKernel {
public:
  /// Loads the kernel. `what` is its name in errors, as in "the combination of
  /// a pair"; a thread computes `width` elements of a row.
  static cuda::Status create(cuda::StreamHandle stream, const std::string &ptx,
                             const std::string &name, const std::string &what,
                             int64_t width, ElementwiseKernel &kernel);

  /// Launches it for results of so many rows, columns and matrices.
  cuda::Status launch(MatrixArguments &arguments, int64_t rows, int64_t columns,
                      int64_t batch) const;

private:
  cuda::StreamHandle stream = nullptr;
  std::string what;
  int64_t width = 1;
  cuda::Module module;
  cuda::FunctionHandle function = nullptr;
};

/// Allocates a buffer for a dense C, or another output.
cuda::Status createDenseResult(const MeasuredProblem &problem,
                               cuda::DeviceBuffer &buffer,
                               size_t operand = kOutput);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_ELEMENTWISEKERNEL_H
