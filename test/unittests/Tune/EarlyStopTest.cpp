//===- EarlyStopTest.cpp - When a search has nothing to gain --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlyStop.h"

#include "gtest/gtest.h"

#include <vector>

using namespace mlir::autotune::tune;

TEST(EarlyStop, FewTimesSayNothing) {
  std::vector<TimedPrediction> measured(7, {1000, 0, 1000});
  EXPECT_TRUE(isGainLeft(measured, 5000));
  measured.push_back({1000, 0, 1000});
  EXPECT_FALSE(isGainLeft(measured, 5000));
}

/// A model that is off for all by the same factor is as good as a right one.
TEST(EarlyStop, OnlyTheModelsErrorsAgainstEachOtherCount) {
  std::vector<TimedPrediction> measured(8, {1000, 0, 500});
  EXPECT_FALSE(isGainLeft(measured, 560));
  EXPECT_TRUE(isGainLeft(measured, 550));
}

/// One that was 20 % faster than the model said may be left.
TEST(EarlyStop, TheLuckiestSetsTheBar) {
  std::vector<TimedPrediction> measured(8, {1000, 0, 1000});
  measured.push_back({1200, 0, 1500});
  EXPECT_TRUE(isGainLeft(measured, 1240));
  EXPECT_FALSE(isGainLeft(measured, 1260));
}

/// What could be gained must be more than the noise.
TEST(EarlyStop, WithinTheNoiseIsNoGain) {
  std::vector<TimedPrediction> measured(8, {1000, 0.001, 1000});
  EXPECT_FALSE(isGainLeft(measured, 1109));
  EXPECT_TRUE(isGainLeft(measured, 1106));
  measured.front() = {999, 0.02, 999};
  EXPECT_FALSE(isGainLeft(measured, 1090));
  EXPECT_TRUE(isGainLeft(measured, 1086));
}
