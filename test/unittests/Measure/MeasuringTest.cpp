//===- MeasuringTest.cpp - Statistics, layouts, tolerances ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "Check.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Measure/Progress.h"
#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Measure/Statistics.h"
#include "mlir-autotune/Measure/Table.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir::autotune::measure;
using ::testing::ElementsAre;

namespace {

TEST(StatisticsTest, Median) {
  EXPECT_EQ(getMedian({}), 0);
  EXPECT_EQ(getMedian({3}), 3);
  EXPECT_EQ(getMedian({9, 1, 5}), 5);
  EXPECT_EQ(getMedian({4, 1, 3, 2}), 2.5);
}

TEST(StatisticsTest, LagsAreOfRounds) {
  // Twice as slow from the third round on, whoever it is: nothing between them.
  std::vector<double> a = {100, 100, 200, 200, 200, 200, 200, 200};
  std::vector<double> b = {102, 102, 204, 204, 204, 204, 204, 204};
  std::vector<Lag> lags = getLags({b, a});
  EXPECT_NEAR(lags[0].share, 0.02, 1e-9);
  EXPECT_NEAR(lags[0].error, 0, 1e-9);
  EXPECT_EQ(lags[1].share, 0);
  // One round that only one of them was disturbed in does not count.
  b.back() = 900;
  EXPECT_NEAR(getLags({b, a})[0].share, 0.02, 1e-9);
  // Who was in the first rounds alone is compared over these.
  std::vector<double> out = {150, 150, 300};
  EXPECT_NEAR(getLags({out, a, b})[0].share, 0.5, 0.02);
  EXPECT_EQ(getLags({a})[0].share, 0);
}

TEST(StatisticsTest, TheErrorOfALagShrinksWithRounds) {
  std::vector<double> a, b;
  for (int round = 0; round < 64; ++round) {
    a.push_back(100);
    b.push_back(100 + round % 4);
  }
  double all = getLags({a, b})[1].error;
  double some = getLags({llvm::ArrayRef(a).take_front(16),
                         llvm::ArrayRef(b).take_front(16)})[1]
                    .error;
  EXPECT_GT(all, 0);
  EXPECT_NEAR(some, 2 * all, 0.2 * all);
}

TEST(StatisticsTest, WhoeverWasInAllRoundsIsComparedWith) {
  std::vector<double> a(8, 100), b(8, 102), out(3, 90);
  std::vector<Lag> lags = getLags({a, b, out});
  // What left early is ahead by what there is of it, and nothing is lost.
  EXPECT_NEAR(lags[2].share, 0, 1e-9);
  EXPECT_NEAR(lags[1].share - lags[0].share, 0.02, 1e-9);
}

/// The first by what rounds took as a whole need not be ahead when compared.
TEST(StatisticsTest, TheFastestIsAheadOfAllOthers) {
  std::vector<std::vector<double>> times;
  uint64_t state = 1;
  for (int i = 0; i < 5; ++i) {
    std::vector<double> own;
    for (int round = 0; round < 9; ++round) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      own.push_back(100 + double(state >> 60));
    }
    times.push_back(own);
  }
  std::vector<llvm::ArrayRef<double>> refs(times.begin(), times.end());
  std::vector<Lag> lags = getLags(refs);
  EXPECT_EQ(lags[findFastest(lags)].share, 0);
  for (const Lag &lag : lags) {
    EXPECT_GE(lag.share, 0);
    EXPECT_TRUE(std::isfinite(lag.error));
  }
  EXPECT_TRUE(getLags({}).empty());
}

TEST(StatisticsTest, RoundsGoOnWhileTheyMatter) {
  EXPECT_FALSE(isOpen({0, 0}));
  EXPECT_FALSE(isOpen({0.02, 0.002}));
  EXPECT_TRUE(isOpen({0.006, 0.001}));
  EXPECT_TRUE(isOpen({0.004, 0.001}));
  EXPECT_FALSE(isOpen({0.002, 0.001}));
  // A tie for as long as its error is so large.
  EXPECT_TRUE(isOpen({0.019, 0.0065}));
  EXPECT_FALSE(isOpen({0.021, 0.0075}));
  // As exact as it gets.
  EXPECT_FALSE(isOpen({0.005, 0.0004}));
  EXPECT_TRUE(isInRace({0.01, 0}));
  EXPECT_FALSE(isInRace({0.05, 0.001}));
  EXPECT_TRUE(isInRace({0.05, 0.02}));
}

