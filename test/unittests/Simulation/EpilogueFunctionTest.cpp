//===- EpilogueFunctionTest.cpp - How near epilogues' functions are -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
/// A function of one sum, of operations that leave %y.
class Function {
public:
  Function(StringRef operations, StringRef result) {
    std::string text = "8x8x8 f16 -> " + result.str() +
                       " then {func.func @epilogue(%x: f32) -> " +
                       result.str() + " { " + operations.str();
    text += result == "f32" ? " return %y : f32 }}"
                            : " %r = arith.truncf %y : f32 to " + result.str() +
                                  " return %r : " + result.str() + " }}";
    function =
        cantFail(ElementFunction::createEpilogue(cantFail(parseProblem(text))));
    if (result == "f16")
      narrow = &APFloat::IEEEhalf();
    else if (result == "bf16")
      narrow = &APFloat::BFloat();
  }
  double operator()(float x) const {
    uint64_t bits = llvm::bit_cast<uint32_t>(x);
    uint64_t result = function->apply(bits);
    if (!narrow)
      return llvm::bit_cast<float>(uint32_t(result));
    return APFloat(*narrow, APInt(16, result & 0xffff)).convertToDouble();
  }

private:
  std::shared_ptr<const ElementFunction> function;
  /// What f32 is rounded to, if anything.
  const llvm::fltSemantics *narrow = nullptr;
};

constexpr StringLiteral kExp = "%y = math.exp %x : f32";
constexpr StringLiteral kErf = "%y = math.erf %x : f32";
constexpr StringLiteral kGelu =
    "%h = arith.constant 0.5 : f32 %o = arith.constant 1.0 : f32 "
    "%w = arith.constant 0.70710678 : f32 %a = arith.mulf %x, %w : f32 "
    "%b = math.erf %a : f32 %c = arith.addf %b, %o : f32 "
    "%d = arith.mulf %x, %h : f32 %y = arith.mulf %d, %c : f32";
constexpr StringLiteral kSilu =
    "%o = arith.constant 1.0 : f32 %n = arith.negf %x : f32 "
    "%e = math.exp %n : f32 %d = arith.addf %e, %o : f32 "
    "%y = arith.divf %x, %d : f32";
} // namespace

static double gelu(double x) { return x / 2 * std::erfc(-x * std::sqrt(0.5)); }
static double silu(double x) { return x / (1 + std::exp(-x)); }

/// The largest distance from what is exact, as a share of what may be.
template <typename FunctionT, typename AllowedT>
static double getWorst(const Function &function, float first, float last,
                       FunctionT exact, AllowedT allowed) {
  constexpr int kSteps = 20011;
  double worst = 0;
  for (int i = 0; i <= kSteps; ++i) {
    float x = float(first + (double(last) - first) * i / kSteps);
    double want = exact(double(x));
    worst = std::max(worst,
                     std::fabs(function(x) - want) / allowed(double(x), want));
  }
  return worst;
}

static double ofF32(double, double want) {
  return std::ldexp(std::fabs(want), -24);
}
/// Half a unit in the last place of f16, and what its functions may be off.
static double ofF16(double, double want) {
  return std::max(std::ldexp(std::fabs(want), -11), std::ldexp(1.0, -25)) +
         std::ldexp(std::fabs(want), -16);
}
/// The same of bf16, whose subnormals are those of f32.
static double ofBF16(double, double want) {
  return std::max(std::ldexp(std::fabs(want), -8), std::ldexp(1.0, -126)) +
         std::ldexp(std::fabs(want), -11);
}

TEST(EpilogueFunctionTest, FunctionsOfF32AreAFewUnitsOff) {
  auto exp = [](double x) { return std::exp(x); };
  auto erf = [](double x) { return std::erf(x); };
  EXPECT_LE(getWorst(Function(kExp, "f32"), -87, 88.7f, exp, ofF32), 3);
  EXPECT_LE(getWorst(Function(kErf, "f32"), -5, 5, erf, ofF32), 3);
  EXPECT_LE(getWorst(Function(kErf, "f32"), -1e-3f, 1e-3f, erf, ofF32), 3);
  EXPECT_LE(getWorst(Function(kSilu, "f32"), -80, 80, silu, ofF32), 5);
  // Below, where it is small itself, of what 1 + erf(x) may be off.
  EXPECT_LE(getWorst(Function(kGelu, "f32"), -8, 8, gelu,
                     [](double x, double want) {
                       return ofF32(x, want) + std::ldexp(std::fabs(x), -24);
                     }),
            3);
}

TEST(EpilogueFunctionTest, FunctionsOfHalvesRoundAsExactOnesDo) {
  auto exp = [](double x) { return std::exp(x); };
  EXPECT_LE(getWorst(Function(kExp, "f16"), -17, 11, exp, ofF16), 1);
  EXPECT_LE(getWorst(Function(kGelu, "f16"), -4, 8, gelu, ofF16), 1);
  EXPECT_LE(getWorst(Function(kSilu, "f16"), -80, 80, silu, ofF16), 1);
}

TEST(EpilogueFunctionTest, FunctionsOfBfloatsAreAFifthOfThatOff) {
  auto exp = [](double x) { return std::exp(x); };
  auto erf = [](double x) { return std::erf(x); };
  EXPECT_LE(getWorst(Function(kExp, "bf16"), -80, 80, exp, ofBF16), 1);
  EXPECT_LE(getWorst(Function(kErf, "bf16"), -5, 5, erf, ofBF16), 1);
  EXPECT_LE(getWorst(Function(kGelu, "bf16"), -5.8f, 8, gelu, ofBF16), 1);
  EXPECT_LE(getWorst(Function(kSilu, "bf16"), -80, 80, silu, ofBF16), 1);
}

/// As the operations are, not as the expansions would have it.
TEST(EpilogueFunctionTest, EndsOfTheRange) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (StringRef type : {"f32", "f16", "bf16"}) {
    SCOPED_TRACE(type.str());
    Function exp(kExp, type), erf(kErf, type), gelu(kGelu, type),
        silu(kSilu, type);
    EXPECT_EQ(exp(0), 1);
    EXPECT_EQ(exp(kInfinity), kInfinity);
    EXPECT_EQ(exp(-kInfinity), 0);
    EXPECT_EQ(exp(200), kInfinity);
    EXPECT_EQ(exp(-200), 0);
    EXPECT_EQ(erf(0), 0);
    EXPECT_TRUE(std::signbit(erf(-0.0f)));
    EXPECT_EQ(erf(kInfinity), 1);
    EXPECT_EQ(erf(-kInfinity), -1);
    EXPECT_EQ(erf(-30), -1);
    EXPECT_EQ(gelu(kInfinity), kInfinity);
    EXPECT_EQ(gelu(1000), 1000);
    EXPECT_EQ(gelu(-1000), 0);
    EXPECT_EQ(silu(kInfinity), kInfinity);
    EXPECT_EQ(silu(-1000), 0);
    for (const Function *function : {&exp, &erf, &gelu, &silu})
      EXPECT_TRUE(std::isnan((*function)(std::nanf(""))));
  }
}
