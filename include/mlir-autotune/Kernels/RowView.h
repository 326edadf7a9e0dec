//===- RowView.h - Operations on rows and columns ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ROWVIEW_H
#define MLIR_AUTOTUNE_KERNELS_ROWVIEW_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::autotune {

/// The most columns of a scan, and of a reduction that takes one pass: a thread
/// keeps its part in registers.
inline constexpr int64_t kMostRowColumns = 32768;

/// The most scans of one kernel: each has shared memory for its chunks.
inline constexpr int64_t kMostRowScans = 4;

/// The map of `loops` loops to the first `kept` of them.
AffineMap getLeadingMap(unsigned loops, unsigned kept, MLIRContext *context);

/// How an operation sees a matrix of rows and columns.
struct RowView {
  int64_t rows = 0, columns = 0;
  /// Whether it combines elements along the columns: a reduction of a row to
  /// one element, or a scan.
  bool isReduction = false;
};

/// Whether an operation reads at indices that move with a reduced loop and with
/// another one, as of a window that slides.
bool readsWindows(linalg::GenericOp op);

/// Whether adjacent elements that a reduction reads belong to adjacent elements
/// of its result, rather than to one of these: a sum of columns.
bool readsAcrossRows(linalg::GenericOp op);

/// How many of the last loops reduce a window: a thread runs them alone, one
/// after the other, for each element. 0 for element-wise operations, and for
/// reductions of rows, which threads share.
unsigned countWindowLoops(linalg::GenericOp op);

/// Whether the operation reduces the columns of a row to one element.
bool reducesRows(linalg::GenericOp op);

/// The view of an operation whose last loop that reduces no window runs over
/// the columns; nullopt if no kernel of rows computes it.
std::optional<RowView> getRowView(linalg::GenericOp op);
std::optional<RowView> getRowView(problem::ScanOp op);
/// The same of either; nullopt for all others.
std::optional<RowView> getRowView(Operation *op);

/// Whether a thread can keep an element in a register: a number, or a tensor of
/// them whose size is known.
bool isRowType(Type type);

/// Whether there is a value that a combiner makes nothing of.
bool hasNeutral(Operation *combiner);

/// Whether that value is a number, so that a comparison prefers all others to
/// it.
bool hasNeutralNumber(Operation *combiner);

/// The operation that combines the two arguments of a block into what it
/// yields; null if that takes none, several, or something else.
Operation *matchScanCombiner(Block &body);

/// Whether an operation computes results of a problem of rows: a linalg.generic
/// or a problem.scan.
bool isRowOp(Operation *op);

/// Whether an operation needs an operand: its elements, or its shape for the
/// sizes of loops. What an element-wise operation or a scan overwrites is not
/// needed.
bool needsOperand(DestinationStyleOpInterface op, OpOperand &operand);

/// Whether a kernel of so many rows and columns computes the operation: these
/// are its view's, or it has an element for each of the rows. If it reduces no
/// rows, it may also divide its elements into rows in another way: only their
/// order counts.
bool fitsRows(Operation *op, int64_t rows, int64_t columns);

/// Whether the operation computes each element from the elements that operands
/// have at the same place in memory, and from elements of smaller operands.
bool readsInOrder(Operation *op);

/// If an operand is transposed: the columns of rows of which adjacent ones read
/// adjacent elements in memory, while adjacent columns do not. 0 for others.
int64_t getColumnsAcross(linalg::GenericOp op, OpOperand &operand);
/// Whether a kernel of so many rows and columns, with an element of the
/// operation for each, reads the operand so.
bool readsAcross(linalg::GenericOp op, OpOperand &operand, int64_t rows,
                 int64_t columns);

/// Whether the operation reads the operand's elements, rather than its shape or
/// nothing of it.
bool readsElements(DestinationStyleOpInterface op, OpOperand &operand);

/// A reduction to the largest or smallest element of a row, and to the column
/// where that stands first: argmax, or the maximum with indices.
struct RowExtreme {
  /// The numbers of the two results.
  unsigned value = 0, column = 1;
  /// The maximum or minimum, the comparison of an element with the best so far,
  /// and the selection between both columns.
  Operation *combiner = nullptr, *comparison = nullptr, *selection = nullptr;
  /// The element, and its column in the type of the result.
  Value element, number;
};

/// nullopt for other reductions. An element takes the place of another only if
/// it is larger, or smaller, so that the first of equal ones stays. Of a NaN
/// the comparison must be false.
std::optional<RowExtreme> matchRowExtreme(linalg::GenericOp op);

/// How many rows lie in a line along which windows slide, so that adjacent ones
/// overlap; 0 if no operation has such windows, or not all have the same.
int64_t getSlidingRows(problem::RowsOp op);

/// The value of which `value` is another shape with its elements in the same
/// order.
Value getReshaped(Value value);

/// Whether what the operation reads by `operand`, a value that has an element
/// for each row and column or for each row, is at its own row and column.
bool readsInPlace(linalg::GenericOp op, OpOperand &operand);
/// The same of either operation of a problem of rows.
bool readsInPlace(Operation *op, OpOperand &operand);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ROWVIEW_H
