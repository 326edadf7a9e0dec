//===- TensorReads.h - Where tensors come from ---------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_TENSORREADS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_TENSORREADS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// A value and, if it is shaped, at which index it is read in the loops of an
/// operation.
struct ElementRead {
  Value value;
  AffineMap map;
};

/// Whether a linalg operation writes each element of its one input, as it is,
/// to one or several places of its result: a broadcast, a transpose, a copy.
bool movesElements(linalg::LinalgOp op);

/// The read of the input that `mover`, which movesElements is true of, makes of
/// a read of its result; null where its maps don't tell.
ElementRead getRead(linalg::LinalgOp mover, AffineMap map);

/// Where a tensor's elements come from: what moves them is seen through, as far
/// as the map stays a projected permutation.
ElementRead findSource(ElementRead read);

/// Whether an operation computes each element of its one result, a tensor, from
/// one element of each operand: a linalg operation with parallel loops alone,
/// which writes in order, or one of whole tensors.
bool isElementwiseOnTensors(Operation *op);

/// What such an operation reads, for each operand in order but those of a
/// linalg operation that it only writes.
SmallVector<ElementRead> getReads(Operation *op);

/// Writes the body of such an operation, of these elements of what it reads;
/// returns the element of its result.
Value cloneBody(OpBuilder &builder, Operation *op, ValueRange elements);

/// Writes a linalg operation of one init as a linalg.generic that reads
/// `inputs` in the place of its own. Where a `product` is given, these are what
/// that reads, of whose result each element takes the place of the one input.
linalg::GenericOp createGeneric(OpBuilder &builder, linalg::LinalgOp op,
                                ArrayRef<ElementRead> inputs,
                                Operation *product = nullptr);

/// Erases an allocation that nobody reads, and its one writer.
void eraseUnread(Value buffer, Operation *writer);

/// How many loops an operand is indexed by.
int64_t countLoops(AffineMap map);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_TENSORREADS_H
