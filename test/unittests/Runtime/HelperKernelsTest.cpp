//===- HelperKernelsTest.cpp - What inputs and outputs hold ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The helper kernels as compiled for the host, where one thread runs each.
//
//===----------------------------------------------------------------------===//

#include "Kernels/Compare.cu"
#include "Kernels/Fill.cu"
#include "Kernels/Shuffle.cu"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

using namespace mlir::autotune::support;

namespace {

constexpr u64 kCount = 20000;

std::vector<u64> fill(int kind, int mode, u64 seed, u64 sets = 1) {
  std::vector<u64> buffer(kCount * sets);
  FillParams params = {};
  params.base = buffer.data();
  params.count = kCount;
  params.seed = seed;
  params.sets = sets;
  params.setStride = kCount * 8;
  params.seedStep = 3;
  params.kind = kind;
  params.mode = mode;
  autotune_fill(params);
  return buffer;
}

/// One reference stands for two sets: elements must be multiples to the bit, in
/// every type that has such.
TEST(HelperKernelsTest, ScaledInputsAreExact) {
  const std::pair<int, int> modes[] = {
      {kFillNegated, -1}, {kFillDoubled, 2}, {kFillNegatedDoubled, -2}};
  for (int kind = 0; kind < kNumElementIndices; ++kind) {
    if (isInt4Index(kind))
      continue;
    std::vector<u64> plain = fill(kind, kFillRandom, 7);
    for (auto [mode, scale] : modes) {
      std::vector<u64> scaled = fill(kind, mode, 7);
      for (i64 i = 0; i < i64(kCount); ++i)
        ASSERT_EQ(loadElement<double>(kind, scaled.data(), i),
                  scale * loadElement<double>(kind, plain.data(), i))
            << kind << " " << scale << " " << i;
    }
  }
}

/// Of integers as they are stored, whatever they are summed as; floats keep
/// theirs.
TEST(HelperKernelsTest, FactorsMayHaveNoSign) {
  const signed char integers[] = {-128, -1, 0, 127};
  const unsigned char unsignedOnes[] = {128, 255, 0, 127};
  const float floats[] = {-2, -0.5, 0, 3};
  for (i64 i = 0; i < 4; ++i) {
    for (bool zeroExtend : {false, true}) {
      int want = zeroExtend ? int(unsignedOnes[i]) : int(integers[i]);
      EXPECT_EQ(loadFactor<i64>(kI8, integers, i, zeroExtend), want);
      EXPECT_EQ(loadFactor<float>(kI8, integers, i, zeroExtend), want);
      EXPECT_EQ(loadFactor<double>(kI8, integers, i, zeroExtend), want);
      EXPECT_EQ(loadFactor<float>(kF32, floats, i, zeroExtend), floats[i]);
    }
  }
}

/// Two to a byte, the first in its low half.
TEST(HelperKernelsTest, FactorsMayHaveFourBits) {
  const unsigned char bytes[] = {0x80, 0x7F, 0x21};
  const int want[] = {0, -8, -1, 7, 1, 2}, unsignedOnes[] = {0, 8, 15, 7, 1, 2};
  for (i64 i = 0; i < 6; ++i) {
    EXPECT_EQ(loadFactor<float>(kI4, bytes, i, false), want[i]);
    EXPECT_EQ(loadFactor<float>(kI4, bytes, i, true), unsignedOnes[i]);
    EXPECT_EQ(loadFactor<double>(kI4, bytes, i, true), unsignedOnes[i]);
    EXPECT_EQ(loadFactor<i64>(kI4, bytes, i, false), want[i]);
    EXPECT_EQ(loadFactor<i64>(kI4, bytes, i, true), unsignedOnes[i]);
  }
}

/// Of K 256: what a thread of a product of 16 along K takes is in one word. Its
/// row and its place among four threads are `t`.
TEST(HelperKernelsTest, FactorsMayBeReordered) {
  std::vector<unsigned char> bytes(256);
  for (int line : {0, 1})
    for (int product = 0; product < 16; ++product)
      for (int t = 0; t < 4; ++t)
        for (int i = 0; i < 4; ++i) {
          // Elements 2t, 2t + 1, 2t + 8 and 2t + 9 of each product; the word
          // that two products share has them in this order.
          int k = 256 * line + 16 * product + 2 * t + i % 2 + i / 2 * 8;
          int word = 32 * line + 8 * t + 4 * (product / 8) + product % 8 / 2;
          int half = i % 2 * 4 + product % 2 * 2 + i / 2;
          std::fill(bytes.begin(), bytes.end(), 0);
          bytes[4 * word + half / 2] = half % 2 ? 0x70 : 0x07;
          EXPECT_EQ(loadFactor<float>(kI4R, bytes.data(), k, false), 7) << k;
          EXPECT_EQ(getReorderedPlace(k), 8 * word + half);
        }
}

/// Each of the sixteen is as likely, in either half, beside any other.
TEST(HelperKernelsTest, HalfBytesAreFilledWithAll) {
  std::vector<u64> buffer = fill(kI4, kFillRandom, 7);
  const auto *bytes = reinterpret_cast<unsigned char *>(buffer.data());
  std::vector<int> counts(256);
  for (u64 i = 0; i < kCount; ++i)
    ++counts[bytes[i]];
  // 78 of each, by chance up or down by 9.
  auto [least, most] = std::minmax_element(counts.begin(), counts.end());
  EXPECT_GT(*least, 78 - 45);
  EXPECT_LT(*most, 78 + 45);
  double square = 0;
  for (i64 i = 0; i < i64(2 * kCount); ++i) {
    auto value = loadElement<double>(kI4, bytes, i);
    square += value * value;
  }
  // docs/design/numerics.md: 8.03 times the deviation of uniform numbers,
  // 1/sqrt(3).
  EXPECT_NEAR(std::sqrt(3 * square / (2 * kCount)), 8.03, 0.1);
}

/// All 256 of each 8-bit format, against what the formats say.
TEST(HelperKernelsTest, Floats8AreDecodedAndEncoded) {
  for (int kind : {int(kF8E4M3FN), int(kF8E5M2)}) {
    int fraction = kind == kF8E4M3FN ? 3 : 2, bias = kind == kF8E4M3FN ? 7 : 15;
    for (unsigned bits = 0; bits < 256; ++bits) {
      int exponent = int(bits & 0x7F) >> fraction;
      int rest = int(bits) & ((1 << fraction) - 1);
      double want = std::ldexp(rest + (exponent ? 1 << fraction : 0),
                               std::max(exponent, 1) - bias - fraction);
      if (bits & 0x80)
        want = -want;
      double got = float8ToFloat(kind, (unsigned char)bits);
      bool isNaN =
          kind == kF8E4M3FN ? (bits & 0x7F) == 0x7F : (bits & 0x7F) > 0x7C;
      EXPECT_EQ(std::isnan(got), isNaN) << kind << " " << bits;
      bool isInfinite = kind == kF8E5M2 && (bits & 0x7F) == 0x7C;
      EXPECT_EQ(std::isinf(got), isInfinite) << kind << " " << bits;
      if (isNaN || isInfinite)
        continue;
      EXPECT_EQ(got, want) << kind << " " << bits;
      if (std::fabs(got) <= 2)
        EXPECT_EQ(floatToFloat8(kind, float(got)), bits) << kind;
    }
    // Half way between 1 and what follows, a little more, and a subnormal.
    float ulp = std::ldexp(1.0f, -fraction);
    unsigned one = unsigned(bias << fraction);
    EXPECT_EQ(floatToFloat8(kind, 1 + ulp / 2), one);
    EXPECT_EQ(floatToFloat8(kind, 1 + 3 * ulp / 2), one + 2);
    EXPECT_EQ(floatToFloat8(kind, -1 - ulp / 2 - 0x1p-23f), 0x81 + one);
    EXPECT_EQ(floatToFloat8(kind, std::ldexp(1.5f, 1 - bias - fraction)), 2u);
  }
}

/// Rounded, not drawn from a few: both signs, many exponents, and all
/// fractions.
TEST(HelperKernelsTest, Floats8AreFilledWithAll) {
  for (int kind : {int(kF8E4M3FN), int(kF8E5M2)}) {
    std::vector<u64> buffer = fill(kind, kFillRandom, 7);
    const auto *bytes = reinterpret_cast<unsigned char *>(buffer.data());
    std::set<unsigned> seen(bytes, bytes + kCount);
    EXPECT_GT(seen.size(), 60u);
    for (unsigned bits : seen)
      EXPECT_LE(std::fabs(float8ToFloat(kind, (unsigned char)bits)), 1);
  }
}

/// A row of `n` elements against what is wanted of them.
CompareParams getRow(CompareResult &result, const void *got, const void *want,
                     i64 n, int kind) {
  result = {};
  result.firstBad = ~0ull;
  CompareParams params = {};
  params.got = got;
  params.want = want;
  params.result = &result;
  params.m = params.batch = 1;
  params.n = params.rowStride = params.batchStride = n;
  params.kind = kind;
  return params;
}

/// One element against what a function makes of a sum, and of one that is too
/// small and too large.
CompareResult compareResult(float got, float want, float low, float high) {
  CompareResult result;
  CompareParams params = getRow(result, &got, &want, 1, kF32);
  params.low = &low;
  params.high = &high;
  params.absolute = 0x1p-20;
  params.relative = 0x1p-23;
  autotune_compare_results(params);
  return result;
}

TEST(HelperKernelsTest, ResultsMayBeWhereThoseOfTheSumsAre) {
  const float inf = INFINITY, nan = NAN;
  auto isGood = [](float got, float want, float low, float high) {
    return compareResult(got, want, low, high).bad == 0;
  };
  auto isDecided = [](float want, float low, float high) {
    return compareResult(want, want, low, high).undecided == 0;
  };
  EXPECT_TRUE(isGood(3, 3, 2, 4));
  EXPECT_TRUE(isGood(3.9f, 3, 2, 4));
  EXPECT_TRUE(isGood(2.1f, 3, 2, 4));
  EXPECT_FALSE(isGood(4.1f, 3, 2, 4));
  EXPECT_FALSE(isGood(1.9f, 3, 4, 2));
  // A unit in the last place more, and a little where there is none.
  EXPECT_TRUE(isGood(1 + 0x1p-23f, 1, 1, 1));
  EXPECT_FALSE(isGood(1 + 0x1p-18f, 1, 1, 1));
  EXPECT_TRUE(isGood(0x1p-21f, 0, 0, 0));
  EXPECT_TRUE(isDecided(3, 2, 4));
  EXPECT_TRUE(isDecided(0, 0, 0));
  EXPECT_FALSE(isDecided(1, -1, 3));

  // What is no number is none on both sides, or at the edge.
  EXPECT_TRUE(isGood(nan, nan, nan, nan));
  EXPECT_FALSE(isGood(1, nan, nan, nan));
  EXPECT_FALSE(isGood(nan, 1, 0, 2));
  EXPECT_TRUE(isGood(nan, 1, nan, 2));
  EXPECT_TRUE(isGood(1, nan, nan, 2));
  EXPECT_TRUE(isDecided(nan, nan, nan));
  EXPECT_FALSE(isDecided(1, nan, 2));

  // What overflows does so on both sides, or at the edge.
  EXPECT_TRUE(isGood(inf, inf, inf, inf));
  EXPECT_FALSE(isGood(3e38f, inf, inf, inf));
  EXPECT_FALSE(isGood(inf, 3e37f, 2e37f, 4e37f));
  EXPECT_FALSE(isGood(-inf, inf, inf, inf));
  EXPECT_TRUE(isGood(inf, 3e38f, 2e38f, inf));
  EXPECT_TRUE(isGood(3e38f, inf, 3e38f, inf));
  EXPECT_TRUE(isDecided(inf, inf, inf));
  EXPECT_FALSE(isDecided(3e38f, 2e38f, inf));

  // A pole between the two: of 1 / s, and of 1 / (s * s).
  EXPECT_TRUE(isGood(-9e9f, 1e6f, -100, 100));
  EXPECT_TRUE(isGood(inf, 1e6f, 100, 100));
  EXPECT_FALSE(isGood(nan, 1e6f, 100, 100));
  EXPECT_FALSE(isDecided(1e6f, 100, 100));
  // But not at the top of a flat hill.
  EXPECT_TRUE(isDecided(1, 0.99f, 0.98f));
  EXPECT_FALSE(isGood(1.1f, 1, 0.99f, 0.98f));
}

/// Of exact sums integers are equal.
TEST(HelperKernelsTest, ResultsOfIntegersAreEqual) {
  std::vector<int> got = {1, -2, 3, 77, 4, 5, 6, 77},
                   want = {1, -2, 3, 4, 7, 6};
  CompareResult result;
  CompareParams params = getRow(result, got.data(), want.data(), 3, kI32);
  params.low = params.high = want.data();
  params.m = 2;
  params.rowStride = 4;
  params.batchStride = 8;
  params.fillMode = kFillPoison;
  autotune_compare_results(params);
  EXPECT_EQ(result.bad, 1u);
  EXPECT_EQ(result.firstBad, 4u);
  EXPECT_EQ(result.undecided, 0u);
  EXPECT_EQ(result.paddingTouched, 2u);
}

/// Of sums of floats they are between what sums that are off give; where that
/// may be anything, nothing is said.
TEST(HelperKernelsTest, ResultsThatAreRoundedToIntegersAreBetween) {
  std::vector<signed char> got = {10, 11, 9, 12, -3, -5, 1},
                           want = {10, 10, 10, 10, -4, -4, 0},
                           low = {10, 10, 9, 10, -3, -3, 0},
                           high = {10, 11, 10, 11, -4, -4, 1};
  CompareResult result;
  CompareParams params =
      getRow(result, got.data(), want.data(), i64(got.size()), kI8);
  params.low = low.data();
  params.high = high.data();
  autotune_compare_results(params);
  EXPECT_EQ(result.bad, 2u);
  EXPECT_EQ(result.firstBad, 3u);
  EXPECT_EQ(result.undecided, 1u);
}

/// So that products of them are exact in f32, whoever rounds them how.
TEST(HelperKernelsTest, FactorsOfTF32HaveElevenBits) {
  EXPECT_EQ(roundToTF32(1 + 0x1p-11f), 1);
  EXPECT_EQ(roundToTF32(1 + 0x3p-11f), 1 + 0x1p-9f);
  EXPECT_EQ(roundToTF32(-1 - 0x1p-11f - 0x1p-23f), -1 - 0x1p-10f);
  std::vector<u64> buffer = fill(kTF32, kFillRandom, 7);
  for (i64 i = 0; i < i64(kCount); ++i) {
    double value = loadElement<double>(kTF32, buffer.data(), i);
    EXPECT_EQ(roundToTF32(float(value)), value);
    EXPECT_LE(std::fabs(value), 1);
  }
}

TEST(HelperKernelsTest, SetsAreFilledAsOneByOne) {
  for (int kind : {int(kBF16), int(kF64), int(kI8)}) {
    std::vector<u64> all = fill(kind, kFillRandom, 2, 3);
    for (u64 set = 0; set < 3; ++set) {
      std::vector<u64> one = fill(kind, kFillRandom, 2 + 3 * set);
      EXPECT_TRUE(
          std::equal(one.begin(), one.end(), all.begin() + set * kCount));
    }
  }
}

TEST(HelperKernelsTest, ChangesAreCounted) {
  std::vector<u64> buffer = fill(kBF16, kFillNegated, 5);
  u64 mismatches = 0;
  FillParams params = {};
  params.base = buffer.data();
  params.count = kCount;
  params.seed = 5;
  params.kind = kBF16;
  params.mode = kFillNegated;
  params.mismatches = &mismatches;
  autotune_verify(params);
  EXPECT_EQ(mismatches, 0u);
  buffer[3] ^= 1;
  autotune_verify(params);
  EXPECT_EQ(mismatches, 1u);
  // Two zones of 16 bytes, of which the second is written to after that.
  mismatches = 0;
  autotune_guard({buffer.data(), 64, 2, 16, nullptr});
  autotune_guard({buffer.data(), 64, 2, 16, &mismatches});
  EXPECT_EQ(mismatches, 0u);
  buffer[8] = 0;
  autotune_guard({buffer.data(), 64, 2, 16, &mismatches});
  EXPECT_EQ(mismatches, 8u);
}

/// Blocks end in another order each time.
TEST(HelperKernelsTest, ShuffledBlocksTakeDifferentTimes) {
  auto getOrder = [](u64 seed) {
    ShuffleParams params = {seed, 8192};
    std::vector<u64> cycles;
    for (unsigned block = 0; block < 64; ++block) {
      cycles.push_back(getCycles(params, block));
      EXPECT_LT(cycles.back(), params.mostCycles);
    }
    std::vector<unsigned> order(cycles.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](unsigned a, unsigned b) { return cycles[a] < cycles[b]; });
    return order;
  };
  EXPECT_NE(getOrder(1), getOrder(2));
  EXPECT_NE(getOrder(1).front(), 0u);
  autotune_shuffle({3, 8192});
}

