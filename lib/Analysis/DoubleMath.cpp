//===- DoubleMath.cpp - Rare functions of f32, in f64 ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f64 has all of f32's subnormals as normal numbers, and 29 bits more: what
// cancels here leaves enough, and results are rounded once, as they are made
// f32.
//
//===----------------------------------------------------------------------===//

#include "MathExpansions.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// (2 atanh(s) - 2 s) / s^3 by s^2, where (1 + s) / (1 - s) is in
/// [sqrt(1/2), sqrt(2)): a share of 2^-50.
static constexpr std::array<double, 6> kLogOfRatio = {
    0.66666666666662083, 0.40000000011206506, 0.28571424138324161,
    0.22222862280108716, 0.18140193802865991, 0.16621817152858928};
/// (2^r - 1) / r for r in [-1/2, 1/2]: a share of 2^-38.
static constexpr std::array<double, 8> kExp2 = {
    0.69314718055683241,   0.24022650695888502,   0.055504109063258666,
    0.0096181291352361397, 0.0013333478473685415, 0.00015403475186530786,
    1.5303700711365694e-5, 1.3250805517502249e-6};
/// log2(erfc(t)) / t for t in [0, 10.2]: the power of two is a share of 2^-24
/// off.
static constexpr std::array<double, 17> kLogOfErfc = {
    -1.6279069497135103,     -0.91845271183541847,    -0.14822446233389431,
    0.027411091715070799,    0.00071977588827430653,  -0.0030400444750221324,
    0.001423057486691812,    -0.00042674870116442624, 9.4359860109671167e-5,
    -1.5958115716748346e-5,  2.0796529930278978e-6,   -2.0744342592378385e-7,
    1.5543106859357294e-8,   -8.4636738021683784e-10, 3.1593593903795081e-11,
    -7.2251553191159584e-13, 7.6285023812085361e-15};

static constexpr double kLn2 = 0.693147180559945309;
static constexpr int64_t kDoubleFractionBits = 52, kBias = 1023;
/// What is beyond 2 to this power, or below 2 to its negative, is infinite or
/// 0 as an f32.
static constexpr double kMostPower = 400;
static constexpr double kInfinity = MathBuilder::kInfinity;

/// NaN stays NaN.
static Value clamp(MathBuilder &a, Value t, double most) {
  t = a.select(a.less(a.f64(most), t), a.f64(most), t);
  return a.select(a.less(t, a.f64(-most)), a.f64(-most), t);
}

/// 2^t, or that less 1, for t that is no larger than kMostPower.
static Value createExp2(MathBuilder &a, Value t, bool lessOne = false) {
  // The sum ends in the integer next to t.
  constexpr double kRounding = 6755399441055744.0;
  Value rounded = a.add(t, a.f64(kRounding));
  Value r = a.sub(t, a.sub(rounded, a.f64(kRounding)));
  Value part = a.mul(r, a.polynomial(kExp2, r));
  Value bits = a.add(a.bits(rounded), a.i64(kBias));
  Value power = a.real(a.shl(bits, kDoubleFractionBits));
  return a.fma(power, part, lessOne ? a.sub(power, a.f64(1)) : power);
}

/// A logarithm of u, which is positive, finite and normal, of base 2 or e; of
/// others any number.
static Value createLog(MathBuilder &a, Value u, LogBase base) {
  // u = 2^e m with m in [sqrt(1/2), sqrt(2)).
  constexpr int64_t kRootOfHalf = 0x3fe6a09e667f3bcd;
  Value bits = a.bits(u);
  Value e = a.shrSigned(a.sub(bits, a.i64(kRootOfHalf)), kDoubleFractionBits);
  Value m = a.real(a.sub(bits, a.shl(e, kDoubleFractionBits)));
  // s = (m - 1) / (m + 1): from f32's reciprocal one step of Newton's.
  Value divisor = a.add(m, a.f64(1));
  Value inverse = a.widen(a.div(a.f32(1), a.narrow(divisor)));
  Value off = a.fma(a.neg(divisor), inverse, a.f64(1));
  inverse = a.fma(off, inverse, inverse);
  Value s = a.mul(a.sub(m, a.f64(1)), inverse);
  Value square = a.mul(s, s);
  Value ratio = a.fma(square, a.polynomial(kLogOfRatio, square), a.f64(2));
  Value lnM = a.mul(s, ratio);
  Value exponent = a.toF64(a.narrow(e));
  return base == LogBase::Two
             ? a.fma(lnM, a.f64(llvm::numbers::log2e), exponent)
             : a.fma(exponent, a.f64(kLn2), lnM);
}

