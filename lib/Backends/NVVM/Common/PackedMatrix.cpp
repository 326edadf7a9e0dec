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

//===----------------------------------------------------------------------===//
// PackedWalk
//===----------------------------------------------------------------------===//

PackedWalk::PackedWalk(Emitter &e, const PackedUnits &units,
                       const Packed &matrix, Value unit)
    : e(e), units(units), matrix(matrix) {
  Type i32 = e.getI32Type();
  Value item = e.mul(e.toI64(unit), e.toI64(units.items));
  Value line = e.div(item, e.toI64(matrix.itemsPerLine));
  Value before = e.mul(line, e.toI64(matrix.itemsPerLine));
  firstNumber = arith::TruncIOp::create(e, i32, e.sub(item, before));
  lineStep = e.div(e.i32(units.threads), matrix.itemsPerLine);
  numberStep =
      e.sub(e.i32(units.threads), e.mul(lineStep, matrix.itemsPerLine));
  end = units.items;
  if (matrix.batch) {
    // Known here, so that loops need not hold how many matrices there are.
    Value ofOne = e.mul(e.toI64(matrix.lines), e.toI64(matrix.itemsPerLine));
    Value left = e.sub(e.mul(ofOne, e.toI64(matrix.batch)), item);
    end = arith::TruncIOp::create(e, i32, e.min(e.toI64(units.items), left));
    Value inBatch = e.div(line, e.toI64(matrix.lines));
    line = e.sub(line, e.mul(inBatch, e.toI64(matrix.lines)));
    firstInBatch = arith::TruncIOp::create(e, i32, inBatch);
    batchStep = e.div(lineStep, matrix.lines);
    lineStep = e.sub(lineStep, e.mul(batchStep, matrix.lines));
  }
  firstLine = arith::TruncIOp::create(e, i32, line);
}

PackedItem PackedWalk::getItem(Value index) {
  Value fromLine = e.add(firstNumber, index);
  Value lines = e.div(fromLine, matrix.itemsPerLine);
  PackedItem item = {index, e.add(firstLine, lines),
                     e.sub(fromLine, e.mul(lines, matrix.itemsPerLine)),
                     Value()};
  if (matrix.batch) {
    Value matrices = e.div(item.line, matrix.lines);
    item.line = e.sub(item.line, e.mul(matrices, matrix.lines));
    item.inBatch = e.add(firstInBatch, matrices);
  }
  return item;
}

PackedItem PackedWalk::getNext(const PackedItem &item) {
  Value number = e.add(item.number, numberStep);
  Value line = e.add(item.line, lineStep);
  // Of a step of less than a round, and what the digit below carries, a round
  // is at most one.
  auto wrap = [&](Value &digit, Value round, Value &above) {
    Value isBeyond = e.cmp(arith::CmpIPredicate::uge, digit, round);
    above = e.select(isBeyond, e.add(above, 1), above);
    digit = e.select(isBeyond, e.sub(digit, round), digit);
  };
  wrap(number, matrix.itemsPerLine, line);
  Value inBatch;
  if (matrix.batch) {
    inBatch = e.add(item.inBatch, batchStep);
    wrap(line, matrix.lines, inBatch);
  }
  return {e.add(item.index, units.threads), line, number, inBatch};
}

Value PackedWalk::exists(const PackedItem &item) {
  Value isOfUnit = e.less(item.index, end);
  return matrix.batch ? isOfUnit
                      : e.bitAnd(isOfUnit, e.less(item.line, matrix.lines));
}

SmallVector<Value> PackedWalk::getCarried(const PackedItem &item) {
  SmallVector<Value> carried = {item.line, item.number};
  if (item.inBatch)
    carried.push_back(item.inBatch);
  return carried;
}

PackedItem PackedWalk::getItem(Value index, ValueRange carried) {
  return {index, carried[0], carried[1],
          carried.size() > 2 ? carried[2] : Value()};
}

void PackedWalk::forEach(int64_t together,
                         function_ref<void(ArrayRef<PackedItem>)> body) {
  PackedItem first = getItem(units.thread);
  auto loop = scf::ForOp::create(
      e, units.thread, end, e.i32(units.threads * together), getCarried(first));
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(loop.getBody());
  SmallVector<PackedItem> items = {
      getItem(loop.getInductionVar(), loop.getRegionIterArgs())};
  while (static_cast<int64_t>(items.size()) <= together)
    items.push_back(getNext(items.back()));
  PackedItem next = items.pop_back_val();
  body(items);
  scf::YieldOp::create(e, getCarried(next));
}

//===----------------------------------------------------------------------===//
// Copies as they are
//===----------------------------------------------------------------------===//

namespace {

class UnitCopy {
public:
  UnitCopy(Emitter &e, const PackedUnits &units, const Packed &matrix,
           Value unit)
      : e(e), units(units), matrix(matrix), walk(e, units, matrix, unit),
        element(e.getIntegerType(8 * matrix.elementBytes)),
        chunkElements(kVectorBytes / matrix.elementBytes),
        together(matrix.elementBytes == 2 ? kPackedInFlight
                                          : kPackedInFlight / 2) {}
  void create();

private:
  Value getDistance(const PackedItem &chunk) {
    Value row = e.mul(e.toI64(chunk.line), matrix.rowStride);
    return chunk.inBatch
               ? e.add(e.mul(e.toI64(chunk.inBatch), matrix.batchStride), row)
               : row;
  }
  MatrixRow getRow(const PackedItem &chunk);
  UnalignedVector load(const PackedItem &chunk);
  Value getPlace(const PackedItem &chunk);
  Value copyChunks(ArrayRef<PackedItem> chunks);
  void copyElements(const PackedItem &chunk);