template <typename T, typename Want>
CompareResult compare(std::vector<T> got, std::vector<Want> want, int scale,
                      int kind, int accumulator) {
  CompareResult result;
  CompareParams params =
      getRow(result, got.data(), want.data(), i64(got.size()), kind);
  params.absolute = 0.5;
  params.accumulatorKind = accumulator;
  params.scale = scale;
  autotune_compare(params);
  return result;
}

TEST(HelperKernelsTest, ScaledReferencesAreWanted) {
  std::vector<double> want = {1, -2, 3};
  EXPECT_EQ(compare<float>({-2, 4, -6}, want, -2, kF32, kF32).bad, 0u);
  EXPECT_EQ(compare<float>({1, -2, 3}, want, 1, kF32, kF32).bad, 0u);
  CompareResult stale = compare<float>({1, -2, 3}, want, -2, kF32, kF32);
  EXPECT_EQ(stale.bad, 3u);
  EXPECT_EQ(stale.firstBad, 0u);
  // Integers wrap after they were scaled.
  std::vector<i64> integers = {1, i64(1) << 30, 100, (i64(1) << 62) + 5};
  EXPECT_EQ(compare<int>({-2, int(-2147483648ll), -200, -10}, integers, -2,
                         kI32, kI32)
                .bad,
            0u);
  EXPECT_EQ(compare<signed char>({-2, 0, 56, -10}, integers, -2, kI8, kI32).bad,
            0u);
}

} // namespace
