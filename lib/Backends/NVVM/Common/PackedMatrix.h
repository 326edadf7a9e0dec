//===- PackedMatrix.h - A matrix and its packed copy ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PACKEDMATRIX_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PACKEDMATRIX_H

#include "Emitter.h"

namespace mlir::autotune::tile {

/// Chunks that a thread has on their way at a time, of eight registers each.
inline constexpr int64_t kPackedInFlight = 4;

/// A matrix and its copy, or those of a batch.
struct Packed {
  Value source, rowStride, dest, destStride;
  /// Those of the source.
  Value rows, columns;
  /// Matrices, i32, and from one to the next, i64; null in a kernel that packs
  /// no batch.
  Value batch, batchStride, destBatchStride;
  /// What a thread copies at a time are items: chunks of 16 bytes, of each row,
  /// or blocks of what is transposed, of each strip of rows. i32; the lines of
  /// one matrix.
  Value lines, itemsPerLine;
  /// Of all matrices, i64.
  Value items;
  /// Whether rows lie one behind the other, each of two vectors at least, so
  /// that what is beside one is the matrix's too. Not of what is transposed.
  Value isDense;
  int64_t alignment, elementBytes;
  bool isTransposed;
  /// Units of this one, i32.
  Value units;
};

/// What all units of matrices that are copied alike have in common.
struct PackedUnits {
  int64_t threads;
  /// i32: this thread's number, and the items of a unit.
  Value thread, items;
  /// A global address of 16 bytes that may be read.
  Value elsewhere;
};

/// An item: its number among those of its unit, its line, its number in that,
/// and that of its matrix, null if there is one. It exists if the first is
/// inside, and its line.
struct PackedItem {
  Value index, line, number, inBatch;
};

/// A thread's items of a unit, one after the other.
class PackedWalk {
public:
  PackedWalk(Emitter &e, const PackedUnits &units, const Packed &matrix,
             Value unit);

  /// Emits a loop over them, so many at a time; what is emitted must ask which
  /// of them exist.
  void forEach(int64_t together, function_ref<void(ArrayRef<PackedItem>)> body);
  /// The next one, without a division.
  PackedItem getNext(const PackedItem &item);
  Value exists(const PackedItem &item);
  /// What loops carry of an item, beside its index.
  static SmallVector<Value> getCarried(const PackedItem &item);
  static PackedItem getItem(Value index, ValueRange carried);

private:
  PackedItem getItem(Value index);

  Emitter &e;
  const PackedUnits &units;
  const Packed &matrix;
  /// Where the unit starts: matrix, line, and item in it. From one item of a
  /// thread to the next: matrices, lines and items beyond them.
  Value firstInBatch, firstLine, firstNumber;
  Value batchStep, lineStep, numberStep;
  /// Items of the unit, of a batch those that there are.
  Value end;
};

/// Sets the lines of a matrix that is copied as it is, and what goes with them.
void setChunks(Emitter &e, Packed &matrix);

/// Emits the copy of unit `unit` of a matrix by all threads of the CTA.
void copyPackedUnit(Emitter &e, const PackedUnits &units, const Packed &matrix,
                    Value unit);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PACKEDMATRIX_H
