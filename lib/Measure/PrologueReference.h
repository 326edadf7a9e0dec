//===- PrologueReference.h - What stored elements must become - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_PROLOGUEREFERENCE_H
#define AUTOTUNE_LIB_MEASURE_PROLOGUEREFERENCE_H

#include "ElementwiseKernel.h"

#include "mlir-autotune/Runtime/CudaDriver.h"

namespace mlir::autotune::measure {

/// What a problem's prologue makes of a set's A or B, by its own kernel.
class PrologueReference {
public:
  /// Loads the kernel, and allocates; does nothing for a problem without one.
  static cuda::Status create(const MeasuredProblem &problem,
                             cuda::StreamHandle stream,
                             PrologueReference &reference);

  /// Makes it of the set.
  cuda::Status apply(const Buffers &buffers, int64_t set) const;

  /// Compares a sample of what apply() has made of the set with what the text
  /// of the function says. `fault` says what is wrong, and stays empty if
  /// nothing is. Waits.
  cuda::Status check(const Buffers &buffers, int64_t set,
                     std::string &fault) const;

  /// Where apply() leaves them, rows along the output and columns along K.
  cuda::DeviceMatrix getResults() const;
  /// The largest of some millions of them, once they are there; waits.
  cuda::Status findLargest(double &largest) const;

private:
  const MeasuredProblem *problem = nullptr;
  cuda::StreamHandle stream = nullptr;
  ElementwiseKernel kernel;
  cuda::DeviceBuffer results;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_PROLOGUEREFERENCE_H
