//===- UnalignedCopy.cpp - Tiles that registers copy ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For elements of 16 bits in rows that start anywhere. Chunks are loaded as the
// two aligned vectors that they lie in. These begin and end in the rows beside,
// if nothing lies between rows: then they are loaded, too, and what is not of
// the row becomes zeros. The elements that are left out, at both ends of each
// row, or else at both ends of the matrix, are copied one by one.
//
//===----------------------------------------------------------------------===//

#include "TileCopy.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Elements at the ends of rows, few of which exist, that a thread has on their
/// way at a time.
static constexpr int64_t kEndsInFlight = 2;

void TileCopy::createUnaligned() {
  int64_t count = tile.rows * perRow;
  isDense = areRowsAdjacent(e, size[1], rowStride, tile.elementBytes);
  forEachBatch(count, kChunksInFlight, [&](ArrayRef<Value> indices) {
    SmallVector<Chunk> chunks;
    for (Value index : indices)
      chunks.push_back(getChunk(index));
    // Loads come before stores, so that they are on their way together.
    SmallVector<UnalignedVector> vectors;
    for (const Chunk &chunk : chunks)
      vectors.push_back(load(chunk));
    for (auto [chunk, vector] : llvm::zip_equal(chunks, vectors))
      store(chunk, vector);
  });
  e.ifThen(hasEnds(), [&] { copyEnds(); });
}

UnalignedVector TileCopy::load(const Chunk &chunk) {
  Value column = e.add(origin[1], e.mul(chunk.number, perChunk));
  MatrixRow row = MatrixRow::create(
      e, getRow(chunk.row), e.mul(size[1], tile.elementBytes),
      e.add(origin[0], chunk.row), size[0], isDense, rowInside(chunk.row));
  return UnalignedVector::load(e, row, e.mul(column, tile.elementBytes));
}

/// Puts zeros where the chunk has elements of the next row.
Value TileCopy::clip(const Chunk &chunk, Value vector) {
  Value column = e.add(origin[1], e.mul(chunk.number, perChunk));
  Value left = e.sub(size[1], column);
  auto isLess = [&](int64_t count) {
    return e.cmp(arith::CmpIPredicate::slt, left, e.i32(count));
  };
  return e.ifElse(
      e.bitAnd(isDense, isLess(perChunk)),
      [&] {
        SmallVector<Value> words;
        for (int64_t i = 0; i < kVectorWords; ++i) {
          Value word = LLVM::ExtractElementOp::create(e, vector, e.i32(i));
          Value half = e.bitAnd(word, 0xffff);
          Value some = e.select(isLess(2 * i + 1), e.i32(0), half);
          words.push_back(e.select(isLess(2 * i + 2), some, word));
        }
        return e.packVector(words);
      },
      [&] { return vector; });
}

void TileCopy::store(const Chunk &chunk, const UnalignedVector &vector) {
  Value value = clip(chunk, vector.get(e, op.getAlignment()));
  auto write = [&] {
    Value place = getPlace(chunk.row, e.mul(chunk.number, perChunk));
    LLVM::StoreOp::create(e, value, e.sharedPtr(place), kAsyncCopyBytes);
  };
  ifInTile(chunk, write);
}

/// Whether the tile is at an edge, where rows have elements before their first
/// aligned vector or behind their last: of a dense matrix, whether it has the
/// first of all elements or the last.
Value TileCopy::hasEnds() {
  Value nextColumns = e.add(origin[1], tile.columns + perChunk);
  Value nextRows = e.add(origin[0], tile.rows);
  Value isLoose = e.bitXor(isDense, 1);
  Value hasFirst =
      e.bitAnd(e.equal(origin[1], 0), e.bitOr(isLoose, e.equal(origin[0], 0)));
  Value hasLast = e.bitAnd(
      e.less(size[1], nextColumns),
      e.bitOr(isLoose, e.cmp(arith::CmpIPredicate::ule, size[0], nextRows)));
  return e.bitOr(hasFirst, hasLast);
}

/// Element `number` of the first vector of a row of the tile, or of the last.
/// A row that the tile doesn't have is beyond its rows.
Element TileCopy::loadEnd(Value row, Value number, Value isLast) {
  Value rowStart = getRow(e.min(row, e.i32(tile.rows - 1)));
  Value address = LLVM::PtrToIntOp::create(e, e.getI64Type(), rowStart);
  Value begin = arith::TruncIOp::create(e, e.getI32Type(), address);
  Value bytes = e.mul(size[1], tile.elementBytes);
  auto rest = [&](Value end) {
    return e.div(e.bitAnd(end, kAsyncCopyBytes - 1), tile.elementBytes);
  };
  Value head = rest(e.sub(e.i32(0), begin));
  Value tail = e.min(rest(e.add(begin, bytes)), size[1]);
  Value column = e.select(isLast, e.add(e.sub(size[1], tail), number), number);
  Value isEnd = e.select(isLast, e.cmp(arith::CmpIPredicate::uge, column, head),
                         e.less(column, head));
  Value inColumns = e.bitAnd(e.less(column, size[1]),
                             e.less(e.sub(column, origin[1]), tile.columns));
  Value inRows = e.bitAnd(rowInside(row), e.less(row, tile.rows));
  Element element;
  element.inside = e.bitAnd(isEnd, e.bitAnd(inColumns, inRows));
  element.place = getPlace(row, e.sub(column, origin[1]));
  Type i16 = e.getI16Type();
  element.value = e.ifElse(
      element.inside,
      [&] {
        Value from = e.gep(rowStart, i16, e.toI64(column));
        return LLVM::LoadOp::create(e, i16, from);
      },
      [&] { return LLVM::ZeroOp::create(e, i16); });
  return element;
}

void TileCopy::store(const Element &element) {
  e.ifThen(element.inside, [&] {
    LLVM::StoreOp::create(e, element.value, e.sharedPtr(element.place));
  });
}

/// The ends of a dense matrix: each is one thread's.
void TileCopy::copyCorner() {
  e.ifThen(e.less(thread, 2 * perVector), [&] {
    Value isLast = e.notEqual(e.bitAnd(thread, perVector), 0);
    Value row = e.select(isLast, e.add(size[0], -1), e.i32(0));
    store(loadEnd(e.sub(row, origin[0]), e.rem(thread, perVector), isLast));
  });
}

/// The tile's rows have `2 * perVector` of them at most: a number of one to the
/// element.
void TileCopy::copyEnds() {
  // They lie over what another thread has stored.
  e.namedBarrier(barrier, threads);
  e.ifThenElse(
      isDense, [&] { copyCorner(); },
      [&] {
        int64_t count = tile.rows * 2 * perVector;
        forEachBatch(count, kEndsInFlight, [&](ArrayRef<Value> indices) {
          SmallVector<Element> elements;
          for (Value index : indices)
            elements.push_back(
                loadEnd(e.div(index, 2 * perVector), e.rem(index, perVector),
                        e.notEqual(e.bitAnd(index, perVector), 0)));
          for (const Element &element : elements)
            store(element);
        });
      });
}
