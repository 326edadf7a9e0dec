//===- AttentionViews.h - Tensors as an attention reads them ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONVIEWS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONVIEWS_H

#include "AttentionMatcher.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// The axes of a tensor's dimensions as an attention sees it: one for each
/// dimension. `needed` are axes of one element that the tensor may lack.
SmallVector<Axis> getViewAxes(const MatchedTensor &tensor,
                              ArrayRef<Axis> needed);

/// The tensor as an attention reads it, with these axes.
Value createView(ImplicitLocOpBuilder &b, const ElementGraph &graph,
                 const MatchedTensor &tensor, ArrayRef<Axis> axes);

/// The other way round: makes a tensor with these axes one of the type of
/// `tensor`.
Value createResult(ImplicitLocOpBuilder &b, const ElementGraph &graph,
                   Value value, const MatchedTensor &tensor,
                   ArrayRef<Axis> axes);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ATTENTIONVIEWS_H