TEST(StatisticsTest, WhatIsNotToldApartTies) {
  EXPECT_TRUE(isTie(Lag{0.005, 0}));
  EXPECT_FALSE(isTie(Lag{0.006, 0.0019}));
  EXPECT_TRUE(isTie(Lag{0.006, 0.0021}));
  EXPECT_TRUE(isTie(Lag{0.02, 0.05}));
  EXPECT_FALSE(isTie(Lag{0.021, 0.05}));
}

TEST(StatisticsTest, SpreadIgnoresOneDisturbance) {
  EXPECT_EQ(getSpread({5}), 0);
  EXPECT_EQ(getSpread({10, 10, 10, 10, 10, 10, 10, 10, 99}), 0);
  EXPECT_DOUBLE_EQ(getSpread({8, 9, 10, 11, 12}), 0.2);
  // Of so few the slowest may be the disturbed one.
  EXPECT_DOUBLE_EQ(getSpread({9, 11}), 0.1);
  EXPECT_DOUBLE_EQ(getSpread({10, 99, 9}), 0.1);
  EXPECT_DOUBLE_EQ(getSpread({99, 11, 8, 9}), 0.2);
}

TEST(StatisticsTest, RatioIsTheMedianOfRounds) {
  // One round in which both were slow does not count for either.
  EXPECT_DOUBLE_EQ(getRatio({20, 40, 20}, {10, 20, 10}), 2);
  EXPECT_EQ(getRatio({}, {10}), 0);
}

TEST(StatisticsTest, TiesGoByRank) {
  EXPECT_THAT(orderByTime({{100.0, 0, 5}, {100.2, 0, 1}, {101.0, 0, 0}}),
              ElementsAre(1, 0, 2));
  // What is noisy ties over a wider range.
  EXPECT_THAT(orderByTime({{100.0, 0, 5}, {101.0, 0.02, 0}}),
              ElementsAre(1, 0));
  EXPECT_TRUE(orderByTime({}).empty());
}

/// Whatever the figures, the order is a permutation and puts no candidate
/// before one that is faster beyond the noise.
TEST(StatisticsTest, OrderIsSound) {
  std::mt19937 random(7);
  for (int i = 0; i < 500; ++i) {
    std::vector<Standing> standings(1 + random() % 20);
    for (Standing &standing : standings)
      standing = {100 + double(random() % 100) / 10,
                  double(random() % 10) / 1000, int64_t(random() % 4)};
    std::vector<size_t> order = orderByTime(standings);
    std::vector<size_t> all = order;
    std::sort(all.begin(), all.end());
    for (size_t j = 0; j < all.size(); ++j)
      ASSERT_EQ(all[j], j);
    double fastest = 1e9;
    for (const Standing &standing : standings)
      fastest = std::min(fastest, standing.timeNs);
    EXPECT_LE(standings[order[0]].timeNs, fastest * 1.0101);
  }
}

MeasuredProblem makeProblem(int64_t m, int64_t n, int64_t k,
                            const char *element) {
  MeasuredProblem problem;
  problem.m = m;
  problem.n = n;
  problem.k = k;
  int kind = parseElementKind(element);
  problem.operands[0] = {"a", kind, m, k, k, false};
  problem.operands[1] = {"b", kind, k, n, n, false};
  problem.operands[2] = {"c", kind, m, n, n, false};
  problem.accumulator = parseElementKind("f32");
  return problem;
}

TEST(BuffersTest, EnoughSetsToMissTheCache) {
  int64_t l2 = 50 << 20;
  for (int64_t size : {1, 17, 64, 512, 1000, 8192}) {
    MeasuredProblem problem = makeProblem(size, size, size, "bf16");
    SetLayout layout = getSetLayout(problem, l2);
    EXPECT_GE(layout.sets, 2);
    if (layout.sets < kMaxSets) {
      EXPECT_GE(double(layout.sets) * problem.getBytes(), 3.0 * double(l2));
    }
    // Matrices are aligned and do not meet each other or a guard.
    int64_t end = 0;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(layout.offset[i] % 256, 0);
      EXPECT_GE(layout.offset[i], end + kGuardBytes);
      end = layout.offset[i] + layout.bytes[i] + kGuardBytes;
    }
    EXPECT_LE(end, layout.stride);
    EXPECT_EQ(layout.stride % 256, 0);
  }
}

