//===- ScoreFunctionTests.cpp - What masks say of keys --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/ScoreFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <string>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// The numbers of the inputs of the score function: an element for each place
/// in the batch, for each head of K, and for all of them; for each head of Q,
/// for each key, and for each query.
enum ScoreInput : unsigned {
  OfBatch = 3,
  OfKeyHead,
  OfAll,
  OfHead,
  OfKey,
  OfQuery
};

class ScoreFunctionTest : public ::testing::Test {
protected:
  ScoreFunctionTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        problem::ProblemDialect>();
  }

  /// The score function of an attention that sees the keys for which `mask`,
  /// which are operations, makes %is true. `keys` is the number of keys, and
  /// `options` follow the maps. The function holds until the next one is made.
  ScoreFunction parse(StringRef mask, StringRef options = "",
                      StringRef keys = "16") {
    std::string n = keys.str();
    std::string q = "tensor<2x3x4x8x64xf16>",
                k = "tensor<2x3x" + n + "x64xf16>";
    std::string dims = "affine_map<(b, h, g, m, n, d, e) -> ";
    std::string types = q + ", " + k + ", " + k +
                        ", tensor<2xi64>, tensor<2x3xi32>, tensor<i64>, "
                        "tensor<2x3x4xi64>, tensor<" +
                        n + "xi64>, tensor<8xi32>";
    std::string text =
        "func.func @f(%q: " + q + ", %k: " + k +
        ", %lengths: tensor<2xi64>, %places: tensor<2x3xi32>, %starts: "
        "tensor<i64>, %sharing: tensor<2x3x4xi64>, %keys: tensor<" +
        n + "xi64>, %queries: tensor<8xi32>) -> " + q +
        " {\n%r = problem.attention inputs(%q, %k, %k, %lengths, %places, "
        "%starts, %sharing, %keys, %queries : " +
        types + ") outputs(%q : " + q + ") maps = [" + dims +
        "(b, h, g, m, d)>, " + dims + "(b, h, n, d)>, " + dims +
        "(b, h, n, e)>, " + dims + "(b)>, " + dims + "(b, h)>, " + dims +
        "()>, " + dims + "(b, h, g)>, " + dims + "(n)>, " + dims + "(m)>, " +
        dims + "(b, h, g, m, e)>] " + options.str() + R"mlir( score {
        ^bb0(%s: f32, %length: i64, %place: i32, %start: i64, %ofSharing: i64,
             %ofKey: i64, %ofQuery: i32, %b: index, %h: index, %g: index,
             %m: index, %n: index):
          %low = arith.constant 0xFF800000 : f32
          %query = arith.index_cast %m : index to i64
          %key = arith.index_cast %n : index to i64
      )mlir" +
        mask.str() +
        R"mlir(
          %score = arith.select %is, %s, %low : f32
          problem.yield %score : f32
        } -> )mlir" +
        q + "\nreturn %r : " + q + "\n}\n";
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(bool(module)) << text;
    problem::AttentionOp attention;
    module->walk([&](problem::AttentionOp op) { attention = op; });
    return ScoreFunction(attention);
  }
  SeenKeys getSeen(StringRef mask) { return parse(mask).getSeenKeys(); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

/// Expects one bound that depends on an input.
static void expectBound(ArrayRef<KeyBound> bounds, unsigned input,
                        bool isRelative, int64_t constant, int64_t ofInput) {
  ASSERT_EQ(bounds.size(), 1u);
  const KeyBound &bound = bounds.front();
  ASSERT_TRUE(bound.input.has_value());
  EXPECT_EQ(*bound.input, input);
  EXPECT_EQ(bound.isRelative, isRelative);
  EXPECT_EQ(bound.constant, constant);
  EXPECT_EQ(bound.ofInput, ofInput);
}

TEST_F(ScoreFunctionTest, LengthsAreHighestKeys) {
  for (StringRef mask : {"%is = arith.cmpi slt, %key, %length : i64",
                         "%is = arith.cmpi sgt, %length, %key : i64",
                         "%true = arith.constant true\n"
                         "%not = arith.cmpi sge, %key, %length : i64\n"
                         "%is = arith.xori %not, %true : i1"}) {
    SeenKeys seen = getSeen(mask);
    EXPECT_FALSE(seen.hasOthers) << mask.str();
    EXPECT_TRUE(seen.lowest.empty());
    expectBound(seen.highest, OfBatch, /*isRelative=*/false, /*constant=*/-1,
                /*ofInput=*/1);
    // Which keys that leaves is not known before the data is.
    EXPECT_EQ(seen.getRange(5, 16), std::make_pair(int64_t(0), int64_t(15)));
  }
}

TEST_F(ScoreFunctionTest, PlacesMayBeWidened) {
  SeenKeys seen = getSeen("%wide = arith.extsi %place : i32 to i64\n"
                          "%is = arith.cmpi sle, %key, %wide : i64");
  EXPECT_FALSE(seen.hasOthers);
  EXPECT_TRUE(seen.lowest.empty());
  expectBound(seen.highest, OfKeyHead, /*isRelative=*/false, /*constant=*/0,
              /*ofInput=*/1);
}

TEST_F(ScoreFunctionTest, QueriesMayBeBehindAPlace) {
  SeenKeys seen = getSeen("%ahead = arith.subi %key, %query : i64\n"
                          "%is = arith.cmpi sle, %ahead, %length : i64");
  EXPECT_FALSE(seen.hasOthers);
  EXPECT_TRUE(seen.lowest.empty());
  expectBound(seen.highest, OfBatch, /*isRelative=*/true, /*constant=*/0,
              /*ofInput=*/1);
}

TEST_F(ScoreFunctionTest, StartsAreLowestKeys) {
  SeenKeys seen = getSeen("%is = arith.cmpi sge, %key, %start : i64");
  EXPECT_FALSE(seen.hasOthers);
  EXPECT_TRUE(seen.highest.empty());
  expectBound(seen.lowest, OfAll, /*isRelative=*/false, /*constant=*/0,
              /*ofInput=*/1);
}

TEST_F(ScoreFunctionTest, WindowsAreTakenOff) {
  SeenKeys seen = getSeen("%behind = arith.subi %query, %key : i64\n"
                          "%is = arith.cmpi slt, %behind, %start : i64");
  EXPECT_FALSE(seen.hasOthers);
  EXPECT_TRUE(seen.highest.empty());
  expectBound(seen.lowest, OfAll, /*isRelative=*/true, /*constant=*/1,
              /*ofInput=*/-1);
}

TEST_F(ScoreFunctionTest, OneKeyIsBothBounds) {
  SeenKeys seen = getSeen("%is = arith.cmpi eq, %key, %start : i64");
  EXPECT_FALSE(seen.hasOthers);
  expectBound(seen.highest, OfAll, /*isRelative=*/false, /*constant=*/0,
              /*ofInput=*/1);
  expectBound(seen.lowest, OfAll, /*isRelative=*/false, /*constant=*/0,
              /*ofInput=*/1);
}

TEST_F(ScoreFunctionTest, BoundsOfNumbersStandBesideOthers) {
  SeenKeys seen = getSeen("%past = arith.cmpi sle, %n, %m : index\n"
                          "%short = arith.cmpi slt, %key, %length : i64\n"
                          "%is = arith.andi %past, %short : i1");
  EXPECT_FALSE(seen.hasOthers);
  EXPECT_TRUE(seen.lowest.empty());
  ASSERT_EQ(seen.highest.size(), 2u);
  EXPECT_FALSE(seen.highest[0].input.has_value());
  EXPECT_TRUE(seen.highest[1].input.has_value());
  EXPECT_EQ(seen.getRange(5, 16), std::make_pair(int64_t(0), int64_t(5)));
}

/// A kernel loads an element once for all heads that share K, and sums with an
/// element may exceed its type.
TEST_F(ScoreFunctionTest, OtherElementsBoundNoKeys) {
  for (StringRef mask : {"%is = arith.cmpi slt, %key, %ofSharing : i64",
                         "%is = arith.cmpi slt, %query, %ofKey : i64",
                         "%wide = arith.extsi %ofQuery : i32 to i64\n"
                         "%is = arith.cmpi slt, %key, %wide : i64",
                         "%is = arith.cmpi ult, %key, %length : i64",
                         "%is = arith.cmpi ne, %key, %length : i64",
                         "%is = arith.cmpi slt, %start, %length : i64",
                         "%one = arith.constant 1 : i64\n"
                         "%sum = arith.addi %length, %one : i64\n"
                         "%is = arith.cmpi slt, %key, %sum : i64",
                         "%wide = arith.extui %place : i32 to i64\n"
                         "%is = arith.cmpi slt, %key, %wide : i64",
                         "%twice = arith.addi %key, %key : i64\n"
                         "%is = arith.cmpi slt, %twice, %length : i64"}) {
    ScoreFunction function = parse(mask);
    const SeenKeys &seen = function.getSeenKeys();
    EXPECT_TRUE(seen.hasOthers) << mask.str();
    EXPECT_TRUE(seen.lowest.empty()) << mask.str();
    EXPECT_TRUE(seen.highest.empty()) << mask.str();
    for (unsigned input = OfBatch; input <= OfQuery; ++input)
      EXPECT_EQ(function.getPlaces(input), 0) << mask.str();
  }
}

/// Elements are cut at 2^29, and an index of a kernel has 32 bits.
TEST_F(ScoreFunctionTest, ConstantsBesideElementsAreSmaller) {
  auto getMask = [](StringRef constant, StringRef other) {
    return ("%constant = arith.constant " + constant +
            " : i64\n%sum = arith.addi %key, %constant : i64\n"
            "%is = arith.cmpi sle, %sum, " +
            other + " : i64")
        .str();
  };
  SeenKeys seen = getSeen(getMask("268435456", "%length"));
  EXPECT_FALSE(seen.hasOthers);
  expectBound(seen.highest, OfBatch, /*isRelative=*/false,
              /*constant=*/-268435456, /*ofInput=*/1);
  for (StringRef constant : {"268435457", "-268435457"}) {
    seen = getSeen(getMask(constant, "%length"));
    EXPECT_TRUE(seen.hasOthers) << constant.str();
    EXPECT_TRUE(seen.highest.empty()) << constant.str();
    seen = getSeen(getMask(constant, "%query"));
    EXPECT_FALSE(seen.hasOthers) << constant.str();
    EXPECT_EQ(seen.highest.size(), 1u) << constant.str();
  }
}

TEST_F(ScoreFunctionTest, BoundsHaveAsManyPlacesAsKeysAndOne) {
  const StringRef mask = "%is = arith.cmpi slt, %key, %length : i64";
  ScoreFunction function = parse(mask);
  EXPECT_EQ(function.getPlaces(OfBatch), 17);
  for (unsigned input = OfKeyHead; input <= OfQuery; ++input)
    EXPECT_EQ(function.getPlaces(input), 0) << input;
  EXPECT_EQ(parse("%is = arith.cmpi sge, %key, %start : i64").getPlaces(OfAll),
            17);
  // How many an unknown number of keys has is not known.
  EXPECT_EQ(parse(mask, "", "?").getPlaces(OfBatch), 0);
}

/// Data of measurements are zeros in a range of keys: nothing is left out.
TEST_F(ScoreFunctionTest, RangesHaveOnePlace) {
  ScoreFunction function = parse("%is = arith.cmpi slt, %key, %length : i64",
                                 "key_range = [8, 8, 8, 8]");
  EXPECT_EQ(function.getPlaces(OfQuery), 1);
  EXPECT_EQ(function.getPlaces(OfBatch), 17);
  EXPECT_EQ(function.getPlaces(OfKeyHead), 0);
}
