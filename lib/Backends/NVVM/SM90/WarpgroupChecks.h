//===- WarpgroupChecks.h - What warpgroups can't do -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_WARPGROUPCHECKS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_WARPGROUPCHECKS_H

#include "NVVM/Common/KernelLayout.h"

namespace mlir::autotune::tile {

// Each fails, with a diagnostic, where the operation can't be lowered.
/// That warpgroups hold a fragment, values of rows, and of columns.
LogicalResult checkFragment(Operation *op, FragmentType fragment,
                            const KernelLayout &layout);
LogicalResult checkRows(Operation *op, RowsType type,
                        const KernelLayout &layout);
LogicalResult checkColumns(Operation *op, ColumnsType type,
                           const KernelLayout &layout);
/// That the tile is whole lines of shared memory, as it is and transposed.
LogicalResult checkTranspose(TransposeOp transpose);
LogicalResult checkReduce(ClusterReduceOp reduce, const KernelLayout &layout);
LogicalResult checkStagedStore(StoreOp store, const KernelLayout &layout);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_WARPGROUPCHECKS_H
