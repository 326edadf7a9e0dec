//===- FormContract.h - What the makers of problems share -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMCONTRACT_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMCONTRACT_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

namespace mlir::autotune {

/// The map, of `numDims` loops, of values that a prologue reads, or of scales.
/// `along` is the loop over the output's rows or columns.
AffineMap getValuesMap(const PrologueOperand &operand, unsigned numDims,
                       AffineExpr along, AffineExpr depth);

/// Erases the operations of a pattern, of which nobody uses a result any more.
/// Calls `erasing` with each of them before.
void erasePattern(MatmulPattern pattern,
                  llvm::function_ref<void(Operation *)> erasing);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMCONTRACT_H
