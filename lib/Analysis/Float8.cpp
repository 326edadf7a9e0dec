//===- Float8.cpp - Floats of 8 bits by arithmetic ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Float8.h"

#include "mlir-autotune/Analysis/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

bool autotune::isFloat8(Type type) {
  std::optional<ElementKind> kind = getElementKind(type);
  return kind && autotune::isFloat8(*kind);
}

/// Of a type for which isFloat8() holds.
static const ElementInfo &getFormat(Type type) {
  return getElementInfo(*getElementKind(type));
}

bool autotune::isUpperHalfOfF16(Type type) {
  const ElementInfo &format = getFormat(type);
  return format.hasInfinity &&
         format.exponentBits == getElementInfo(ElementKind::F16).exponentBits;
}

bool autotune::isFloat8Argument(Operation *op) {
  auto extension = dyn_cast<arith::ExtFOp>(op);
  return extension && isa<BlockArgument>(extension.getIn()) &&
         isFloat8(extension.getIn().getType()) &&
         extension.getType().getIntOrFloatBitWidth() <= 32;
}

Type autotune::getStoredType(Type element) {
  return isFloat8(element) ? IntegerType::get(element.getContext(), 8)
                           : element;
}

/// Bits of an f32's significand but for the first, and its bias.
static constexpr int64_t kFraction32 = 23, kBias32 = 127;

namespace {
/// Operations on i32 and f32.
struct Bits {
  ImplicitLocOpBuilder &b;

  Value number(int64_t bits) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(bits)));
  }
  Value real(double value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(float(value)));
  }
  Value cast(Type type, Value bits) {
    return arith::BitcastOp::create(b, type, bits);
  }
  Value shl(Value bits, int64_t by) {
    return arith::ShLIOp::create(b, bits, number(by));
  }
  Value shr(Value bits, int64_t by) {
    return arith::ShRUIOp::create(b, bits, number(by));
  }
  Value mask(Value bits, int64_t mask) {
    return arith::AndIOp::create(b, bits, number(mask));
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value add(Value x, int64_t y) { return add(x, number(y)); }
};
} // namespace

/// The bits of a float that is no half of an f16, as those of an f32 with the
/// same exponent bits, are smaller by a power of two.
Value autotune::decodeFloat8(ImplicitLocOpBuilder &b, Value value) {
  Bits bits{b};
  Type i32 = b.getI32Type(), f32 = b.getF32Type();
  Value byte = bits.cast(b.getI8Type(), value);
  if (isUpperHalfOfF16(value.getType())) {
    Value half = arith::ExtUIOp::create(b, b.getI16Type(), byte);
    Value eight = arith::ConstantOp::create(b, b.getI16IntegerAttr(8));
    half = arith::ShLIOp::create(b, half, eight);
    return arith::ExtFOp::create(b, f32, bits.cast(b.getF16Type(), half));
  }
  const ElementInfo &format = getFormat(value.getType());
  constexpr int64_t kNaN = 0x7F, kNaN32 = 0x7FC00000;
  Value wide = arith::ExtUIOp::create(b, i32, byte);
  Value magnitude = bits.mask(wide, 0x7F);
  Value small = bits.cast(
      f32, bits.shl(magnitude, kFraction32 - format.getFractionBits()));
  Value scaled = arith::MulFOp::create(
      b, small, bits.real(std::ldexp(1.0, int(kBias32) - format.getBias())));
  Value result = bits.cast(i32, scaled);
  Value isNaN = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, magnitude,
                                      bits.number(kNaN));
  result = arith::SelectOp::create(b, isNaN, bits.number(kNaN32), result);
  Value sign = bits.shl(bits.mask(wide, 0x80), 24);
  return bits.cast(f32, arith::OrIOp::create(b, result, sign));
}

