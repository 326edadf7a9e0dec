//===- ConversionCases.cpp - All conversions of LLVM ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionCases.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstring>

using namespace mlir::autotune;
using namespace mlir::autotune::test;
using llvm::APFloat;
using llvm::APInt;
using llvm::StringRef;

static constexpr unsigned kPlace = 16;

static const std::vector<Type> &getFloats() {
  static const std::vector<Type> types = {
      {"half", 16, &APFloat::IEEEhalf()},
      {"bfloat", 16, &APFloat::BFloat()},
      {"float", 32, &APFloat::IEEEsingle()},
      {"double", 64, &APFloat::IEEEdouble()},
#ifdef __x86_64__
      {"x86_fp80", 80, &APFloat::x87DoubleExtended()},
#endif
      {"fp128", 128, &APFloat::IEEEquad()},
  };
  return types;
}

static const std::vector<Type> &getIntegers() {
  static const std::vector<Type> types = {
      {"i1", 1, nullptr},   {"i8", 8, nullptr},   {"i16", 16, nullptr},
      {"i32", 32, nullptr}, {"i64", 64, nullptr}, {"i128", 128, nullptr}};
  return types;
}

std::vector<Function> test::getFunctions() {
  std::vector<Function> functions;
  auto add = [&](StringRef operation, Type from, Type to, unsigned operands) {
    functions.push_back({(operation + "_" + from.name + "_" + to.name).str(),
                         operation.str(), from, to, operands});
  };
  for (Type from : getFloats()) {
    for (Type to : getFloats())
      if (from.bits != to.bits)
        add(from.bits < to.bits ? "fpext" : "fptrunc", from, to, 1);
    for (Type to : getIntegers())
      for (const char *operation : {"fptosi", "fptoui"})
        add(operation, from, to, 1);
    for (const char *operation : {"fadd", "fsub", "fmul", "fdiv", "frem"})
      add(operation, from, from, 2);
  }
  for (Type from : getIntegers()) {
    for (Type to : getFloats())
      for (const char *operation : {"sitofp", "uitofp"})
        add(operation, from, to, 1);
    for (const char *operation :
         {"mul", "sdiv", "udiv", "srem", "urem", "shl", "lshr", "ashr"})
      add(operation, from, from, 2);
  }
#ifdef __x86_64__
  // A CPU with AVX512-FP16 calls these, which the machine may not be.
  Type f16 = getFloats()[0], i128 = getIntegers().back();
  functions.push_back({"floattihf", "sitofp", i128, f16, 1, "__floattihf"});
  functions.push_back({"floatuntihf", "uitofp", i128, f16, 1, "__floatuntihf"});
  functions.push_back({"fixhfti", "fptosi", f16, i128, 1, "__fixhfti"});
  functions.push_back({"fixunshfti", "fptoui", f16, i128, 1, "__fixunshfti"});
#endif
  return functions;
}

