//===- Function.cpp - A fused function, evaluated as written --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intervals: from a function on, which may be off, a value is known to be from
// `low` to `high`. What is monotone in each operand has its ends where they
// have theirs; 0 counts as an end, too, for what turns or jumps there. As long
// as no function has been applied, both ends are one.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Operations.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir::autotune;
using namespace mlir::autotune::reference;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

namespace {
/// A value and what it may be.
struct Range {
  Scalar value;
  double low = kInfinity, high = -kInfinity;
  int64_t least = 0, most = 0;
  bool mayBeNaN = false, isAnything = false;
};
} // namespace

static bool isFunction(Opcode opcode) { return opcode >= Opcode::ACos; }

/// The largest error of a function's result in f32, as a share of the result.
static constexpr double kFunctionError = 0x1p-21;

/// What a function's result may be off, as a share of it
/// (docs/reference/epilogues.md): results that are rounded to fewer bits need
/// fewer.
static double getFunctionError(const std::vector<ElementType> &results) {
  int precision = 0;
  for (ElementType type : results)
    precision =
        std::max(precision, type.isFloat()
                                ? getFormat(type).precision
                                : getFormat({ElementType::F32, 32}).precision);
  constexpr int kOfBF16 = 8, kOfF16 = 11;
  return precision <= kOfBF16  ? 0x1p-11
         : precision <= kOfF16 ? 0x1p-16
                               : kFunctionError;
}

/// The same of all operations: a division is off by two units of f32, and a
/// reciprocal root by one more.
static double getError(const Instruction &op, double functions) {
  if (isFunction(op.opcode))
    return op.type.kind == ElementType::F64 ? 0x1p-50 : functions;
  if (op.type.kind == ElementType::F64)
    return 0;
  if (op.opcode == Opcode::DivF)
    return 0x1p-22;
  return op.opcode == Opcode::Rsqrt ? 0x1p-21 : 0;
}

static bool isExact(const Range &range, ElementType type) {
  if (range.isAnything)
    return false;
  if (!type.isFloat())
    return range.least == range.most;
  return range.mayBeNaN ? range.low > range.high : range.low == range.high;
}

static Scalar fromInteger(ElementType type, int64_t value) {
  return {double(value), truncate(uint64_t(value), type.bits)};
}

/// What a value is tried as, for the ends of what comes of it.
static std::vector<Scalar> getEnds(const Range &range, ElementType type) {
  if (isExact(range, type))
    return {range.value};
  std::vector<Scalar> ends;
  if (!type.isFloat()) {
    ends = {fromInteger(type, range.least), fromInteger(type, range.most)};
    if (range.least < 0 && range.most > 0)
      ends.push_back(fromInteger(type, 0));
    return ends;
  }
  if (range.low <= range.high) {
    ends = {{range.low, 0}, {range.high, 0}};
    if (range.low <= 0 && range.high >= 0) {
      ends.push_back({0.0, 0});
      ends.push_back({-0.0, 0});
    }
  }
  if (range.mayBeNaN)
    ends.push_back({std::numeric_limits<double>::quiet_NaN(), 0});
  return ends;
}

static bool contains(const Range &range, double value) {
  return range.low <= value && value <= range.high;
}

/// Whether the ends of operands that are not exact say nothing of what is
/// between them.
static bool isOpen(const Instruction &op, const std::vector<Range> &operands,
                   const std::vector<ElementType> &types) {
  bool isExactY = operands.size() < 2 || isExact(operands[1], types[1]);
  switch (op.opcode) {
  case Opcode::Bitcast:
    return true;
  case Opcode::DivF:
    return !isExactY && contains(operands[1], 0);
  case Opcode::Rsqrt:
    return contains(operands[0], 0);
  case Opcode::ATan2:
    // Both ways lead to what is behind.
    return contains(operands[0], 0) && operands[1].low <= 0;
  case Opcode::PowF:
  case Opcode::FPowI:
    return operands[0].low <= 0 &&
           (!isExactY || operands[1].value.real < 0 ||
            std::trunc(operands[1].value.real) != operands[1].value.real);
  case Opcode::Tan:
    return operands[0].high - operands[0].low > 0.1 ||
           !(std::tan(operands[0].low) <= std::tan(operands[0].high));
  case Opcode::AddI:
  case Opcode::SubI:
  case Opcode::MaxSI:
  case Opcode::MinSI:
  case Opcode::ExtSI:
  case Opcode::SIToFP:
  case Opcode::CmpI:
    return false;
  case Opcode::ExtUI:
  case Opcode::UIToFP:
  case Opcode::AndI:
  case Opcode::OrI:
  case Opcode::XOrI:
    // Of a truth both values are ends.
    return op.type.bits != 1;
  case Opcode::TruncI:
    return signExtend(uint64_t(operands[0].least), op.resultType.bits) !=
               operands[0].least ||
           signExtend(uint64_t(operands[0].most), op.resultType.bits) !=
               operands[0].most;
  default:
    // Of other operations on integers nothing is said.
    return !types[0].isFloat();
  }
}

