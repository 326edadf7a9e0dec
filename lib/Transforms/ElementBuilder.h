//===- ElementBuilder.h - Where an element of a tensor is -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ELEMENTBUILDER_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ELEMENTBUILDER_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::autotune {

Value createIndex(ImplicitLocOpBuilder &b, int64_t index);

/// Whether a transpose leaves the last dimension where it is. What reads
/// another one, element by element, reads columns.
bool keepsLastDimension(linalg::TransposeOp op);

/// Builds the computation of an element of a tensor that an operation reads.
class ElementBuilder {
public:
  explicit ElementBuilder(Operation *reader);

  /// The leaves, in the order in which `build` loads from them.
  void findLeaves(Value tensor, SmallVectorImpl<Value> &leaves);
  /// Adds the loads to `loads`.
  Value build(ImplicitLocOpBuilder &b, Value tensor, ValueRange indices);

  SmallVector<tensor::ExtractOp> loads;

private:
  bool isFollowed(Operation *op);

  /// The reader, and what nobody else reads.
  llvm::SetVector<Operation *> own;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ELEMENTBUILDER_H
