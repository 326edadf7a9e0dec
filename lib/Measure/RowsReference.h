//===- RowsReference.h - What a problem of rows must come to ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_ROWSREFERENCE_H
#define AUTOTUNE_LIB_MEASURE_ROWSREFERENCE_H

#include "Buffers.h"
#include "Timing.h"

#include <memory>

namespace mlir::autotune::measure {

/// The outputs of the problem's reference kernel, for the first set of inputs
/// and for the last.
class RowsReference {
public:
  /// Computes them and waits, for at most `timeout` seconds each.
  static StepResult create(const MeasuredProblem &problem,
                           const Buffers &buffers,
                           const cuda::SupportModule &support,
                           const Timer &timer, double timeout,
                           std::unique_ptr<RowsReference> &reference);

  /// Compares all of an output, as a candidate has left it. Waits.
  cuda::Status compare(const Buffers &buffers,
                       const cuda::SupportModule &support, int64_t set,
                       size_t output, cuda::Comparison &found) const;

private:
  struct Output {
    cuda::DeviceBuffer first, last;
    /// The largest element of both, by its size.
    double largest = 0;
  };

  cuda::Status launch(const Buffers &buffers, int64_t set) const;
  cuda::DevicePtr getWanted(int64_t set, size_t output) const;
  cuda::Status findLargest(const Buffers &buffers,
                           const cuda::SupportModule &support, int64_t set,
                           size_t output);

  const MeasuredProblem *problem = nullptr;
  int64_t lastSet = 0;
  cuda::StreamHandle stream = nullptr;
  cuda::Module module;
  cuda::FunctionHandle function = nullptr;
  std::vector<Output> outputs;
};

/// How far a right element of an output may be from the reference's, if the
/// largest one is `largest`. docs/design/numerics.md has the reasons.
cuda::Tolerance getRowsTolerance(const MeasuredProblem &problem, size_t output,
                                 double largest);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_ROWSREFERENCE_H
