//===- TensorViews.h - Tensors in another order or shape --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_TENSORVIEWS_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_TENSORVIEWS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// Dimension i of the result is dimension order[i] of `value`. Returns `value`
/// if that is its order. What stays side by side is one dimension of the
/// transpose, so that few dimensions with many elements are transposed.
Value createTransposed(ImplicitLocOpBuilder &b, Value value,
                       ArrayRef<int64_t> order);

/// Dimension i of the result has the next counts[i] dimensions of `value`, of
/// which there are as many in all. One that has none is of size 1.
Value createGrouped(ImplicitLocOpBuilder &b, Value value,
                    ArrayRef<int64_t> counts);

/// The inverse: dimensions of `sizes`, in groups of counts[i] for dimension i
/// of `value`.
Value createUngrouped(ImplicitLocOpBuilder &b, Value value,
                      ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> counts);

/// `value` with zeros behind its elements, up to `sizes`.
Value createPaddedTo(ImplicitLocOpBuilder &b, Value value,
                     ArrayRef<int64_t> sizes);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_TENSORVIEWS_H
