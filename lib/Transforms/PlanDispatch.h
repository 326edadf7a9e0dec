//===- PlanDispatch.h - Host code that selects a plan's row -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_PLANDISPATCH_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_PLANDISPATCH_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Problem/SizeGuard.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::autotune {

/// Creates code before `op` that computes the number of the first guard that
/// holds for the sizes of `op`, as selectRow() does. The last guard must be for
/// all sizes.
Value createRowSelection(OpBuilder &builder, problem::ContractOp op,
                         ArrayRef<SizeGuard> guards);

/// Creates a tile.plan_row before `op`, with which the runtime may choose
/// another row than `row`. `everywhere` says of each row whether its kernel is
/// right for all sizes. Returns `row` itself if there are too many rows for the
/// runtime (kMaxPlanRows).
Value createPlanRow(OpBuilder &builder, problem::ContractOp op, Value row,
                    ArrayRef<SizeGuard> guards, ArrayRef<bool> everywhere,
                    StringRef fact);

/// Creates code before `op` that computes whether `guard` holds, and no guard
/// of `before`. Null if that is always so. If a guard of `before` is for all
/// sizes, the row is never reached, which the caller excludes.
Value createRowCondition(OpBuilder &builder, problem::ContractOp op,
                         ArrayRef<SizeGuard> before, const SizeGuard &guard);

/// Creates a switch on `row` with the results of `op`. `createRow` is called
/// for each of `numRows` rows, with a builder in its region, and returns the
/// results of the row.
scf::IndexSwitchOp
createRowSwitch(OpBuilder &builder, Operation *op, Value row, size_t numRows,
                function_ref<ValueRange(OpBuilder &, size_t)> createRow);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_PLANDISPATCH_H
