//===- FloatMath.cpp - Common functions, in f32 ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathExpansions.h"

using namespace mlir;
using namespace mlir::autotune;

/// (ln(1 + f) - f + f^2 / 2) / f^3 for f in [sqrt(1/2) - 1, sqrt(2) - 1].
static constexpr std::array<float, 9> kLog = {
    0.333333312f,  -0.24999997f, 0.200007157f,  -0.166678023f, 0.142490576f,
    -0.124256873f, 0.116854199f, -0.114797338f, 0.0697161147f};
/// (e^r - 1 - r) / r^2 for r in [-ln(2) / 2, ln(2) / 2].
static constexpr std::array<float, 5> kExpM1 = {
    0.5f, 0.16666577f, 0.0416665547f, 0.00836317307f, 0.00139261761f};

/// The sum of a float below 2^22 and 1.5 * 2^23 ends in the float's integer.
static constexpr double kRounding = 12582912.0;
static constexpr int64_t kFloatFractionBits = 23;

Value autotune::expandLog(MathBuilder &a, Value x, LogBase base) {
  // x = 2^e m with m in [sqrt(1/2), sqrt(2)). Subnormals are scaled first.
  Value isSubnormal = a.less(x, a.f32(0x1p-126));
  Value scaled = a.select(isSubnormal, a.mul(x, a.f32(0x1p23)), x);
  constexpr int64_t kRootOfHalf = 0x3f3504f3;
  Value bits = a.bits(scaled);
  Value e = a.shrSigned(a.sub(bits, a.i32(kRootOfHalf)), kFloatFractionBits);
  Value m = a.real(a.sub(bits, a.shl(e, kFloatFractionBits)));
  Value exponent = a.toF32(e);
  exponent = a.select(isSubnormal, a.sub(exponent, a.f32(kFloatFractionBits)),
                      exponent);
  // ln(m) = f + f^2 t
  Value f = a.sub(m, a.f32(1));
  Value square = a.mul(f, f);
  Value t = a.fma(f, a.polynomial(kLog, f), a.f32(-0.5));
  // Constants that are multiplied by e are sums of two floats.
  Value result;
  switch (base) {
  case LogBase::E:
    result = a.fma(square, t, a.mul(exponent, a.f32(-2.12194440e-4)));
    result = a.fma(exponent, a.f32(0.693359375), a.add(f, result));
    break;
  case LogBase::Two:
    result = a.fma(a.fma(square, t, f), a.f32(llvm::numbers::log2e), exponent);
    break;
  case LogBase::Ten:
    result = a.fma(a.fma(square, t, f), a.f32(0.43429448190325182),
                   a.mul(exponent, a.f32(2.4803342e-7)));
    result = a.fma(exponent, a.f32(0.301029748), result);
    break;
  }
  Value isFinite = a.less(x, a.f32(MathBuilder::kInfinity));
  result = a.select(isFinite, result, x);
  result = a.select(a.less(x, a.f32(0)), a.f32(MathBuilder::kNaN), result);
  return a.select(a.equal(x, a.f32(0)), a.f32(-MathBuilder::kInfinity), result);
}

/// 2^n of a float n + kRounding + `bias`, where `bias` is 127 or less.
static Value getPowerOfTwo(MathBuilder &a, Value rounded) {
  return a.real(a.shl(a.bits(rounded), kFloatFractionBits));
}

/// e^x - 1 = 2^n (e^r - 1) + 2^n - 1, where n is x log2(e) to the nearest. Of
/// half of it, for 2^128 is no float. For x in [-20, 89].
static Value expandHalfExpM1(MathBuilder &a, Value x) {
  constexpr double kRoundingOfHalf = kRounding + 126;
  Value rounded = a.fma(x, a.f32(llvm::numbers::log2e), a.f32(kRoundingOfHalf));
  Value n = a.sub(rounded, a.f32(kRoundingOfHalf));
  // ln(2) as the sum of two floats.
  Value r = a.fma(n, a.f32(-0.693147182464599609375), x);
  r = a.fma(n, a.f32(1.90465421e-9), r);
  Value part = a.fma(a.mul(r, r), a.polynomial(kExpM1, r), r);
  Value power = getPowerOfTwo(a, rounded);
  return a.fma(power, part, a.sub(power, a.f32(0.5)));
}

Value autotune::expandExpM1(MathBuilder &a, Value x) {
  Value clamped = a.min(a.max(x, a.f32(-20)), a.f32(89));
  Value half = expandHalfExpM1(a, clamped);
  // The sign matters where the result is 0.
  return a.copySign(a.add(half, half), x);
}

/// In f32 that is y / (y + 2) with y = e^2t - 1, t being |x|. Rounded to fewer
/// bits, 1 - 2 / (e^2t + 1) has enough of them, but near 0.
Value autotune::expandTanh(MathBuilder &a, Value x, MathAccuracy accuracy) {
  Value t = a.abs(x);
  Value result;
  if (accuracy == MathAccuracy::Full) {
    // From 9.02 on it is 1.
    Value clamped = a.min(t, a.f32(10));
    Value half = expandHalfExpM1(a, a.add(clamped, clamped));
    result = a.div(half, a.add(half, a.f32(1)));
  } else {
    Value power = a.exp2(a.mul(t, a.f32(2 * llvm::numbers::log2e)));
    Value quotient = a.divFast(a.f32(2), a.add(power, a.f32(1)));
    Value far = a.sub(a.f32(1), quotient);
    // x - x^3 / 3 + 2 x^5 / 15 - ..., below 0.1 without the rest.
    Value z = a.mul(t, t);
    Value series = accuracy == MathAccuracy::Half
                       ? a.fma(z, a.f32(2.0 / 15), a.f32(-1.0 / 3))
                       : a.f32(-1.0 / 3);
    Value near = a.fma(a.mul(z, series), t, t);
    result = a.select(a.less(t, a.f32(0.1)), near, far);
  }
  return a.copySign(result, x);
}
