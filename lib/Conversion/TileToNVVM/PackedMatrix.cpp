//===- PackedMatrix.cpp - A matrix and its packed copy --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chunk is an unaligned vector of its row, and of the rows beside it where
// nothing lies between them. Those that would take bytes of nobody, one or two
// at the ends of the matrix or its rows, are loaded element by element.
//
//===----------------------------------------------------------------------===//

#include "PackedMatrix.h"
#include "UnalignedVector.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {

/// A chunk: its number among those of its unit, its row, and its number in
/// that. It exists if both are inside.
struct Chunk {
  Value index, row, number;
};

class UnitCopy {
public:
  UnitCopy(Emitter &e, const PackedUnits &units, const Packed &matrix)
      : e(e), units(units), matrix(matrix) {}
  void create(Value unit);

private:
  void setStart(Value unit);
  Chunk getChunk(Value index);
  Chunk getNext(const Chunk &chunk);
  Value exists(const Chunk &chunk);
  MatrixRow getRow(const Chunk &chunk);
  Value getPlace(const Chunk &chunk);
  Value copyChunks(ArrayRef<Chunk> chunks);
  void copyElements(const Chunk &chunk);

  Emitter &e;
  const PackedUnits &units;
  const Packed &matrix;
  /// Where the unit starts: row, and chunk in it. From one chunk of a thread to
  /// the next: rows, and chunks beyond them.
  Value firstRow, firstChunk, rowStep, chunkStep;
};

} // namespace

void UnitCopy::create(Value unit) {
  setStart(unit);
  Chunk first = getChunk(units.thread);
  auto loop = scf::ForOp::create(e, units.thread, units.chunks,
                                 e.i32(units.threads * kPackedInFlight),
                                 ValueRange{first.row, first.number});
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(loop.getBody());
  SmallVector<Chunk> chunks = {{loop.getInductionVar(),
                                loop.getRegionIterArg(0),
                                loop.getRegionIterArg(1)}};
  while (static_cast<int64_t>(chunks.size()) <= kPackedInFlight)
    chunks.push_back(getNext(chunks.back()));
  Chunk next = chunks.pop_back_val();
  Value isIncomplete = copyChunks(chunks);
  e.ifThen(isIncomplete, [&] {
    // A loop, for its code is long and few chunks come here.
    Value end = e.add(loop.getInductionVar(), kPackedInFlight * units.threads);
    auto inner = scf::ForOp::create(
        e, loop.getInductionVar(), end, e.i32(units.threads),
        ValueRange{chunks.front().row, chunks.front().number});
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(inner.getBody());
    Chunk chunk = {inner.getInductionVar(), inner.getRegionIterArg(0),
                   inner.getRegionIterArg(1)};
    copyElements(chunk);
    Chunk following = getNext(chunk);
    scf::YieldOp::create(e, ValueRange{following.row, following.number});
  });
  scf::YieldOp::create(e, ValueRange{next.row, next.number});
}

void UnitCopy::setStart(Value unit) {
  Type i32 = e.getI32Type();
  Value chunk = e.mul(e.toI64(unit), e.toI64(units.chunks));
  Value row = e.div(chunk, e.toI64(matrix.chunksPerRow));
  Value before = e.mul(row, e.toI64(matrix.chunksPerRow));
  firstRow = arith::TruncIOp::create(e, i32, row);
  firstChunk = arith::TruncIOp::create(e, i32, e.sub(chunk, before));
  rowStep = e.div(e.i32(units.threads), matrix.chunksPerRow);
  chunkStep = e.sub(e.i32(units.threads), e.mul(rowStep, matrix.chunksPerRow));
}

Chunk UnitCopy::getChunk(Value index) {
  Value fromRow = e.add(firstChunk, index);
  Value rows = e.div(fromRow, matrix.chunksPerRow);
  return {index, e.add(firstRow, rows),
          e.sub(fromRow, e.mul(rows, matrix.chunksPerRow))};
}

