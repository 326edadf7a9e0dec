//===- PackedElements.cpp - Narrow elements of a fragment, together -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread has two neighbouring columns of each group of eight, in registers of
// 32 bits. What goes to memory is narrower, and adjacent elements go together:
// pairs are packed, and the four threads of a quad trade what they have packed,
// so that each has 16 bytes of a row.
//
//===----------------------------------------------------------------------===//

#include "FragmentLayout.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

Value tile::packPair(Emitter &e, ArrayRef<Value> registers, int64_t group,
                     int64_t half, Type element) {
  // The first in memory is the low half.
  Value low = registers[FragmentLayout::getRegister(group, half, 0)];
  Value high = registers[FragmentLayout::getRegister(group, half, 1)];
  auto pair = VectorType::get(2, getStoredType(element));
  auto bits = e.getIntegerType(2 * element.getIntOrFloatBitWidth());
  Value packed;
  if (isa<IntegerType>(element) || isFloat8(element))
    packed = e.packVector({e.toStored(convertElement(e, low, element)),
                           e.toStored(convertElement(e, high, element))});
  else if (element.isBF16())
    packed = NVVM::ConvertF32x2ToBF16x2Op::create(e, pair, high, low, Value(),
                                                  NVVM::FPRoundingMode::RN);
  else
    packed = NVVM::ConvertF32x2ToF16x2Op::create(e, pair, high, low, Value(),
                                                 NVVM::FPRoundingMode::RN);
  return LLVM::BitcastOp::create(e, bits, packed);
}

/// 32 bits of two columns of a group, or, of elements of 8 bits, of two groups:
/// number `word` from group `first` on.
static Value packWord(Emitter &e, ArrayRef<Value> registers, int64_t first,
                      int64_t groups, int64_t word, int64_t half,
                      Type element) {
  if (getElementBytes(element) == 2)
    return first + word < groups
               ? packPair(e, registers, first + word, half, element)
               : e.i32(0);
  // A vector of four becomes three permutations of bytes; pairs of pairs would
  // be shifted and joined.
  SmallVector<Value, 4> bytes;
  for (int64_t i = 0; i < 4; ++i) {
    int64_t group = first + 2 * word + i / 2;
    Value value = e.i32(0);
    if (group < groups)
      value = e.toStored(convertElement(
          e, registers[FragmentLayout::getRegister(group, half, i % 2)],
          element));
    bytes.push_back(convertElement(e, value, e.getI8Type()));
  }
  return LLVM::BitcastOp::create(e, e.getI32Type(), e.packVector(bytes));
}

SmallVector<Value, 4> tile::tradeInQuad(Emitter &e, Value lane,
                                        ArrayRef<Value> registers,
                                        int64_t first, int64_t groups,
                                        int64_t half, Type element) {
  Value quad = e.bitAnd(lane, 3);
  Value odd = e.notEqual(e.bitAnd(quad, 1), 0);
  Value high = e.notEqual(e.bitAnd(quad, 2), 0);
  SmallVector<Value, 4> words;
  for (int64_t i = 0; i < 4; ++i)
    words.push_back(packWord(e, registers, first, groups, i, half, element));
  // A transposition of 4 x 4 words in two exchanges: lane q of the quad ends
  // with the words number q of all four.
  auto exchange = [&](Value &a, Value &b, Value upper, int64_t mask) {
    Value received = NVVM::ShflOp::create(
        e, e.getI32Type(), e.i32(-1), e.select(upper, a, b), e.i32(mask),
        e.i32(31), NVVM::ShflKind::bfly, UnitAttr());
    a = e.select(upper, received, a);
    b = e.select(upper, b, received);
  };
  exchange(words[0], words[1], odd, 1);
  exchange(words[2], words[3], odd, 1);
  exchange(words[0], words[2], high, 2);
  exchange(words[1], words[3], high, 2);
  if (getElementBytes(element) == 2)
    return words;
  // Of 8 bits each word has two columns of one group, and two of the next.
  auto join = [&](Value a, Value b, bool isUpper) {
    if (isUpper)
      return e.bitOr(e.shr(a, 16), e.bitAnd(b, e.i32(0xFFFF0000)));
    return e.bitOr(e.bitAnd(a, 0xFFFF), e.shl(b, 16));
  };
  return {join(words[0], words[1], false), join(words[2], words[3], false),
          join(words[0], words[1], true), join(words[2], words[3], true)};
}
