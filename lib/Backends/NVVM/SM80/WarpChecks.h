//===- WarpChecks.h - What a grid of warps can't do -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_WARPCHECKS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_WARPCHECKS_H

#include "NVVM/Common/KernelLayout.h"

namespace mlir::autotune::tile {

// Each fails, with a diagnostic, where the operation can't be lowered.
/// That the threads of a role copy such tiles.
LogicalResult checkCopy(CopyOp copy);
/// That a grid of warps holds a fragment: each has blocks of 16 rows and 16
/// columns, which mma.sync multiplies by halves; or 8, if it has whole rows.
LogicalResult checkWarpFragment(Operation *op, FragmentType fragment,
                                ArrayRef<int64_t> grid);
/// That a grid of warps holds such values of rows.
LogicalResult checkWarpRows(Operation *op, RowsType rows,
                            ArrayRef<int64_t> grid);
/// That a grid of warps loads such parts of such tiles, and multiplies them.
LogicalResult checkReadOperands(ReadOperandsOp read,
                                const KernelLayout &layout);
LogicalResult checkMultiply(MultiplyOp multiply, const KernelLayout &layout);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_WARPCHECKS_H
