//===- Conversions.cpp - Between element types ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Roundings that the host's processor may lack, in integers: the same bits
// everywhere, and no function of a compiler's library to find at run time.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Float8.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

/// The bits of an f32, rounded to the nearest with `dropped` bits less; ties
/// away from zero, or else to even. Those dropped are not cleared.
static Value roundBits(SimulatorCalls &calls, Value bits, int64_t dropped,
                       bool tiesAway) {
  Location loc = calls.getLoc();
  int64_t half = int64_t(1) << (dropped - 1);
  if (tiesAway)
    return LLVM::AddOp::create(calls, loc, bits, calls.i32(half));
  Value last = LLVM::LShrOp::create(calls, loc, bits, calls.i32(dropped));
  last = LLVM::AndOp::create(calls, loc, last, calls.i32(1));
  Value up = LLVM::AddOp::create(calls, loc, last, calls.i32(half - 1));
  return LLVM::AddOp::create(calls, loc, bits, up);
}

static Value isNaN(SimulatorCalls &calls, Value value) {
  return LLVM::FCmpOp::create(calls, calls.getLoc(), LLVM::FCmpPredicate::uno,
                              value, value);
}

/// To the nearest, ties to even; a NaN becomes PTX's canonical one.
static Value roundToBF16(SimulatorCalls &calls, Value value) {
  constexpr int64_t kCanonicalNaN = 0x7FFF;
  Location loc = calls.getLoc();
  Value bits = calls.bitcast(value, calls.getI32Type());
  bits = roundBits(calls, bits, /*dropped=*/16, /*tiesAway=*/false);
  bits = LLVM::LShrOp::create(calls, loc, bits, calls.i32(16));
  bits = LLVM::SelectOp::create(calls, loc, isNaN(calls, value),
                                calls.i32(kCanonicalNaN), bits);
  Value half = LLVM::TruncOp::create(calls, loc, calls.getI16Type(), bits);
  return calls.bitcast(half, calls.getBF16Type());
}

static Value roundToF16(SimulatorCalls &calls, Value value) {
  return LLVM::FPTruncOp::create(calls, calls.getLoc(), calls.getF16Type(),
                                 value);
}

static Value roundTo(SimulatorCalls &calls, Value value, Type type) {
  return type.isBF16() ? roundToBF16(calls, value) : roundToF16(calls, value);
}

template <typename OpT>
static LogicalResult lowerPair(OpT op, SimulatorCalls &calls) {
  if (op.getRnd() != NVVM::FPRoundingMode::RN || op.getRelu() ||
      op.getSat() != NVVM::SaturationMode::NONE)
    return calls.unknown("with a rounding other than rn, relu or saturation");
  auto type = cast<VectorType>(op.getType());
  Value pair = LLVM::UndefOp::create(calls, op.getLoc(), type);
  int64_t index = 0;
  for (Value value : {op.getSrcLo(), op.getSrcHi()})
    pair = LLVM::InsertElementOp::create(
        calls, op.getLoc(), pair, roundTo(calls, value, type.getElementType()),
        calls.i32(index++));
  op.replaceAllUsesWith(pair);
  return success();
}

/// A float of 8 bits: its fraction and bias, and its largest number.
struct Float8Format {
  int64_t fraction, bias, largest;
};

/// Of f16.
constexpr int64_t kFraction16 = 10, kBias16 = 15;

static Float8Format getFloat8Format(Type type) {
  const ElementInfo &info = getElementInfo(*getElementKind(type));
  APInt largest = APFloat::getLargest(cast<FloatType>(type).getFloatSemantics())
                      .bitcastToAPInt();
  return {info.getFractionBits(), info.getBias(),
          int64_t(largest.getZExtValue())};
}

