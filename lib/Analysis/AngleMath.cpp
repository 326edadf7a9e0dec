//===- AngleMath.cpp - Sines and their inverses ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of an f32 up to 2^128 its quarter turns, and what is left, follow from as
// many bits of 2 / pi (Payne and Hanek, 1983). Integers multiply them: whole
// turns are dropped before they are computed. What is left is an f64.
//
//===----------------------------------------------------------------------===//

#include "MathExpansions.h"

using namespace mlir;
using namespace mlir::autotune;

/// (sin(r) - r) / r^3 by r^2 for |r| up to pi / 4: a share of 2^-45.
static constexpr std::array<double, 5> kSin = {
    -0.16666666666663886, 0.0083333333310792002, -0.00019841266916963678,
    2.7555990922821638e-6, -2.480563561719008e-8};
/// (cos(r) - 1) / r^2 by r^2: a share of 2^-41.
static constexpr std::array<double, 5> kCos = {
    -0.49999999999963891, 0.041666666637395775, -0.0013888885091370266,
    2.479986218139435e-5, -2.723713960717101e-7};
/// (atan(t) - t) / t^3 by t^2 for t up to 1: a share of 2^-34.
static constexpr std::array<double, 12> kAtan = {
    -0.33333333326944142,  0.19999998154086215,    -0.14285624891483526,
    0.11109392308322223,   -0.090735531189764087,  0.075866528336466699,
    -0.062463151941283169, 0.047294798621813337,   -0.02991311194551696,
    0.01407292334469724,   -0.0042216579909296478, 0.00059304375563652819};
/// The bits of 2 / pi, behind 32 zeros.
static constexpr std::array<uint32_t, 8> kTwoOverPi = {
    0,          0xA2F9836E, 0x4E441529, 0xFC2757D1,
    0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};

static constexpr double kPi = 3.14159265358979324;
static constexpr int64_t kSign = 0x80000000;

namespace {
/// |x| = quarter * pi / 2 + rest, with |rest| at most pi / 4; whole turns are
/// left out. An i32 and an f64.
struct Angle {
  Value quarter, rest;
};
} // namespace

/// 96 of the bits of 2 / pi, from number `place` on, as three i64 of 32 bits.
static std::array<Value, 3> createWindow(MathBuilder &a, Value place) {
  constexpr size_t kWords = 4, kLastPlace = 4;
  Value first = a.shr(place, 5), shift = a.widen(a.both(place, 31));
  std::array<Value, kWords> words;
  for (size_t i = 0; i < kWords; ++i) {
    Value word = a.i32(kTwoOverPi[i]);
    for (size_t at = 1; at <= kLastPlace; ++at)
      word = a.select(a.equal(first, a.i32(int64_t(at))),
                      a.i32(kTwoOverPi[at + i]), word);
    words[i] = a.widen(word);
  }
  std::array<Value, 3> window;
  for (size_t i = 0; i < window.size(); ++i) {
    Value two = a.either(a.shl(words[i], 32), words[i + 1]);
    window[i] = a.shr(a.shl(two, shift), 32);
  }
  return window;
}

static Angle reduce(MathBuilder &a, Value x) {
  // |x| = m 2^e. The first bit of 2 / pi that counts is worth 2 / 2^e.
  Value size = a.abs(x), bits = a.bits(size);
  Value place = a.maxSigned(a.sub(a.shr(bits, 23), a.i32(120)), 0);
  Value m = a.widen(a.either(a.both(bits, 0x7fffff), a.i32(0x800000)));
  std::array<Value, 3> window = createWindow(a, place);
  // Their product's 64 upper bits, two of which are quarter turns.
  Value low = a.mul(m, window[2]);
  Value middle = a.add(a.mul(m, window[1]), a.shr(low, 32));
  Value high = a.add(a.mul(m, window[0]), a.shr(middle, 32));
  Value turn = a.either(a.shl(high, 32), a.both(middle, 0xffffffff));
  Value quarter = a.shr(a.add(turn, a.i64(int64_t(1) << 61)), 62);
  Value rest = a.toF64(a.sub(turn, a.shl(quarter, 62)));
  rest = a.mul(rest, a.f64(kPi / 2 * 0x1p-62));
  // An f32 below pi / 4 is exact as it is.
  Value isSmall = a.less(size, a.f32(0.785398));
  return {a.narrow(a.select(isSmall, a.i64(0), quarter)),
          a.select(isSmall, a.widen(size), rest)};
}

