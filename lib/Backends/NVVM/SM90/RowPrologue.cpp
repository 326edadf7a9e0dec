//===- RowPrologue.cpp - What elements of A become ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions are exact. An integer x of 8 bits is put into the significand of
// a float with a known exponent, and what that stands for is subtracted:
//
// - f16 has 10 bits behind the point: 0x6400 | (x + 128) is 1152 + x.
// - bf16 has 7, too few for 8 bits: 0x4300 | (x & 0x7f) is 128 + (x & 0x7f),
//   and 0x4300 | (x & 0x80) is 128, or, since that bit is the lowest of the
//   exponent, 256: as much more as the sign of x says.
//
// Those without a sign are x - 128, and 128 more.
//
// Of 4 bits x + 8 fits either: 0x6400 | (x + 8) is 1032 + x, 0x4300 | (x + 8)
// is 136 + x; and one without a sign stands where x + 8 does.
//
// Floats of 8 bits have their instruction to f16, and some are the upper half
// of an f16. From there to bf16 it goes through f32. To shift the bits into
// those of bf16 and multiply by a power of two was rejected: it takes as many
// instructions, and as many more to find the NaNs.
//
//===----------------------------------------------------------------------===//

#include "RowPrologue.h"

#include "mlir-autotune/Analysis/Float8.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static Value bothHalves(Emitter &e, int64_t bits) {
  return e.i32(int32_t(bits << 16 | bits));
}

/// Two integers, the first in the low byte, as two floats.
static Value convertPair(Emitter &e, Value bytes, Type element) {
  auto both = [&](int64_t bits) { return bothHalves(e, bits); };
  auto toFloats = [&](Value bits) -> Value {
    return LLVM::BitcastOp::create(e, VectorType::get(2, element), bits);
  };
  // The exponent's byte above each integer's: one instruction, and what follows
  // has one constant each, which is as many as a LOP3 can hold.
  constexpr int64_t kInterleave = 0x5140;
  int64_t exponent = element.isF16() ? 0x6464 : 0x4343;
  Value pair =
      NVVM::PermuteOp::create(e, e.getI32Type(), bytes, both(exponent),
                              e.i32(kInterleave), NVVM::PermuteMode::DEFAULT);
  Value sum, excess;
  if (element.isF16()) {
    // The sign's bit is that of x + 128, the other way round.
    sum = e.bitXor(pair, both(0x0080));
    excess = both(0x6480);
  } else {
    sum = e.bitAnd(pair, both(0xff7f));
    excess = e.bitAnd(pair, both(0xff80));
  }
  return arith::SubFOp::create(e, toFloats(sum), toFloats(excess)).getResult();
}

/// `(a & mask) ^ bits` by one instruction. Of two, with a constant each, ptxas
/// makes two (13.0): a LOP3 has room for one, and it holds no other in a
/// register for them.
static Value maskAndXor(Emitter &e, Value a, Value mask, Value bits) {
  return LLVM::InlineAsmOp::create(
             e, e.getI32Type(), ValueRange{a, mask, bits},
             "lop3.b32 $0, $1, $2, $3, 0x6a;", "=r,r,r,r",
             /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::tailcallkind::TailCallKind::None,
             LLVM::AsmDialectAttr::get(e.getContext(),
                                       LLVM::AsmDialect::AD_ATT),
             ArrayAttr())
      .getRes();
}

/// Two integers of 4 bits, in the low bits of each half of an i32.
static Value convertPackedPair(Emitter &e, Value nibbles, Type element,
                               bool isUnsigned) {
  auto toFloats = [&](Value bits) -> Value {
    return LLVM::BitcastOp::create(e, VectorType::get(2, element), bits);
  };
  // The sign's bit is that of x + 8, the other way round.
  int64_t exponent = element.isF16() ? 0x6400 : 0x4300;
  int64_t bias = isUnsigned ? 0 : 8;
  Value sum = maskAndXor(e, nibbles, bothHalves(e, 0x000f),
                         bothHalves(e, exponent | bias));
  return arith::SubFOp::create(e, toFloats(sum),
                               toFloats(bothHalves(e, exponent | bias)))
      .getResult();
}

