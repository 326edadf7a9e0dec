//===- Elements.cpp - Element types of matrix instructions ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir::autotune::sim;

const char *mlir::autotune::sim::stringify(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return "f16";
  case ElementKind::BF16:
    return "bf16";
  case ElementKind::F32:
    return "f32";
  case ElementKind::TF32:
    return "tf32";
  case ElementKind::F64:
    return "f64";
  case ElementKind::E4M3:
    return "e4m3";
  case ElementKind::E5M2:
    return "e5m2";
  case ElementKind::S8:
    return "s8";
  case ElementKind::U8:
    return "u8";
  case ElementKind::S32:
    return "s32";
  case ElementKind::B1:
    return "b1";
  }
  return "unknown";
}

uint32_t mlir::autotune::sim::getElementBytes(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
  case ElementKind::BF16:
    return 2;
  case ElementKind::F32:
  case ElementKind::TF32:
  case ElementKind::S32:
    return 4;
  case ElementKind::F64:
    return 8;
  case ElementKind::E4M3:
  case ElementKind::E5M2:
  case ElementKind::S8:
  case ElementKind::U8:
    return 1;
  case ElementKind::B1:
    break;
  }
  return 0;
}

static float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

static uint32_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float mlir::autotune::sim::decodeF16(uint16_t bits) {
  uint32_t sign = uint32_t(bits & 0x8000) << 16;
  uint32_t rest = uint32_t(bits & 0x7FFF) << 13;
  if (rest >= 0x0F800000) // infinite or not a number
    return fromBits(sign | rest | 0x7F800000);
  // The exponents' biases differ by 127 - 15; the product is exact, and right
  // for subnormals too.
  return fromBits(sign | toBits(fromBits(rest) * 0x1p112F));
}

float mlir::autotune::sim::decodeBF16(uint16_t bits) {
  return fromBits(uint32_t(bits) << 16);
}

uint16_t mlir::autotune::sim::encodeF16(float value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  float size = std::fabs(value);
  if (std::isnan(value))
    return sign | 0x7FFF;
  // Half way between the largest f16 and what would be the next.
  if (size >= 65520.0F)
    return sign | 0x7C00;
  // Below 2^-14 the numbers lie 2^-24 apart: adding 0.5 leaves just these bits
  // of the f32, rounded.
  if (size < 0x1p-14F)
    return sign | uint16_t(toBits(size + 0.5F) - toBits(0.5F));
  uint32_t bits = toBits(size) - (uint32_t(112) << 23);
  return sign | uint16_t((bits + 0xFFF + ((bits >> 13) & 1)) >> 13);
}

uint16_t mlir::autotune::sim::encodeBF16(float value) {
  uint32_t bits = toBits(value);
  if (std::isnan(value))
    return uint16_t((bits >> 16) | 0x7FFF);
  return uint16_t((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

namespace {

/// All 256 numbers of a float of 8 bits. e5m2 has infinities as f16 has; e4m3
/// has none, and one NaN of each sign (OCP 8-bit floating point).
struct Float8Table {
  std::array<float, 256> values;

  explicit Float8Table(ElementKind kind) {
    for (unsigned i = 0; i < 256; ++i)
      values[i] = kind == ElementKind::E5M2 ? decodeF16(uint16_t(i << 8))
                                            : decodeE4M3(i);
  }

  static float decodeE4M3(unsigned bits) {
    int exponent = int(bits >> 3) & 15, mantissa = int(bits & 7);
    if (exponent == 15 && mantissa == 7)
      return std::numeric_limits<float>::quiet_NaN();
    float size = exponent == 0 ? std::ldexp(float(mantissa), -9)
                               : std::ldexp(float(8 + mantissa), exponent - 10);
    return bits & 0x80 ? -size : size;
  }
};

template <typename T, typename Decode>
void decodeAll(const uint8_t *from, float *into, uint32_t count,
               Decode decode) {
  for (uint32_t i = 0; i < count; ++i) {
    T bits;
    std::memcpy(&bits, from + i * sizeof(T), sizeof(T));
    into[i] = decode(bits);
  }
}

} // namespace

void mlir::autotune::sim::decodeElements(ElementKind kind, const uint8_t *from,
                                         float *into, uint32_t count) {
  static const Float8Table e4m3(ElementKind::E4M3), e5m2(ElementKind::E5M2);
  switch (kind) {
  case ElementKind::F16:
    return decodeAll<uint16_t>(from, into, count, decodeF16);
  case ElementKind::BF16:
    return decodeAll<uint16_t>(from, into, count, decodeBF16);
  case ElementKind::F32:
    std::memcpy(into, from, count * sizeof(float));
    return;
  case ElementKind::TF32:
    return decodeAll<uint32_t>(from, into, count, [](uint32_t bits) {
      return fromBits(bits & ~uint32_t(0x1FFF));
    });
  case ElementKind::E4M3:
    return decodeAll<uint8_t>(from, into, count,
                              [](uint8_t bits) { return e4m3.values[bits]; });
  case ElementKind::E5M2:
    return decodeAll<uint8_t>(from, into, count,
                              [](uint8_t bits) { return e5m2.values[bits]; });
  case ElementKind::S8:
    return decodeAll<int8_t>(from, into, count,
                             [](int8_t value) { return float(value); });
  case ElementKind::U8:
    return decodeAll<uint8_t>(from, into, count,
                              [](uint8_t value) { return float(value); });
  case ElementKind::F64:
  case ElementKind::S32:
  case ElementKind::B1:
    break;
  }
}
