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

#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Two f32 as floats of 8 bits, by the chip. It makes the largest number of
/// what is too large. Of a type without an infinity that should be NaN, and so
/// it becomes one before; of others infinity, which is next to that number.
static Value convertPair(Emitter &e, Value low, Value high, Type element) {
  Type f32 = e.getF32Type();
  // Half way from the largest number to where the next would be. A tie goes to
  // the even one of both: to infinity, or, where the odd one is NaN, to the
  // largest number.
  const llvm::fltSemantics &format =
      cast<FloatType>(element).getFloatSemantics();
  bool hasInfinity = APFloat::semanticsHasInf(format);
  APFloat largest = APFloat::getLargest(format);
  int unit = ilogb(largest) - int(APFloat::semanticsPrecision(format)) + 1;
  Value limit = arith::ConstantOp::create(
      e, e.getF32FloatAttr(
             float(largest.convertToDouble() + std::ldexp(0.5, unit))));
  auto compare = [&](arith::CmpFPredicate predicate, Value x) -> Value {
    return arith::CmpFOp::create(e, predicate, math::AbsFOp::create(e, x),
                                 limit);
  };
  if (!hasInfinity) {
    Value none = arith::ConstantOp::create(
        e, e.getFloatAttr(f32, APFloat::getQNaN(APFloat::IEEEsingle())));
    for (Value *x : {&low, &high})
      *x = e.select(compare(arith::CmpFPredicate::OLE, *x), *x, none);
  }
  Value pair = NVVM::ConvertF32x2ToF8x2Op::create(
      e, e.getI16Type(), high, low, NVVM::FPRoundingMode::RN,
      NVVM::SaturationMode::SATFINITE, /*relu=*/false, element);
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(e, e.getI16IntegerAttr(value));
  };
  if (hasInfinity)
    for (auto [x, one] : {std::pair(low, 1), std::pair(high, 0x100)})
      pair = e.add(pair, e.select(compare(arith::CmpFPredicate::OGE, x),
                                  number(one), number(0)));
  return pair;
}

/// Whether the chip makes pairs of floats of 8 bits (PTX ISA: cvt, sm_90
/// whatever the version of PTX).
static bool convertsFloat8(const KernelLayout &kernel) {
  return kernel.capability >= 90;
}

Value tile::roundPair(Emitter &e, Value low, Value high, Type element) {
  auto pair = VectorType::get(2, element);
  if (element.isBF16())
    return NVVM::ConvertF32x2ToBF16x2Op::create(e, pair, high, low, Value(),
                                                NVVM::FPRoundingMode::RN);
  return NVVM::ConvertF32x2ToF16x2Op::create(e, pair, high, low, Value(),
                                             NVVM::FPRoundingMode::RN);
}

Value tile::packPair(Emitter &e, const KernelLayout &kernel,
                     ArrayRef<Value> registers, int64_t group, int64_t half,
                     Type element) {
  // The first in memory is the low half.
  Value low = registers[FragmentLayout::getRegister(group, half, 0)];
  Value high = registers[FragmentLayout::getRegister(group, half, 1)];
  if (convertsFloat8(kernel) && isFloat8(element))
    return convertPair(e, low, high, element);
  auto bits = e.getIntegerType(2 * element.getIntOrFloatBitWidth());
  Value packed;
  if (isa<IntegerType>(element) || isFloat8(element))
    packed = e.packVector({e.toStored(convertElement(e, low, element)),
                           e.toStored(convertElement(e, high, element))});
  else
    packed = low.getType() == element ? e.packVector({low, high})
                                      : roundPair(e, low, high, element);
  return LLVM::BitcastOp::create(e, bits, packed);
}

/// 32 bits of two columns of a group, or, of elements of 8 bits, of two groups:
/// number `word` from group `first` on.
static Value packWord(Emitter &e, const KernelLayout &kernel,
                      ArrayRef<Value> registers, int64_t first, int64_t groups,
                      int64_t word, int64_t half, Type element) {
  if (getElementBytes(element) == 2)
    return first + word < groups
               ? packPair(e, kernel, registers, first + word, half, element)
               : e.i32(0);
  if (convertsFloat8(kernel) && isFloat8(element)) {
    SmallVector<Value, 2> pairs;
    for (int64_t group : {first + 2 * word, first + 2 * word + 1})
      pairs.push_back(
          group < groups
              ? packPair(e, kernel, registers, group, half, element)
              : arith::ConstantOp::create(e, e.getI16IntegerAttr(0)));
    return LLVM::BitcastOp::create(e, e.getI32Type(), e.packVector(pairs));
  }
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

SmallVector<Value, 4> tile::tradeInQuad(Emitter &e, const KernelLayout &kernel,
                                        Value lane, ArrayRef<Value> registers,
                                        int64_t first, int64_t groups,
                                        int64_t half, Type element) {
  Value quad = e.bitAnd(lane, 3);
  Value odd = e.notEqual(e.bitAnd(quad, 1), 0);
  Value high = e.notEqual(e.bitAnd(quad, 2), 0);
  SmallVector<Value, 4> words;
  for (int64_t i = 0; i < 4; ++i)
    words.push_back(
        packWord(e, kernel, registers, first, groups, i, half, element));
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
