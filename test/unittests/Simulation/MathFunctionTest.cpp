//===- MathFunctionTest.cpp - Functions over the whole of f32 -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Against the host's functions of long double, which has 11 bits more than the
// double that references go by: at numbers of all sizes, at ends, and at what
// is none.
//
//===----------------------------------------------------------------------===//

#include "ElementFunction.h"

#include "mlir-autotune/Problem/ProblemText.h"

#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

namespace {
using Real = long double;

/// math.`name` of one f32, or of two, of which the second is `type`.
class Compiled {
public:
  Compiled(StringRef name, bool isBinary, StringRef result = "f32",
           StringRef type = "f32") {
    std::string second = isBinary ? ", %y: " + type.str() : "";
    std::string text = "8x8x8 f16 -> " + result.str() +
                       " then {func.func @epilogue(%x: f32" + second + ") -> " +
                       result.str() + " { %r = math." + name.str() + " %x" +
                       (isBinary ? ", %y" : "") + " : f32" +
                       (type == "f32" ? "" : ", " + type.str());
    text += result == "f32" ? " return %r : f32 }}"
                            : " %n = arith.truncf %r : f32 to " + result.str() +
                                  " return %n : " + result.str() + " }}";
    text += isBinary ? " " + type.str() + "[1]" : "";
    function =
        cantFail(ElementFunction::createEpilogue(cantFail(parseProblem(text))));
    if (result == "f16")
      narrow = &APFloat::IEEEhalf();
    else if (result == "bf16")
      narrow = &APFloat::BFloat();
  }
  double operator()(float x) const {
    uint64_t elements[1] = {llvm::bit_cast<uint32_t>(x)};
    return decode(function->apply(elements));
  }
  double operator()(float x, float y) const {
    uint64_t elements[2] = {llvm::bit_cast<uint32_t>(x),
                            llvm::bit_cast<uint32_t>(y)};
    return decode(function->apply(elements));
  }
  double operator()(float x, int32_t y) const {
    uint64_t elements[2] = {llvm::bit_cast<uint32_t>(x), uint32_t(y)};
    return decode(function->apply(elements));
  }

private:
  double decode(uint64_t bits) const {
    if (!narrow)
      return llvm::bit_cast<float>(uint32_t(bits));
    return APFloat(*narrow, APInt(16, bits & 0xffff)).convertToDouble();
  }
  std::shared_ptr<const ElementFunction> function;
  const llvm::fltSemantics *narrow = nullptr;
};

struct Unary {
  const char *name;
  Real (*exact)(Real);
};
} // namespace

static const Unary kFunctions[] = {
    {"acos", std::acos},
    {"acosh", std::acosh},
    {"asin", std::asin},
    {"asinh", std::asinh},
    {"atan", std::atan},
    {"atanh", std::atanh},
    {"cbrt", std::cbrt},
    {"cos", std::cos},
    {"cosh", std::cosh},
    {"erf", std::erf},
    {"exp", std::exp},
    {"exp2", std::exp2},
    {"expm1", std::expm1},
    {"log", std::log},
    {"log10", std::log10},
    {"log1p", std::log1p},
    {"log2", std::log2},
    {"sin", std::sin},
    {"sinh", std::sinh},
    {"tan", std::tan},
    {"tanh", std::tanh},
    {"sqrt", std::sqrt},
    {"rsqrt", [](Real x) -> Real { return 1 / std::sqrt(x); }}};

static float fromBits(uint32_t bits) { return llvm::bit_cast<float>(bits); }

