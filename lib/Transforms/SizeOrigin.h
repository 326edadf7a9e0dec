//===- SizeOrigin.h - Which sizes are the same ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_SIZEORIGIN_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_SIZEORIGIN_H

#include "mlir/IR/Value.h"

namespace mlir::autotune {

/// A dimension of a tensor or memref, or an integer.
struct SizeOrigin {
  Value value;
  /// kInteger if `value` is the size.
  int64_t dim;
  static constexpr int64_t kInteger = -1;

  friend bool operator==(const SizeOrigin &lhs, const SizeOrigin &rhs) {
    return lhs.value == rhs.value && lhs.dim == rhs.dim;
  }
  friend bool operator!=(const SizeOrigin &lhs, const SizeOrigin &rhs) {
    return !(lhs == rhs);
  }
};

/// Follows an unknown dimension to where its size comes from: an argument of a
/// function, in most cases. Two dimensions with one origin are equal; two with
/// different origins may be.
SizeOrigin traceOrigin(Value shaped, int64_t dim);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_SIZEORIGIN_H
