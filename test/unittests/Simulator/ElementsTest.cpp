//===- ElementsTest.cpp - Element types of matrix instructions ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "mlir-autotune/Core/SimulatorABI.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace mlir::autotune::sim;

namespace {

float decode(ElementKind kind, uint32_t bits) {
  uint8_t bytes[4] = {uint8_t(bits), uint8_t(bits >> 8), uint8_t(bits >> 16),
                      uint8_t(bits >> 24)};
  float value;
  decodeElements(kind, bytes, &value, 1);
  return value;
}

TEST(ElementsTest, SixteenBitFloatsComeBack) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    if (float value = decodeF16(uint16_t(bits)); !std::isnan(value))
      ASSERT_EQ(encodeF16(value), bits);
    else
      ASSERT_TRUE(std::isnan(decodeF16(encodeF16(value))));
    if (float value = decodeBF16(uint16_t(bits)); !std::isnan(value))
      ASSERT_EQ(encodeBF16(value), bits);
    else
      ASSERT_TRUE(std::isnan(decodeBF16(encodeBF16(value))));
  }
}

TEST(ElementsTest, RoundsToNearestEven) {
  // Between neighbours, to the even one; a little further, to the nearer.
  for (uint32_t bits = 0; bits < 0x7BFF; ++bits) {
    float low = decodeF16(uint16_t(bits)), high = decodeF16(uint16_t(bits + 1));
    float middle = (low + high) / 2;
    ASSERT_EQ(encodeF16(middle), bits + (bits & 1));
    ASSERT_EQ(encodeF16(std::nextafter(middle, 0.0F)), bits);
    ASSERT_EQ(encodeF16(-std::nextafter(middle, 1e9F)), 0x8000 | (bits + 1));
  }
  EXPECT_EQ(encodeF16(65519.996F), 0x7BFF);
  EXPECT_EQ(encodeF16(65520.0F), 0x7C00);
  EXPECT_EQ(encodeF16(-1e30F), 0xFC00);
  EXPECT_EQ(encodeBF16(1.00390625F), 0x3F80); // 1 + 2^-8: a tie
  EXPECT_EQ(encodeBF16(1.01171875F), 0x3F82); // 1 + 3 * 2^-8: a tie
  EXPECT_EQ(encodeBF16(std::numeric_limits<float>::max()), 0x7F80);
}

TEST(ElementsTest, Floats) {
  EXPECT_EQ(decode(ElementKind::F16, 0x3C00), 1);
  EXPECT_EQ(decode(ElementKind::F16, 0x0001), 0x1p-24F);
  EXPECT_EQ(decode(ElementKind::F16, 0xFBFF), -65504);
  EXPECT_EQ(decode(ElementKind::F16, 0x7C00),
            std::numeric_limits<float>::infinity());
  EXPECT_EQ(decode(ElementKind::BF16, 0xC040), -3);
  // The largest, the smallest normal and subnormal of each.
  EXPECT_EQ(decode(ElementKind::E4M3, 0x7E), 448);
  EXPECT_EQ(decode(ElementKind::E4M3, 0x08), 0x1p-6F);
  EXPECT_EQ(decode(ElementKind::E4M3, 0x81), -0x1p-9F);
  EXPECT_TRUE(std::isnan(decode(ElementKind::E4M3, 0xFF)));
  EXPECT_EQ(decode(ElementKind::E5M2, 0x7B), 57344);
  EXPECT_EQ(decode(ElementKind::E5M2, 0x04), 0x1p-14F);
  EXPECT_EQ(decode(ElementKind::E5M2, 0x01), 0x1p-16F);
  EXPECT_EQ(decode(ElementKind::E5M2, 0xFC),
            -std::numeric_limits<float>::infinity());
  EXPECT_EQ(decode(ElementKind::TF32, 0x3F801FFF), 1);
  EXPECT_EQ(decode(ElementKind::TF32, 0x3F802000), 1 + 0x1p-10F);
  EXPECT_EQ(decode(ElementKind::S8, 0x80), -128);
  EXPECT_EQ(decode(ElementKind::U8, 0x80), 128);
}

// By the PTX manual's prmt: a byte of either word, or its sign.
TEST(ElementsTest, BytesAreMovedByASelector) {
  constexpr uint32_t kLow = 0x83828100, kHigh = 0x07068504;
  EXPECT_EQ(autotuneSimPermute(nullptr, kLow, kHigh, 0x3210), kLow);
  EXPECT_EQ(autotuneSimPermute(nullptr, kLow, kHigh, 0x7654), kHigh);
  EXPECT_EQ(autotuneSimPermute(nullptr, kLow, kHigh, 0x6341), 0x06830481U);
  EXPECT_EQ(autotuneSimPermute(nullptr, kLow, kHigh, 0xd8b9), 0xff00ffffU);
  // Bits behind the four nibbles say nothing.
  EXPECT_EQ(autotuneSimPermute(nullptr, kLow, kHigh, 0xffff3210), kLow);
}

} // namespace
