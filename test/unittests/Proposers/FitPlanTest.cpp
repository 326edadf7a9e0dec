//===- FitPlanTest.cpp - Few configs for many sizes -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/FitPlan.h"

#include "gtest/gtest.h"

#include <limits>
#include <random>
#include <vector>

using namespace mlir::autotune;
using llvm::ArrayRef;
using llvm::SmallVector;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Sizes 1, 2, … along M.
static SizeGrid getAxis(size_t numPoints) {
  SizeGrid grid;
  grid.axes.fill({1});
  grid.axes[0].clear();
  for (size_t point = 0; point < numPoints; ++point)
    grid.axes[0].push_back(int64_t(point) + 1);
  return grid;
}

/// The config at each point. Boxes must be in order and leave no gap.
static SmallVector<size_t> getConfigs(ArrayRef<PlanBox> boxes) {
  SmallVector<size_t> configs;
  for (const PlanBox &box : boxes) {
    EXPECT_EQ(box.first[0], configs.size());
    EXPECT_LE(box.first[0], box.last[0]);
    for (unsigned point = box.first[0]; point <= box.last[0]; ++point)
      configs.push_back(box.config);
  }
  return configs;
}

/// The sum over all points of the share of time that is lost against the best
/// config there. A loss of 10 % counts twice, and each change of the config
/// adds half a percent.
static double getCost(ArrayRef<double> times, size_t numConfigs,
                      ArrayRef<size_t> configs) {
  double cost = 0;
  for (size_t point = 0; point < configs.size(); ++point) {
    ArrayRef<double> row = times.slice(point * numConfigs, numConfigs);
    double loss =
        row[configs[point]] / *std::min_element(row.begin(), row.end()) - 1;
    cost += loss + 10 * loss * loss;
    if (point > 0 && configs[point] != configs[point - 1])
      cost += 0.005;
  }
  return cost;
}

TEST(FitPlan, LosesLeastAlongAnAxis) {
  constexpr size_t kPoints = 7, kConfigs = 3;
  std::mt19937 random(1);
  std::uniform_int_distribution<int> draw(100, 104);
  for (int turn = 0; turn < 50; ++turn) {
    std::vector<double> times;
    for (size_t i = 0; i < kPoints * kConfigs; ++i)
      times.push_back(draw(random));
    SmallVector<size_t> fitted =
        getConfigs(fitBoxes(getAxis(kPoints), times, kConfigs, {}, 32));
    ASSERT_EQ(fitted.size(), kPoints);
    // All assignments of configs to points.
    double least = kInfinity;
    SmallVector<size_t> all(kPoints, 0);
    for (size_t number = 0; number < 2187; ++number) {
      for (size_t point = 0, rest = number; point < kPoints; ++point) {
        all[point] = rest % kConfigs;
        rest /= kConfigs;
      }
      least = std::min(least, getCost(times, kConfigs, all));
    }
    EXPECT_NEAR(getCost(times, kConfigs, fitted), least, 1e-9);
  }
}

TEST(FitPlan, AvoidsLargeLosses) {
  // The first config loses 2 % at three points, 6 % in sum, and the second one
  // 5 % at one point, which counts more. At one more point, it does not.
  std::vector<double> times = {102, 100, 102, 100, 102, 100, 100, 105};
  auto choose = [&](size_t points) {
    return chooseConfigs(getAxis(points), times, {0, 1}, {}, 1);
  };
  EXPECT_EQ(choose(4), SmallVector<size_t>({0}));
  times.insert(times.begin(), {102, 100});
  EXPECT_EQ(choose(5), SmallVector<size_t>({1}));
}

TEST(FitPlan, CutsOutTheMiddle) {
  // The first cut alone would save nothing.
  std::vector<double> times = {1, 2, 1, 2, 2, 1, 1, 2, 1, 2};
  EXPECT_EQ(getConfigs(fitBoxes(getAxis(5), times, 2, {}, 32)),
            SmallVector<size_t>({0, 0, 1, 0, 0}));
}

TEST(FitPlan, HasAtMostTheBoxesThatAreAskedFor) {
  std::vector<double> times;
  for (int point = 0; point < 20; ++point) {
    times.push_back(point % 2 ? 1 : 1.01);
    times.push_back(point % 2 ? 1.02 : 1);
  }
  for (size_t most : {1, 2, 7, 40}) {
    SmallVector<PlanBox> boxes = fitBoxes(getAxis(20), times, 2, {}, most);
    // A box at the end saves something only with every second one.
    EXPECT_LE(boxes.size(), most);
    EXPECT_GE(boxes.size() + 1, std::min<size_t>(most, 20));
    EXPECT_EQ(getConfigs(boxes).size(), 20u);
  }
}

