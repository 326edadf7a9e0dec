//===- FragmentChecks.h - Fragments that are refused ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTCHECKS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTCHECKS_H

#include "KernelLayout.h"

namespace mlir::autotune::tile {

/// What products are summed in.
bool isSum(Type type);
/// Whether elements of fragments of 16 bits are stored as they lie there.
bool isStoredAsIs(Type held, Type stored);

// Each fails, with a diagnostic, where the operation can't be lowered.
LogicalResult checkMma(MmaOp mma);
/// That warpgroups hold values of rows, and of columns.
LogicalResult checkRows(Operation *op, RowsType type,
                        const KernelLayout &layout);
LogicalResult checkColumns(Operation *op, ColumnsType type,
                           const KernelLayout &layout);
/// That a grid of warps holds a fragment: each has blocks of 16 rows and 16
/// columns, which mma.sync multiplies by halves.
LogicalResult checkWarpFragment(Operation *op, FragmentType fragment,
                                ArrayRef<int64_t> grid);
/// That a grid of warps loads such parts of such tiles, and multiplies them.
LogicalResult checkReadOperands(ReadOperandsOp read,
                                const KernelLayout &layout);
LogicalResult checkMultiply(MultiplyOp multiply, const KernelLayout &layout);
/// That a grid of warps has the operation, if it stands in one's role.
LogicalResult checkInGrid(Operation *op);
/// That the tile is whole lines of shared memory, as it is and transposed.
LogicalResult checkTranspose(TransposeOp transpose);
LogicalResult checkReduce(ClusterReduceOp reduce, const KernelLayout &layout);
LogicalResult checkContribute(ContributeOp contribute,
                              const KernelLayout &layout);
LogicalResult checkCollect(CollectOp collect);
LogicalResult checkStagedStore(StoreOp store);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTCHECKS_H
