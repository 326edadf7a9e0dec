//===- ReshapedOperand.h - Operands in another shape ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_RESHAPEDOPERAND_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_RESHAPEDOPERAND_H

#include "TensorReads.h"

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace mlir::autotune {

/// A tensor.expand_shape, tensor.collapse_shape or tensor.cast.
struct Reshape {
  enum class Kind { Expand, Collapse, Cast };

  Operation *op;
  Kind kind;
  Value source, result;
  /// For each dimension of the one of fewer dimensions, those of the other.
  SmallVector<ReassociationIndices> groups;
};

std::optional<Reshape> matchReshape(Operation *op);

/// Whether `other`, which reads the result of `reshape`, makes its source of
/// it.
bool isInverse(const Reshape &reshape, const Reshape &other);

/// Does with `source` what `reshape` does with its own, to a tensor of `type`.
Value createReshape(OpBuilder &builder, Value source, Type type,
                    const Reshape &reshape);

/// The read of an operation on the result of `reshape` that reads what `read`
/// does, for one on its source; nullopt where no view has that. A scalar is
/// read as it is.
std::optional<ElementRead> reshapeRead(OpBuilder &builder, Location loc,
                                       const ElementRead &read,
                                       const Reshape &reshape);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_RESHAPEDOPERAND_H
