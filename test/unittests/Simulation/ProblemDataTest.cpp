//===- ProblemDataTest.cpp - Matrices with a known product ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What must come out is computed a second time here, from the bytes of the
// operands alone and element by element.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/ProblemData.h"
#include "mlir-autotune/Problem/ProblemText.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <set>

using namespace mlir;
using namespace mlir::autotune;

static ProblemData create(StringRef text, uint64_t seed = 1) {
  return cantFail(ProblemData::create(cantFail(parseProblem(text)), seed));
}

template <typename T> static T read(const StoredMatrix &matrix, int64_t index) {
  T value;
  std::memcpy(&value, &matrix.bytes[index * sizeof(T)], sizeof(T));
  return value;
}

static float readBF16(const StoredMatrix &matrix, int64_t index) {
  uint32_t bits = uint32_t(read<uint16_t>(matrix, index)) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

TEST(ProblemData, EachProductOfABatchIsOneOfItsOwn) {
  ProblemData data = create("3*2x3x5 f32 a(broadcast) b(batch=20) c(stride=4)");
  const StoredMatrix &a = data.getOperand(0), &b = data.getOperand(1),
                     &c = data.getOperand(2);
  EXPECT_EQ(a.bytes.size(), size_t(2 * 5 * 4));
  EXPECT_EQ(b.bytes.size(), size_t(3 * 20 * 4));
  EXPECT_EQ(c.bytes.size(), size_t(3 * 2 * 4 * 4));
  bool differs = false;
  for (int output = 0; output < 3; ++output) {
    ProblemData product = data.getProduct(output);
    EXPECT_EQ(product.getFact().getKey(), "2x3x5 f32 -> f32 c(stride=4)");
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) {
        float sum = 0;
        for (int k = 0; k < 5; ++k)
          sum += read<float>(a, i * 5 + k) *
                 read<float>(b, output * 20 + k * 3 + j);
        uint64_t bits = data.getExpected(i, j, output);
        float expected;
        std::memcpy(&expected, &bits, sizeof(expected));
        EXPECT_EQ(expected, sum);
        EXPECT_EQ(product.getExpected(i, j), bits);
        differs |= bits != data.getExpected(i, j, 0);
      }
  }
  EXPECT_TRUE(differs);
}

TEST(ProblemData, FloatsAreSmallIntegersWithOneResult) {
  ProblemData data = create("5x6x40 bf16 A^T B^T -> f32 accumulate "
                            "a(stride=8) b(stride=43) c(stride=7)");
  const StoredMatrix &a = data.getOperand(0), &b = data.getOperand(1),
                     &c = data.getOperand(2);
  ASSERT_EQ(a.rows, 40);
  ASSERT_EQ(a.columns, 5);
  ASSERT_EQ(b.rows, 6);
  ASSERT_EQ(b.bytes.size(), size_t(6 * 43 * 2));
  std::set<float> seen;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 6; ++j) {
      float sum = read<float>(c, i * 7 + j);
      EXPECT_EQ(sum, std::round(sum));
      EXPECT_LE(std::fabs(sum), 64);
      for (int k = 0; k < 40; ++k) {
        float factor = readBF16(a, k * 8 + i);
        seen.insert(factor);
        sum += factor * readBF16(b, j * 43 + k);
      }
      float want;
      uint32_t bits = uint32_t(data.getExpected(i, j));
      std::memcpy(&want, &bits, sizeof(want));
      EXPECT_EQ(want, sum);
    }
  EXPECT_EQ(seen.size(), 9u);
  EXPECT_EQ(*seen.begin(), -4);
  EXPECT_EQ(*seen.rbegin(), 4);
}

/// The deeper, the smaller: 11 bits hold every sum.
TEST(ProblemData, FactorsOfSumsInF16) {
  for (auto [depth, largest] : {std::pair(128, 4), std::pair(129, 2),
                                std::pair(512, 2), std::pair(513, 1)}) {
    ProblemData data =
        create("16x16x" + std::to_string(depth) + " f16 B^T -> f16 in f16");
    std::set<uint16_t> seen;
    for (int operand : {0, 1})
      for (int i = 0; i < 16 * depth; ++i)
        seen.insert(read<uint16_t>(data.getOperand(operand), i) & 0x7FFF);
    EXPECT_EQ(seen.size(), size_t(largest + 1));
    EXPECT_EQ(printElement(ElementKind::F16, *seen.rbegin()),
              std::to_string(largest));
  }
}

TEST(ProblemData, ResultsRoundToNearestEvenOnce) {
  ProblemData data = create("16x16x700 bf16");
  const StoredMatrix &a = data.getOperand(0), &b = data.getOperand(1);
  int rounded = 0;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      float sum = 0;
      for (int k = 0; k < 700; ++k)
        sum += readBF16(a, i * 700 + k) * readBF16(b, k * 16 + j);
      uint32_t bits;
      std::memcpy(&bits, &sum, sizeof(bits));
      rounded += (bits & 0xFFFF) != 0;
      bits = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
      EXPECT_EQ(data.getExpected(i, j), bits);
    }
  EXPECT_GT(rounded, 0);
  // What a kernel does not write is not right by chance.
  for (unsigned char byte : data.getOperand(2).bytes)
    EXPECT_EQ(byte, 0xFF);
}

