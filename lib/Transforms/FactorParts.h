//===- FactorParts.h - What a contraction computes of an input --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_FACTORPARTS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_FACTORPARTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// Whether an operation of tensors sums products with a factor that its body
/// computes: by more than conversions that keep all bits, or of integers.
bool mayHaveFactors(linalg::LinalgOp op);

/// Takes out of a contraction of tensors what its body computes a factor by,
/// when mayHaveFactors(): a scale, an activation, a gather, a rounding. An
/// element-wise operation before it computes the factor, and the contraction
/// that is returned multiplies its result. Each element has the same value as
/// before. A captured scalar that is subtracted becomes an input, a zero point.
/// A factor that varies along all loops stays, unless an input that it is
/// computed of does too: its tensor would have an element for each product.
FailureOr<linalg::LinalgOp> separateFactors(linalg::LinalgOp contraction);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_FACTORPARTS_H
