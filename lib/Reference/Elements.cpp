//===- Elements.cpp - Bits and values of elements -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Operations.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

using namespace mlir::autotune;
using namespace mlir::autotune::reference;

/// The largest number has all ones: in its significand, with the exponent below
/// the one that means infinity; or, without an infinity, in its exponent, with
/// the significand below the one that means NaN.
static Format makeFormat(const ElementInfo &info) {
  int bias = info.getBias();
  double unit = std::ldexp(1.0, 1 - info.precision);
  double largest = info.hasInfinity ? std::ldexp(2 - unit, bias)
                                    : std::ldexp(2 - 2 * unit, bias + 1);
  return {info.precision, 1 - bias, largest, info.hasInfinity, info.bits};
}

const Format &reference::getFormat(ElementType type) {
  static const Format kFormats[] = {
#define AUTOTUNE_FLOAT(NAME, ...) makeFormat(getElementInfo(ElementKind::NAME)),
      AUTOTUNE_STORED_FLOATS(AUTOTUNE_FLOAT)
#undef AUTOTUNE_FLOAT
  };
  return kFormats[type.kind];
}

ElementType reference::getElementType(ElementKind kind) {
  auto bits = uint8_t(getElementInfo(kind).bits);
  switch (getElementInfo(kind).stored) {
#define AUTOTUNE_FLOAT(NAME, ...)                                              \
  case ElementKind::NAME:                                                      \
    return {ElementType::NAME, bits};
    AUTOTUNE_STORED_FLOATS(AUTOTUNE_FLOAT)
#undef AUTOTUNE_FLOAT
  default:
    return {ElementType::Integer, bits};
  }
}

double reference::round(ElementType type, double value) {
  if (type.kind == ElementType::F64 || std::isnan(value) || value == 0)
    return value;
  const Format &format = getFormat(type);
  if (std::isinf(value))
    return format.hasInfinity ? value
                              : std::numeric_limits<double>::quiet_NaN();
  int exponent = std::max(std::ilogb(value), format.leastExponent);
  // The distance between neighbours: rounding to it is exact, for it is a power
  // of two.
  double unit = std::ldexp(1.0, exponent - (format.precision - 1));
  double rounded = std::nearbyint(value / unit) * unit;
  if (std::fabs(rounded) <= format.largest)
    return std::copysign(rounded, value);
  return format.hasInfinity
             ? std::copysign(std::numeric_limits<double>::infinity(), value)
             : std::numeric_limits<double>::quiet_NaN();
}

uint64_t reference::encode(ElementType type, double value) {
  if (type.kind == ElementType::F64) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
  }
  const Format &format = getFormat(type);
  value = reference::round(type, value);
  int fractionBits = format.precision - 1;
  uint64_t sign = uint64_t(std::signbit(value)) << (format.bits - 1);
  // All bits of the exponent.
  uint64_t end =
      (uint64_t(1) << (format.bits - 1)) - (uint64_t(1) << fractionBits);
  if (std::isnan(value) || (std::isinf(value) && !format.hasInfinity))
    return sign | end |
           (format.hasInfinity ? uint64_t(1) << (fractionBits - 1)
                               : (1u << fractionBits) - 1);
  if (std::isinf(value))
    return sign | end;
  value = std::fabs(value);
  if (value == 0)
    return sign;
  int exponent = std::max(std::ilogb(value), format.leastExponent);
  auto units = uint64_t(std::ldexp(value, fractionBits - exponent));
  // The leading one of a normal number adds 1 to the exponent.
  return sign + (uint64_t(exponent - format.leastExponent) << fractionBits) +
         units;
}

double reference::decode(ElementType type, uint64_t bits) {
  if (type.kind == ElementType::F64) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  const Format &format = getFormat(type);
  int fractionBits = format.precision - 1;
  bool isNegative = (bits >> (format.bits - 1)) & 1;
  uint64_t fraction = bits & ((uint64_t(1) << fractionBits) - 1);
  uint64_t magnitude = bits & ((uint64_t(1) << (format.bits - 1)) - 1);
  auto exponent = int(magnitude >> fractionBits);
  int end = (1 << (format.bits - format.precision)) - 1;
  double value;
  if (format.hasInfinity && exponent == end)
    value = fraction ? std::numeric_limits<double>::quiet_NaN()
                     : std::numeric_limits<double>::infinity();
  else if (!format.hasInfinity &&
           magnitude == (uint64_t(1) << (format.bits - 1)) - 1)
    value = std::numeric_limits<double>::quiet_NaN();
  else if (exponent == 0)
    value = std::ldexp(double(fraction), format.leastExponent - fractionBits);
  else
    value = std::ldexp(double(fraction + (uint64_t(1) << fractionBits)),
                       exponent - 1 + format.leastExponent - fractionBits);
  return isNegative ? -value : value;
}

std::string reference::print(ElementType type, uint64_t bits) {
  if (!type.isFloat())
    return std::to_string(signExtend(bits, type.bits));
  char text[32];
  std::snprintf(text, sizeof(text), "%.9g", decode(type, bits));
  return text;
}

bool Result::accepts(uint64_t got) const {
  if (isAnything)
    return true;
  if (!type.isFloat()) {
    int64_t value = signExtend(got, type.bits);
    return value >= least && value <= most;
  }
  double value = decode(type, got);
  if (std::isnan(value))
    return mayBeNaN;
  return value >= low && value <= high;
}

std::string Result::str() const {
  if (isAnything)
    return "anything";
  std::string text = print(type, bits);
  if (!type.isFloat()) {
    if (least != most)
      text +=
          " (" + std::to_string(least) + " to " + std::to_string(most) + ")";
    return text;
  }
  if (low < high)
    text +=
        " (" +
        print({ElementType::F64, 64}, encode({ElementType::F64, 64}, low)) +
        " to " +
        print({ElementType::F64, 64}, encode({ElementType::F64, 64}, high)) +
        ")";
  if (mayBeNaN && low <= high)
    text += " or nan";
  return text;
}
