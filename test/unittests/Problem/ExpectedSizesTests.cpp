//===- ExpectedSizesTests.cpp - Which unknown sizes to expect -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/SizeProfile.h"

#include "mlir-autotune/Problem/ProblemText.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir::autotune;

static constexpr int64_t kNoLimit = SizeRange::kNoLimit;

TEST(ExpectedSize, IsText) {
  EXPECT_EQ(ExpectedSize().str(), "");
  EXPECT_EQ(ExpectedSize::exactly(7).str(), "= 7");
  EXPECT_EQ((ExpectedSize{{}, {1, 16}}.str()), "likely [1, 16]");
  EXPECT_EQ((ExpectedSize{{1, 64, 8}, {16}}.str()),
            "from 1 to 64 by 8 likely [16]");
}

TEST(ExpectedSize, IntersectsRangesAndJoinsLikelySizes) {
  ExpectedSize both =
      ExpectedSize{{4, 96, 4}, {8, 24, 64}}.intersect({{0, 64, 6}, {24, 36}});
  EXPECT_EQ(both, (ExpectedSize{{4, 64, 12}, {24, 36}}));
  EXPECT_TRUE((ExpectedSize{{0, 8, 1}, {}}
                   .intersect({{16, kNoLimit, 1}, {}})
                   .range.isEmpty()));
}

TEST(ExpectedSize, ComputesWithKnownSizes) {
  ExpectedSize size{{2, 8, 1}, {2, 5}};
  ExpectedSize four = ExpectedSize::exactly(4);
  EXPECT_EQ(size.times(four), (ExpectedSize{{8, 32, 4}, {8, 20}}));
  EXPECT_EQ(size.plus(four), (ExpectedSize{{6, 12, 1}, {6, 9}}));
  EXPECT_EQ(size.times(four).dividedBy(4), size);
  EXPECT_EQ(four.times(four), ExpectedSize::exactly(16));
  EXPECT_EQ(size.dividedBy(0), ExpectedSize());
  // 5 / 2 and 6 / 4, rounded down.
  EXPECT_EQ(ExpectedSize::exactly(5).flooredBy(2), ExpectedSize::exactly(2));
  ExpectedSize sixes;
  sixes.range.unit = 6;
  EXPECT_EQ(sixes.flooredBy(4).range.unit, 1);
  EXPECT_EQ(sixes.flooredBy(3).range.unit, 2);
  EXPECT_EQ(sixes.flooredBy(0), ExpectedSize());
  // Nothing is known of a product with an unknown size but its unit.
  EXPECT_EQ(ExpectedSize().times(four), (ExpectedSize{{0, kNoLimit, 4}, {}}));
  EXPECT_EQ(ExpectedSize().times(ExpectedSize()), ExpectedSize());
}

/// The range of a result has every result of sizes in the ranges.
TEST(ExpectedSize, HasAllResults) {
  std::mt19937 random(1);
  auto draw = [&](int64_t most) { return int64_t(random() % most); };
  for (int i = 0; i < 1000; ++i) {
    ExpectedSize sizes[2];
    int64_t values[2];
    for (unsigned number : {0, 1}) {
      SizeRange &range = sizes[number].range;
      range.unit = 1 + draw(6);
      range.lower = draw(20);
      range.upper = range.lower + draw(20);
      values[number] = (range.lower + range.unit - 1) / range.unit * range.unit;
      range.upper = std::max(range.upper, values[number]);
      sizes[number].likely = {values[number]};
    }
    ExpectedSize sum = sizes[0].plus(sizes[1]);
    ExpectedSize product = sizes[0].times(sizes[1]);
    EXPECT_TRUE(sum.range.contains(values[0] + values[1]));
    EXPECT_TRUE(product.range.contains(values[0] * values[1]));
    int64_t divisor = 1 + draw(4);
    if (values[0] % divisor == 0)
      EXPECT_TRUE(
          sizes[0].dividedBy(divisor).range.contains(values[0] / divisor));
  }
}

TEST(ExpectedSize, LimitsLikelySizes) {
  ExpectedSize many{{}, {1, 2, 3, 5, 7, 11, 13, 17}};
  EXPECT_TRUE(many.times(many).likely.empty());
}

TEST(ExpectedSizes, MayBeEqual) {
  ExpectedSizes expected;
  expected[SizeDim::M].range = {1, 64, 1};
  expected.sameAs[unsigned(SizeDim::N)] = SizeDim::M;
  expected.counted = {{{3, 3, 9, 2}, 5}};
  EXPECT_TRUE(expected.contain({3, 3, 9, 2}));
  EXPECT_FALSE(expected.contain({3, 4, 9, 2}));
  EXPECT_FALSE(expected.contain({65, 65, 9, 2}));
  // The transposed product.
  ExpectedSizes other = expected;
  other.exchange(SizeDim::M, SizeDim::K);
  EXPECT_EQ(other[SizeDim::K].range.upper, 64);
  EXPECT_EQ(other.sameAs[unsigned(SizeDim::N)], SizeDim::K);
  EXPECT_EQ(other.counted[0].sizes, (ProblemSizes{9, 3, 3, 2}));
  EXPECT_TRUE(other.contain({9, 3, 3, 2}));
  other.exchange(SizeDim::K, SizeDim::M);
  EXPECT_TRUE(other == expected);
}

TEST(SizeProfile, FindsTheLinesOfAFact) {
  ProblemFact fact = cantFail(parseProblem("2*?x64x32 bf16 -> bf16"));
  std::string key = fact.getKey();
  auto makeLine = [&](int64_t m, int64_t count) {
    return "{\"fact\": \"" + key + "\", \"m\": " + std::to_string(m) +
           ", \"n\": 64, \"k\": 32, \"batch\": 2, \"count\": " +
           std::to_string(count) + "}\r\n";
  };
  SizeProfile profile = SizeProfile::parse(
      makeLine(7, 1) + makeLine(9, 2) + "\n" + makeLine(7, 3) + makeLine(0, 5),
      [](unsigned line, const llvm::Twine &why) {
        ADD_FAILURE() << line << ": " << why.str();
      });
  llvm::ArrayRef<CountedSizes> found = profile.find(fact);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].sizes, (ProblemSizes{7, 64, 32, 2}));
  EXPECT_EQ(found[0].count, 4);
  EXPECT_EQ(found[1].count, 2);
  EXPECT_TRUE(
      profile.find(cantFail(parseProblem("?x64x32 bf16 -> bf16"))).empty());
}
