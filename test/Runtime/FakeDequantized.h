//===- FakeDequantized.h - Kernels with a prologue ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of FakeKernels.cpp, which includes it behind the project's own kernels.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TEST_RUNTIME_FAKEDEQUANTIZED_H
#define AUTOTUNE_TEST_RUNTIME_FAKEDEQUANTIZED_H

#include "FakeCuda.h"

#include <cstring>

namespace fake {

using mlir::autotune::cuda::FunctionImpl;

template <typename T> T read(void **params, int index) {
  T value;
  std::memcpy(&value, params[index], sizeof(T));
  return value;
}

/// What kernels of one product take first.
struct ProductArguments {
  Map a, b;
  float *c;
  int32_t m, n, k;
  int64_t stride;
};

inline ProductArguments readProduct(void **params) {
  return {read<Map>(params, 0),     read<Map>(params, 1),
          read<float *>(params, 2), read<int32_t>(params, 3),
          read<int32_t>(params, 4), read<int32_t>(params, 5),
          read<int64_t>(params, 6)};
}

/// A batch of matrices as the reference of an epilogue takes them.
template <typename T> struct Batch {
  T *base;
  int32_t rows, columns, matrices;
  int64_t rowStride, columnStride, matrixStride;

  Batch(void **params, int first)
      : base(read<T *>(params, first)), rows(read<int32_t>(params, first + 1)),
        columns(read<int32_t>(params, first + 2)),
        matrices(read<int32_t>(params, first + 3)),
        rowStride(read<int64_t>(params, first + 4)),
        columnStride(read<int64_t>(params, first + 5)),
        matrixStride(read<int64_t>(params, first + 6)) {}
  T &at(int32_t matrix, int32_t row, int32_t column) const {
    return base[matrix * matrixStride + row * rowStride +
                column * columnStride];
  }
};

/// A kernel of kind "dequantized", "dequantized4" or "halves", and the
/// prologue's reference (FakeDequantized.cpp).
Work bindDequantized(const FunctionImpl &function, void **params);
Work bindPrologue(const FunctionImpl &function, void **params);
/// Kernels of kind "scaled" and "scaled-group" (FakeScaled.cpp).
Work bindScaled(const FunctionImpl &function, void **params);
Work bindScaledGroup(const FunctionImpl &function, void **params);
/// A kernel of kind "rows", and the reference of its problem (FakeRows.cpp).
Work bindRows(const FunctionImpl &function, void **params);

} // namespace fake

#endif // AUTOTUNE_TEST_RUNTIME_FAKEDEQUANTIZED_H