TEST(TimingTest, ReplaysAreOfPartsOfWholeRotations) {
  auto plan = [](int64_t sets, double targetNs, double estimateNs) {
    ReplayPlan plan = planReplay(sets, targetNs, estimateNs);
    return std::pair<int64_t, int64_t>(plan.parts, plan.launches);
  };
  using Plan = std::pair<int64_t, int64_t>;
  EXPECT_EQ(plan(25, 6e6, 5e3), Plan(6, 200));
  EXPECT_EQ(plan(25, 5e5, 5e3), Plan(1, 100));
  // A rotation is longer than a part need be, or than the replay.
  EXPECT_EQ(plan(2, 6e6, 1.36e6), Plan(3, 2));
  EXPECT_EQ(plan(2, 6e6, 0.51e6), Plan(6, 2));
  EXPECT_EQ(plan(2, 6e6, 0.45e6), Plan(4, 4));
  EXPECT_EQ(plan(2, 2e6, 0.55e6), Plan(2, 2));
  EXPECT_EQ(plan(2, 6e6, 5e6), Plan(1, 2));
  EXPECT_EQ(plan(3, 6e6, 1e9), Plan(1, 3));
  // Nothing is known.
  EXPECT_EQ(plan(7, 6e6, 0), Plan(6, 2002));
  EXPECT_EQ(plan(2, 0, 1e3), Plan(1, 2));
  // As many launches as a graph has at most, and as many parts.
  EXPECT_EQ(plan(4096, 6e6, 1e3), Plan(2, 4096));
  EXPECT_EQ(plan(2, 1e9, 5e3), Plan(16, 4096));
  EXPECT_GE(getLaunchTimeout(0, 0), 2);
}

TEST(TimingTest, ReplaysAreAsLongAsAskedFor) {
  for (int64_t sets : {2, 3, 25, 100})
    for (double target : {5e5, 1e6, 2e6, 6e6, 1e7})
      for (double estimate = 1e3; estimate < 1e7; estimate *= 1.07) {
        ReplayPlan plan = planReplay(sets, target, estimate);
        double part = double(plan.launches) * estimate;
        EXPECT_EQ(plan.launches % sets, 0);
        EXPECT_GE(double(plan.parts) * part, target);
        EXPECT_LT(double(plan.parts - 1) * part, target);
        EXPECT_GE(part, std::min(target, 1e6));
        EXPECT_LT(part, std::min(target, 1e6) + double(sets) * estimate);
      }
}

/// By the problem alone: its candidates and its baseline are timed alike.
TEST(TimingTest, LargeProductsNeedNoRotation) {
  EXPECT_EQ(getRotation(makeProblem(8192, 8192, 8192, "bf16"), 2), 2);
  EXPECT_EQ(getRotation(makeProblem(8192, 8192, 28672, "bf16"), 2), 1);
  EXPECT_EQ(getRotation(makeProblem(64, 64, 64, "bf16"), 25), 25);
}

/// Tensor cores make the reference of these, vectors of 8 elements at a time.
TEST(ReferenceTest, LargeProductsAreThoseOfWholeVectors) {
  namespace cuda = mlir::autotune::cuda;
  struct Case {
    int64_t m = 2048, n = 2048, k = 16384, lda = 16384, ldb = 16384;
    int kindA = cuda::kBF16, kindB = cuda::kBF16, sum = cuda::kF32;
    bool transposedB = true, accumulates = false;
    int64_t batch = 1;
    uint64_t base = 256;
  };
  auto isLarge = [](const Case &c) {
    cuda::DeviceMatrix a{c.base, c.kindA, c.m, c.k, c.lda};
    cuda::DeviceMatrix b{c.base, c.kindB, c.transposedB ? c.n : c.k,
                         c.transposedB ? c.k : c.n, c.ldb};
    return cuda::SupportModule::isLargeProduct(a, false, b, c.transposedB,
                                               c.accumulates ? &a : nullptr,
                                               c.batch, c.m, c.n, c.k, c.sum);
  };
  auto with = [&](auto change) {
    Case changed;
    change(changed);
    return isLarge(changed);
  };
  EXPECT_TRUE(isLarge({}));
  EXPECT_TRUE(with([](Case &c) { c.lda = 16392; }));
  EXPECT_TRUE(with([](Case &c) { c.kindA = c.kindB = cuda::kF16; }));
  EXPECT_TRUE(with([](Case &c) { c.transposedB = false, c.ldb = 2048; }));
  EXPECT_FALSE(with([](Case &c) { c.m = 2047; }));
  EXPECT_FALSE(with([](Case &c) { c.n = 2049; }));
  EXPECT_FALSE(with([](Case &c) { c.k = 16388; }));
  EXPECT_FALSE(with([](Case &c) { c.lda = 16388; }));
  EXPECT_FALSE(with([](Case &c) { c.ldb = int64_t(1) << 24; }));
  EXPECT_FALSE(
      with([](Case &c) { c.transposedB = false, c.n = 2050, c.ldb = 2056; }));
  EXPECT_FALSE(with([](Case &c) { c.kindB = cuda::kF16; }));
  EXPECT_FALSE(with([](Case &c) { c.kindA = c.kindB = cuda::kF32; }));
  EXPECT_FALSE(with([](Case &c) { c.sum = cuda::kF64; }));
  EXPECT_FALSE(with([](Case &c) { c.accumulates = true; }));
  EXPECT_FALSE(with([](Case &c) { c.batch = 2; }));
  EXPECT_FALSE(with([](Case &c) { c.base = 264; }));
  EXPECT_FALSE(with([](Case &c) { c.k = 2040, c.m = 1 << 20; }));
}

