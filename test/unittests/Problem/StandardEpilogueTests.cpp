//===- StandardEpilogueTests.cpp - Epilogues that libraries have ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/StandardEpilogue.h"

#include "gtest/gtest.h"

using namespace mlir::autotune;

namespace {
using Activation = StandardEpilogue::Activation;

MatmulFact makeFact(const std::string &operations, bool hasBias,
                    const std::string &arguments = "") {
  MatmulFact fact;
  fact.m = fact.n = fact.k = 64;
  std::string types = hasBias ? "%s: f32, %b: bf16" : "%s: f32";
  fact.epilogue.body = "func.func @epilogue(" + types + arguments +
                       ") -> bf16 { " + operations + " }";
  if (hasBias) {
    EpilogueOperand bias;
    bias.overColumns = true;
    fact.epilogue.operands.push_back(bias);
  }
  return fact;
}

/// "none", "bias relu", ...; "" if it is no standard one.
std::string describe(const MatmulFact &fact) {
  std::optional<StandardEpilogue> epilogue =
      getStandardEpilogue(fact.epilogue, fact.getSumElement(), fact.c.element);
  if (!epilogue)
    return "";
  std::string text = epilogue->hasBias ? "bias " : "";
  if (epilogue->activation == Activation::Relu)
    return text + "relu";
  return text + (epilogue->activation == Activation::Gelu ? "gelu" : "none");
}

constexpr const char *kBias =
    "%w = arith.extf %b : bf16 to f32 %x = arith.addf %s, %w : f32 ";
constexpr const char *kRound =
    "%r = arith.truncf %y : f32 to bf16 return %r : bf16";

std::string gelu(const std::string &x) {
  return "%h = arith.constant 5.000000e-01 : f32 %one = arith.constant "
         "1.000000e+00 : f32 %q = arith.constant 0.797884583 : f32 %k = "
         "arith.constant 4.471500e-02 : f32 %2 = arith.mulf " +
         x + ", " + x + " : f32 %3 = arith.mulf %2, " + x +
         " : f32 %4 = arith.mulf %3, %k : f32 %5 = arith.addf " + x +
         ", %4 : f32 %6 = arith.mulf %5, %q : f32 %7 = math.tanh %6 : f32 %8 = "
         "arith.addf %7, %one : f32 %9 = arith.mulf " +
         x + ", %h : f32 %y = arith.mulf %9, %8 : f32 ";
}

TEST(StandardEpilogue, NoEpilogueIsOne) {
  EXPECT_EQ(describe(MatmulFact()), "none");
}

TEST(StandardEpilogue, ABiasComesFirst) {
  EXPECT_EQ(describe(makeFact(
                "%w = arith.extf %b : bf16 to f32 %y = arith.addf %w, %s : "
                "f32 " +
                    std::string(kRound),
                true)),
            "bias none");
  std::string zero = "%z = arith.constant 0.000000e+00 : f32 ";
  std::string relu = "%y = arith.maximumf %x, %z : f32 ";
  EXPECT_EQ(describe(makeFact(kBias + zero + relu + kRound, true)),
            "bias relu");
  EXPECT_EQ(describe(makeFact(kBias + gelu("%x") + kRound, true)), "bias gelu");
  EXPECT_EQ(describe(makeFact(gelu("%s") + kRound, false)), "gelu");
  // A bias that is added to the result of the function is another thing.
  EXPECT_EQ(describe(makeFact(
                zero +
                    "%x = arith.maximumf %s, %z : f32 %w = arith.extf %b : "
                    "bf16 to f32 %y = arith.addf %x, %w : f32 " +
                    kRound,
                true)),
            "");
}

TEST(StandardEpilogue, ReluMayBeAChoice) {
  std::string zero = "%z = arith.constant 0.000000e+00 : f32 ";
  auto choose = [&](const std::string &condition, const std::string &choice) {
    return describe(makeFact(zero + "%c = arith.cmpf " + condition +
                                 " : f32 %y = arith.select %c, " + choice +
                                 " : f32 " + kRound,
                             false));
  };
  EXPECT_EQ(choose("ogt, %s, %z", "%s, %z"), "relu");
  EXPECT_EQ(choose("uge, %s, %z", "%s, %z"), "relu");
  EXPECT_EQ(choose("olt, %z, %s", "%s, %z"), "relu");
  EXPECT_EQ(choose("ult, %s, %z", "%z, %s"), "relu");
  EXPECT_EQ(choose("ogt, %s, %z", "%z, %s"), "");
  EXPECT_EQ(choose("oeq, %s, %z", "%s, %z"), "");
}

TEST(StandardEpilogue, OthersAreNone) {
  // Rounded on the way, as a bias is added to a result of bf16.
  EXPECT_EQ(describe(makeFact("%0 = arith.truncf %s : f32 to bf16 %1 = "
                              "arith.extf %0 : bf16 to f32 %y = math.tanh %1 "
                              ": f32 " +
                                  std::string(kRound),
                              false)),
            "");
  EXPECT_EQ(describe(makeFact("%y = math.exp %s : f32 " + std::string(kRound),
                              false)),
            "");
  EXPECT_EQ(describe(makeFact(
                "%y = arith.addf %s, %s : f32 " + std::string(kRound), false)),
            "");
  // Another constant.
  std::string other = gelu("%s");
  other.replace(other.find("0.797884583"), 11, "0.707106769");
  EXPECT_EQ(describe(makeFact(other + kRound, false)), "");
  // Only a hash is known.
  MatmulFact named = makeFact(kRound, false);
  named.epilogue.body = "0123456789abcdef";
  EXPECT_EQ(describe(named), "");
}

TEST(StandardEpilogue, OperandsAreARowOfTheSameType) {
  std::string body = std::string(kBias) +
                     "%r = arith.truncf %x : f32 to bf16 return %r : bf16";
  MatmulFact fact = makeFact(body, true);
  EXPECT_EQ(describe(fact), "bias none");
  fact.epilogue.operands[0].overRows = true;
  EXPECT_EQ(describe(fact), "");
  fact = makeFact(body, true);
  fact.c.element = ElementKind::F32;
  EXPECT_EQ(describe(fact), "");
  fact = makeFact(body, true);
  fact.epilogue.operands[0].matrix.batchStride = 64;
  EXPECT_EQ(describe(fact), "");
  fact = makeFact(body, true);
  fact.epilogue.operands[0].columnGroup = 32;
  EXPECT_EQ(describe(fact), "");
  fact = makeFact(body, true);
  fact.epilogue.outputs.emplace_back();
  EXPECT_EQ(describe(fact), "");
  fact = makeFact(body, true);
  fact.accumulator = ElementKind::F64;
  EXPECT_EQ(describe(fact), "");
}
} // namespace
