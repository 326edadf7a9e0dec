//===- ContractionViews.h - Operands viewed as matrices ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_CONTRACTIONVIEWS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_CONTRACTIONVIEWS_H

#include "mlir-autotune/Analysis/Contraction.h"
#include "mlir-autotune/Analysis/DeadCode.h"

namespace mlir::autotune {

/// Creates the view of `value`, a tensor or memref, whose type with all known
/// sizes is `type`. Returns `value` where the view is the identity.
Value createView(OpBuilder &builder, Location loc, Value value, ShapedType type,
                 const OperandView &view);

/// The same for the init of a tensor contraction: a fill of a view takes the
/// place of a view of a fill, so that it is still seen to be one.
Value createInitView(OpBuilder &builder, Location loc, Value value,
                     ShapedType type, const OperandView &view);

/// From `product`, which is shaped like the view, back to a tensor of the type
/// `result` and the sizes of the tensor `like`, as far as `type` doesn't know
/// them.
Value createResult(OpBuilder &builder, Location loc, Value product, Value like,
                   Type result, ShapedType type, const OperandView &view);

/// Whether it is a fill, a transpose, a reshape, or what these begin with.
bool isView(Operation *op);

/// Erases what computes `values`, as far as it is no longer used and a view.
inline void eraseIfDead(ValueRange values) { eraseIfDead(values, isView); }

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_CONTRACTIONVIEWS_H