TEST(FitPlan, LosesLeastWithFewBoxes) {
  // Two cuts of three: those around the config that saves most.
  std::vector<double> times = {1, 2, 1.2, 1, 1, 2, 1.5, 1};
  SmallVector<size_t> expected[] = {
      {0, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 1, 0, 1}};
  for (size_t most = 1; most <= 4; ++most) {
    EXPECT_EQ(getConfigs(fitBoxes(getAxis(4), times, 2, {}, most)),
              expected[most - 1])
        << most;
  }
}

TEST(FitPlan, FitsAnyAxis) {
  SizeGrid grid;
  grid.axes.fill({1});
  grid.axes[3] = {1, 2};
  SmallVector<PlanBox> boxes = fitBoxes(grid, {1, 2, 2, 1}, 2, {}, 32);
  ASSERT_EQ(boxes.size(), 2u);
  EXPECT_EQ(boxes[1].first, (std::array<unsigned, 4>{0, 0, 0, 1}));
  EXPECT_EQ(boxes[1].last, boxes[1].first);
  // One point has one box.
  grid.axes[3] = {1};
  EXPECT_EQ(fitBoxes(grid, {2, 1}, 2, {}, 32).size(), 1u);
}

TEST(FitPlan, UsesNoConfigWhereItDoesNotRun) {
  // The second config is fast where it runs, and the first one runs everywhere.
  std::vector<double> times = {4, 1, 4, kInfinity, 4, 1};
  EXPECT_EQ(getConfigs(fitBoxes(getAxis(3), times, 2, {}, 32)),
            SmallVector<size_t>({1, 0, 1}));
  // None runs everywhere.
  times[0] = kInfinity;
  EXPECT_TRUE(fitBoxes(getAxis(3), times, 2, {}, 32).empty());
}

TEST(FitPlan, CountsPointsByTheirWeights) {
  std::vector<double> times = {1, 2, 2, 1};
  EXPECT_EQ(getConfigs(fitBoxes(getAxis(2), times, 2, {3, 1}, 1)),
            SmallVector<size_t>({0, 0}));
  EXPECT_EQ(getConfigs(fitBoxes(getAxis(2), times, 2, {1, 3}, 1)),
            SmallVector<size_t>({1, 1}));
}

TEST(FitPlan, ChoosesConfigsThatLoseLeast) {
  // The third config is second best everywhere.
  std::vector<double> times = {1, 2, 1.1, 2, 1, 1.1, 2, 2, 1};
  EXPECT_EQ(chooseConfigs(getAxis(3), times, {0, 1, 2}, {}, 1),
            SmallVector<size_t>({2}));
  EXPECT_EQ(chooseConfigs(getAxis(3), times, {0, 1, 2}, {}, 3),
            SmallVector<size_t>({0, 1, 2}));
  // No config runs at all points.
  times = {1, kInfinity, kInfinity, 1};
  EXPECT_TRUE(chooseConfigs(getAxis(2), times, {0, 1}, {}, 2).empty());
}

TEST(FitPlan, CountsKernelsAndNotTheirConfigs) {
  // The first kernel has the first and the third config. Together, they are as
  // fast as any at each point, and alone, they are slower than the others.
  std::vector<double> times = {1, 1.2, 4, 2, 4, 1.2, 1, 2};
  EXPECT_EQ(chooseConfigs(getAxis(2), times, {0, 1, 0, 2}, {}, 1),
            SmallVector<size_t>({0, 2}));
  EXPECT_EQ(chooseConfigs(getAxis(2), times, {0, 1, 2, 3}, {}, 1),
            SmallVector<size_t>({1}));
  // The most is of kernels: all configs of each come with it.
  times = {1, 1.5, 2, 2, 2, 2, 2, 2, 1.9, 1.8, 2, 2, 2, 2, 2, 2, 1, 3};
  EXPECT_EQ(chooseConfigs(getAxis(3), times, {0, 0, 1, 1, 2, 2}, {}, 2),
            SmallVector<size_t>({0, 1, 4, 5}));
  EXPECT_EQ(chooseConfigs(getAxis(3), times, {2, 2, 1, 1, 0, 0}, {}, 2),
            SmallVector<size_t>({0, 1, 4, 5}));
  // None of its configs runs at all points, but the kernel does.
  times = {1, kInfinity, kInfinity, 1};
  EXPECT_EQ(chooseConfigs(getAxis(2), times, {0, 0}, {}, 1),
            SmallVector<size_t>({0, 1}));
}
