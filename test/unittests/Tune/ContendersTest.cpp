//===- ContendersTest.cpp - Whom more final rounds could help -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contenders.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir::autotune::tune;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Nine rounds a pass; in each pass all rounds take the same.
static std::vector<double> makeTimes(std::vector<double> passes) {
  std::vector<double> times;
  for (double ns : passes)
    times.insert(times.end(), 9, ns);
  return times;
}

static std::vector<size_t> find(std::vector<std::vector<double>> all) {
  std::vector<std::vector<double>> times;
  for (const std::vector<double> &passes : all)
    times.push_back(makeTimes(passes));
  std::vector<llvm::ArrayRef<double>> refs(times.begin(), times.end());
  return findContenders(refs, all.front().size(), 9);
}

TEST(Contenders, AllThatAreNearHaveThreePasses) {
  // However clear the first passes are.
  EXPECT_THAT(find({{100}, {103}, {105}}), ElementsAre(0, 1));
  EXPECT_THAT(find({{100, 100}, {103, 103}}), ElementsAre(0, 1));
  EXPECT_THAT(find({{100, 100, 100}, {103, 103, 103}}), IsEmpty());
  EXPECT_THAT(find({{100}, {105}}), IsEmpty());
  EXPECT_THAT(find({{100}}), IsEmpty());
}

/// Within a pass nothing moves, and from one to the next by 3 %.
TEST(Contenders, PassesThatDisagreeGoOn) {
  EXPECT_THAT(find({{100, 103, 100}, {102, 100, 102}}), ElementsAre(0, 1));
  // What agrees does not, be the lag next to a tie's.
  EXPECT_THAT(find({{100, 100, 100}, {100.6, 100.6, 100.6}}), IsEmpty());
  EXPECT_THAT(find({{100, 100, 100}, {100.6, 100.2, 101}}), ElementsAre(0, 1));
}

/// Who is far behind is no contender, though others are.
TEST(Contenders, TheFarBehindAreLeftOut) {
  EXPECT_THAT(find({{100, 101, 100}, {106, 107, 106}, {100.5, 100.4, 101}}),
              ElementsAre(0, 2));
}
