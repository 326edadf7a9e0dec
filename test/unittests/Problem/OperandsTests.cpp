//===- OperandsTests.cpp - Tests of all matrices of a problem -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/Operands.h"

#include "mlir-autotune/Problem/Measurable.h"
#include "mlir-autotune/Problem/ProblemText.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir::autotune;
using testing::ElementsAre;

namespace {

MatmulFact parse(llvm::StringRef text) {
  return llvm::cantFail(parseProblem(text)).getMatmul();
}

/// "name rows x columns" of each, as the product sees it.
std::vector<std::string> describe(llvm::StringRef text) {
  MatmulFact fact = parse(text);
  std::vector<std::string> all;
  for (const auto &operand : listOperands(fact))
    all.push_back(operand.getName() + " " + std::to_string(operand.rows) + "x" +
                  std::to_string(operand.columns));
  return all;
}

TEST(OperandsTest, ComeInTheOrderOfLaunches) {
  EXPECT_THAT(describe("4x5x6 f32"), ElementsAre("a 4x6", "b 6x5", "c 4x5"));
  EXPECT_THAT(describe("4x5x6+7 f32 -> f32,f32 then {f} f32[n] f32[m/2,n]"),
              ElementsAre("a 4x6", "b 6x5", "c 4x5", "c2 4x5", "a2 4x7",
                          "b2 7x5", "e0 1x5", "e1 2x5"));
  EXPECT_THAT(describe("4x5x6 f32 x2 -> f32 then {f} f32[mn]"),
              ElementsAre("a 4x6", "b 6x5", "c 4x5", "b2 6x5", "e0 4x5"));
  EXPECT_THAT(
      describe("4x5x6 bf16,i8 B^T first {f} bf16[n,k/4] i8[n] -> f32 then {f} "
               "f32[m]"),
      ElementsAre("a 4x6", "b 6x5", "c 4x5", "e0 4x1", "p0 5x2", "p1 5x1"));
  EXPECT_THAT(describe("4x5x6 f8E4M3FN scaled f32[m,k/2] f32[n/3,k/2]"),
              ElementsAre("a 4x6", "b 6x5", "c 4x5", "sa 4x3", "sb 2x3"));
  EXPECT_THAT(
      describe("4x5x6 f8E4M3FN x2 scaled f32[m,k/2] f32[k/2,n/3] -> f32 then "
               "{f} f32[m]"),
      ElementsAre("a 4x6", "b 6x5", "c 4x5", "b2 6x5", "e0 4x1", "sa 4x3",
                  "sb 2x3", "sb2 2x3"));
}

/// Texts of old databases have another order, in which a pair's B has none.
TEST(OperandsTest, ComeInTheOrderOfTexts) {
  MatmulFact fact = parse("4x5x6 f32 x2 -> f32 then {f} f32[mn]");
  std::vector<std::string> names;
  for (const auto &operand : listOperandsOfText(fact))
    names.push_back(operand.getName());
  EXPECT_THAT(names, ElementsAre("a", "b", "c", "e0"));
  names.clear();
  fact = parse("4x5x6 bf16,i8 B^T first {f} i8[n] -> f32 then {f} f32[m]");
  for (const auto &operand : listOperandsOfText(fact))
    names.push_back(operand.getName());
  EXPECT_THAT(names, ElementsAre("a", "b", "c", "p0", "e0"));
}

TEST(OperandsTest, AreStoredTheOtherWayRound) {
  MatmulFact fact = parse("4x5x6 f32 A^T B^T");
  auto operands = listOperands(fact);
  EXPECT_EQ(operands[0].getStoredRows(), 6);
  EXPECT_EQ(operands[0].getStoredColumns(), 4);
  EXPECT_EQ(operands[1].getStoredRows(), 5);
  operands[1].matrix.rowStride = 9;
  EXPECT_EQ(fact.b.rowStride, 9);
}

/// Of a batch all have as many matrices; of a K in parts, the factors.
TEST(OperandsTest, AreOfSeveralMatrices) {
  MatmulFact batch = parse("3*4x5x6 f32"), parts = parse("4x5x3*6 f32");
  for (const auto &operand : listOperands(batch))
    EXPECT_EQ(operand.matrices, 3);
  EXPECT_EQ(listOperands(parts)[1].matrices, 3);
  EXPECT_EQ(listOperands(parts)[2].matrices, 1);
}

/// Two facts that differ in one member differ, and hash differently.
TEST(SchemaTest, EveryMemberCounts) {
  const char *texts[] = {"4x5x6 f32",
                         "5x5x6 f32",
                         "?x5x6 f32",
                         "2*4x5x6 f32",
                         "4x5x2*6 f32",
                         "[4]x5x6 f32",
                         "4x5x6 f32 A^T",
                         "4x5x6 f32 -> f32 accumulate",
                         "4x5x6 f32 -> f64",
                         "4x5x6 f32 a(stride=8)",
                         "4x5x6 f32 c(align=16)",
                         "4x5x6+1 f32",
                         "4x5x6+1 f32 b2(stride=6)",
                         "4x5x6 i8",
                         "4x5x6 i8 zext",
                         "4x5x6 f32 -> f32 then {f}",
                         "4x5x6 f32 -> f32 then {g}",
                         "4x5x6 f32 -> f32 then {f} f32[m]",
                         "4x5x6 f32 -> f32 then {f} f32[m/2]",
                         "4x5x6 f32 -> f32,f32 then {f}",
                         "4x5x6 f32 x2 -> f32 then {f}",
                         "4x5x6 bf16,i8 first {f} -> f32",
                         "4x5x6 bf16,i8 first {f} i8[n] -> f32",
                         "4x5x6 bf16,i8 first {f} i8[n,k/2] -> f32",
                         "4x5x6 f8E4M3FN -> f32",
                         "4x5x6 f8E4M3FN scaled f32[m] f32[n] -> f32",
                         "4x5x6 f8E4M3FN scaled f32[m/2] f32[n] -> f32",
                         "4x5x6 f8E4M3FN x2 scaled f32[m] f32[n] -> f32 then "
                         "{f}"};
  std::vector<MatmulFact> facts;
  for (const char *text : texts)
    facts.push_back(parse(text));
  for (size_t i = 0; i < facts.size(); ++i)
    for (size_t j = 0; j < facts.size(); ++j) {
      EXPECT_EQ(facts[i] == facts[j], i == j) << texts[i] << ", " << texts[j];
      EXPECT_EQ(hash_value(facts[i]) == hash_value(facts[j]), i == j)
          << texts[i] << ", " << texts[j];
    }
}

TEST(OperandsTest, CountBothScalesOfAPair) {
  MatmulFact fact =
      parse("9x200x300 f8E4M3FN B^T x2 scaled f32[m,k/128] f32[n/128,k/128] "
            "-> bf16 then {f}");
  EXPECT_EQ(fact.getBytes(), 9.0 * 300 + 2 * 200.0 * 300 + 2.0 * 9 * 200 +
                                 4.0 * 9 * 3 + 2 * 4.0 * 2 * 3);
  // Of one product with all columns the scales are B's.
  MatmulFact one = fact.asOneProduct();
  EXPECT_EQ(one.n, 400);
  EXPECT_EQ(listOperands(one).size(), 5u);
}

TEST(MeasurableTest, NamesTheOperand) {
  auto getWhyNot = [](llvm::StringRef text) {
    return getWhyNotMeasurable(parse(text));
  };
  EXPECT_EQ(getWhyNot("4x5x6 f32"), "");
  EXPECT_EQ(getWhyNot("4x5x6 f32 a(strided)"),
            "the elements of a row of A are not adjacent");
  EXPECT_EQ(getWhyNot("4x5x6 f32 -> f32,f32 then {f} c2(stride=2)"),
            "the rows of C2 overlap or are too far apart");
  EXPECT_EQ(getWhyNot("4x5x6 f32 -> f32 then {f} f32[mn] e0(stride=?)"),
            "the row stride of e0 is known at run time only");
  EXPECT_EQ(getWhyNot("3*4x5x6 f32 c(broadcast)"),
            "all products of its batch go to one C");
}

} // namespace
