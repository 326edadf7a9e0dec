//===- ConvertedRows.h - Rows that threads convert ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_CONVERTEDROWS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_CONVERTEDROWS_H

#include "RowPrologue.h"

namespace mlir::autotune::tile {

/// Whether the product has a prologue, or its A is of integers and its B of
/// floats, or of floats of 8 bits and of 16: threads load A from the slot and
/// convert it, where wgmma reads B alone.
bool convertsRows(MmaOp mma);

/// The A of such products: rows of elements of 8, 16 or 32 bits along K, or of
/// bytes that are two of 4 bits each (`packed_a`), as the registers of 16-bit
/// floats that a thread passes to wgmma (PTX ISA, "Register fragments",
/// m64k16): of block b of 64 rows and step s of 16 along K thread t of the
/// warpgroup has those of rows 16 (t / 32) + (t % 32) / 4 and eight further,
/// columns 2 (t % 4), the next, and both eight further.
class ConvertedRows {
public:
  /// `start` is the address of the warpgroup's first row, in shared memory.
  ConvertedRows(Emitter &e, const KernelContext &context, MmaOp mma,
                const TileLayout &tile, Value start);

  /// Those of one wgmma, as the prologue makes them.
  SmallVector<Value, 4> load(int64_t block, int64_t step,
                             RowPrologue &prologue);

private:
  /// Two neighbours of 8 bits, in the low bytes.
  Value loadPair(Value address, int64_t distance) const;
  /// Two neighbours of 32 bits, from a place in the row on.
  SmallVector<Value, 2> loadWide(int64_t byte, int64_t distance) const;
  /// All that one wgmma takes, of elements of 16 bits: two a register.
  SmallVector<Value, 4> loadMatrices(int64_t byte, int64_t distance) const;
  /// Where this thread's part of the piece that has `byte` is.
  Value getAddress(int64_t byte) const;
  /// Two neighbours of 4 bits, in the low halves of the low byte of each half
  /// of an i32, with noise above them; and those eight further.
  std::array<Value, 2> loadPacked(Value address, int64_t distance) const;
  /// The same of those that are reordered, of a row of a block.
  std::array<Value, 2> loadReordered(int64_t block, int64_t half, int64_t step);

  Emitter &e;
  const TileLayout &tile;
  bool isPacked, isReordered;
  /// Of an element, as it is stored.
  int64_t bits;
  /// Of this thread: its first row and column, and what a piece's place in that
  /// row is exchanged by, in bytes. Of elements of 16 bits, those that it names
  /// to ldmatrix; of wider ones the place of its piece among them.
  Value first, exchange;
  /// Of integers of 4 bits: which bytes of a word of them, and of the same word
  /// four bits lower, are this thread's.
  Value selector;
  /// Pieces of reordered integers that were loaded, as words, by block, half
  /// and number along K.
  std::map<std::array<int64_t, 3>, SmallVector<Value, 4>> pieces;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_CONVERTEDROWS_H
