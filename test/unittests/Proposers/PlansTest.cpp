//===- PlansTest.cpp - Configs for sizes of run time ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanRows.h"

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Providers/Registry.h"

#include "TestFacts.h"

#include "llvm/ADT/SetVector.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::autotune;

static ProblemFact getUnknownRows() {
  return cantFail(parseProblem("?x4096x4096 bf16 B^T -> bf16"));
}

/// Configs that differ in what a launch chooses have one kernel.
static size_t countKernels(ArrayRef<PlanRow> rows) {
  llvm::SmallSetVector<Config, 8> kernels;
  for (const PlanRow &row : rows)
    kernels.insert(getProvider(row.config).getKernelConfig(row.config));
  return kernels.size();
}

TEST(Plans, HaveAtMostTheKernelsAndRowsThatAreAskedFor) {
  PlanOptions options;
  for (size_t most : {2, 4, 8}) {
    options.maxConfigs = most;
    std::vector<PlanRow> rows =
        proposePlan(getUnknownRows(), getH200(), ProposeOptions(), options);
    ASSERT_FALSE(rows.empty());
    EXPECT_LE(countKernels(rows), most);
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
  SizeGrid grid = getMeasuredSizes(fact, SizeGuard(), getAlignedPart(fact));
  // Every second size comes first.
  ASSERT_EQ(samples.size(), (grid.getNumPoints() + 1) / 2);
  // Each config is the fastest at some sizes.
  std::vector<PlanMeasurement> measurements;
  for (auto [index, sample] : llvm::enumerate(samples)) {
    EXPECT_EQ(sample.sizes, grid.getPoint(2 * index));
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
    EXPECT_LE(countKernels(rows), most);
    EXPECT_GE(countKernels(rows), 2u);
  }
  // Nothing was measured.
  EXPECT_TRUE(
      fitPlan(fact, getH200(), ProposeOptions(), PlanOptions(), {}).empty());
}

TEST(Plans, MeasureFewRowsAtFewerSizes) {
  SizeGrid grid =
      getMeasuredSizes(getUnknownRows(), {}, getAlignedPart(getUnknownRows()));
  ArrayRef<int64_t> rows = grid.axes[unsigned(SizeDim::M)];
  EXPECT_EQ(rows.take_front(4), ArrayRef<int64_t>({1, 2, 3, 4}));
  for (size_t i = 4; i + 2 < rows.size(); ++i) {
    double apart = double(rows[i + 1]) / double(rows[i]);
    if (rows[i + 1] <= 64)
      EXPECT_GT(apart, 1.4) << rows[i];
    else if (rows[i] > 64)
      EXPECT_LT(apart, 1.4) << rows[i];
  }
}

TEST(Plans, SampleTheSizesThatAreExpected) {
  ProblemFact fact = getUnknownRows();
  ExpectedSizes expected;
  expected[SizeDim::M] = {{3, 200, 1}, {17, 101}};
  expected.counted = {{{33, 4096, 4096, 1}, 9}, {{7000, 4096, 4096, 1}, 99}};
  for (const SizeGrid &grid :
       {getSampleSizes(fact, expected, getAlignedPart(fact)),
        getMeasuredSizes(fact, expected, getAlignedPart(fact))}) {
    ArrayRef<int64_t> rows = grid.axes[0];
    EXPECT_TRUE(llvm::is_sorted(rows));
    EXPECT_EQ(rows.front(), 3);
    EXPECT_EQ(rows.back(), 200);
    for (int64_t size : {17, 33, 101})
      EXPECT_EQ(llvm::count(rows, size), 1) << size;
  }
  EXPECT_LT(
      getMeasuredSizes(fact, expected, getAlignedPart(fact)).getNumPoints(),
      getMeasuredSizes(fact, {}, getAlignedPart(fact)).getNumPoints());
}

TEST(Plans, SampleEqualSizesTogether) {
  ProblemFact fact = cantFail(parseProblem("?*?x?x128 bf16 B^T -> bf16"));
  ExpectedSizes expected;
  expected[SizeDim::M] = {{1, 4096, 1}, {80}};
  expected[SizeDim::Batch].range.upper = 64;
  expected.sameAs[unsigned(SizeDim::N)] = SizeDim::M;
  expected.counted = {{{304, 304, 128, 8}, 9}, {{304, 200, 128, 8}, 99}};
  for (const SizeGrid &grid :
       {getSampleSizes(fact, expected, getAlignedPart(fact)),
        getMeasuredSizes(fact, expected, getAlignedPart(fact))}) {
    EXPECT_LE(grid.getNumPoints(), 200u);
    std::set<int64_t> rows;
    for (size_t point = 0; point < grid.getNumPoints(); ++point) {
      ProblemSizes sizes = grid.getPoint(point);
      EXPECT_TRUE(expected.contain(sizes));
      rows.insert(sizes[0]);
    }
    EXPECT_TRUE(rows.count(80) && rows.count(304) && rows.count(4096));
    // Not those of a launch that was not expected.
    EXPECT_FALSE(rows.count(200));
    std::vector<double> weights =
        getSampleWeights(fact, grid, expected, getAlignedPart(fact));
    EXPECT_TRUE(llvm::all_of(weights, [](double w) { return w > 0; }));
  }
  // Two sizes have as many samples as if there were no third one.
  EXPECT_GT(getSampleSizes(fact, expected, getAlignedPart(fact)).axes[0].size(),
            getSampleSizes(fact, {}, getAlignedPart(fact)).axes[0].size());
  std::vector<PlanRow> rows = proposePlan(fact, getH200(), ProposeOptions(),
                                          PlanOptions{8, 32, expected});
  ASSERT_GT(rows.size(), 1u);
  for (const PlanRow &row : rows) {
    EXPECT_EQ(row.guard[SizeDim::N].lower, SizeRange().lower);
    EXPECT_EQ(row.guard[SizeDim::N].upper, SizeRange().upper);
  }
}

/// Without a TMA store, other configs are best.
TEST(Plans, HaveRowsForOddRowsOfTheOutput) {
  ProblemFact fact = cantFail(parseProblem("512x?x256 bf16 B^T -> bf16"));
  PlanOptions options;
  std::optional<PlanPart> odd = getOddPart(fact, options);
  ASSERT_TRUE(odd);
  EXPECT_TRUE(odd->units.isAll());
  for (const SizeGrid &grid :
       {getSampleSizes(fact, {}, *odd), getMeasuredSizes(fact, {}, *odd)})
    for (int64_t columns : grid.axes[unsigned(SizeDim::N)])
      EXPECT_NE(columns % 8, 0);
  auto isOdd = [](const PlanRow &row) {
    return row.guard[SizeDim::N].unit == 1;
  };
  std::vector<PlanRow> rows =
      proposePlan(fact, getH200(), ProposeOptions(), options);
  EXPECT_GE(llvm::count_if(rows, isOdd), 2);
  EXPECT_GE(llvm::count_if(rows, std::not_fn(isOdd)), 2);
  EXPECT_TRUE(
      std::is_partitioned(rows.begin(), rows.end(), std::not_fn(isOdd)));
  EXPECT_LE(countKernels(rows), options.maxConfigs);
  EXPECT_LE(rows.size(), options.maxRows);
  EXPECT_TRUE(rows.back().guard.isAll());
  // Both parts are measured, each at its own sizes.
  std::vector<PlanSample> samples =
      getPlanSamples(fact, getH200(), ProposeOptions(), options, {});
  std::vector<PlanMeasurement> measurements;
  for (const PlanSample &sample : samples)
    for (auto [place, config] : llvm::enumerate(sample.configs))
      measurements.push_back(
          {sample.sizes, config, 1000.0 + double(sample.sizes[1] * place)});
  auto countFirst = [&](const PlanPart &part) {
    return (getMeasuredSizes(fact, {}, part).getNumPoints() + 1) / 2;
  };
  EXPECT_EQ(samples.size(),
            countFirst(*odd) + countFirst(getAlignedPart(fact)));
  rows = fitPlan(fact, getH200(), ProposeOptions(), options, measurements);
  EXPECT_GE(llvm::count_if(rows, isOdd), 1);
  EXPECT_GE(llvm::count_if(rows, std::not_fn(isOdd)), 1);
  // Few configs are not divided, nor are there rows for what nobody expects.
  options.maxConfigs = 3;
  EXPECT_FALSE(getOddPart(fact, options));
  options.maxConfigs = 8;
  options.expected[SizeDim::N].range.unit = 64;
  EXPECT_FALSE(getOddPart(fact, options));
  options.expected = {};
  fact = cantFail(parseProblem("?x512x256 bf16 B^T -> bf16"));
  EXPECT_FALSE(getOddPart(fact, options));
}

TEST(Plans, LikelySizesCountAsMuchAsOthers) {
  ProblemFact fact = getUnknownRows();
  // The weights of some rows, and of all others together.
  struct Sums {
    std::map<int64_t, double> named;
    double others = 0, sum = 0;
    size_t numPoints;
  };
  auto getSums = [&](const ExpectedSizes &expected) {
    Sums sums;
    SizeGrid grid = getSampleSizes(fact, expected, getAlignedPart(fact));
    std::vector<double> weights =
        getSampleWeights(fact, grid, expected, getAlignedPart(fact));
    sums.numPoints = grid.getNumPoints();
    EXPECT_EQ(weights.size(), sums.numPoints);
    for (auto [point, weight] : llvm::enumerate(weights)) {
      int64_t rows = grid.getPoint(point)[0];
      sums.sum += weight;
      if (rows == 17 || rows == 101 || rows == 5000)
        sums.named[rows] = weight;
      else
        sums.others += weight;
    }
    return sums;
  };
  Sums unnamed = getSums({});
  EXPECT_NEAR(unnamed.sum, double(unnamed.numPoints), 1e-6);
  ExpectedSizes expected;
  expected[SizeDim::M].likely = {17, 101};
  Sums likely = getSums(expected);
  EXPECT_NEAR(likely.sum, double(likely.numPoints), 1e-6);
  EXPECT_NEAR(likely.named[17], likely.sum / 4, 1e-6);
  EXPECT_NEAR(likely.named[101], likely.sum / 4, 1e-6);
  EXPECT_NEAR(likely.others, likely.sum / 2, 1e-6);
  // The launches count as much as everything else, each by its count.
  expected.counted = {{{17, 4096, 4096, 1}, 3}, {{5000, 4096, 4096, 1}, 1}};
  Sums counted = getSums(expected);
  double points = double(counted.numPoints);
  EXPECT_NEAR(counted.sum, 2 * points, 1e-6);
  EXPECT_NEAR(counted.named[17], points * (0.25 + 0.75), 1e-6);
  EXPECT_NEAR(counted.named[101], points * 0.25, 1e-6);
  EXPECT_GT(counted.named[5000], points * 0.25);
}

TEST(Plans, EndTheirMeasurements) {
  ProblemFact fact = getUnknownRows();
  PlanOptions options;
  options.expected[SizeDim::M].range = {1, 512, 1};
  std::vector<PlanMeasurement> known;
  size_t rounds = 0, numGrid = 0;
  SizeGrid grid =
      getMeasuredSizes(fact, options.expected, getAlignedPart(fact));
  std::set<ProblemSizes> halfway;
  for (;; ++rounds) {
    // One for each size halfway at worst.
    ASSERT_LT(rounds, 4u + 12);
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
        bool isOfGrid = llvm::is_contained(grid.axes[0], sample.sizes[0]);
        numGrid += isOfGrid;
        if (!isOfGrid)
          halfway.insert(sample.sizes);
      }
    }
  }
  EXPECT_GE(rounds, 3u);
  EXPECT_LE(numGrid, 9 * grid.getNumPoints());
  EXPECT_FALSE(halfway.empty());
  EXPECT_LE(halfway.size(), 12u);
}