/// The sum or difference of integers, where it wraps at an end only.
static bool mayWrap(const Instruction &op,
                    const std::vector<Scalar> &operands) {
  if (op.opcode != Opcode::AddI && op.opcode != Opcode::SubI)
    return false;
  unsigned width = op.type.bits;
  __int128 x = signExtend(operands[0].bits, width);
  __int128 y = signExtend(operands[1].bits, width);
  __int128 sum = op.opcode == Opcode::AddI ? x + y : x - y;
  __int128 end = __int128(1) << (width - 1);
  return sum < -end || sum >= end;
}

/// What a result is off if the divisor's reciprocal, by which kernels multiply,
/// is subnormal: they have 0 then.
static double getFlushed(const Instruction &op, const Scalar *operands) {
  if (op.opcode != Opcode::DivF || op.type.kind == ElementType::F64 ||
      !(std::fabs(operands[1].real) > 0x1p126))
    return 0;
  return std::fabs(operands[0].real) * 0x1p-126;
}

/// Makes room for what an operation may be off, and rounds to its type. Zero,
/// and what is none, is what it is; small results may become 0 on the way.
static void include(Range &range, const Instruction &op, double value,
                    double error, double flushed) {
  if (std::isnan(value)) {
    range.mayBeNaN = true;
    return;
  }
  double low = value, high = value;
  if (error != 0 && value != 0 && std::isfinite(value)) {
    // Kernels compute 1 + erf(x) at once, to a share of that.
    double size = op.opcode == Opcode::Erf ? 1 : std::fabs(value);
    double off = size * error + flushed + 0x1p-126;
    low -= off;
    high += off;
    if (value > 0)
      low = std::max(low, 0.0);
    else
      high = std::min(high, 0.0);
  }
  for (double end : {low, high}) {
    double rounded = reference::round(op.resultType, end);
    if (std::isnan(rounded)) {
      range.mayBeNaN = true;
      continue;
    }
    range.low = std::min(range.low, rounded);
    range.high = std::max(range.high, rounded);
  }
}

static void include(Range &range, const Instruction &op, const Scalar *operands,
                    const Scalar &value, double error) {
  if (op.resultType.isFloat())
    return include(range, op, value.real, error, getFlushed(op, operands));
  int64_t integer = signExtend(value.bits, op.resultType.bits);
  range.least = std::min(range.least, integer);
  range.most = std::max(range.most, integer);
}

/// What lies between the ends of an angle.
static void includeTurns(Range &range, const Instruction &op,
                         const Range &operand) {
  if (op.opcode != Opcode::Sin && op.opcode != Opcode::Cos)
    return;
  double width = operand.high - operand.low;
  if (!(width > 0))
    return;
  range.low = std::max(range.low - width, -1.0);
  range.high = std::min(range.high + width, 1.0);
}

/// As one of the operands of a selection.
static void unite(Range &range, const Range &other) {
  range.low = std::min(range.low, other.low);
  range.high = std::max(range.high, other.high);
  range.least = std::min(range.least, other.least);
  range.most = std::max(range.most, other.most);
  range.mayBeNaN |= other.mayBeNaN;
  range.isAnything |= other.isAnything;
}

/// The value as the operations say it: rounded to its type.
static Scalar finish(const Instruction &op, Scalar value) {
  if (op.resultType.isFloat())
    return {reference::round(op.resultType, value.real), 0};
  return fromInteger(op.resultType, signExtend(value.bits, op.resultType.bits));
}

