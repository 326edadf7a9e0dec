//===- UnalignedVector.cpp - 16 bytes from anywhere -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnalignedVector.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

Value tile::areRowsAdjacent(Emitter &e, Value columns, Value rowStride,
                            int64_t elementBytes) {
  Value isLong = e.cmp(arith::CmpIPredicate::uge, columns,
                       e.i32(2 * kVectorBytes / elementBytes));
  Value isAdjacent =
      e.cmp(arith::CmpIPredicate::eq, rowStride, e.toI64(columns));
  return e.bitAnd(isLong, isAdjacent);
}

MatrixRow MatrixRow::create(Emitter &e, Value start, Value bytes, Value number,
                            Value rows, Value areAdjacent, Value exists) {
  Value hasNext = e.less(e.add(number, 1), rows);
  // A vector begins up to 15 bytes behind the one that is asked for, and the
  // next one follows.
  Value behind = e.select(e.bitAnd(areAdjacent, hasNext),
                          e.i32(2 * kVectorBytes), e.i32(0));
  Value isFirst = e.equal(number, 0);
  Value before = e.select(e.bitAnd(areAdjacent, e.bitXor(isFirst, 1)),
                          e.i32(kVectorBytes), e.i32(0));
  return {start, e.add(bytes, behind), before, exists};
}

/// Four words if they are `inside`; else zeros, or what is `elsewhere`.
static Value loadVector(Emitter &e, Value from, Value inside, Value elsewhere) {
  auto type = VectorType::get(kVectorWords, e.getI32Type());
  if (elsewhere)
    return LLVM::LoadOp::create(e, type, e.select(inside, from, elsewhere),
                                kVectorBytes);
  return e.ifElse(
      inside, [&] { return LLVM::LoadOp::create(e, type, from, kVectorBytes); },
      [&] { return LLVM::ZeroOp::create(e, type); });
}

UnalignedVector UnalignedVector::load(Emitter &e, const MatrixRow &row,
                                      Value at, Value elsewhere) {
  UnalignedVector vector;
  Value start = LLVM::PtrToIntOp::create(e, e.getI64Type(), row.start);
  Value begin = e.add(arith::TruncIOp::create(e, e.getI32Type(), start), at);
  vector.shift = e.bitAnd(begin, kVectorBytes - 1);
  // Bytes are counted from a vector before the row, so that none is negative.
  Value base = e.gep(row.start, e.getI8Type(), e.i64(-kVectorBytes));
  Value first = e.add(e.sub(at, vector.shift), kVectorBytes);
  for (int64_t i : {0, 1}) {
    Value from = e.add(first, i * kVectorBytes);
    Value isBehind = e.cmp(arith::CmpIPredicate::uge, from,
                           e.sub(e.i32(kVectorBytes), row.before));
    Value isBefore =
        e.less(e.add(from, kVectorBytes - 1), e.add(row.bytes, kVectorBytes));
    vector.inside[i] = e.bitAnd(e.bitAnd(isBehind, isBefore), row.exists);
    Value loaded = loadVector(e, e.gep(base, e.getI8Type(), e.toI64(from)),
                              vector.inside[i], elsewhere);
    for (int64_t word = 0; word < kVectorWords; ++word)
      vector.words.push_back(
          LLVM::ExtractElementOp::create(e, loaded, e.i32(word)));
  }
  return vector;
}

Value UnalignedVector::isComplete(Emitter &e) const {
  return e.bitAnd(inside[0], e.bitOr(inside[1], e.equal(shift, 0)));
}

Value UnalignedVector::get(Emitter &e, int64_t alignment) const {
  SmallVector<Value, 2 * kVectorWords> shifted(words);
  // By two words, by one, and by bytes of one, each if the shift has it.
  auto has = [&](int64_t bytes) {
    return e.notEqual(e.bitAnd(shift, bytes), 0);
  };
  if (alignment <= 8) {
    Value condition = has(8);
    for (int64_t i = 0; i < kVectorWords + 2; ++i)
      shifted[i] = e.select(condition, shifted[i + 2], shifted[i]);
  }
  if (alignment <= 4) {
    Value condition = has(4);
    for (int64_t i = 0; i < kVectorWords + 1; ++i)
      shifted[i] = e.select(condition, shifted[i + 1], shifted[i]);
  }
  if (alignment <= 2) {
    Value bits = e.mul(e.bitAnd(shift, alignment <= 1 ? 3 : 2), 8);
    for (int64_t i = 0; i < kVectorWords; ++i)
      shifted[i] = LLVM::FshrOp::create(e, shifted[i + 1], shifted[i], bits);
  }
  return e.packVector(ArrayRef(shifted).take_front(kVectorWords));
}