Value autotune::expandLog1p(MathBuilder &a, Value x) {
  Value wide = a.widen(x);
  Value near = a.fma(a.mul(wide, wide), a.f64(-0.5), wide);
  Value far = createLog(a, a.add(wide, a.f64(1)), LogBase::E);
  Value isNear = a.less(a.abs(wide), a.f64(0x1p-20));
  Value result = a.narrow(a.select(isNear, near, far));
  result = a.select(a.less(x, a.f32(kInfinity)), result, x);
  result = a.select(a.less(x, a.f32(-1)), a.f32(MathBuilder::kNaN), result);
  result = a.select(a.equal(x, a.f32(-1)), a.f32(-kInfinity), result);
  return a.copySign(result, x);
}

/// e^x and e^-x, or both less 1.
static std::pair<Value, Value> createExponentials(MathBuilder &a, Value x,
                                                  bool lessOne) {
  constexpr double kMost = 200;
  Value t = a.mul(clamp(a, a.widen(x), kMost), a.f64(llvm::numbers::log2e));
  return {createExp2(a, t, lessOne), createExp2(a, a.neg(t), lessOne)};
}

Value autotune::expandSinh(MathBuilder &a, Value x) {
  auto [up, down] = createExponentials(a, x, /*lessOne=*/true);
  return a.copySign(a.narrow(a.mul(a.sub(up, down), a.f64(0.5))), x);
}

Value autotune::expandCosh(MathBuilder &a, Value x) {
  auto [up, down] = createExponentials(a, x, /*lessOne=*/false);
  return a.narrow(a.mul(a.add(up, down), a.f64(0.5)));
}

/// Below this the third power is enough.
static constexpr double kNear = 0x1p-12;

Value autotune::expandAsinh(MathBuilder &a, Value x) {
  Value t = a.abs(a.widen(x)), square = a.mul(t, t);
  Value near = a.fma(a.mul(square, t), a.f64(-1.0 / 6), t);
  Value root = a.sqrt(a.add(square, a.f64(1)));
  Value far = createLog(a, a.add(t, root), LogBase::E);
  Value result = a.narrow(a.select(a.less(t, a.f64(kNear)), near, far));
  result = a.select(a.less(a.abs(x), a.f32(kInfinity)), result, x);
  return a.copySign(result, x);
}

Value autotune::expandAcosh(MathBuilder &a, Value x) {
  Value wide = a.widen(x);
  Value root = a.sqrt(a.fma(wide, wide, a.f64(-1)));
  Value result = a.narrow(createLog(a, a.add(wide, root), LogBase::E));
  result = a.select(a.less(x, a.f32(kInfinity)), result, x);
  return a.select(a.less(x, a.f32(1)), a.f32(MathBuilder::kNaN), result);
}

Value autotune::expandAtanh(MathBuilder &a, Value x) {
  Value t = a.abs(a.widen(x)), one = a.f64(1);
  Value near = a.fma(a.mul(a.mul(t, t), t), a.f64(1.0 / 3), t);
  Value far = a.sub(createLog(a, a.add(one, t), LogBase::E),
                    createLog(a, a.sub(one, t), LogBase::E));
  Value result =
      a.narrow(a.select(a.less(t, a.f64(kNear)), near, a.mul(far, a.f64(0.5))));
  Value size = a.abs(x), end = a.f32(1);
  result = a.select(a.less(size, end), result, a.f32(MathBuilder::kNaN));
  result = a.select(a.equal(size, end), a.f32(kInfinity), result);
  return a.copySign(result, x);
}