namespace {
struct SinCos {
  Value sin, cos;
};
} // namespace

static SinCos createSinCos(MathBuilder &a, Value r) {
  Value z = a.mul(r, r);
  return {a.fma(a.mul(z, r), a.polynomial(kSin, z), r),
          a.fma(z, a.polynomial(kCos, z), a.f64(1))};
}

static Value isEven(MathBuilder &a, Value integer) {
  return a.equal(a.both(integer, 1), a.i32(0));
}

/// Changes the sign where the first bit of `sign` is set; of an infinite x, and
/// of NaN, the result is NaN.
static Value finish(MathBuilder &a, Value x, Value size, Value sign) {
  Value result = a.real(a.exclusive(a.bits(size), sign));
  Value isFinite = a.less(a.abs(x), a.f32(MathBuilder::kInfinity));
  return a.select(isFinite, result, a.f32(MathBuilder::kNaN));
}

Value autotune::expandSin(MathBuilder &a, Value x) {
  auto [quarter, rest] = reduce(a, x);
  auto [sin, cos] = createSinCos(a, rest);
  Value size = a.narrow(a.select(isEven(a, quarter), sin, cos));
  Value sign =
      a.exclusive(a.shl(a.both(quarter, 2), 30), a.both(a.bits(x), kSign));
  return finish(a, x, size, sign);
}

Value autotune::expandCos(MathBuilder &a, Value x) {
  auto [quarter, rest] = reduce(a, x);
  auto [sin, cos] = createSinCos(a, rest);
  Value size = a.narrow(a.select(isEven(a, quarter), cos, sin));
  Value ahead = a.add(quarter, a.i32(1));
  return finish(a, x, size, a.shl(a.both(ahead, 2), 30));
}

Value autotune::expandTan(MathBuilder &a, Value x) {
  auto [quarter, rest] = reduce(a, x);
  auto [sin, cos] = createSinCos(a, rest);
  Value even = isEven(a, quarter);
  Value size = a.narrow(
      a.div(a.select(even, sin, a.neg(cos)), a.select(even, cos, sin)));
  return finish(a, x, size, a.both(a.bits(x), kSign));
}

/// The angle, from 0 to pi / 2, of a point of which neither coordinate is
/// negative.
static Value createAngle(MathBuilder &a, Value y, Value x) {
  Value isSteep = a.less(x, y);
  Value most = a.select(isSteep, y, x), least = a.select(isSteep, x, y);
  Value t = a.div(least, most);
  // Of two infinities 1, of two zeros 0.
  t = a.select(a.equal(least, most), a.f64(1), t);
  t = a.select(a.equal(most, a.f64(0)), least, t);
  Value z = a.mul(t, t);
  Value angle = a.fma(a.mul(z, t), a.polynomial(kAtan, z), t);
  return a.select(isSteep, a.sub(a.f64(kPi / 2), angle), angle);
}

Value autotune::expandAtan(MathBuilder &a, Value x) {
  Value angle = createAngle(a, a.abs(a.widen(x)), a.f64(1));
  return a.copySign(a.narrow(angle), x);
}

Value autotune::expandAtan2(MathBuilder &a, Value y, Value x) {
  Value angle = createAngle(a, a.abs(a.widen(y)), a.abs(a.widen(x)));
  // -0 is behind, too.
  Value isBehind = a.less(a.copySign(a.f32(1), x), a.f32(0));
  angle = a.select(isBehind, a.sub(a.f64(kPi), angle), angle);
  return a.copySign(a.narrow(angle), y);
}

/// sqrt(1 - t^2); NaN beyond 1.
static Value createOtherSide(MathBuilder &a, Value t) {
  Value one = a.f64(1);
  return a.sqrt(a.mul(a.sub(one, t), a.add(one, t)));
}

Value autotune::expandAsin(MathBuilder &a, Value x) {
  Value t = a.abs(a.widen(x));
  Value angle = createAngle(a, t, createOtherSide(a, t));
  return a.copySign(a.narrow(angle), x);
}

Value autotune::expandAcos(MathBuilder &a, Value x) {
  Value t = a.abs(a.widen(x));
  Value angle = createAngle(a, createOtherSide(a, t), t);
  Value isNegative = a.less(x, a.f32(0));
  angle = a.select(isNegative, a.sub(a.f64(kPi), angle), angle);
  return a.narrow(angle);
}