static std::vector<float> getEnds() {
  std::vector<float> ends;
  for (uint32_t bits :
       {0u, 1u, 2u, 0x007fffffu, 0x00800000u, 0x00800001u, 0x7f7fffffu,
        0x7f800000u, 0x7fc00000u, 0x3f800000u, 0x3f7fffffu, 0x3f800001u})
    for (uint32_t sign : {0u, 0x80000000u})
      ends.push_back(fromBits(bits | sign));
  for (float value :
       {0.5f,        2.0f,        3.0f,        4.0f,       8.0f,    9.0f,
        10.0f,       27.0f,       88.7f,       88.8f,      89.5f,   104.f,
        127.f,       128.f,       150.f,       1000.f,     2048.f,  1e4f,
        1e7f,        1e30f,       1e-7f,       1e-30f,     0.7071f, 1.4143f,
        3.14159274f, 1.57079637f, 16777215.0f, 16777216.0f})
    for (float sign : {1.0f, -1.0f})
      ends.push_back(sign * value);
  return ends;
}

/// How far off a result is, in units in the last place of f32, or of what may
/// be where it is rounded to fewer bits; 0 where no number is right.
static double getUnits(double got, Real want, double share, int leastExponent) {
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : HUGE_VAL;
  if (got == want)
    return 0;
  // Where one is infinite, the other is next to it.
  constexpr double kMost = 0x1.fffffep127;
  auto clamp = [](Real x) {
    return std::max<Real>(std::min<Real>(x, 2 * kMost), -2 * kMost);
  };
  if (std::isinf(got) && std::fabs(want) < kMost * (1 - share))
    return HUGE_VAL;
  if (std::isinf(float(want)) && std::fabs(got) < kMost * (1 - share))
    return HUGE_VAL;
  if (std::isinf(got) || std::isinf(float(want)))
    return 0;
  Real unit = std::ldexp(
      Real(1), std::max(leastExponent, want == 0 ? -1000 : std::ilogb(want)));
  return double(std::fabs(clamp(got) - want) / (unit * share));
}

/// docs/reference/epilogues.md: four units in the last place, of what is
/// normal.
static double getUnitsOfF32(double got, Real want) {
  return getUnits(got, want, 0x1p-23, -126 + 23);
}

TEST(MathFunctionTest, IsAFewUnitsOffEverywhere) {
  for (const Unary &function : kFunctions) {
    SCOPED_TRACE(function.name);
    Compiled compiled(function.name, /*isBinary=*/false);
    double worst = 0;
    float at = 0;
    auto look = [&](float x) {
      double off = getUnitsOfF32(compiled(x), function.exact(x));
      if (off > worst)
        std::tie(worst, at) = std::pair(off, x);
    };
    for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 214013)
      look(fromBits(uint32_t(bits)));
    llvm::for_each(getEnds(), look);
    EXPECT_LE(worst, 4) << "at " << at << ": " << compiled(at) << ", not "
                        << function.exact(at);
  }
}

TEST(MathFunctionTest, KeepsSignsOfZero) {
  for (const Unary &function : kFunctions) {
    SCOPED_TRACE(function.name);
    Compiled compiled(function.name, /*isBinary=*/false);
    for (float x : {0.0f, -0.0f})
      if (function.exact(x) == 0)
        EXPECT_EQ(std::signbit(compiled(x)), std::signbit(function.exact(x)));
  }
}

/// Half a unit of the narrow type, and what functions may be off.
TEST(MathFunctionTest, RoundsToFewerBitsAsExactOnesDo) {
  for (StringRef type : {"f16", "bf16"}) {
    bool isHalf = type == "f16";
    double share = isHalf ? 0x1p-11 + 0x1p-16 : 0x1p-8 + 0x1p-11;
    for (const Unary &function : kFunctions) {
      SCOPED_TRACE((function.name + (" " + type)).str());
      Compiled compiled(function.name, /*isBinary=*/false, type);
      auto look = [&](float x) {
        Real want = function.exact(x);
        double got = compiled(x);
        double most = isHalf ? 65504 : 0x1.fep127;
        if (std::isinf(got) || std::fabs(want) > most) {
          EXPECT_GE(std::fabs(want), most * (1 - share)) << x;
          EXPECT_GE(std::fabs(got), most) << x;
          return;
        }
        ASSERT_EQ(std::isnan(got), std::isnan(want)) << x;
        if (std::isnan(want))
          return;
        Real allowed =
            std::fabs(want) * share + std::ldexp(1.0, isHalf ? -25 : -126);
        EXPECT_LE(std::fabs(got - want), allowed)
            << "at " << x << ": " << got << ", not " << want;
      };
      for (uint64_t bits = 0; bits < uint64_t(1) << 32; bits += 2140139)
        look(fromBits(uint32_t(bits)));
      llvm::for_each(getEnds(), look);
    }
  }
}