  Emitter &e;
  const PackedUnits &units;
  const Packed &matrix;
  PackedWalk walk;
  Type element;
  int64_t chunkElements;
  /// Chunks at a time: where bytes are shifted one by one, or addresses are of
  /// 64 bits, twice as many spill in 80 registers.
  int64_t together;
};

} // namespace

void UnitCopy::create() {
  walk.forEach(together, [&](ArrayRef<PackedItem> chunks) {
    Value isIncomplete = copyChunks(chunks);
    e.ifThen(isIncomplete, [&] {
      // A loop, for its code is long and few chunks come here.
      const PackedItem &first = chunks.front();
      Value end = e.add(first.index, together * units.threads);
      auto inner = scf::ForOp::create(e, first.index, end, e.i32(units.threads),
                                      PackedWalk::getCarried(first));
      OpBuilder::InsertionGuard guard(e);
      e.setInsertionPointToStart(inner.getBody());
      PackedItem chunk = PackedWalk::getItem(inner.getInductionVar(),
                                             inner.getRegionIterArgs());
      copyElements(chunk);
      PackedItem following = walk.getNext(chunk);
      scf::YieldOp::create(e, PackedWalk::getCarried(following));
    });
  });
}

MatrixRow UnitCopy::getRow(const PackedItem &chunk) {
  return MatrixRow::create(e, e.gep(matrix.source, element, getDistance(chunk)),
                           e.mul(matrix.columns, matrix.elementBytes),
                           chunk.line, matrix.rows, matrix.isDense,
                           walk.exists(chunk));
}

UnalignedVector UnitCopy::load(const PackedItem &chunk) {
  MatrixRow row = getRow(chunk);
  Value at = e.mul(chunk.number, kVectorBytes);
  // Bytes of a row of f32 may be more than 32 bits count: those before the
  // chunk are left out, and all but the next of those behind.
  if (matrix.elementBytes > 2) {
    Value column = e.mul(chunk.number, chunkElements);
    Value left = e.sub(matrix.columns, column);
    Value within = e.add(
        row.bytes,
        e.mul(e.sub(e.min(left, e.i32(4 * chunkElements)), matrix.columns),
              matrix.elementBytes));
    row.start = e.gep(row.start, element, e.toI64(column));
    row.bytes = within;
    row.before =
        e.select(e.equal(chunk.number, 0), row.before, e.i32(kVectorBytes));
    at = e.i32(0);
  }
  return UnalignedVector::load(e, row, at, /*elsewhere=*/units.elsewhere);
}

Value UnitCopy::getPlace(const PackedItem &chunk) {
  Value row = e.mul(e.toI64(chunk.line), matrix.destStride);
  if (chunk.inBatch)
    row = e.add(e.mul(e.toI64(chunk.inBatch), matrix.destBatchStride), row);
  Value place = e.add(row, e.toI64(e.mul(chunk.number, chunkElements)));
  return e.gep(matrix.dest, element, place);
}

/// Whether any of them is left.
Value UnitCopy::copyChunks(ArrayRef<PackedItem> chunks) {
  SmallVector<UnalignedVector> vectors;
  for (const PackedItem &chunk : chunks)
    vectors.push_back(load(chunk));
  Value isIncomplete;
  for (auto [chunk, vector] : llvm::zip_equal(chunks, vectors)) {
    Value isComplete = vector.isComplete(e);
    Value value = vector.get(e, matrix.alignment);
    Value place = getPlace(chunk);
    e.ifThen(isComplete,
             [&] { LLVM::StoreOp::create(e, value, place, kVectorBytes); });
    Value isLeft = e.bitAnd(walk.exists(chunk), e.bitXor(isComplete, 1));
    isIncomplete = isIncomplete ? e.bitOr(isIncomplete, isLeft) : isLeft;
  }
  return isIncomplete;
}

/// The chunk if its vectors are not complete.
void UnitCopy::copyElements(const PackedItem &chunk) {
  Value row = e.gep(matrix.source, element, getDistance(chunk));
  // Chunks of the middle were copied: one before the last but one, and not the
  // first, is all inside with both its vectors.
  Value column = e.mul(chunk.number, chunkElements);
  Value isEnd =
      e.bitOr(e.equal(chunk.number, 0),
              e.less(matrix.columns, e.add(column, 2 * chunkElements)));
  e.ifThen(e.bitAnd(walk.exists(chunk), isEnd), [&] {
    Value vector = e.undef(VectorType::get(chunkElements, element));
    for (int64_t i = 0; i < chunkElements; ++i) {
      // Beyond the end is whatever the last element is.
      Value at = e.min(e.add(column, i), e.add(matrix.columns, -1));
      Value from = e.gep(row, element, e.toI64(at));
      Value loaded = LLVM::LoadOp::create(e, element, from);
      vector = LLVM::InsertElementOp::create(e, vector, loaded, e.i32(i));
    }
    LLVM::StoreOp::create(e, vector, getPlace(chunk), kVectorBytes);
  });
}

void tile::setChunks(Emitter &e, Packed &matrix) {
  int64_t ofChunk = kVectorBytes / matrix.elementBytes;
  matrix.lines = matrix.rows;
  matrix.itemsPerLine = e.ceilDiv(matrix.columns, ofChunk);
  matrix.isDense =
      areRowsAdjacent(e, matrix.columns, matrix.rowStride, matrix.elementBytes);
}

void tile::copyPackedUnit(Emitter &e, const PackedUnits &units,
                          const Packed &matrix, Value unit) {
  UnitCopy(e, units, matrix, unit).create();
}