Value autotune::expandErfc(MathBuilder &a, Value x) {
  // Beyond, it is 0 as an f32.
  constexpr double kEnd = 10.2;
  Value wide = a.widen(x);
  Value t = clamp(a, a.abs(wide), kEnd);
  Value result = createExp2(a, a.mul(t, a.polynomial(kLogOfErfc, t)));
  Value isNegative = a.less(wide, a.f64(0));
  return a.narrow(a.select(isNegative, a.sub(a.f64(2), result), result));
}

Value autotune::expandCbrt(MathBuilder &a, Value x) {
  Value size = a.abs(x);
  Value log = createLog(a, a.widen(size), LogBase::Two);
  Value root = a.narrow(createExp2(a, a.mul(log, a.f64(1.0 / 3))));
  Value isNumber =
      a.both(a.less(a.f32(0), size), a.less(size, a.f32(kInfinity)));
  return a.select(isNumber, a.copySign(root, x), x);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// |x|^y of an f32 and an f64: 1 for x = 1 and any y, and what multiplying y by
/// an infinite logarithm gives for 0 and infinity.
static Value createPowerOfSize(MathBuilder &a, Value x, Value y) {
  Value size = a.abs(x), wide = a.widen(size);
  Value log = createLog(a, wide, LogBase::Two);
  log = a.select(a.less(size, a.f32(kInfinity)), log, wide);
  log = a.select(a.equal(size, a.f32(0)), a.f64(-kInfinity), log);
  Value product = a.mul(y, log);
  product = a.select(a.equal(size, a.f32(1)), a.f64(0), product);
  return a.narrow(createExp2(a, clamp(a, product, kMostPower)));
}

Value autotune::expandPower(MathBuilder &a, Value x, Value y) {
  Value result = createPowerOfSize(a, x, a.widen(y));
  Value half = a.mul(y, a.f32(0.5)), whole = a.trunc(y);
  Value isOdd = a.both(a.unequal(a.trunc(half), half), a.equal(whole, y));
  result = a.select(isOdd, a.copySign(result, x), result);
  // A finite x below 0 has whole powers alone.
  Value isNegative = a.both(a.less(x, a.f32(0)), a.less(a.f32(-kInfinity), x));
  Value isNone = a.both(isNegative, a.unequal(whole, y));
  result = a.select(isNone, a.f32(MathBuilder::kNaN), result);
  // Also where the other one is NaN.
  result = a.select(a.equal(x, a.f32(1)), a.f32(1), result);
  return a.select(a.equal(y, a.f32(0)), a.f32(1), result);
}

Value autotune::expandWholePower(MathBuilder &a, Value x, Value y) {
  Value result = createPowerOfSize(a, x, a.toF64(y));
  Value isOdd = a.equal(a.both(y, 1), a.i32(1));
  result = a.select(isOdd, a.copySign(result, x), result);
  return a.select(a.equal(y, a.i32(0)), a.f32(1), result);
}

/// The largest power by multiplications: they are 3.5 units off.
static constexpr double kMostMultiplied = 8;

bool autotune::isSimplePower(double y) {
  bool isWhole = y == std::trunc(y) && y >= 0 && y <= kMostMultiplied;
  return isWhole || y == -1 || y == 0.5 || y == -0.5;
}

Value autotune::expandConstantPower(MathBuilder &a, Value x, double y) {
  if (!isSimplePower(y))
    return {};
  Value one = a.like(x, 1.0);
  if (y == -1)
    return a.div(one, x);
  if (std::fabs(y) == 0.5) {
    // Unlike a root, it is 0 for -0, and infinite for -infinity.
    Value root = a.add(a.sqrt(x), a.like(x, 0.0));
    Value isLowest = a.equal(x, a.like(x, -kInfinity));
    root = a.select(isLowest, a.like(x, kInfinity), root);
    return y > 0 ? root : a.div(one, root);
  }
  Value result;
  for (unsigned rest = unsigned(y); rest != 0; rest /= 2) {
    if (rest % 2 == 1)
      result = result ? a.mul(result, x) : x;
    if (rest > 1)
      x = a.mul(x, x);
  }
  return result ? result : one;
}
