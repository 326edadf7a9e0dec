//===- RowGroups.h - Which operations see the same rows ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ROWGROUPS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ROWGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// The most columns of a reduction: a thread keeps its part in registers.
inline constexpr int64_t kMostRowColumns = 32768;

/// How an operation sees a matrix of rows and columns.
struct RowView {
  int64_t rows = 0, columns = 0;
  bool isReduction = false;
};

/// The view of an operation whose last loop runs over the columns; nullopt if
/// no kernel of rows computes it.
std::optional<RowView> getRowView(linalg::GenericOp op);

/// The value of which `value` is another shape with its elements in the same
/// order.
Value getReshaped(Value value);

struct RowGroup {
  int64_t rows = 0, columns = 0;
  bool hasReduction = false;
  /// In the order of the block.
  SmallVector<linalg::GenericOp> ops;
};

/// Divides the operations of a block that have a view of rows into groups that
/// can each run at once.
SmallVector<RowGroup> findRowGroups(Block &block);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ROWGROUPS_H