/// With two unknown sizes, the plan's config is measured wherever it was not,
/// next to another one, and that ends.
TEST(Plans, MeasureThePlanOfTwoSizes) {
  ProblemFact fact = cantFail(parseProblem("?*?x512x128 bf16 B^T -> bf16"));
  PlanOptions options;
  options.expected[SizeDim::M].range = {16, 512, 1};
  options.expected[SizeDim::Batch].range = {1, 16, 1};
  std::vector<PlanMeasurement> known;
  std::map<ProblemSizes, size_t> counts;
  size_t numAgain = 0;
  for (size_t rounds = 0;; ++rounds) {
    ASSERT_LT(rounds, 11u);
    std::vector<PlanSample> next =
        getPlanSamples(fact, getH200(), ProposeOptions(), options, known);
    if (next.empty())
      break;
    for (const PlanSample &sample : next) {
      EXPECT_FALSE(sample.configs.empty());
      for (const Config &config : sample.configs) {
        bool isKnown = llvm::any_of(known, [&](const PlanMeasurement &other) {
          return other.sizes == sample.sizes && other.config == config;
        });
        // The last of a sample, beside which another one is measured.
        EXPECT_TRUE(!isKnown || config == sample.configs.back());
        numAgain += isKnown;
        counts[sample.sizes] += !isKnown;
        known.push_back(
            {sample.sizes, config, 1e4 * double(1 + known.size() % 5)});
      }
    }
  }
  EXPECT_GT(numAgain, 0u);
  for (auto [sizes, count] : counts)
    EXPECT_LE(count, 8u + 3u);
}