/// Two floats of 8 bits, the first in the low byte, as f16.
static Value convertFloatPair(Emitter &e, Value bytes, Type stored) {
  auto pair = VectorType::get(2, e.getF16Type());
  if (isUpperHalfOfF16(stored)) {
    // Each byte above one of zeros.
    constexpr int64_t kUpper = 0x1404;
    Value bits =
        NVVM::PermuteOp::create(e, e.getI32Type(), bytes, e.i32(0),
                                e.i32(kUpper), NVVM::PermuteMode::DEFAULT);
    return LLVM::BitcastOp::create(e, pair, bits);
  }
  Value both = LLVM::BitcastOp::create(
      e, VectorType::get(2, e.getI8Type()),
      arith::TruncIOp::create(e, e.getI16Type(), bytes).getResult());
  return NVVM::ConvertF8x2ToF16x2Op::create(e, pair, both, /*relu=*/false,
                                            stored);
}

static Value convertUnsignedPair(Emitter &e, Value bytes, Type element) {
  Value below = convertPair(e, e.bitXor(bytes, 0x8080), element);
  constexpr double kOffset = 128;
  auto type = cast<VectorType>(below.getType());
  Value offset = arith::ConstantOp::create(
      e, DenseElementsAttr::get(type,
                                e.getFloatAttr(element, kOffset).getValue()));
  return arith::AddFOp::create(e, below, offset).getResult();
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

RowPrologue::RowPrologue(Emitter &e, MmaOp mma, ArrayRef<Value> rows,
                         const KernelLayout &layout)
    : e(e), rows(rows) {
  std::array<VectorType, 2> tiles = mma.getFactors();
  element = tiles[1].getElementType();
  stored = tiles[0].getElementType();
  isPacked = mma.getPackedA();
  depth = tiles[0].getDimSize(1) * (isPacked ? 2 : 1);
  for (Value operand : mma.getRows())
    if (auto type = dyn_cast<RowsType>(operand.getType()))
      layouts.emplace_back(RowsLayout(type, layout));
    else
      layouts.emplace_back();
  if (mma.getPrologue().empty())
    return;
  body = &mma.getPrologue().front();
  ofElement.insert(body->getArgument(0));
  for (auto [index, layout] : llvm::enumerate(layouts))
    if (!layout)
      ofElement.insert(body->getArgument(index + 1));
  for (Operation &op : body->without_terminator())
    if (llvm::any_of(op.getOperands(),
                     [&](Value value) { return isOfElement(value); }))
      ofElement.insert(op.result_begin(), op.result_end());
}

RowPrologue::Row &RowPrologue::getRow(int64_t block, int64_t half,
                                      int64_t column) {
  SmallVector<int64_t> key = {block, half};
  for (const std::optional<RowsLayout> &layout : layouts)
    key.push_back(layout ? column * layout->parts / depth : 0);
  auto [it, isNew] = known.try_emplace(key);
  Row &row = it->second;
  if (!isNew)
    return row;
  for (auto [index, layout] : llvm::enumerate(layouts))
    if (layout)
      row.values.map(
          body->getArgument(index + 1),
          LLVM::ExtractValueOp::create(
              e, rows[index], layout->getRegister(block, half, key[index + 2]))
              .getResult());
  for (Operation &op : body->without_terminator())
    if (!isOfElement(op.getResult(0)))
      e.clone(op, row.values);
  return row;
}

Value RowPrologue::getLane(Row &row, Value value, int64_t lane) {
  if (!isOfElement(value))
    return row.values.lookupOrDefault(value);
  Pair &pair = pairs[value];
  if (!pair.lanes[lane])
    pair.lanes[lane] =
        LLVM::ExtractElementOp::create(e, pair.packed, e.i32(lane));
  return pair.lanes[lane];
}

Value RowPrologue::getPacked(Row &row, Value value) {
  if (isOfElement(value)) {
    Pair &pair = pairs[value];
    if (!pair.packed)
      pair.packed = e.packVector(pair.lanes);
    return pair.packed;
  }
  Value &splat = row.splats[value];
  if (!splat) {
    Value one = row.values.lookupOrDefault(value);
    splat = e.packVector({one, one});
  }
  return splat;
}

static bool is16Bit(Type type) { return type.isBF16() || type.isF16(); }

/// Of both elements by one instruction, if there is one.
bool RowPrologue::computePacked(Row &row, Operation *op) {
  Value result = op->getResult(0);
  Type type = result.getType();
  if (!is16Bit(type))
    return false;
  Pair pair;
  if (auto rounding = dyn_cast<arith::TruncFOp>(op);
      rounding && rounding.getIn().getType().isF32() &&
      !rounding.getRoundingmode()) {
    Value low = getLane(row, rounding.getIn(), 0);
    Value high = getLane(row, rounding.getIn(), 1);
    pair.packed = roundPair(e, low, high, type);
    pairs[result] = pair;
    return true;
  }
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp>(op))
    return false;
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, getPacked(row, operand));
  Operation *both = e.clone(*op, mapping);
  both->getResult(0).setType(VectorType::get(2, type));
  pair.packed = both->getResult(0);
  pairs[result] = pair;
  return true;
}

