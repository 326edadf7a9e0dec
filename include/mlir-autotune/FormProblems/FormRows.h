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
#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::autotune {

/// Whether a problem of rows can have a scan: its sizes are known, a row has at
/// most kMostRowColumns elements, and one operation combines them that has a
/// neutral element.
bool canFormScan(tm_tensor::ScanOp op);

/// Replaces operations of `linalg`, and scans, in a block by problems of rows:
/// those that see the same matrix of rows and columns, and read each other's
/// results at the same place, become one problem. Returns the number of
/// problems.
int64_t formRows(RewriterBase &rewriter, Block &block);

/// Brings the reductions of a block into the form that kernels of rows have:
/// reduced loops are the last ones. Those whose elements are adjacent become
/// one loop, the columns of a problem of rows. A reduction of more than one row
/// has becomes several operations.
void orderReductions(RewriterBase &rewriter, Block &block);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_FORMROWS_H
