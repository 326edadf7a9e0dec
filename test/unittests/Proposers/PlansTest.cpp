//===- PlansTest.cpp - Configs for sizes of run time ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRows.h"

#include "mlir-autotune/Problem/ProblemText.h"

#include "TestFacts.h"

#include "llvm/ADT/SetVector.h"
#include "gtest/gtest.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

static ProblemFact getUnknownRows() {
  return cantFail(parseProblem("?x4096x4096 bf16 B^T -> bf16"));
}

static size_t countConfigs(ArrayRef<PlanRow> rows) {
  llvm::SmallSetVector<Config, 8> configs;
  for (const PlanRow &row : rows)
    configs.insert(row.config);
  return configs.size();
}

TEST(Plans, HaveAtMostTheConfigsAndRowsThatAreAskedFor) {
  PlanOptions options;
  for (size_t most : {2, 4, 8}) {
    options.maxConfigs = most;
    std::vector<PlanRow> rows =
        proposePlan(getUnknownRows(), getH200(), ProposeOptions(), options);
    ASSERT_FALSE(rows.empty());
    EXPECT_LE(countConfigs(rows), most);
    EXPECT_LE(rows.size(), options.maxRows);
    EXPECT_TRUE(rows.back().guard.isAll());
  }
  options.maxRows = 3;
  EXPECT_LE(proposePlan(getUnknownRows(), getH200(), ProposeOptions(), options)
                .size(),
            3u);
}

TEST(Plans, FollowMeasurements) {
  ProblemFact fact = getUnknownRows();
  std::vector<PlanSample> samples =
      getPlanSamples(fact, getH200(), ProposeOptions(), PlanOptions(), {});
  SizeGrid grid = getMeasuredSizes(fact, SizeGuard());
  ASSERT_EQ(samples.size(), grid.getNumPoints());
  // Each config is the fastest at some sizes.
  std::vector<PlanMeasurement> measurements;
  for (auto [index, sample] : llvm::enumerate(samples)) {
    EXPECT_EQ(sample.sizes, grid.getPoint(index));
    for (auto [rank, config] : llvm::enumerate(sample.configs))
      measurements.push_back(
          {sample.sizes, config, 1e4 * double(1 + (index + rank) % 3)});
  }
  PlanOptions options;
  for (size_t most : {2, 8}) {
    options.maxConfigs = most;
    std::vector<PlanRow> rows =
        fitPlan(fact, getH200(), ProposeOptions(), options, measurements);
    ASSERT_FALSE(rows.empty());
    EXPECT_LE(countConfigs(rows), most);
    EXPECT_GE(countConfigs(rows), 2u);
  }
  // Nothing was measured.
  EXPECT_TRUE(
      fitPlan(fact, getH200(), ProposeOptions(), PlanOptions(), {}).empty());
}

TEST(Plans, SampleTheSizesThatAreExpected) {
  ProblemFact fact = getUnknownRows();
  ExpectedSizes expected;
  expected[SizeDim::M] = {{3, 200, 1}, {17, 101}};
  expected.counted = {{{33, 4096, 4096, 1}, 9}, {{7000, 4096, 4096, 1}, 99}};
  for (const SizeGrid &grid :
       {getSampleSizes(fact, expected), getMeasuredSizes(fact, expected)}) {
    ArrayRef<int64_t> rows = grid.axes[0];
    EXPECT_TRUE(llvm::is_sorted(rows));
    EXPECT_EQ(rows.front(), 3);
    EXPECT_EQ(rows.back(), 200);
    for (int64_t size : {17, 33, 101})
      EXPECT_EQ(llvm::count(rows, size), 1) << size;
  }
  EXPECT_LT(getMeasuredSizes(fact, expected).getNumPoints(),
            getMeasuredSizes(fact, {}).getNumPoints());
}

TEST(Plans, LikelySizesCountAsMuchAsOthers) {
  ProblemFact fact = getUnknownRows();
  auto getWeights = [&](const ExpectedSizes &expected, const SizeGrid &grid) {
    return getSampleWeights(fact, grid, expected);
  };
  ExpectedSizes expected;
  EXPECT_TRUE(getWeights(expected, getSampleSizes(fact, expected)).empty());
  expected[SizeDim::M].likely = {17, 101};
  expected.counted = {{{17, 4096, 4096, 1}, 3}, {{5000, 4096, 4096, 1}, 1}};
  SizeGrid grid = getSampleSizes(fact, expected);
  std::vector<double> weights = getWeights(expected, grid);
  ASSERT_EQ(weights.size(), grid.getNumPoints());
  double likely = double(grid.getNumPoints() - 2) / 2, others = 0, sum = 0;
  for (size_t point = 0; point < weights.size(); ++point) {
    int64_t rows = grid.getPoint(point)[0];
    sum += weights[point];
    if (rows != 17 && rows != 101 && rows != 5000)
      others += weights[point];
    if (rows == 101)
      EXPECT_DOUBLE_EQ(weights[point], likely);
    if (rows == 17)
      EXPECT_GT(weights[point], 2 * likely);
  }
  EXPECT_DOUBLE_EQ(others, double(grid.getNumPoints() - 3));
  // The launches count as much as everything else.
  EXPECT_DOUBLE_EQ(sum, 4 * double(grid.getNumPoints() - 2));
}

TEST(Plans, EndTheirMeasurements) {
  ProblemFact fact = getUnknownRows();
  PlanOptions options;
  options.expected[SizeDim::M].range = {1, 512, 1};
  std::vector<PlanMeasurement> known;
  size_t rounds = 0, numGrid = 0;
  SizeGrid grid = getMeasuredSizes(fact, options.expected);
  for (;; ++rounds) {
    // One for each gap between sizes at worst.
    ASSERT_LT(rounds, 4 + grid.getNumPoints());
    std::vector<PlanSample> next =
        getPlanSamples(fact, getH200(), ProposeOptions(), options, known);
    if (next.empty())
      break;
    for (const PlanSample &sample : next) {
      EXPECT_LE(sample.sizes[0], 512);
      for (const Config &config : sample.configs) {
        for (const PlanMeasurement &other : known)
          EXPECT_FALSE(other.sizes == sample.sizes && other.config == config);
        // Some don't run.
        size_t number = known.size();
        known.push_back({sample.sizes, config,
                         number % 7 == 0
                             ? std::numeric_limits<double>::infinity()
                             : 1e4 * double(1 + number % 5)});
        numGrid += llvm::is_contained(grid.axes[0], sample.sizes[0]);
      }
    }
  }
  EXPECT_GE(rounds, 3u);
  EXPECT_LE(numGrid, 10 * grid.getNumPoints());
}
