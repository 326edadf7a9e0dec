//===- TransposedMatrix.cpp - A matrix and its transposed copy ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread loads a block, which is as many rows as fill 16 bytes of a row of
// the copy, transposes it in its registers, and stores these 16 bytes of each
// row. Of elements of a byte it takes 8 columns, 8 bytes, of 16 rows; of four
// bytes 4 columns, 16 bytes, of 4 rows and of 4 others: 32 registers. A warp
// has 16 blocks side by side, whose rows are whole lines of the caches, and
// those 16 below: what two threads store side by side are whole sectors.
//
// Blocks are all inside of the matrix but at its ends. Rows beyond the last one
// are loaded as that one, for what is stored of them pads the rows of the copy.
// What a row ends with that is no whole vector of a thread is loaded element by
// element, as all are where rows lie at no multiples of 4 bytes.
//
//===----------------------------------------------------------------------===//

#include "TransposedMatrix.h"
#include "UnalignedVector.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Blocks of a warp: side by side, and below each other.
static constexpr int64_t kSideBySide = 16, kBelow = 2;

static int64_t getBlockColumns(int64_t elementBytes) {
  return elementBytes == 1 ? 8 : 4;
}
/// Of those that lie below each other, each.
static int64_t getGroupRows(int64_t elementBytes) {
  return kVectorBytes / elementBytes;
}
/// A block's groups of rows, as far from each other as a warp's blocks reach.
static int64_t getGroups(int64_t elementBytes) {
  return elementBytes == 1 ? 1 : 2;
}

int64_t tile::getBlockChunks(int64_t elementBytes) {
  // Each column of a group becomes one.
  return getBlockColumns(elementBytes) * getGroups(elementBytes);
}

namespace {

/// Where a thread's block is; `inBatch` as of PackedItem.
struct MatrixBlock {
  Value row, column, exists, inBatch;
};

class TransposedCopy {
public:
  TransposedCopy(Emitter &e, const PackedUnits &units, const Packed &matrix,
                 Value unit)
      : e(e), matrix(matrix), walk(e, units, matrix, unit),
        element(e.getIntegerType(8 * matrix.elementBytes)),
        columns(getBlockColumns(matrix.elementBytes)),
        rows(getGroupRows(matrix.elementBytes)),
        groups(getGroups(matrix.elementBytes)),
        vectorBytes(std::min(matrix.alignment, columns * matrix.elementBytes)) {
  }
  void create();

private:
  MatrixBlock getBlock(const PackedItem &item);
  SmallVector<Value> load(const MatrixBlock &block, Value column, Type type,
                          int64_t alignment);
  void copyVectors(const MatrixBlock &block, int64_t from);
  void copyElements(const MatrixBlock &block);
  void store(const MatrixBlock &block, Value column, int64_t group,
             Value value);

  bool hasVectors() const { return vectorBytes >= 4; }
  int64_t getVectorColumns() const { return vectorBytes / matrix.elementBytes; }

  Emitter &e;
  const Packed &matrix;
  PackedWalk walk;
  /// An integer, whatever the elements are.
  Type element;
  /// Of a block, of a group of its rows, and how many there are.
  int64_t columns, rows, groups;
  /// What is loaded at once.
  int64_t vectorBytes;
};

} // namespace

void TransposedCopy::create() {
  walk.forEach(/*together=*/1, [&](ArrayRef<PackedItem> items) {
    MatrixBlock block = getBlock(items.front());
    if (hasVectors())
      for (int64_t from = 0; from < columns; from += getVectorColumns())
        copyVectors(block, from);
    if (!hasVectors() || getVectorColumns() > 1)
      copyElements(block);
  });
}

MatrixBlock TransposedCopy::getBlock(const PackedItem &item) {
  Value lane = e.bitAnd(item.number, kSideBySide * kBelow - 1);
  Value strip = e.mul(item.line, kBelow * rows * groups);
  Value row = e.add(strip, e.mul(e.div(lane, kSideBySide), rows));
  Value ofWarps = e.mul(e.div(item.number, kSideBySide * kBelow), kSideBySide);
  Value side = e.add(ofWarps, e.bitAnd(lane, kSideBySide - 1));
  Value column = e.mul(side, columns);
  Value isInside =
      e.bitAnd(e.less(row, matrix.rows), e.less(column, matrix.columns));
  return {row, column, e.bitAnd(walk.exists(item), isInside), item.inBatch};
}

/// What all rows of a block, those of one group after the other, have at a
/// column.
SmallVector<Value> TransposedCopy::load(const MatrixBlock &block, Value column,
                                        Type type, int64_t alignment) {
  Value distance = e.mul(e.toI64(block.row), matrix.rowStride);
  if (block.inBatch)
    distance =
        e.add(e.mul(e.toI64(block.inBatch), matrix.batchStride), distance);
  Value address =
      e.gep(matrix.source, element, e.add(distance, e.toI64(column)));
  SmallVector<Value> loaded;
  for (int64_t group = 0; group < groups; ++group)
    for (int64_t i = 0; i < rows; ++i) {
      int64_t row = group * kBelow * rows + i;
      if (row != 0) {
        // From the row before: behind the last one it stays there.
        int64_t down = i == 0 ? (kBelow - 1) * rows + 1 : 1;
        Value isRow = e.less(e.add(block.row, row), matrix.rows);
        Value step = e.select(isRow, e.mul(matrix.rowStride, down), e.i64(0));
        address = e.gep(address, element, step);
      }
      loaded.push_back(LLVM::LoadOp::create(e, type, address, alignment));
    }
  return loaded;
}