Value autotune::encodeFloat8(ImplicitLocOpBuilder &b, Value value, Type type) {
  Bits bits{b};
  Type i32 = b.getI32Type(), f32 = b.getF32Type();
  const ElementInfo &format = getFormat(type);
  bool hasInfinity = format.hasInfinity;
  int64_t fraction = format.getFractionBits(), bias = format.getBias();
  int64_t unused = kFraction32 - fraction;
  Value all = bits.cast(i32, value);
  Value magnitude = bits.mask(all, 0x7FFFFFFF);
  // Rounded to nearest even where the bits that go are cut off: half of their
  // unit is added, less one where the last that stays is even. A carry goes on
  // to the exponent, as it should.
  Value odd = bits.mask(bits.shr(magnitude, unused), 1);
  int64_t half = (int64_t(1) << (unused - 1)) - 1;
  Value normal = bits.add(bits.add(magnitude, odd),
                          half - ((kBias32 - bias) << kFraction32));
  normal = bits.shr(normal, unused);
  // Where it ends: infinity, or the NaN that comes next to the largest.
  int64_t end = hasInfinity ? 0x7F >> fraction << fraction : 0x7F;
  normal = arith::MinUIOp::create(b, normal, bits.number(end));
  // Numbers without the leading one are multiples of a unit. In a sum with a
  // float of which it is the last place they are rounded to it, once.
  int unit = int(1 - bias - fraction);
  double large = std::ldexp(1.0, unit + int(kFraction32));
  Value sum =
      arith::AddFOp::create(b, bits.cast(f32, magnitude), bits.real(large));
  Value subnormal = bits.add(bits.cast(i32, sum),
                             -((unit + kFraction32 + kBias32) << kFraction32));
  auto isBelow = [&](Value x, int64_t limit) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x,
                                 bits.number(limit));
  };
  Value result = arith::SelectOp::create(
      b, isBelow(magnitude, (1 - bias + kBias32) << kFraction32), subnormal,
      normal);
  constexpr int64_t kInfinity32 = 0x7F800000;
  if (hasInfinity)
    result = arith::SelectOp::create(b, isBelow(magnitude, kInfinity32 + 1),
                                     result, bits.number(0x7F));
  Value sign = bits.mask(bits.shr(all, 24), 0x80);
  Value byte = arith::TruncIOp::create(b, b.getI8Type(),
                                       arith::OrIOp::create(b, result, sign));
  return bits.cast(type, byte);
}

namespace {

struct ExpandExtension : public OpRewritePattern<arith::ExtFOp> {
  ExpandExtension(MLIRContext *context, bool keepsArguments)
      : OpRewritePattern(context), keepsArguments(keepsArguments) {}
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFloat8(op.getIn().getType()) ||
        (keepsArguments && isFloat8Argument(op)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value wide = decodeFloat8(b, op.getIn());
    int64_t bits = op.getType().getIntOrFloatBitWidth();
    // Of 16 bits either float has all of these.
    if (bits < 32)
      wide = arith::TruncFOp::create(b, op.getType(), wide);
    else if (bits > 32)
      wide = arith::ExtFOp::create(b, op.getType(), wide);
    rewriter.replaceOp(op, wide);
    return success();
  }
  bool keepsArguments;
};

struct ExpandTruncation : public OpRewritePattern<arith::TruncFOp> {
  ExpandTruncation(MLIRContext *context, bool keepsLast)
      : OpRewritePattern(context), keepsLast(keepsLast) {}
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    // Vectors have no width.
    if (!isFloat8(op.getType()) || (keepsLast && isLastRounding(op)))
      return failure();
    int64_t bits = op.getIn().getType().getIntOrFloatBitWidth();
    // What goes through f32 on its way would be rounded twice.
    if (op.getRoundingmode() || bits > 32)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value in = op.getIn();
    if (bits < 32)
      in = arith::ExtFOp::create(b, b.getF32Type(), in);
    rewriter.replaceOp(op, encodeFloat8(b, in, op.getType()));
    return success();
  }

private:
  bool keepsLast;
};

} // namespace

bool autotune::isLastRounding(Operation *op) {
  auto rounding = dyn_cast<arith::TruncFOp>(op);
  return rounding && !rounding.getRoundingmode() &&
         isFloat8(rounding.getType()) && rounding.getIn().getType().isF32() &&
         rounding->hasOneUse() &&
         (*rounding->user_begin())->hasTrait<OpTrait::IsTerminator>();
}

void autotune::populateFloat8Patterns(RewritePatternSet &patterns,
                                      bool keepsArguments, bool keepsLast) {
  patterns.add<ExpandExtension>(patterns.getContext(), keepsArguments);
  patterns.add<ExpandTruncation>(patterns.getContext(), keepsLast);
}