/// Two configs at three samples.
static PlanTimes getTimes(SmallVector<int64_t> rows) {
  PlanTimes times;
  times.grid.axes.fill({1});
  times.grid.axes[0] = std::move(rows);
  for (StringRef text : {"simt", "simt, tile = [16, 16, 16]"})
    times.configs.insert(
        Config::parse(text, [](size_t, const Twine &) {})->withDefaults());
  for (size_t point = 0; point < times.grid.getNumPoints(); ++point) {
    times.timesNs.push_back(point == 0 ? 2e3 : 1e3);
    times.timesNs.push_back(3e3);
    times.pinned.emplace_back();
  }
  times.pinned[0] = PlanTimes::Pinned{times.configs[0], 1};
  return times;
}

TEST(RefinedTimes, AreCorrectedByBothNeighbours) {
  PlanTimes times = getTimes({16, 256, 4096});
  refine(
      times, SizeDim::M, [](int64_t size) { return size; },
      [](const ProblemSizes &, ArrayRef<Config> configs) {
        return SmallVector<double>(configs.size(), 1e3);
      });
  EXPECT_EQ(times.grid.axes[0], SmallVector<int64_t>({16, 32, 64, 128, 256, 512,
                                                      1024, 2048, 4096}));
  ASSERT_EQ(times.timesNs.size(), 18u);
  const double expected[] = {2e3,
                             1e3 * std::pow(2, 0.75),
                             1e3 * std::sqrt(2),
                             1e3 * std::pow(2, 0.25),
                             1e3,
                             1e3,
                             1e3,
                             1e3,
                             1e3};
  for (size_t point = 0; point < 9; ++point) {
    EXPECT_NEAR(times.getTimesAt(point)[0], expected[point], 1e-6);
    EXPECT_NEAR(times.getTimesAt(point)[1], 3e3, 1e-6);
  }
  ASSERT_EQ(times.pinned.size(), 9u);
  EXPECT_TRUE(times.pinned[0]);
  for (size_t point = 1; point < 9; ++point)
    EXPECT_FALSE(times.pinned[point]);
}

