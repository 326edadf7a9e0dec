//===- GatheredWindows.h - The matrix of all windows ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference of a convolution multiplies a matrix that holds the windows of
// the images. The host makes it, element by element, so that the reference has
// nothing in common with the loads of kernels.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_GATHEREDWINDOWS_H
#define AUTOTUNE_LIB_MEASURE_GATHEREDWINDOWS_H

#include "Buffers.h"

namespace mlir::autotune::measure {

/// Of a problem without windows it is empty, and its functions do nothing.
class GatheredWindows {
public:
  cuda::Status create(const MeasuredProblem &problem,
                      cuda::StreamHandle stream);

  /// Whether an operand of the product is replaced by the matrix.
  bool isOf(int operand) const { return problem && operand == 0; }
  /// Makes the matrix of the images of a set; waits.
  cuda::Status gather(const Buffers &buffers, int64_t set) const;
  /// M x K for each product of a batch, without gaps.
  cuda::DeviceMatrix getMatrix() const;

private:
  /// Null without windows.
  const MeasuredProblem *problem = nullptr;
  cuda::StreamHandle stream = nullptr;
  cuda::DeviceBuffer matrix;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_GATHEREDWINDOWS_H