std::array<Value, 4> tile::transposeBytes(Emitter &e, ArrayRef<Value> words) {
  auto permute = [&](Value low, Value high, int64_t bytes) -> Value {
    return NVVM::PermuteOp::create(e, e.getI32Type(), low, high, e.i32(bytes),
                                   NVVM::PermuteMode::DEFAULT);
  };
  // Pairs of bytes of two words, then pairs of pairs.
  constexpr int64_t kLowBytes = 0x5140, kHighBytes = 0x7362, kLowPairs = 0x5410,
                    kHighPairs = 0x7632;
  Value a = permute(words[0], words[1], kLowBytes);
  Value b = permute(words[2], words[3], kLowBytes);
  Value c = permute(words[0], words[1], kHighBytes);
  Value d = permute(words[2], words[3], kHighBytes);
  return {permute(a, b, kLowPairs), permute(a, b, kHighPairs),
          permute(c, d, kLowPairs), permute(c, d, kHighPairs)};
}

/// Those of the block from column `from` on, if they are all inside.
void TransposedCopy::copyVectors(const MatrixBlock &block, int64_t from) {
  Value end = e.add(block.column, from + getVectorColumns());
  Value isInside = e.cmp(arith::CmpIPredicate::ule, end, matrix.columns);
  e.ifThen(e.bitAnd(block.exists, isInside), [&] {
    int64_t words = vectorBytes / 4;
    Value column = e.add(block.column, from);
    SmallVector<SmallVector<Value>> ofRows;
    for (Value vector :
         load(block, column, VectorType::get(words, e.getI32Type()),
              vectorBytes)) {
      SmallVector<Value> &row = ofRows.emplace_back();
      for (int64_t word = 0; word < words; ++word)
        row.push_back(LLVM::ExtractElementOp::create(e, vector, e.i32(word)));
    }
    for (int64_t group = 0; group < groups; ++group) {
      ArrayRef<SmallVector<Value>> ofGroup =
          ArrayRef(ofRows).slice(group * rows, rows);
      SmallVector<SmallVector<Value>> stored(getVectorColumns());
      for (int64_t word = 0; word < words; ++word)
        for (size_t row = 0; row < ofGroup.size();) {
          if (matrix.elementBytes == 4) {
            stored[word].push_back(ofGroup[row++][word]);
            continue;
          }
          SmallVector<Value> four;
          for (int64_t i = 0; i < 4; ++i)
            four.push_back(ofGroup[row++][word]);
          for (auto [i, turned] : llvm::enumerate(transposeBytes(e, four)))
            stored[4 * word + i].push_back(turned);
        }
      for (auto [i, ofColumn] : llvm::enumerate(stored))
        store(block, e.add(column, i), group, e.packVector(ofColumn));
    }
  });
}

/// Stores 16 bytes of a row of the copy.
void TransposedCopy::store(const MatrixBlock &block, Value column,
                           int64_t group, Value value) {
  Value row = e.mul(e.toI64(column), matrix.destStride);
  if (block.inBatch)
    row = e.add(e.mul(e.toI64(block.inBatch), matrix.destBatchStride), row);
  Value at = e.add(block.row, group * kBelow * rows);
  Value place = e.gep(matrix.dest, element, e.add(row, e.toI64(at)));
  LLVM::StoreOp::create(e, value, place, kVectorBytes);
}

/// Those columns that no vector has.
void TransposedCopy::copyElements(const MatrixBlock &block) {
  Value next = e.add(block.column, columns);
  Value end = e.min(next, matrix.columns);
  Value begin = block.column, isLeft = block.exists;
  if (hasVectors()) {
    Value rest = e.rem(matrix.columns, getVectorColumns());
    begin = e.sub(end, rest);
    isLeft = e.bitAnd(
        isLeft, e.bitAnd(e.notEqual(rest, 0), e.less(matrix.columns, next)));
  }
  e.ifThen(isLeft, [&] {
    auto loop = scf::ForOp::create(e, begin, end, e.i32(1));
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(loop.getBody());
    Value column = loop.getInductionVar();
    // What follows from it is computed anew for each column: LLVM would keep
    // the distances of all rows, two registers each.
    MatrixBlock pinned = block;
    for (Value *value : {&pinned.row, &pinned.inBatch})
      if (*value)
        *value = e.inlineAsm("", "=r,0", *value, e.getI32Type());
    SmallVector<Value> elements =
        load(pinned, column, element, matrix.elementBytes);
    for (int64_t group = 0; group < groups; ++group)
      store(block, column, group,
            e.packVector(ArrayRef(elements).slice(group * rows, rows)));
  });
}

void tile::setBlocks(Emitter &e, Packed &matrix) {
  int64_t bytes = matrix.elementBytes;
  int64_t stripRows = kBelow * getGroupRows(bytes) * getGroups(bytes);
  int64_t stripColumns = kSideBySide * getBlockColumns(bytes);
  matrix.lines = e.ceilDiv(matrix.rows, stripRows);
  matrix.itemsPerLine =
      e.mul(e.ceilDiv(matrix.columns, stripColumns), kSideBySide * kBelow);
}

void tile::copyTransposedUnit(Emitter &e, const PackedUnits &units,
                              const Packed &matrix, Value unit) {
  TransposedCopy(e, units, matrix, unit).create();
}
