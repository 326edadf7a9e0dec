//===- EpilogueReference.h - What an epilogue must come to ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_EPILOGUEREFERENCE_H
#define AUTOTUNE_LIB_MEASURE_EPILOGUEREFERENCE_H

#include "ElementwiseKernel.h"

namespace mlir::autotune::measure {

/// What a problem's epilogue makes of a set's sums for one output, by its own
/// kernel.
class EpilogueReference {
public:
  /// Loads the kernel of an output, C's being number 0, and allocates.
  static cuda::Status create(const MeasuredProblem &problem, size_t output,
                             cuda::StreamHandle stream,
                             EpilogueReference &reference);

  /// Applies the epilogue to `scale` times these sums (dense, f64 or i64; of a
  /// pair `otherSums` are those with the other B), with what it reads as `set`
  /// has it; and, where they are floats, to sums that are off by `off`, either
  /// way.
  cuda::Status apply(const Buffers &buffers, int64_t set, int scale,
                     cuda::DevicePtr sums, cuda::DevicePtr otherSums,
                     cuda::Tolerance off) const;

  /// Compares a sample of what it makes of a set's sums with what the text of
  /// the function says. `fault` says what is wrong, and stays empty if nothing
  /// is. Waits.
  cuda::Status check(const Buffers &buffers, int64_t set, cuda::DevicePtr sums,
                     cuda::DevicePtr otherSums, std::string &fault) const;

  /// Where apply() leaves what comes of them; of exact sums all is one.
  cuda::WantedResults getResults() const {
    if (!low.get())
      return {want.get(), want.get(), want.get()};
    return {want.get(), low.get(), high.get()};
  }

private:
  cuda::Status apply(const Buffers &buffers, int64_t set, int scale,
                     cuda::DevicePtr sums, cuda::DevicePtr otherSums,
                     cuda::Tolerance off, cuda::DevicePtr results) const;

  const MeasuredProblem *problem = nullptr;
  /// Of C it is 0.
  size_t output = 0;
  cuda::StreamHandle stream = nullptr;
  ElementwiseKernel kernel;
  cuda::DeviceBuffer want, low, high;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_EPILOGUEREFERENCE_H