/// The elements as floats of a type that has them all: of 16 bits, together, or
/// f32, one by one.
RowPrologue::Pair RowPrologue::convert(Value bytes, Type type,
                                       bool isUnsigned) {
  Pair pair;
  if (isFloat8(stored))
    pair.packed = convertFloatPair(e, bytes, stored);
  else if (isPacked)
    pair.packed = convertPackedPair(e, bytes, element, isUnsigned);
  else
    pair.packed = isUnsigned ? convertUnsignedPair(e, bytes, element)
                             : convertPair(e, bytes, element);
  if (getElementTypeOrSelf(pair.packed) == type)
    return pair;
  for (int64_t lane : {0, 1})
    pair.lanes[lane] = convertElement(
        e, LLVM::ExtractElementOp::create(e, pair.packed, e.i32(lane)),
        e.getF32Type());
  pair.packed = Value();
  if (!type.isF32())
    pair = {roundPair(e, pair.lanes[0], pair.lanes[1], type), {}};
  return pair;
}

void RowPrologue::compute(Row &row, Operation *op, Value bytes) {
  Value result = op->getResult(0);
  Type type = result.getType();
  Pair pair;
  bool isConversion = isa<arith::SIToFPOp, arith::UIToFPOp>(op) &&
                      (type == element || type.isF32());
  if (op->getOperand(0) == body->getArgument(0) &&
      (isConversion || isFloat8Argument(op))) {
    pairs[result] = convert(bytes, type, isa<arith::UIToFPOp>(op));
    return;
  }
  if (computePacked(row, op))
    return;
  for (int64_t lane : {0, 1}) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, getLane(row, operand, lane));
    pair.lanes[lane] = e.clone(*op, mapping)->getResult(0);
  }
  pairs[result] = pair;
}

RowPrologue::Pair RowPrologue::getElements(ArrayRef<Value> words) const {
  if (words.size() == 2)
    return {Value(), {words[0], words[1]}};
  Type type = body->getArgument(0).getType();
  if (is16Bit(type))
    return {LLVM::BitcastOp::create(e, VectorType::get(2, type), words[0]), {}};
  Pair pair;
  for (int64_t lane : {0, 1}) {
    Value bits = arith::TruncIOp::create(
        e, getStoredType(type), e.shr(words[0], (isPacked ? 16 : 8) * lane));
    pair.lanes[lane] =
        bits.getType() == type ? bits : arith::BitcastOp::create(e, type, bits);
  }
  return pair;
}

Value RowPrologue::apply(ArrayRef<Value> words, int64_t block, int64_t half,
                         int64_t column) {
  Value bytes = words[0];
  if (!body)
    return LLVM::BitcastOp::create(
        e, e.getI32Type(),
        convert(bytes, element, /*isUnsigned=*/false).packed);
  Row &row = getRow(block, half, column);
  pairs.clear();
  // For what is no conversion.
  pairs[body->getArgument(0)] = getElements(words);
  for (auto [index, layout] : llvm::enumerate(layouts)) {
    if (layout)
      continue;
    Pair &pair = pairs[body->getArgument(index + 1)];
    for (int64_t lane : {0, 1})
      pair.lanes[lane] =
          LLVM::ExtractValueOp::create(e, rows[index], column / 8 * 2 + lane);
  }
  for (Operation &op : body->without_terminator())
    if (isOfElement(op.getResult(0)))
      compute(row, &op, bytes);
  Value result = body->getTerminator()->getOperand(0);
  return LLVM::BitcastOp::create(e, e.getI32Type(), getPacked(row, result));
}