/// To the nearest, ties to even, and no further than the largest; a NaN becomes
/// PTX's canonical one. What has no leading one is rounded by a sum with a
/// float whose last place is its unit.
static Value roundToFloat8(SimulatorCalls &calls, Value value,
                           const Float8Format &format) {
  constexpr int64_t kCanonicalNaN = 0x7F;
  int64_t dropped = 23 - format.fraction, biases = 127 - format.bias;
  Location loc = calls.getLoc();
  auto isBelow = [&](Value x, int64_t limit) {
    return LLVM::ICmpOp::create(calls, loc, LLVM::ICmpPredicate::ult, x,
                                calls.i32(limit));
  };
  auto select = [&](Value condition, Value x, Value y) {
    return LLVM::SelectOp::create(calls, loc, condition, x, y);
  };
  Type i32 = calls.getI32Type(), f32 = calls.getF32Type();
  Value all = calls.bitcast(value, i32);
  Value size = LLVM::AndOp::create(calls, loc, all, calls.i32(0x7FFFFFFF));
  Value rounded = roundBits(calls, size, dropped, /*tiesAway=*/false);
  rounded = LLVM::SubOp::create(calls, loc, rounded, calls.i32(biases << 23));
  rounded = LLVM::LShrOp::create(calls, loc, rounded, calls.i32(dropped));
  rounded = select(isBelow(rounded, format.largest), rounded,
                   calls.i32(format.largest));
  float unit = std::ldexp(1.0f, int(1 - format.bias + dropped));
  Value large =
      LLVM::ConstantOp::create(calls, loc, f32, calls.getF32FloatAttr(unit));
  Value sum = LLVM::FAddOp::create(calls, loc, calls.bitcast(size, f32), large);
  Value small = LLVM::SubOp::create(calls, loc, calls.bitcast(sum, i32),
                                    calls.bitcast(large, i32));
  Value result = select(isBelow(size, (biases + 1) << 23), small, rounded);
  Value sign = LLVM::LShrOp::create(calls, loc, all, calls.i32(24));
  sign = LLVM::AndOp::create(calls, loc, sign, calls.i32(0x80));
  result = LLVM::OrOp::create(calls, loc, result, sign);
  return select(isNaN(calls, value), calls.i32(kCanonicalNaN), result);
}

/// The first operand is the upper half.
static LogicalResult lowerPairOfFloat8(NVVM::ConvertF32x2ToF8x2Op op,
                                       SimulatorCalls &calls) {
  if (!isFloat8(op.getDstTy()) || !op.getDst().getType().isInteger(16) ||
      op.getRelu() || op.getRnd() != NVVM::FPRoundingMode::RN ||
      op.getSat() != NVVM::SaturationMode::SATFINITE)
    return calls.unknown("to another type than " + listFloat8Kinds("and") +
                         ", in an i16, or with a rounding other than rn and "
                         "satfinite");
  Float8Format format = getFloat8Format(op.getDstTy());
  Location loc = calls.getLoc();
  Value high = roundToFloat8(calls, op.getA(), format);
  high = LLVM::ShlOp::create(calls, loc, high, calls.i32(8));
  Value both = LLVM::OrOp::create(calls, loc, high,
                                  roundToFloat8(calls, op.getB(), format));
  op.replaceAllUsesWith(
      LLVM::TruncOp::create(calls, loc, calls.getI16Type(), both).getResult());
  return success();
}

/// Two bytes as halves that have the same exponent and fraction. Some types are
/// the upper half of an f16. Others, which have no infinity, are smaller as one
/// by a power of two, and their NaN becomes PTX's canonical one.
static LogicalResult lowerFloat8Pair(NVVM::ConvertF8x2ToF16x2Op op,
                                     SimulatorCalls &calls) {
  if (op.getRelu() || !isFloat8(op.getSrcType()))
    return calls.unknown("with relu, or from another type");
  Float8Format format = getFloat8Format(op.getSrcType());
  constexpr int64_t kNaN = 0x7F, kCanonicalNaN = 0x7FFF;
  Location loc = calls.getLoc();
  Value pair = LLVM::UndefOp::create(calls, loc, op.getType());
  for (int64_t lane : {0, 1}) {
    Value byte =
        LLVM::ZExtOp::create(calls, loc, calls.getI32Type(),
                             LLVM::ExtractElementOp::create(
                                 calls, loc, op.getSrc(), calls.i32(lane)));
    auto toHalf = [&](Value bits) {
      return calls.bitcast(
          LLVM::TruncOp::create(calls, loc, calls.getI16Type(), bits),
          calls.getF16Type());
    };
    Value half;
    if (isUpperHalfOfF16(op.getSrcType())) {
      half = toHalf(LLVM::ShlOp::create(calls, loc, byte, calls.i32(8)));
    } else {
      Value size = LLVM::AndOp::create(calls, loc, byte, calls.i32(kNaN));
      Value sign = LLVM::ShlOp::create(
          calls, loc, LLVM::AndOp::create(calls, loc, byte, calls.i32(0x80)),
          calls.i32(8));
      Value bits = LLVM::OrOp::create(
          calls, loc, sign,
          LLVM::ShlOp::create(calls, loc, size,
                              calls.i32(kFraction16 - format.fraction)));
      Value scale = LLVM::ConstantOp::create(
          calls, loc, calls.getF16Type(),
          FloatAttr::get(calls.getF16Type(),
                         std::ldexp(1.0, int(kBias16 - format.bias))));
      Value isNaN = LLVM::ICmpOp::create(calls, loc, LLVM::ICmpPredicate::eq,
                                         size, calls.i32(kNaN));
      half = LLVM::SelectOp::create(
          calls, loc, isNaN, toHalf(calls.i32(kCanonicalNaN)),
          LLVM::FMulOp::create(calls, loc, toHalf(bits), scale));
    }
    pair =
        LLVM::InsertElementOp::create(calls, loc, pair, half, calls.i32(lane));
  }
  op.replaceAllUsesWith(pair);
  return success();
}

