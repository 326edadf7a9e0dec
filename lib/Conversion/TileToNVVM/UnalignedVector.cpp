//===- UnalignedVector.cpp - 16 bytes from anywhere -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnalignedVector.h"

using namespace mlir;
using namespace mlir::autotune::tile;

/// Four words, or zeros where they are not `inside`.
static Value loadVector(Emitter &e, Value from, Value inside) {
  auto type = VectorType::get(kVectorWords, e.getI32Type());
  auto branch = scf::IfOp::create(e, type, inside, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(branch.thenBlock());
  Value loaded = LLVM::LoadOp::create(e, type, from, kVectorBytes);
  scf::YieldOp::create(e, loaded);
  e.setInsertionPointToStart(branch.elseBlock());
  Value zeros = LLVM::ZeroOp::create(e, type);
  scf::YieldOp::create(e, zeros);
  return branch.getResult(0);
}

UnalignedVector UnalignedVector::load(Emitter &e, const MatrixRow &row,
                                      Value at) {
  UnalignedVector vector;
  Value address = LLVM::PtrToIntOp::create(e, e.getI64Type(), row.start);
  Value begin = e.add(arith::TruncIOp::create(e, e.getI32Type(), address), at);
  vector.shift = e.bitAnd(begin, kVectorBytes - 1);
  Value first = e.sub(at, vector.shift);
  for (int64_t i : {0, 1}) {
    Value from = e.add(first, i * kVectorBytes);
    // Before the row, it is beyond any as an unsigned number.
    Value inside = e.bitAnd(e.less(from, row.bytes),
                            e.less(e.add(from, kVectorBytes - 1), row.bytes));
    vector.inside[i] = e.bitAnd(inside, row.exists);
    Value loaded = loadVector(e, e.gep(row.start, e.getI8Type(), e.toI64(from)),
                              vector.inside[i]);
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
  // By two words, by one, and by half of one, each if the shift has it.
  auto has = [&](int64_t bytes) {
    return e.cmp(arith::CmpIPredicate::ne, e.bitAnd(shift, bytes), e.i32(0));
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
    Value condition = has(2);
    for (int64_t i = 0; i < kVectorWords; ++i) {
      Value halves = e.bitOr(e.shr(shifted[i], 16), e.shl(shifted[i + 1], 16));
      shifted[i] = e.select(condition, halves, shifted[i]);
    }
  }
  Value vector = e.undef(VectorType::get(kVectorWords, e.getI32Type()));
  for (int64_t i = 0; i < kVectorWords; ++i)
    vector = LLVM::InsertElementOp::create(e, vector, shifted[i], e.i32(i));
  return vector;
}