static Range evaluateInstruction(const Instruction &op,
                                 const std::vector<Range> &operands,
                                 const std::vector<ElementType> &types,
                                 double functions) {
  Range range;
  range.least = std::numeric_limits<int64_t>::max();
  range.most = std::numeric_limits<int64_t>::min();
  std::vector<Scalar> values;
  for (const Range &operand : operands)
    values.push_back(operand.value);
  if (op.opcode == Opcode::Select && isExact(operands[0], types[0]))
    return operands[values[0].bits ? 1 : 2];
  bool isDefined = compute(op, values.data(), range.value);
  double error = getError(op, functions);
  bool areExact = true;
  for (size_t i = 0; i < operands.size(); ++i) {
    areExact &= isExact(operands[i], types[i]);
    range.isAnything |= operands[i].isAnything;
  }
  range.isAnything |= !isDefined;
  if (areExact) {
    include(range, op, values.data(), range.value, error);
  } else if (op.opcode == Opcode::Select) {
    unite(range, operands[1]);
    unite(range, operands[2]);
  } else if (!range.isAnything && !isOpen(op, operands, types)) {
    // All ends with all ends.
    std::vector<std::vector<Scalar>> ends;
    for (size_t i = 0; i < operands.size(); ++i)
      ends.push_back(getEnds(operands[i], types[i]));
    std::vector<size_t> at(ends.size());
    for (size_t i = 0; i < ends.size();) {
      for (size_t j = 0; j < ends.size(); ++j)
        values[j] = ends[j][at[j]];
      Scalar end;
      range.isAnything |=
          !compute(op, values.data(), end) || mayWrap(op, values);
      include(range, op, values.data(), end, error);
      for (i = 0; i < ends.size() && ++at[i] == ends[i].size(); ++i)
        at[i] = 0;
    }
    includeTurns(range, op, operands[0]);
  } else {
    range.isAnything = true;
  }
  range.value = finish(op, range.value);
  return range;
}

static Range fromBits(ElementType type, uint64_t bits) {
  Range range;
  if (!type.isFloat()) {
    range.least = range.most = signExtend(bits, type.bits);
    range.value = fromInteger(type, range.least);
    return range;
  }
  range.value.real = decode(type, bits);
  range.mayBeNaN = std::isnan(range.value.real);
  if (!range.mayBeNaN)
    range.low = range.high = range.value.real;
  return range;
}

static Range fromResult(const Result &given) {
  Range range = fromBits(given.type, given.bits);
  range.low = given.low;
  range.high = given.high;
  range.least = given.least;
  range.most = given.most;
  range.mayBeNaN = given.mayBeNaN;
  range.isAnything = given.isAnything;
  return range;
}

static Result toResult(ElementType type, const Range &range) {
  Result result;
  result.type = type;
  result.bits =
      type.isFloat() ? encode(type, range.value.real) : range.value.bits;
  result.low = range.low;
  result.high = range.high;
  result.least = range.least;
  result.most = range.most;
  result.mayBeNaN = range.mayBeNaN;
  result.isAnything = range.isAnything;
  return result;
}

Function::Function() = default;
Function::~Function() = default;

Result reference::getExactly(ElementType type, uint64_t bits) {
  return toResult(type, fromBits(type, bits));
}

/// The values of all instructions, behind those of the arguments.
static void evaluateAll(const std::vector<Instruction> &instructions,
                        std::vector<ElementType> types, double functions,
                        std::vector<Range> &values) {
  values.reserve(values.size() + instructions.size());
  std::vector<Range> operands;
  std::vector<ElementType> operandTypes;
  for (const Instruction &instruction : instructions) {
    operands.clear();
    operandTypes.clear();
    for (size_t operand : instruction.operands) {
      operands.push_back(values[operand]);
      operandTypes.push_back(types[operand]);
    }
    values.push_back(
        evaluateInstruction(instruction, operands, operandTypes, functions));
    types.push_back(instruction.resultType);
  }
}

std::vector<Result>
Function::evaluate(const std::vector<uint64_t> &elements) const {
  std::vector<Range> values;
  for (size_t i = 0; i < arguments.size(); ++i)
    values.push_back(fromBits(arguments[i], elements[i]));
  evaluateAll(instructions, arguments, getFunctionError(results), values);
  std::vector<Result> found;
  for (size_t i = 0; i < results.size(); ++i)
    found.push_back(toResult(results[i], values[returned[i]]));
  return found;
}

std::vector<Result> Function::evaluate(const std::vector<Result> &given) const {
  std::vector<Range> values;
  for (const Result &argument : given)
    values.push_back(fromResult(argument));
  evaluateAll(instructions, arguments, kFunctionError, values);
  std::vector<Result> found;
  for (size_t i = 0; i < results.size(); ++i)
    found.push_back(toResult(results[i], values[returned[i]]));
  return found;
}

std::string Function::findFault(const std::vector<uint64_t> &elements,
                                size_t output, uint64_t got) const {
  Result wanted = evaluate(elements)[output];
  if (wanted.accepts(got))
    return "";
  std::string text;
  for (size_t i = 0; i < elements.size(); ++i)
    text += (i == 0                     ? ""
             : i + 1 == elements.size() ? " and "
                                        : ", ") +
            print(arguments[i], elements[i]);
  return text + (elements.size() > 1 ? " become " : " becomes ") +
         print(wanted.type, got) + ", not " + wanted.str();
}