/// Each nibble of the selector names a byte of both words, or with its highest
/// bit set that byte's sign, eight times. Kernels have many that name bytes
/// alone: the host moves these by an instruction.
static LogicalResult lowerPermute(NVVM::PermuteOp op, SimulatorCalls &calls) {
  APInt selector;
  if (op.getMode() != NVVM::PermuteMode::DEFAULT || !op.getHi())
    return calls.unknown("with a mode");
  SmallVector<int32_t> bytes;
  if (matchPattern(op.getSelector(), m_ConstantInt(&selector)))
    for (unsigned i = 0; i < 4; ++i)
      bytes.push_back(selector.extractBitsAsZExtValue(4, 4 * i));
  if (bytes.empty() || llvm::any_of(bytes, [](int32_t n) { return n & 8; })) {
    op.replaceAllUsesWith(
        calls.call("autotuneSimPermute", calls.getI32Type(),
                   {op.getLo(), op.getHi(), op.getSelector()}));
    return success();
  }
  Location loc = calls.getLoc();
  auto type = VectorType::get(4, calls.getI8Type());
  Value both = LLVM::ShuffleVectorOp::create(
      calls, loc, LLVM::BitcastOp::create(calls, loc, type, op.getLo()),
      LLVM::BitcastOp::create(calls, loc, type, op.getHi()), bytes);
  op.replaceAllUsesWith(
      LLVM::BitcastOp::create(calls, loc, calls.getI32Type(), both)
          .getResult());
  return success();
}

/// Mantissas of 10 bits. NaNs stay as they are.
static LogicalResult lowerToTF32(NVVM::ConvertFloatToTF32Op op,
                                 SimulatorCalls &calls) {
  bool tiesAway = op.getRnd() == NVVM::FPRoundingMode::RNA;
  if ((!tiesAway && op.getRnd() != NVVM::FPRoundingMode::RN) || op.getRelu() ||
      op.getSat() != NVVM::SaturationMode::NONE)
    return calls.unknown("with a rounding other than rn and rna, relu or "
                         "saturation");
  constexpr int64_t kDropped = 13;
  Value bits = calls.bitcast(op.getSrc(), calls.getI32Type());
  Value rounded = roundBits(calls, bits, kDropped, tiesAway);
  rounded = LLVM::AndOp::create(calls, op.getLoc(), rounded,
                                calls.i32(-(int64_t(1) << kDropped)));
  op.replaceAllUsesWith(LLVM::SelectOp::create(calls, op.getLoc(),
                                               isNaN(calls, op.getSrc()), bits,
                                               rounded)
                            .getResult());
  return success();
}

/// Other types, and vectors, are the host's to round.
static Value lowerTruncation(LLVM::FPTruncOp op, SimulatorCalls &calls) {
  Value value = op.getArg();
  if (op.getType().isBF16() && value.getType().isF32())
    return roundToBF16(calls, value);
  return LLVM::FPTruncOp::create(calls, op.getLoc(), op.getType(), value);
}

Value simulator::createHostFunction(LLVM::CallIntrinsicOp op,
                                    SimulatorCalls &calls) {
  ValueRange arguments = op.getArgs();
  if (op.getIntrin() == "llvm.nvvm.div.full" ||
      op.getIntrin() == "llvm.nvvm.div.approx.ftz.f")
    return LLVM::FDivOp::create(calls, op.getLoc(), arguments[0], arguments[1]);
  if (op.getIntrin() == "llvm.nvvm.lg2.approx.ftz.f")
    return LLVM::Log2Op::create(calls, op.getLoc(), arguments[0]);
  if (op.getIntrin() == "llvm.nvvm.ex2.approx.ftz.f")
    return LLVM::Exp2Op::create(calls, op.getLoc(), arguments[0]);
  return {};
}

void simulator::populateConversions(OpTable &table) {
  table.add<NVVM::ConvertF32x2ToBF16x2Op>(
      lowerPair<NVVM::ConvertF32x2ToBF16x2Op>);
  table.add<NVVM::ConvertF32x2ToF16x2Op>(
      lowerPair<NVVM::ConvertF32x2ToF16x2Op>);
  table.add<NVVM::ConvertF32x2ToF8x2Op>(lowerPairOfFloat8);
  table.add<NVVM::ConvertF8x2ToF16x2Op>(lowerFloat8Pair);
  table.add<NVVM::ConvertFloatToTF32Op>(lowerToTF32);
  table.add<NVVM::PermuteOp>(lowerPermute);
  table.add<LLVM::FPTruncOp>(lowerTruncation);
}
