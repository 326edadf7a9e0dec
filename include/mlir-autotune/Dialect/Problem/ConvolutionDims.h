//===- ConvolutionDims.h - Positions of windows -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_PROBLEM_CONVOLUTIONDIMS_H
#define MLIR_AUTOTUNE_DIALECT_PROBLEM_CONVOLUTIONDIMS_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

namespace mlir::autotune::problem {

/// The position of an element of a window: two dimensions, each times a
/// factor of at least 1, plus an offset.
struct WindowExpr {
  struct Term {
    unsigned dim;
    int64_t factor;
  };
  SmallVector<Term, 2> terms;
  int64_t offset = 0;

  /// The factor of a dimension, or 0.
  int64_t getFactor(unsigned dim) const {
    for (const Term &term : terms)
      if (term.dim == dim)
        return term.factor;
    return 0;
  }
};

/// Fails if an expression is no position of a window.
std::optional<WindowExpr> matchWindow(AffineExpr expr);

} // namespace mlir::autotune::problem

#endif // MLIR_AUTOTUNE_DIALECT_PROBLEM_CONVOLUTIONDIMS_H
