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
#include <iterator>
#include <limits>

using namespace mlir::autotune::sim;
using mlir::autotune::ElementInfo;

/// A kernel may name a type that there is not.
static bool isKnown(ElementKind kind) {
  return static_cast<int32_t>(kind) >= 0 &&
         static_cast<int32_t>(kind) < kNumMatrixTypes;
}

const char *mlir::autotune::sim::stringify(ElementKind kind) {
  return isKnown(kind) ? getMatrixTypeInfo(kind).name : "unknown";
}

uint32_t mlir::autotune::sim::getElementBytes(ElementKind kind) {
  return isKnown(kind) ? uint32_t(getMatrixTypeInfo(kind).bits / 8) : 0;
}

bool mlir::autotune::sim::isFloat8(ElementKind kind) {
  switch (kind) {
#define AUTOTUNE_MATRIX_TYPE(NAME) case ElementKind::NAME:
    AUTOTUNE_FLOAT8_MATRIX_TYPES(AUTOTUNE_MATRIX_TYPE)
#undef AUTOTUNE_MATRIX_TYPE
    return true;
  default:
    return false;
  }
}

std::string mlir::autotune::sim::listFloat8(const char *last) {
  static constexpr ElementKind kKinds[] = {
#define AUTOTUNE_MATRIX_TYPE(NAME) ElementKind::NAME,
      AUTOTUNE_FLOAT8_MATRIX_TYPES(AUTOTUNE_MATRIX_TYPE)
#undef AUTOTUNE_MATRIX_TYPE
  };
  size_t count = std::size(kKinds);
  std::string list;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0)
      list += i + 1 < count ? ", " : std::string(" ") + last + " ";
    list += stringify(kKinds[i]);
  }
  return list;
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

/// All 256 numbers of a float of 8 bits.
struct Float8Table {
  std::array<float, 256> values;

  explicit Float8Table(ElementKind kind) {
    const ElementInfo &format = getElementInfo(getMatrixTypeInfo(kind).element);
    for (unsigned i = 0; i < 256; ++i)
      values[i] = decode(format, i);
  }

  /// All ones in the exponent are an infinity or NaN; without an infinity, only
  /// with all ones in the significand too they are NaN.
  static float decode(const ElementInfo &format, unsigned bits) {
    int fraction = format.getFractionBits();
    unsigned magnitude = bits & 0x7F, ones = 0x7F >> fraction;
    int exponent = int(magnitude >> fraction);
    int mantissa = int(magnitude & ((1u << fraction) - 1));
    int scale = 1 - format.getBias() - fraction;
    float size = exponent == 0 ? std::ldexp(float(mantissa), scale)
                               : std::ldexp(float((1 << fraction) + mantissa),
                                            exponent - 1 + scale);
    if (format.hasInfinity ? unsigned(exponent) == ones : magnitude == 0x7F)
      size = format.hasInfinity && mantissa == 0
                 ? std::numeric_limits<float>::infinity()
                 : std::numeric_limits<float>::quiet_NaN();
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
#define AUTOTUNE_MATRIX_TYPE(NAME)                                             \
  case ElementKind::NAME: {                                                    \
    static const Float8Table table(ElementKind::NAME);                         \
    return decodeAll<uint8_t>(                                                 \
        from, into, count, [](uint8_t bits) { return table.values[bits]; });   \
  }
    AUTOTUNE_FLOAT8_MATRIX_TYPES(AUTOTUNE_MATRIX_TYPE)
#undef AUTOTUNE_MATRIX_TYPE
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
