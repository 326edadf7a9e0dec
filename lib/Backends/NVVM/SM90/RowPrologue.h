//===- RowPrologue.h - What elements of A become -------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_ROWPROLOGUE_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_ROWPROLOGUE_H

#include "NVVM/Common/FragmentLayout.h"
#include "NVVM/Common/KernelPattern.h"

#include "mlir/IR/IRMapping.h"

#include <map>

namespace mlir::autotune::tile {

/// The struct that values of columns become: of blocks, those of all, or, of
/// single columns, those of the thread, two of each group of eight.
Type getColumnsStruct(ColumnsType type);

/// Where values of rows or columns are read: offsets in a matrix, from its
/// first element, that stay inside of it.
class ValueOffsets {
public:
  /// Of what a tile.read_rows or tile.read_columns reads: a matrix whose type
  /// has a size of 1 where it is broadcast, from the indices on, in memory
  /// order. In a group, the first index is the problem's number.
  template <typename ReadOp>
  ValueOffsets(const KernelContext &context, Emitter &e, ReadOp op,
               Value source, ArrayRef<Value> indices)
      : context(context), e(e),
        type(cast<MemRefType>(op.getSource().getType())),
        operand(context.getOperand(source)), indices(indices),
        pointer(context.getMatrixPointer(e, operand, type.getElementType(),
                                         indices)),
        transposed(op.getTransposed()) {}

  /// Along rows or columns (0) or K (1), so many further; null for none.
  Value get(int64_t axis, Value at) const;
  /// Loads what both lead to.
  Value load(Value first, Value second) const;

private:
  const KernelContext &context;
  Emitter &e;
  MemRefType type;
  int64_t operand;
  SmallVector<Value> indices;
  Value pointer;
  bool transposed;
};

/// Applies a product's prologue to two neighbours of a row. Operations that
/// depend neither on an element nor on its place along K are computed once for
/// each row and part of K. Sums, differences and products of 16-bit floats are
/// computed on both elements at once.
class RowPrologue {
public:
  /// `rows` are what the values of rows have become.
  RowPrologue(Emitter &e, MmaOp mma, ArrayRef<Value> rows,
              const KernelLayout &layout);

  /// Of elements in the low bytes of an i32, the first in the lowest, or, of 4
  /// bits, in the low bits of each half, or, of 32, as two (ConvertedRows), of
  /// a row (RowsLayout) and a column of the slot's tile: both results, in an
  /// i32. The column is this thread's first one's of eight.
  Value apply(ArrayRef<Value> words, int64_t block, int64_t half,
              int64_t column);

private:
  /// Two elements of a value: as a vector, one by one, or both.
  struct Pair {
    Value packed;
    std::array<Value, 2> lanes;
  };
  /// What is the same for all elements of a row and part.
  struct Row {
    IRMapping values;
    DenseMap<Value, Value> splats;
  };

  Row &getRow(int64_t block, int64_t half, int64_t column);
  bool isOfElement(Value value) const { return ofElement.contains(value); }
  /// The elements themselves, as the function's argument has them.
  Pair getElements(ArrayRef<Value> words) const;
  Value getPacked(Row &row, Value value);
  Value getLane(Row &row, Value value, int64_t lane);
  bool computePacked(Row &row, Operation *op);
  Pair convert(Value bytes, Type type, bool isUnsigned);
  void compute(Row &row, Operation *op, Value bytes);

  Emitter &e;
  /// Null for none: the elements are converted.
  Block *body = nullptr;
  /// What is multiplied, and what is stored.
  Type element, stored;
  /// Whether the integers have 4 bits.
  bool isPacked = false;
  SmallVector<Value> rows;
  /// None of what is of columns.
  SmallVector<std::optional<RowsLayout>> layouts;
  /// K of the tile.
  int64_t depth;
  /// Those of the function's values that the element takes part in, or what is
  /// of its column.
  DenseSet<Value> ofElement;
  /// By block, half and the parts of each of the rows.
  std::map<SmallVector<int64_t>, Row> known;
  /// What the element's values are now.
  DenseMap<Value, Pair> pairs;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_ROWPROLOGUE_H