std::string test::getIR(const std::vector<Function> &functions) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Function &f : functions) {
    os << "define void @" << f.name << "(ptr %in, ptr %out) {\n"
       << "  %a = load " << f.from.name << ", ptr %in, align 16\n";
    if (f.operands == 2)
      os << "  %second = getelementptr i8, ptr %in, i64 " << kPlace
         << "\n  %b = load " << f.from.name << ", ptr %second, align 16\n"
         << "  %r = " << f.operation << " " << f.from.name << " %a, %b\n";
    else if (!f.callee.empty())
      os << "  %r = call " << f.to.name << " @" << f.callee << "("
         << f.from.name << " %a)\n";
    else
      os << "  %r = " << f.operation << " " << f.from.name << " %a to "
         << f.to.name << "\n";
    os << "  store " << f.to.name << " %r, ptr %out, align 16\n"
       << "  ret void\n}\n";
    if (!f.callee.empty())
      os << "declare " << f.to.name << " @" << f.callee << "(" << f.from.name
         << ")\n";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::vector<APInt> getFloatValues(Type type, std::mt19937_64 &random) {
  std::vector<APFloat> values;
  const llvm::fltSemantics &own = *type.semantics;
  for (bool isNegative : {false, true})
    for (APFloat value :
         {APFloat::getZero(own, isNegative), APFloat::getInf(own, isNegative),
          APFloat::getNaN(own, isNegative), APFloat::getOne(own, isNegative),
          APFloat::getLargest(own, isNegative),
          APFloat::getSmallest(own, isNegative),
          APFloat::getSmallestNormalized(own, isNegative)})
      values.push_back(value);
  for (int i = 0; i < 300; ++i) {
    // A fraction of 112 bits; most are ties of some shorter one, or next to
    // one.
    uint64_t parts[2] = {random(), random() & 0xFFFFFFFFFFFF};
    APInt bits(128, parts);
    if (unsigned length = random() % 112; i % 4) {
      bits.clearLowBits(111 - length);
      bits.setBit(111 - length);
      bits += APInt(128, (i % 4) - 2, /*isSigned=*/true);
      bits.clearHighBits(16);
    }
    bits |= APInt(128, 0x3FFF).shl(112);
    APFloat value(APFloat::IEEEquad(), bits);
    // Around every type's range of integers, and all of bf16's.
    int exponent = i % 3 ? int(random() % 140) - 6 : int(random() % 290) - 150;
    value = scalbn(value, exponent, APFloat::rmNearestTiesToEven);
    if (random() % 2)
      value.changeSign();
    bool loses;
    value.convert(own, APFloat::rmNearestTiesToEven, &loses);
    values.push_back(value);
  }
  std::vector<APInt> result;
  for (const APFloat &value : values)
    result.push_back(value.bitcastToAPInt());
  return result;
}

static std::vector<APInt> getIntegerValues(Type type, std::mt19937_64 &random) {
  std::vector<APInt> values = {APInt::getZero(type.bits), APInt(type.bits, 1),
                               APInt::getAllOnes(type.bits),
                               APInt::getSignedMinValue(type.bits),
                               APInt::getSignedMaxValue(type.bits)};
  for (int i = 0; i < 300; ++i) {
    uint64_t parts[2] = {random(), random()};
    APInt value = APInt(128, parts).trunc(type.bits);
    unsigned shift = unsigned(random() % type.bits);
    values.push_back(i % 2 ? value.lshr(shift) : value.ashr(shift));
  }
  return values;
}

static APInt run(Entry entry, llvm::ArrayRef<APInt> operands, Type result) {
  alignas(kPlace) char in[2 * kPlace] = {}, out[kPlace] = {};
  for (auto [index, operand] : llvm::enumerate(operands))
    std::memcpy(in + index * kPlace, operand.getRawData(),
                operand.getNumWords() * 8);
  entry(in, out);
  uint64_t parts[2];
  std::memcpy(parts, out, sizeof(parts));
  return APInt(128, parts).trunc(result.bits);
}

static APFloat toFloat(Type type, const APInt &bits) {
  return APFloat(*type.semantics, bits);
}

/// The values that are right; none where any is.
static std::vector<APInt> getFloatResults(const Function &f,
                                          llvm::ArrayRef<APInt> operands) {
  constexpr auto kRounding = APFloat::rmNearestTiesToEven;
  bool loses;
  if (f.operation == "sitofp" || f.operation == "uitofp") {
    bool isSigned = f.operation == "sitofp";
    APFloat once(*f.to.semantics), twice(APFloat::IEEEsingle());
    once.convertFromAPInt(operands[0], isSigned, kRounding);
    // LLVM goes through f32 to a type of 16 bits.
    twice.convertFromAPInt(operands[0], isSigned, kRounding);
    twice.convert(*f.to.semantics, kRounding, &loses);
    if (f.to.bits == 16)
      return {once.bitcastToAPInt(), twice.bitcastToAPInt()};
    return {once.bitcastToAPInt()};
  }
  APFloat value = toFloat(f.from, operands[0]);
  if (f.operation == "fptosi" || f.operation == "fptoui") {
    llvm::APSInt integer(f.to.bits, f.operation == "fptoui");
    bool isExact;
    if (value.convertToInteger(integer, APFloat::rmTowardZero, &isExact) &
        APFloat::opInvalidOp)
      return {};
    return {integer};
  }
  if (f.operands == 1) {
    value.convert(*f.to.semantics, kRounding, &loses);
    return {value.bitcastToAPInt()};
  }
  APFloat other = toFloat(f.from, operands[1]);
  if (f.operation == "fadd")
    value.add(other, kRounding);
  else if (f.operation == "fsub")
    value.subtract(other, kRounding);
  else if (f.operation == "fmul")
    value.multiply(other, kRounding);
  else if (f.operation == "fdiv")
    value.divide(other, kRounding);
  else
    value.mod(other);
  return {value.bitcastToAPInt()};
}

static std::vector<APInt> getIntegerResults(const Function &f,
                                            llvm::ArrayRef<APInt> operands) {
  const APInt &a = operands[0], &b = operands[1];
  StringRef operation = f.operation;
  if (operation == "mul")
    return {a * b};
  if (operation.ends_with("div") || operation.ends_with("rem")) {
    if (b.isZero() || (operation[0] == 's' && b.isAllOnes()))
      return {};
    return {operation == "sdiv"   ? a.sdiv(b)
            : operation == "udiv" ? a.udiv(b)
            : operation == "srem" ? a.srem(b)
                                  : a.urem(b)};
  }
  if (b.uge(f.from.bits))
    return {};
  return {operation == "shl"    ? a.shl(b)
          : operation == "lshr" ? a.lshr(b)
                                : a.ashr(b)};
}

static bool isRight(const Function &f, const APInt &result,
                    llvm::ArrayRef<APInt> right) {
  if (right.empty())
    return true;
  // Of NaNs there are many.
  if (f.to.semantics && toFloat(f.to, right[0]).isNaN())
    return toFloat(f.to, result).isNaN();
  return llvm::is_contained(right, result);
}

void test::check(const Function &f, Entry entry, std::mt19937_64 &random) {
  std::vector<APInt> values = f.from.semantics
                                  ? getFloatValues(f.from, random)
                                  : getIntegerValues(f.from, random);
  for (size_t i = 0; i < values.size(); ++i) {
    std::vector<APInt> operands = {values[i]};
    if (f.operands == 2)
      operands.push_back(values[random() % values.size()]);
    std::vector<APInt> right = f.from.semantics || f.to.semantics
                                   ? getFloatResults(f, operands)
                                   : getIntegerResults(f, operands);
    // Some of what is undefined traps.
    if (right.empty())
      continue;
    APInt result = run(entry, operands, f.to);
    std::string text;
    for (const APInt &operand : operands)
      text += " " + llvm::toString(operand, 16, /*Signed=*/false);
    ASSERT_TRUE(isRight(f, result, right))
        << f.name << text << ": " << llvm::toString(result, 16, false)
        << ", and right is " << llvm::toString(right[0], 16, false);
  }
}
