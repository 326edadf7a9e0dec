//===- ContractMaps.h - The maps of a problem's operands --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_DIALECT_PROBLEM_CONTRACTMAPS_H
#define MLIR_AUTOTUNE_LIB_DIALECT_PROBLEM_CONTRACTMAPS_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

namespace mlir::autotune::problem {

/// That each operand has a map of its form. There is a map for each operand.
LogicalResult verifyMaps(ContractOp op);

/// That `map`, of operand `number`, is one of what a prologue reads, or of
/// scales: `along`, rows of the output for A or columns, and groups of `depth`,
/// in either order. With `hasRowGroups`, there may be groups of `along`, too.
LogicalResult verifyValuesMap(Operation *op, unsigned number, AffineMap map,
                              AffineExpr along, AffineExpr depth, bool isOfA,
                              bool hasRowGroups);

/// That dimensions have one size wherever it is known. The maps are verified.
LogicalResult verifySizes(ContractOp op);

} // namespace mlir::autotune::problem

#endif // MLIR_AUTOTUNE_LIB_DIALECT_PROBLEM_CONTRACTMAPS_H