TEST(MathFunctionTest, PowersOfAnything) {
  Compiled power("powf", /*isBinary=*/true), angle("atan2", /*isBinary=*/true);
  std::vector<float> values = getEnds();
  for (int i = 0; i < 60; ++i)
    values.push_back((i % 2 ? 1.0f : -1.0f) *
                     std::ldexp(1.0f + 0.013f * float(i), i - 30));
  for (float x : values)
    for (float y : values) {
      EXPECT_LE(getUnitsOfF32(power(x, y), std::pow(Real(x), Real(y))), 4)
          << x << " ^ " << y << " is " << power(x, y);
      EXPECT_LE(getUnitsOfF32(angle(x, y), std::atan2(Real(x), Real(y))), 4)
          << x << ", " << y << " is at " << angle(x, y);
    }
  // Those of integers are exact.
  for (int x = -12; x <= 12; ++x)
    for (int y = 0; y <= 6; ++y)
      EXPECT_EQ(power(float(x), float(y)), std::pow(double(x), double(y)));
}

TEST(MathFunctionTest, PowersOfIntegers) {
  Compiled power("fpowi", /*isBinary=*/true, "f32", "i32");
  for (float x : getEnds())
    for (int32_t y : {0, 1, 2, 3, 7, 20, 127, -1, -2, -3, -149, 16777217,
                      std::numeric_limits<int32_t>::max(),
                      std::numeric_limits<int32_t>::min()})
      EXPECT_LE(getUnitsOfF32(power(x, y), std::pow(Real(x), Real(y))), 4)
          << x << " ^ " << y << " is " << power(x, y);
}

/// Whether f32 to a constant power is right at the ends of its range. `power`
/// is the operation, `constant` what it takes as %y, of a type.
static void checkPower(const std::string &power, const std::string &constant,
                       const std::string &type, double exponent) {
  SCOPED_TRACE(constant);
  std::string text = "8x8x8 f16 -> f32 then {func.func @epilogue(%x: f32) -> "
                     "f32 { %y = arith.constant " +
                     constant + " : " + type + " %r = " + power +
                     " return %r : f32 }}";
  auto function =
      cantFail(ElementFunction::createEpilogue(cantFail(parseProblem(text))));
  for (float x : getEnds()) {
    uint64_t bits = llvm::bit_cast<uint32_t>(x);
    float got = fromBits(uint32_t(function->apply(bits)));
    EXPECT_LE(getUnitsOfF32(got, std::pow(Real(x), Real(exponent))), 4)
        << x << " becomes " << got;
  }
}

/// Constants of 64 bits, as front ends write them; the last is no few
/// multiplications.
TEST(MathFunctionTest, PowersByWholeConstants) {
  for (int exponent : {2, 3, -2, 149})
    checkPower("math.fpowi %x, %y : f32, i64", std::to_string(exponent), "i64",
               exponent);
}

/// Those that are known before are multiplications or roots.
TEST(MathFunctionTest, PowersByConstants) {
  for (double exponent : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 8.0, 9.0, 33.0,
                          0.5, -0.5, -1.0, -2.0, -3.0, 1.5, 0.25, -0.75})
    checkPower("math.powf %x, %y : f32", std::to_string(exponent), "f32",
               exponent);
}
