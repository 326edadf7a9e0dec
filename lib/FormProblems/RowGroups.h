//===- RowGroups.h - Which operations see the same rows ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ROWGROUPS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ROWGROUPS_H

#include "mlir-autotune/Kernels/RowView.h"

namespace mlir::autotune {

struct RowGroup {
  int64_t rows = 0, columns = 0;
  bool hasReduction = false;
  /// Whether its elements may be divided into rows in any way.
  bool isInOrder = true;
  /// How many of the operations are scans.
  int64_t scans = 0;
  /// In the order of the block.
  SmallVector<DestinationStyleOpInterface> ops;
};

/// Whether an operation has effects, so that others must stay before or behind
/// it.
bool isOrdered(Operation *op);

/// Divides the operations of a block that have a view of rows into groups that
/// can each run at once.
SmallVector<RowGroup> findRowGroups(Block &block);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ROWGROUPS_H
