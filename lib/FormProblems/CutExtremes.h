//===- CutExtremes.h - The largest element of a long row --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CUTEXTREMES_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CUTEXTREMES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::autotune {

/// Replaces the search for the largest or smallest element of rows, and for its
/// column, by searches in so many parts of a row, and one among the parts'
/// results. The row must be a multiple of the parts. Returns whether it did:
/// maps must be projected permutations, and columns no `index`.
bool cutExtreme(RewriterBase &rewriter, linalg::GenericOp op, int64_t parts);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_CUTEXTREMES_H
