//===- TensorView.h - How kernels of attention see operands -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_TENSORVIEW_H
#define MLIR_AUTOTUNE_PROBLEM_TENSORVIEW_H

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace mlir::autotune {

/// An operand as a tensor of four dimensions: the batch, heads, rows and
/// columns. Strides are in elements.
struct TensorView {
  static constexpr int64_t kRank = 4;
  std::array<int64_t, kRank> sizes = {1, 1, 1, 1};
  std::array<int64_t, kRank> strides = {1, 1, 1, 1};

  /// The size and the stride along a dimension as parameters of kernels number
  /// them: rows, columns, heads and the batch (tile::KernelParam).
  int64_t getSize(int64_t paramDim) const { return sizes[toDim(paramDim)]; }
  int64_t getStride(int64_t paramDim) const { return strides[toDim(paramDim)]; }

  /// How far behind the first element the last one is; the largest number there
  /// is if it has more bits.
  int64_t getLastOffset() const {
    uint64_t offset = 0;
    for (int64_t dim = 0; dim < kRank; ++dim)
      offset = llvm::SaturatingMultiplyAdd(uint64_t(sizes[dim] - 1),
                                           uint64_t(strides[dim]), offset);
    return int64_t(std::min<uint64_t>(offset, INT64_MAX));
  }
  bool operator==(const TensorView &other) const {
    return sizes == other.sizes && strides == other.strides;
  }

private:
  static int64_t toDim(int64_t paramDim) {
    return paramDim < 2 ? paramDim + 2 : kRank - 1 - paramDim;
  }
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_TENSORVIEW_H
