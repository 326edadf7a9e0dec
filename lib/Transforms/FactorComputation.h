//===- FactorComputation.h - What a body computes a value by -- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_FACTORCOMPUTATION_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_FACTORCOMPUTATION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::autotune {

/// What a body of a linalg operation computes a value by.
struct Computation {
  Value value;
  /// In the order of the body.
  SmallVector<Operation *> ops;
  /// The body's arguments that it reads.
  SmallVector<BlockArgument> arguments;
  /// The loops that it varies along.
  llvm::SmallBitVector loops;
};

/// What `value` is computed by, up to the values in `given`.
Computation getComputation(linalg::LinalgOp op, Value value,
                           ArrayRef<Value> given = {});

/// Whether a tensor of a factor's elements is one that a product may read: not
/// as large as all products together, or as large as an input anyway.
bool isOfOperandSize(linalg::LinalgOp op, const Computation &factor);

/// Whether a factor may be computed by an operation of its own. That runs even
/// where a loop that the factor lacks does not: nothing may divide by 0 then,
/// or read beyond a tensor.
bool mayStandAlone(linalg::LinalgOp op, const Computation &factor);

/// Whether an input is read in windows that overlap, as a convolution reads its
/// own: a factor made of it has the elements of each window.
bool readsWindows(linalg::LinalgOp op, const Computation &factor);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_FACTORCOMPUTATION_H