TEST(RecordsTest, SurviveAsJson) {
  Record record;
  record.candidate = "c\"1\xFF";
  record.key = "key";
  record.heuristics = {"a", "b"};
  record.rank = 3;
  record.setTimes({30, 10, 20}, 40, 60);
  record.baseline = BaselineFigures{"cublaslt", 25, 26, 100, 4};
  record.ratio = 1.25;
  record.device = {"GPU", "580", 1980, 650.5};
  EXPECT_EQ(record.getRatioToOurs(), 0);
  record.ours = OwnFigures{16, 0.25};
  llvm::Expected<Record> read = Record::fromJson(record.toJson());
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(read->timesNs, record.timesNs);
  EXPECT_EQ(read->timeNs, 20);
  EXPECT_EQ(read->tflops, 40.0 / 20 * 1e-3);
  EXPECT_EQ(read->gbps, 3);
  EXPECT_EQ(read->heuristics, record.heuristics);
  EXPECT_EQ(read->baseline->bestIndex, 4);
  EXPECT_EQ(read->device.powerW, 650.5);
  EXPECT_EQ(read->ours->spread, 0.25);
  EXPECT_EQ(read->getRatioToOurs(), 1.25);
  for (int i = 0; i <= int(Outcome::Finding); ++i)
    EXPECT_EQ(symbolizeOutcome(stringifyOutcome(Outcome(i))), Outcome(i));
  llvm::Expected<Record> bad = Record::fromJson(llvm::json::Object{});
  EXPECT_FALSE(bool(bad));
  llvm::consumeError(bad.takeError());
}

TEST(TableTest, Times) {
  EXPECT_EQ(formatTime(512), "512.0 ns");
  EXPECT_EQ(formatTime(3400), "3.400 us");
  EXPECT_EQ(formatTime(198523), "198.5 us");
  EXPECT_EQ(formatTime(999960), "1.000 ms");
  EXPECT_EQ(formatTime(5.5633e6), "5.563 ms");
}

TEST(TableTest, BestFirstAndFailuresCounted) {
  std::vector<Record> records(3);
  records[0].config = "slow";
  records[0].setTimes({2000}, 2000, 2000);
  records[1].config = "quick";
  records[1].setTimes({1000}, 2000, 2000);
  records[2].outcome = Outcome::Timeout;
  auto getName = [](const Record &record) { return "a " + record.config; };
  EXPECT_EQ(formatTable("key", records, 1, getName),
            "key\n"
            "config   heuristics      time  TFLOP/s  GB/s  ratio  spread\n"
            "a quick  -           1.000 us      0.0     2      -    0.0%\n"
            "1 timeout\n");
  EXPECT_EQ(formatTable("key", {}, 5, getName),
            "key\nno candidate was right and ran to its end\n");
}

TEST(ProgressTest, BarFits) {
  EXPECT_EQ(formatBar(6, 24, "now", 80), "[######..................] 6/24 now");
  EXPECT_EQ(formatBar(6, 24, "now", 10), "[######...");
  EXPECT_EQ(formatBar(0, 0, "", 80), "[########################] 0/0 ");
}

} // namespace
