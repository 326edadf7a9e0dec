//===- TileCopy.h - A tile that a role's threads copy --------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_TILECOPY_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_TILECOPY_H

#include "NVVM/Common/KernelPattern.h"
#include "NVVM/Common/UnalignedVector.h"

namespace mlir::autotune::tile {

/// Chunks that a thread has on their way at a time. Each takes eight registers,
/// and a producer has some 120. What follows is code for so many: with a tile's
/// all, a kernel took three times as long to compile.
inline constexpr int64_t kChunksInFlight = 8;

/// A chunk of the tile, by its row and number in it. A thread's last one may be
/// outside of the tile, and is then its last row's.
struct Chunk {
  Value row, number;
  /// Null if it can't be outside.
  Value inTile;
};

/// An element at the end of a row.
struct Element {
  Value inside, place, value;
};

/// A tile's part of the matrix, and its place in the slot.
class TileCopy {
public:
  TileCopy(KernelContext &context, Emitter &e, CopyOp op, Value slot,
           ValueRange indices);
  void create();

private:
  void forEachBatch(int64_t count, int64_t inFlight,
                    function_ref<void(ArrayRef<Value> indices)> body);
  Chunk getChunk(Value index, int64_t inFlight = kChunksInFlight);
  Value getPlace(Value row, Value column);
  Value getRow(Value row);

  void ifInTile(const Chunk &chunk, function_ref<void()> body) {
    if (chunk.inTile)
      return e.ifThen(chunk.inTile, body);
    body();
  }
  void createCopy(Value place, Value from, Value bytes = Value());
  void copyAsync(const Chunk &chunk);
  void createAsync();
  void copyWholeAsync(int64_t part = 0, int64_t parts = 1);

  void createUnaligned();
  UnalignedVector load(const Chunk &chunk);
  Value clip(const Chunk &chunk, Value vector);
  void store(const Chunk &chunk, const UnalignedVector &vector);
  Value hasEnds();
  Element loadEnd(Value row, Value number, Value isLast);
  void store(const Element &element);
  void copyCorner();
  void copyEnds();

  /// What follows from the value from here on is worked out anew for each slot.
  void forget(Value &value) {
    bool isShort = value.getType().isInteger(32);
    value = e.inlineAsm("", isShort ? "=r,0" : "=l,0", value, value.getType());
  }
  /// Whether all of the tile is in the matrix.
  Value isWhole() {
    Value lastRow = e.add(origin[0], tile.rows - 1);
    Value lastColumn = e.add(origin[1], tile.columns - 1);
    return e.bitAnd(e.less(lastRow, size[0]), e.less(lastColumn, size[1]));
  }
  Value rowInside(Value row) { return e.less(e.add(origin[0], row), size[0]); }

  Emitter &e;
  CopyOp op;
  const RingLayout &ring;
  const TileLayout &tile;
  /// Elements of 16 bytes, which stay together in the slot.
  int64_t perVector;
  /// Bytes and elements of a chunk, and chunks of a row.
  int64_t chunkBytes, perChunk, perRow;
  int64_t threads, barrier;
  /// As many bits as an element, for addresses.
  Type unit;
  Value pointer, rowStride, thread, start;
  /// If registers copy: areRowsAdjacent().
  Value isDense;
  std::array<Value, 2> size, origin;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_TILECOPY_H
