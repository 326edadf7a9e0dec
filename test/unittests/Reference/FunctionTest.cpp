//===- FunctionTest.cpp - Functions that are evaluated as written ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Reference/Function.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

using namespace mlir::autotune::reference;

static const ElementType kF32{ElementType::F32, 32};

static uint64_t bits(float value) { return encode(kF32, value); }

static std::unique_ptr<Function> parse(const std::string &text) {
  std::string whyNot;
  std::unique_ptr<Function> function = Function::parse(text, whyNot);
  EXPECT_TRUE(function) << whyNot;
  return function;
}

static std::string getWhyNot(const std::string &text) {
  std::string whyNot;
  EXPECT_FALSE(Function::parse(text, whyNot));
  return whyNot;
}

/// Every bit pattern of 16 bits or fewer is a value, and comes back.
TEST(FunctionTest, EncodesWhatItDecodes) {
  for (ElementType type : {ElementType{ElementType::F8E4M3FN, 8},
                           {ElementType::F8E5M2, 8},
                           {ElementType::BF16, 16},
                           {ElementType::F16, 16}})
    for (uint64_t each = 0; each < uint64_t(1) << type.bits; ++each) {
      double value = decode(type, each);
      if (!std::isnan(value))
        EXPECT_EQ(encode(type, value), each);
      else
        EXPECT_TRUE(std::isnan(decode(type, encode(type, value))));
    }
  for (float value : {1.5f, -0.0f, 0x1p-149f, 3e38f, HUGE_VALF}) {
    uint32_t own;
    std::memcpy(&own, &value, sizeof(own));
    EXPECT_EQ(bits(value), own);
  }
  // To nearest even, and to infinity or NaN.
  EXPECT_EQ(encode({ElementType::BF16, 16}, 1.00390625), 0x3f80u);
  EXPECT_EQ(encode({ElementType::BF16, 16}, 1.01171875), 0x3f82u);
  EXPECT_EQ(encode({ElementType::F16, 16}, 65520), 0x7c00u);
  EXPECT_EQ(encode({ElementType::F8E4M3FN, 8}, 464), 0x7eu);
  EXPECT_EQ(encode({ElementType::F8E4M3FN, 8}, 465), 0x7fu);
}

TEST(FunctionTest, IsExactWithoutFunctions) {
  auto function = parse(
      "func.func @epilogue(%s: i32, %scale: f32) -> i8 { %low = arith.constant "
      "-1.28e+02 : f32 %high = arith.constant 127.0 : f32 %0 = arith.sitofp %s "
      ": i32 to f32 %1 = arith.mulf %0, %scale : f32 %2 = math.roundeven %1 : "
      "f32 %3 = arith.maximumf %2, %low : f32 %4 = arith.minimumf %3, %high : "
      "f32 %5 = arith.fptosi %4 : f32 to i8 return %5 : i8 }");
  EXPECT_EQ(function->findFault({1000, bits(0.0525f)}, 0, 52), "");
  EXPECT_EQ(function->findFault({1000, bits(0.0525f)}, 0, 53),
            "1000 and 0.0524999984 become 53, not 52");
  EXPECT_EQ(function->findFault({1000, bits(-1)}, 0, 0x80), "");
}

/// Integers wrap as the type says: what converts them first is found.
TEST(FunctionTest, IntegersWrap) {
  auto function = parse(
      "func.func @prologue(%x: i8, %y: i8) -> f32 { %0 = arith.subi %x, %y : "
      "i8 %1 = arith.sitofp %0 : i8 to f32 return %1 : f32 }");
  EXPECT_EQ(function->findFault({0x80, 100}, 0, bits(28)), "");
  EXPECT_EQ(function->findFault({0x80, 100}, 0, bits(-228)),
            "-128 and 100 become -228, not 28");
}

/// A function may be a few units off, and what is made of it as far.
TEST(FunctionTest, FunctionsMayBeOff) {
  std::string tanh = "func.func @epilogue(%x: f32) -> f32 { %0 = math.tanh %x "
                     ": f32 %1 = arith.constant 2.0 : f32 %2 = arith.mulf %0, "
                     "%1 : f32 return %2 : f32 }";
  auto function = parse(tanh);
  float exact = 2 * float(std::tanh(0.5));
  EXPECT_EQ(function->findFault({bits(0.5)}, 0, bits(exact)), "");
  EXPECT_EQ(function->findFault({bits(0.5)}, 0, bits(exact) + 4), "");
  EXPECT_EQ(function->findFault({bits(0.5)}, 0, bits(exact) + 20),
            "0.5 becomes 0.924235523, not 0.924234331 (0.924233854 to "
            "0.924234748)");
  EXPECT_NE(function->findFault({bits(0.5)}, 0, bits(NAN)), "");
  EXPECT_NE(function->findFault({bits(HUGE_VALF)}, 0, bits(1.99f)), "");
}