TEST(RefinedTimes, AreOfSamplesBetweenNeighbours) {
  PlanTimes times = getTimes({1, 2, 64, 128, 256});
  auto predict = [](const ProblemSizes &sizes, ArrayRef<Config> configs) {
    // The first config does not run at 192.
    SmallVector<double> predicted(configs.size(), 1e3);
    if (sizes[0] == 192)
      predicted[0] = std::numeric_limits<double>::infinity();
    return predicted;
  };
  refine(
      times, SizeDim::M, [](int64_t size) { return (size + 63) / 64 * 64; },
      predict);
  EXPECT_EQ(times.grid.axes[0], SmallVector<int64_t>({1, 2, 64, 128, 256}));
  EXPECT_EQ(times.timesNs.size(), 10u);
}

TEST(Plans, HaveAConfigBesideOneThatIsPinned) {
  ProblemFact fact = getUnknownRows();
  PlanOptions options;
  options.expected[SizeDim::M].range = {1, 1, 1};
  std::vector<PlanRow> rows =
      proposePlan(fact, getH200(), ProposeOptions(), options);
  ASSERT_FALSE(rows.empty());
  EXPECT_TRUE(rows.back().guard.isAll());
  EXPECT_TRUE(isLegal(rows.back().config,
                      restrictTo(fact, getAlignedPart(fact).units), getH200()));
}

TEST(Plans, HaveNoRowsForWholeLinesAlone) {
  // Samples are multiples of 64, and so are the sizes between them.
  ProblemFact fact = cantFail(parseProblem("512x4096x? bf16 B^T -> bf16"));
  for (const PlanRow &row :
       proposePlan(fact, getH200(), ProposeOptions(), PlanOptions())) {
    const SizeRange &range = row.guard.ranges[unsigned(SizeDim::K)];
    if (range.upper != SizeRange::kNoLimit)
      EXPECT_GE(range.upper - range.lower, 32) << range.upper;
  }
}