/// The thread's next, without a division.
Chunk UnitCopy::getNext(const Chunk &chunk) {
  Value number = e.add(chunk.number, chunkStep);
  Value row = e.add(chunk.row, rowStep);
  Value isBeyond =
      e.cmp(arith::CmpIPredicate::uge, number, matrix.chunksPerRow);
  return {e.add(chunk.index, units.threads),
          e.select(isBeyond, e.add(row, 1), row),
          e.select(isBeyond, e.sub(number, matrix.chunksPerRow), number)};
}

Value UnitCopy::exists(const Chunk &chunk) {
  return e.bitAnd(e.less(chunk.index, units.chunks),
                  e.less(chunk.row, matrix.rows));
}

MatrixRow UnitCopy::getRow(const Chunk &chunk) {
  Value distance = e.mul(e.toI64(chunk.row), matrix.rowStride);
  Value hasNext = e.less(e.add(chunk.row, 1), matrix.rows);
  Value behind = e.select(e.bitAnd(matrix.isDense, hasNext),
                          e.i32(2 * kVectorBytes), e.i32(0));
  Value isFirst = e.equal(chunk.row, 0);
  Value before = e.select(e.bitAnd(matrix.isDense, e.bitXor(isFirst, 1)),
                          e.i32(kVectorBytes), e.i32(0));
  return {e.gep(matrix.source, e.getI16Type(), distance),
          e.add(e.mul(matrix.columns, kPackedElementBytes), behind), before,
          exists(chunk)};
}

Value UnitCopy::getPlace(const Chunk &chunk) {
  Value row = e.mul(e.toI64(chunk.row), matrix.destStride);
  Value place = e.add(row, e.toI64(e.mul(chunk.number, kPackedChunk)));
  return e.gep(matrix.dest, e.getI16Type(), place);
}

/// Whether any of them is left.
Value UnitCopy::copyChunks(ArrayRef<Chunk> chunks) {
  SmallVector<UnalignedVector> vectors;
  for (const Chunk &chunk : chunks)
    vectors.push_back(UnalignedVector::load(e, getRow(chunk),
                                            e.mul(chunk.number, kVectorBytes),
                                            /*elsewhere=*/units.elsewhere));
  Value isIncomplete;
  for (auto [chunk, vector] : llvm::zip_equal(chunks, vectors)) {
    Value isComplete = vector.isComplete(e);
    Value value = vector.get(e, matrix.alignment);
    Value place = getPlace(chunk);
    e.ifThen(isComplete,
             [&] { LLVM::StoreOp::create(e, value, place, kVectorBytes); });
    Value isLeft = e.bitAnd(exists(chunk), e.bitXor(isComplete, 1));
    isIncomplete = isIncomplete ? e.bitOr(isIncomplete, isLeft) : isLeft;
  }
  return isIncomplete;
}

/// The chunk if its vectors are not complete.
void UnitCopy::copyElements(const Chunk &chunk) {
  MatrixRow row = getRow(chunk);
  // Chunks of the middle were copied: one before the last but one, and not the
  // first, is all inside with both its vectors.
  Value column = e.mul(chunk.number, kPackedChunk);
  Value isEnd =
      e.bitOr(e.equal(chunk.number, 0),
              e.less(matrix.columns, e.add(column, 2 * kPackedChunk)));
  e.ifThen(e.bitAnd(row.exists, isEnd), [&] {
    Value vector = e.undef(VectorType::get(kPackedChunk, e.getI16Type()));
    for (int64_t i = 0; i < kPackedChunk; ++i) {
      // Beyond the end is whatever the last element is.
      Value at = e.min(e.add(column, i), e.add(matrix.columns, -1));
      Value from = e.gep(row.start, e.getI16Type(), e.toI64(at));
      Value element = LLVM::LoadOp::create(e, e.getI16Type(), from);
      vector = LLVM::InsertElementOp::create(e, vector, element, e.i32(i));
    }
    LLVM::StoreOp::create(e, vector, getPlace(chunk), kVectorBytes);
  });
}

void tile::copyPackedUnit(Emitter &e, const PackedUnits &units,
                          const Packed &matrix, Value unit) {
  UnitCopy(e, units, matrix).create(unit);
}