/// Kernels multiply by reciprocals, and those of the largest divisors are 0.
TEST(FunctionTest, LargeDivisorsMayMakeNothing) {
  auto silu = parse("func.func @epilogue(%x: f32) -> f32 { %one = "
                    "arith.constant 1.0 : f32 %0 = arith.negf %x : f32 %1 = "
                    "math.exp %0 : f32 %2 = arith.addf %1, %one : f32 %3 = "
                    "arith.divf %x, %2 : f32 return %3 : f32 }");
  EXPECT_EQ(silu->findFault({bits(-88.7)}, 0, bits(-0.0f)), "");
  EXPECT_EQ(silu->findFault({bits(-88.7)}, 0, bits(-2.68e-37f)), "");
  EXPECT_NE(silu->findFault({bits(-88.7)}, 0, bits(-1e-30f)), "");
  EXPECT_NE(silu->findFault({bits(-80)}, 0, bits(-0.0f)), "");
}

/// Where a comparison is undecided either way is right, and nothing else.
TEST(FunctionTest, ChoicesMayGoEitherWay) {
  auto function = parse(
      "func.func @epilogue(%x: f32) -> f32 { %0 = math.exp %x : f32 %1 = "
      "arith.constant 1.0 : f32 %2 = arith.constant 5.0 : f32 %3 = arith.cmpf "
      "ogt, %0, %1 : f32 %4 = arith.select %3, %2, %1 : f32 return %4 : f32 }");
  EXPECT_EQ(function->findFault({bits(0)}, 0, bits(5)), "");
  EXPECT_EQ(function->findFault({bits(0)}, 0, bits(1)), "");
  EXPECT_NE(function->findFault({bits(0)}, 0, bits(6)), "");
  EXPECT_NE(function->findFault({bits(1)}, 0, bits(1)), "");
}

TEST(FunctionTest, UndefinedIsAnything) {
  auto function = parse("func.func @epilogue(%x: f32) -> i8 { %0 = "
                        "arith.fptosi %x : f32 to i8 return %0 : i8 }");
  EXPECT_EQ(function->findFault({bits(1000)}, 0, 7), "");
  EXPECT_EQ(function->findFault({bits(-128.5)}, 0, 0x80), "");
  EXPECT_NE(function->findFault({bits(-128.5)}, 0, 0), "");
}

/// MLIR names constants by their values, which may have a sign.
TEST(FunctionTest, NamesMayHaveASign) {
  auto function = parse(
      "func.func @epilogue(%s: i32) -> i32 { %c-128_i32 = arith.constant -128 "
      ": i32 %0 = arith.maxsi %s, %c-128_i32 : i32 return %0 : i32 }");
  EXPECT_EQ(function->findFault({uint64_t(-200)}, 0, uint32_t(-128)), "");
}

TEST(FunctionTest, ClampsToTheLeastAndTheMost) {
  auto function =
      parse("func.func @epilogue(%x: f32, %low: f32, %high: f32) -> f32 { %0 = "
            "math.clampf %x to [%low, %high] : f32 return %0 : f32 }");
  EXPECT_EQ(function->findFault({bits(3), bits(-1), bits(2)}, 0, bits(2)), "");
  EXPECT_EQ(function->findFault({bits(-3), bits(-1), bits(2)}, 0, bits(-1)),
            "");
  EXPECT_EQ(function->findFault({bits(1), bits(-1), bits(2)}, 0, bits(1)), "");
}

/// Two results, of which either may be asked for, and truths.
TEST(FunctionTest, HasSeveralResults) {
  for (const char *names : {"%low, %high", "%0:2"}) {
    std::string high = names[1] == 'l' ? "%high" : "%0#1";
    auto function = parse(
        "func.func @epilogue(%s: i32) -> (i32, i8) { " + std::string(names) +
        " = arith.mulsi_extended %s, %s : i32 %c = arith.constant true %e = "
        "arith.extui %c : i1 to i8 return " +
        high + ", %e : i32, i8 }");
    EXPECT_EQ(function->findFault({0x10000}, 0, 1), "");
    EXPECT_EQ(function->findFault({0x10000}, 1, 1), "");
    EXPECT_NE(function->findFault({0x10000}, 1, 0), "");
  }
}

TEST(FunctionTest, SaysWhatIsNone) {
  EXPECT_EQ(getWhyNot(""), "it must be one func.func");
  EXPECT_EQ(getWhyNot("func.func @f(%x: f32) -> f32 { return %y : f32 }"),
            "there is no value '%y'");
  EXPECT_EQ(getWhyNot("func.func @f(%x: f32) -> f32 { %0 = arith.remf %x, %x : "
                      "f32 return %0 : f32 }"),
            "there is no reference for 'arith.remf'");
  EXPECT_EQ(getWhyNot("func.func @f(%x: f32) -> bf16 { return %x : f32 }"),
            "its results differ from its type");
  EXPECT_EQ(getWhyNot("func.func @f(%x: tensor<2xf32>) -> f32 { }"),
            "'tensor' is no type of an element");
  // However it is cut off.
  std::string text = "func.func @f(%x: f32) -> (f32, i1) { %0 = arith.cmpf "
                     "ogt, %x, %x : f32 %1 = arith.constant 0x7FC00000 : f32 "
                     "return %1, %0 : f32, i1 }";
  parse(text);
  for (size_t i = 0; i < text.size(); ++i)
    EXPECT_NE(getWhyNot(text.substr(0, i)), "");
}
