//===- GroupMatcher.h - Matmuls that one launch computes --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matmuls of one type with rows of their own, as tile.grouped_matmul has them,
// and when it is sure that they can be computed in any order.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_GROUPMATCHER_H
#define MLIR_AUTOTUNE_ANALYSIS_GROUPMATCHER_H

#include "mlir-autotune/Analysis/MatmulMatcher.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

namespace mlir::autotune {

/// As matchMatmul, without an epilogue: element-wise operations behind it stay
/// as they are. A truncation is still part of it.
FailureOr<MatmulPattern> matchProduct(linalg::LinalgOp op,
                                      std::string *whyNot = nullptr,
                                      bool findsPrologue = false);

/// Returns the fact of a group, from the facts of its products. Fails, setting
/// `whyNot` to a clause, if they differ in type, or if a product can't be in a
/// group: a batch, a product with an init, or an unknown N or K.
FailureOr<MatmulFact> mergeGroup(ArrayRef<MatmulFact> facts,
                                 std::string *whyNot = nullptr);

/// The same of one that is there. It fails where a layout is none that a fact
/// can describe.
FailureOr<MatmulFact> getGroupFact(tile::GroupedMatmulOp op,
                                   std::string *whyNot = nullptr);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_GROUPMATCHER_H
