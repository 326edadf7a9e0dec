//===- FormRows.h - Problems of rows ----------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_FORMROWS_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_FORMROWS_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::autotune {

/// Replaces operations of `linalg` in a block by problems of rows: those that
/// see the same matrix of rows and columns, and read each other's results at
/// the same place, become one problem. Returns the number of problems.
int64_t formRows(RewriterBase &rewriter, Block &block);

/// Makes one loop of the reduced loops of each operation of a block, if these
/// are the last ones and have adjacent elements: the columns of a problem of
/// rows.
void collapseReductions(RewriterBase &rewriter, Block &block);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_FORMROWS_H
