//===- ContractionCost.h - What a way to lay one out costs ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_CONTRACTIONCOST_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_CONTRACTIONCOST_H

#include "mlir-autotune/Analysis/Contraction.h"

namespace mlir::autotune {

/// Several loops that become one dimension of a matrix, outermost first.
using Loops = SmallVector<int64_t, 2>;

/// Which loops make which dimension of the product.
struct Layout {
  Loops batch, m, n, k;
  bool isSwapped;
  /// The loops of K that select a matrix; if there are any, there is no batch.
  Loops parts = {};

  MatmulForm getForm() const {
    return !batch.empty()   ? MatmulForm::Batched
           : !parts.empty() ? MatmulForm::Reduced
                            : MatmulForm::Plain;
  }
};

// The cost of a plan is that of its views plus that of its product. Costs have
// no unit; they only serve to find the cheapest plan.

/// A column vector that could be a row vector: breaks ties between plans that
/// are equally good.
constexpr unsigned kOddCost = 1;

unsigned getCost(const OperandView &view);
unsigned getCost(const Contraction &contraction, const Layout &layout);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_CONTRACTIONCOST_H