template <typename Factor>
static void checkIntegers(StringRef text, int64_t k) {
  ProblemData data = create(text);
  bool wraps = false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) {
      uint32_t sum = 0;
      int64_t wide = 0;
      for (int64_t d = 0; d < k; ++d) {
        int64_t x = read<Factor>(data.getOperand(0), i * k + d);
        int64_t y = read<Factor>(data.getOperand(1), d * 4 + j);
        sum += uint32_t(x * y);
        wide += x * y;
      }
      wraps |= wide != int32_t(sum);
      EXPECT_EQ(data.getExpected(i, j), sum);
    }
  EXPECT_EQ(wraps, sizeof(Factor) > 1);
}

TEST(ProblemData, IntegersOfAllValuesWrap) {
  checkIntegers<int8_t>("3x4x9 i8", 9);
  checkIntegers<uint8_t>("3x4x9 i8 zext", 9);
  checkIntegers<int16_t>("3x4x90 i16", 90);
  checkIntegers<int32_t>("3x4x9 i32", 9);
}

/// Without a sign are the integers alone, whatever is beside them.
TEST(ProblemData, IntegersTimesFloatsMayHaveNoSign) {
  ProblemData data = create("3x4x40 bf16,i8 zext -> f32");
  bool isNegative = false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) {
      float sum = 0;
      for (int k = 0; k < 40; ++k) {
        float factor = readBF16(data.getOperand(0), i * 40 + k);
        isNegative |= factor < 0;
        sum += factor * read<uint8_t>(data.getOperand(1), k * 4 + j);
      }
      uint32_t bits;
      std::memcpy(&bits, &sum, sizeof(bits));
      EXPECT_EQ(data.getExpected(i, j), bits);
    }
  EXPECT_TRUE(isNegative);
}

TEST(ProblemData, FloatsOf8BitsMix) {
  ProblemData data = create("5x6x40 f8E4M3FN,f8E5M2 B^T -> f32");
  auto decode = [](uint8_t bits, int fraction, int bias) {
    int exponent = (bits & 0x7F) >> fraction;
    double value =
        exponent ? std::ldexp((1 << fraction) + (bits & ((1 << fraction) - 1)),
                              exponent - bias - fraction)
                 : 0;
    return bits & 0x80 ? -value : value;
  };
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 6; ++j) {
      double sum = 0;
      for (int k = 0; k < 40; ++k)
        sum += decode(read<uint8_t>(data.getOperand(0), i * 40 + k), 3, 7) *
               decode(read<uint8_t>(data.getOperand(1), j * 40 + k), 2, 15);
      float want;
      uint32_t bits = uint32_t(data.getExpected(i, j));
      std::memcpy(&want, &bits, sizeof(want));
      EXPECT_EQ(want, sum);
    }
}

TEST(ProblemData, SeedsDiffer) {
  auto bytes = [](uint64_t seed, int operand) {
    return create("8x8x8 f32", seed).getOperand(operand).bytes;
  };
  EXPECT_EQ(bytes(1, 0), bytes(1, 0));
  EXPECT_NE(bytes(1, 0), bytes(2, 0));
  EXPECT_NE(bytes(1, 0), bytes(1, 1));
}

TEST(ProblemData, RefusesWhatHasNoRightResult) {
  auto why = [](StringRef text) {
    auto data = ProblemData::create(cantFail(parseProblem(text)), 0);
    return data ? "" : llvm::toString(data.takeError());
  };
  EXPECT_EQ(why("1x1x524288 f32"), "");
  EXPECT_NE(why("1x1x524289 f32"), "");
  EXPECT_EQ(why("1x1x600000 i32"), "");
  EXPECT_EQ(why("1x1x16384 i8,f32 -> f32"), "");
  EXPECT_EQ(why("1x1x8192 i8,f32 zext -> f32"), "");
  EXPECT_NE(why("1x1x8193 i8,f32 zext -> f32"), "");
  EXPECT_NE(why("4x4x4 bf16 -> bf16 in f16"), "");
  EXPECT_NE(why("4x4x4 f16 -> f16 in bf16"), "");
  EXPECT_EQ(why("1x1x2048 f16 -> f16 in f16"), "");
  EXPECT_NE(why("1x1x2049 f16 -> f16 in f16"), "");
  EXPECT_EQ(why("1x1x1984 f16 -> f16 accumulate in f16"), "");
  EXPECT_NE(why("1x1x1985 f16 -> f16 accumulate in f16"), "");
  EXPECT_NE(why("1x1x2000+49 f16 -> f16 in f16"), "");
  EXPECT_NE(why("?x4x4 f16"), "");
}

TEST(ProblemData, PrintsElements) {
  EXPECT_EQ(printElement(ElementKind::BF16, 0x4040), "3");
  EXPECT_EQ(printElement(ElementKind::F16, 0xB800), "-0.5");
  EXPECT_EQ(printElement(ElementKind::F32, 0xFFFFFFFF), "nan");
  EXPECT_EQ(printElement(ElementKind::F8E4M3FN, 0xC4), "-3");
  EXPECT_EQ(printElement(ElementKind::F8E5M2, 0xFF), "nan");
  EXPECT_EQ(printElement(ElementKind::I8, 0xFF), "-1");
  EXPECT_EQ(printElement(ElementKind::I64, ~uint64_t(0)), "-1");
}
