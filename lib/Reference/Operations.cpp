//===- Operations.cpp - Operations on one element -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "Elements.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir::autotune;
using namespace mlir::autotune::reference;

static constexpr const char *kNames[] = {
#define AUTOTUNE_OPERATION(name, text) text,
#include "Operations.def"
};

bool reference::findOpcode(const std::string &name, Opcode &opcode) {
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (name == kNames[i]) {
      opcode = Opcode(i);
      return true;
    }
  return false;
}

static constexpr const char *kFloatPredicates[] = {
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
    "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
static constexpr const char *kIntegerPredicates[] = {
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};

bool reference::findPredicate(const std::string &word, bool isFloat,
                              Predicate &predicate) {
  auto find = [&](const char *const *words, size_t count, Predicate first) {
    for (size_t i = 0; i < count; ++i)
      if (word == words[i]) {
        predicate = Predicate(size_t(first) + i);
        return true;
      }
    return false;
  };
  return isFloat ? find(kFloatPredicates, std::size(kFloatPredicates),
                        Predicate::False)
                 : find(kIntegerPredicates, std::size(kIntegerPredicates),
                        Predicate::EQ);
}

int64_t reference::signExtend(uint64_t bits, unsigned width) {
  unsigned unused = 64 - width;
  return int64_t(bits << unused) >> unused;
}

uint64_t reference::truncate(uint64_t bits, unsigned width) {
  return width == 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

static bool compareFloats(Predicate predicate, double x, double y) {
  // Bit by bit: equal, greater, less, unordered.
  unsigned relation = std::isnan(x) || std::isnan(y) ? 8
                      : x == y                       ? 1
                      : x > y                        ? 2
                                                     : 4;
  auto number = unsigned(predicate);
  // With 8 come those that are true of what is unordered, too.
  return (number & relation) != 0;
}

static bool compareIntegers(Predicate predicate, uint64_t x, uint64_t y,
                            unsigned width) {
  int64_t a = signExtend(x, width), b = signExtend(y, width);
  switch (predicate) {
  case Predicate::EQ:
    return x == y;
  case Predicate::NE:
    return x != y;
  case Predicate::SLT:
    return a < b;
  case Predicate::SLE:
    return a <= b;
  case Predicate::SGT:
    return a > b;
  case Predicate::SGE:
    return a >= b;
  case Predicate::ULTI:
    return x < y;
  case Predicate::ULEI:
    return x <= y;
  case Predicate::UGTI:
    return x > y;
  default:
    return x >= y;
  }
}

static double maximum(double x, double y) {
  if (std::isnan(x) || std::isnan(y))
    return std::numeric_limits<double>::quiet_NaN();
  if (x == y)
    return std::signbit(x) ? y : x;
  return x > y ? x : y;
}

static double minimum(double x, double y) { return -maximum(-x, -y); }

/// An f32, and narrower floats, as kernels do it: rounded to f32 first.
static double multiplyAdd(ElementType type, double x, double y, double z) {
  if (type.kind == ElementType::F64)
    return std::fma(x, y, z);
  return double(std::fma(float(x), float(y), float(z)));
}

/// Functions and exact operations on floats; false for others.
static bool computeFloat(const Instruction &op, const Scalar *operands,
                         double &result) {
  double x = operands[0].real;
  auto y = [&] { return operands[1].real; };
  switch (op.opcode) {
  case Opcode::AddF:
    return result = x + y(), true;
  case Opcode::SubF:
    return result = x - y(), true;
  case Opcode::MulF:
    return result = x * y(), true;
  case Opcode::DivF:
    return result = x / y(), true;
  case Opcode::NegF:
    return result = -x, true;
  case Opcode::MaximumF:
    return result = maximum(x, y()), true;
  case Opcode::MinimumF:
    return result = minimum(x, y()), true;
  case Opcode::MaxNumF:
    return result = std::fmax(x, y()), true;
  case Opcode::MinNumF:
    return result = std::fmin(x, y()), true;
  case Opcode::AbsF:
    return result = std::fabs(x), true;
  case Opcode::Ceil:
    return result = std::ceil(x), true;
  case Opcode::ClampF:
    // The least comes before the most.
    return result = maximum(minimum(x, operands[2].real), y()), true;
  case Opcode::CopySign:
    return result = std::copysign(x, y()), true;
  case Opcode::Floor:
    return result = std::floor(x), true;
  case Opcode::Fma:
    return result = multiplyAdd(op.type, x, y(), operands[2].real), true;
  case Opcode::RoundEven:
    return result = std::nearbyint(x), true;
  case Opcode::Rsqrt:
    return result = 1 / std::sqrt(x), true;
  case Opcode::Sqrt:
    return result = std::sqrt(x), true;
  case Opcode::Trunc:
    return result = std::trunc(x), true;
  case Opcode::ExtF:
  case Opcode::TruncF:
    return result = x, true;
  case Opcode::ACos:
    return result = std::acos(x), true;
  case Opcode::ACosh:
    return result = std::acosh(x), true;
  case Opcode::ASin:
    return result = std::asin(x), true;
  case Opcode::ASinh:
    return result = std::asinh(x), true;
  case Opcode::ATan:
    return result = std::atan(x), true;
  case Opcode::ATan2:
    return result = std::atan2(x, y()), true;
  case Opcode::ATanh:
    return result = std::atanh(x), true;
  case Opcode::Cbrt:
    return result = std::cbrt(x), true;
  case Opcode::Cos:
    return result = std::cos(x), true;
  case Opcode::Cosh:
    return result = std::cosh(x), true;
  case Opcode::Erf:
    return result = std::erf(x), true;
  case Opcode::Erfc:
    return result = std::erfc(x), true;
  case Opcode::Exp:
    return result = std::exp(x), true;
  case Opcode::Exp2:
    return result = std::exp2(x), true;
  case Opcode::ExpM1:
    return result = std::expm1(x), true;
  case Opcode::FPowI:
    return result = std::pow(x, operands[1].real), true;
  case Opcode::Log:
    return result = std::log(x), true;
  case Opcode::Log10:
    return result = std::log10(x), true;
  case Opcode::Log1p:
    return result = std::log1p(x), true;
  case Opcode::Log2:
    return result = std::log2(x), true;
  case Opcode::PowF:
    return result = std::pow(x, y()), true;
  case Opcode::Sin:
    return result = std::sin(x), true;
  case Opcode::Sinh:
    return result = std::sinh(x), true;
  case Opcode::Tan:
    return result = std::tan(x), true;
  case Opcode::Tanh:
    return result = std::tanh(x), true;
  default:
    return false;
  }
}

/// What a float is.
static bool classify(const Instruction &op, double x, uint64_t &result) {
  switch (op.opcode) {
  case Opcode::IsFinite:
    return result = std::isfinite(x), true;
  case Opcode::IsInf:
    return result = std::isinf(x), true;
  case Opcode::IsNaN:
    return result = std::isnan(x), true;
  case Opcode::IsNormal:
    result = std::isfinite(x) &&
             std::fabs(x) >= std::ldexp(1.0, getFormat(op.type).leastExponent);
    return true;
  default:
    return false;
  }
}

/// The quotient, rounded down or up; false where it is none.
static bool divide(Opcode opcode, uint64_t x, uint64_t y, unsigned width,
                   uint64_t &result) {
  if (y == 0)
    return false;
  if (opcode == Opcode::DivUI)
    return result = x / y, true;
  if (opcode == Opcode::RemUI)
    return result = x % y, true;
  if (opcode == Opcode::CeilDivUI)
    return result = x / y + (x % y != 0), true;
  int64_t a = signExtend(x, width), b = signExtend(y, width);
  int64_t lowest = signExtend(uint64_t(1) << (width - 1), width);
  if (a == lowest && b == -1)
    return false;
  int64_t quotient = a / b, rest = a % b;
  if (opcode == Opcode::RemSI)
    quotient = rest;
  else if (opcode == Opcode::FloorDivSI && rest != 0 && (rest < 0) != (b < 0))
    --quotient;
  else if (opcode == Opcode::CeilDivSI && rest != 0 && (rest < 0) == (b < 0))
    ++quotient;
  return result = uint64_t(quotient), true;
}

/// Both halves of a product or a sum.
static uint64_t computeExtended(const Instruction &op, uint64_t x, uint64_t y,
                                unsigned width) {
  using Wide = unsigned __int128;
  Wide result;
  if (op.opcode == Opcode::AddUIExtended)
    result = Wide(x) + y;
  else if (op.opcode == Opcode::MulUIExtended)
    result = Wide(x) * y;
  else
    result = Wide(__int128(signExtend(x, width)) * signExtend(y, width));
  return uint64_t(op.isSecond ? result >> width : result);
}

static bool computeInteger(const Instruction &op, const Scalar *operands,
                           uint64_t &result) {
  unsigned width = op.type.bits;
  uint64_t x = operands[0].bits;
  uint64_t y = op.operands.size() > 1 ? operands[1].bits : 0;
  int64_t a = signExtend(x, width), b = signExtend(y, width);
  switch (op.opcode) {
  case Opcode::ExtSI:
    return result = uint64_t(a), true;
  case Opcode::ExtUI:
  case Opcode::TruncI:
    return result = x, true;
  case Opcode::AddI:
    return result = x + y, true;
  case Opcode::SubI:
    return result = x - y, true;
  case Opcode::MulI:
    return result = x * y, true;
  case Opcode::DivUI:
  case Opcode::DivSI:
  case Opcode::CeilDivUI:
  case Opcode::CeilDivSI:
  case Opcode::FloorDivSI:
  case Opcode::RemUI:
  case Opcode::RemSI:
    return divide(op.opcode, x, y, width, result);
  case Opcode::AndI:
    return result = x & y, true;
  case Opcode::OrI:
    return result = x | y, true;
  case Opcode::XOrI:
    return result = x ^ y, true;
  case Opcode::ShLI:
    return y < width && (result = x << y, true);
  case Opcode::ShRUI:
    return y < width && (result = x >> y, true);
  case Opcode::ShRSI:
    return y < width && (result = uint64_t(a >> y), true);
  case Opcode::MaxSI:
    return result = a > b ? x : y, true;
  case Opcode::MaxUI:
    return result = x > y ? x : y, true;
  case Opcode::MinSI:
    return result = a < b ? x : y, true;
  case Opcode::MinUI:
    return result = x < y ? x : y, true;
  case Opcode::CmpI:
    return result = compareIntegers(op.predicate, x, y, width), true;
  case Opcode::MulSIExtended:
  case Opcode::MulUIExtended:
  case Opcode::AddUIExtended:
    return result = computeExtended(op, x, y, width), true;
  case Opcode::AbsI:
    return result = a < 0 ? -x : x, true;
  case Opcode::CtLz:
    result = 0;
    while (result < width && ((x >> (width - 1 - result)) & 1) == 0)
      ++result;
    return true;
  default:
    return false;
  }
}

/// Truncates; false for what the type does not hold.
static bool toInteger(double x, bool isSigned, unsigned width,
                      uint64_t &result) {
  double whole = std::trunc(x);
  double end = std::ldexp(1.0, int(isSigned ? width - 1 : width));
  if (std::isnan(x) || whole >= end || whole < (isSigned ? -end : 0))
    return false;
  result = isSigned ? uint64_t(int64_t(whole)) : uint64_t(whole);
  return true;
}

/// A float of 32 bits or more, or, rounded to f32 first, of fewer.
static double toFloat(const Instruction &op, uint64_t bits) {
  if (op.opcode == Opcode::SIToFP) {
    int64_t value = signExtend(bits, op.type.bits);
    return op.resultType.kind == ElementType::F64 ? double(value)
                                                  : double(float(value));
  }
  return op.resultType.kind == ElementType::F64 ? double(bits)
                                                : double(float(bits));
}

bool reference::compute(const Instruction &op, const Scalar *operands,
                        Scalar &result) {
  result = {};
  bool isDefined = true;
  switch (op.opcode) {
  case Opcode::Constant:
    result.bits = op.constant;
    if (op.type.isFloat())
      result.real = decode(op.type, op.constant);
    return true;
  case Opcode::Select:
    result = operands[0].bits ? operands[1] : operands[2];
    return true;
  case Opcode::Bitcast: {
    uint64_t bits = op.type.isFloat() ? encode(op.type, operands[0].real)
                                      : operands[0].bits;
    result.bits = bits;
    if (op.resultType.isFloat())
      result.real = decode(op.resultType, bits);
    return true;
  }
  case Opcode::CmpF:
    result.bits =
        compareFloats(op.predicate, operands[0].real, operands[1].real);
    return true;
  case Opcode::SIToFP:
  case Opcode::UIToFP:
    result.real = toFloat(op, operands[0].bits);
    return true;
  case Opcode::FPToSI:
  case Opcode::FPToUI:
    isDefined = toInteger(operands[0].real, op.opcode == Opcode::FPToSI,
                          op.resultType.bits, result.bits);
    break;
  default:
    if (computeFloat(op, operands, result.real) ||
        classify(op, operands[0].real, result.bits))
      return true;
    isDefined = computeInteger(op, operands, result.bits);
    break;
  }
  result.bits = truncate(result.bits, op.resultType.bits);
  return isDefined;
}
