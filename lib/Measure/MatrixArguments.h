//===- MatrixArguments.h - Kernels that take matrices -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of kernels that are no candidates: batches of matrices, wherever their
// elements lie (docs/reference/bundle.md).
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_MATRIXARGUMENTS_H
#define AUTOTUNE_LIB_MEASURE_MATRIXARGUMENTS_H

#include "Buffers.h"

#include <array>
#include <cstring>
#include <deque>

namespace mlir::autotune::measure {

/// What a kernel is launched with, each in its own place.
class MatrixArguments {
public:
  template <typename T> void add(T value) {
    static_assert(sizeof(T) <= sizeof(uint64_t));
    std::memcpy(&values.emplace_back(), &value, sizeof(T));
    pointers.push_back(&values.back());
  }
  /// A batch of matrices, `strides` being those of rows, columns and matrices.
  void addMatrix(const cuda::DeviceMatrix &matrix,
                 std::array<int64_t, 3> strides) {
    add(matrix.base);
    for (int64_t size : {matrix.rows, matrix.columns, matrix.batch})
      add(int32_t(size));
    for (int64_t stride : strides)
      add(stride);
  }
  void addDense(cuda::DevicePtr base, const MeasuredProblem &problem) {
    addMatrix({base, 0, problem.m, problem.n, problem.n, problem.batch},
              {problem.n, 1, problem.m * problem.n});
  }
  /// What the epilogue reads.
  void addExtras(const MeasuredProblem &problem, const Buffers &buffers,
                 int64_t set) {
    for (size_t i = problem.getFirstExtra(); i < problem.getFirstParam(); ++i) {
      cuda::DeviceMatrix matrix = buffers.getMatrix(set, int(i));
      addMatrix(matrix, {matrix.rows > 1 ? matrix.rowStride : 0,
                         matrix.columns > 1 ? 1 : 0, matrix.batchStride});
    }
  }
  void **get() { return pointers.data(); }

private:
  std::deque<uint64_t> values;
  std::vector<void *> pointers;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_MATRIXARGUMENTS_H
