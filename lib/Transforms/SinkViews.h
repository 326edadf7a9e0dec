//===- SinkViews.h - What comes after a product, on matrices ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may take over what is done to each element of its result, such as a
// truncation, but only where nothing stands between: what the result of a
// contraction is shaped back to comes after that.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_SINKVIEWS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_SINKVIEWS_H

#include "mlir-autotune/Analysis/Contraction.h"

namespace mlir::autotune {

/// Lets element-wise operations that alone use `result`, which createResult
/// made of the other arguments, work on `product` itself, and shapes their
/// results instead. Returns values that have lost a user.
SmallVector<Value> sinkView(Value result, Value product, Value like,
                            ShapedType type, const OperandView &view);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_SINKVIEWS_H
