//===- DisturbanceTest.cpp - When batches are measured again --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Disturbance.h"

#include "gtest/gtest.h"

using namespace mlir::autotune::measure;

namespace {

using Monitor = DisturbanceMonitor;

/// Has seen enough of 100.
Monitor makeMonitor() {
  Monitor monitor;
  for (double ns : {100.0, 101.0, 100.0})
    EXPECT_EQ(monitor.add(ns), Monitor::Steady);
  EXPECT_TRUE(monitor.isCalibrated());
  return monitor;
}

TEST(DisturbanceTest, NothingToCompareWithIsUsual) {
  Monitor monitor;
  EXPECT_EQ(monitor.getMedian(), 0);
  EXPECT_FALSE(monitor.isCalibrated());
  EXPECT_EQ(monitor.add(5), Monitor::Steady);
  EXPECT_EQ(monitor.getMedian(), 5);
}

TEST(DisturbanceTest, ToleranceOnBothSides) {
  Monitor monitor = makeMonitor();
  EXPECT_EQ(monitor.add(103.9), Monitor::Steady);
  EXPECT_EQ(monitor.add(97), Monitor::Steady);
  EXPECT_EQ(monitor.add(105), Monitor::Slower);
  EXPECT_EQ(monitor.add(95), Monitor::Faster);
  // What is off does not change what is usual.
  EXPECT_NEAR(monitor.getMedian(), 100, 1);
}

TEST(DisturbanceTest, SlowDriftIsFollowed) {
  Monitor monitor = makeMonitor();
  double ns = 100;
  for (int i = 0; i < 100; ++i, ns *= 1.004)
    EXPECT_EQ(monitor.add(ns), Monitor::Steady) << ns;
  EXPECT_GT(monitor.getMedian(), 130);
}

TEST(DisturbanceTest, EnoughThatAgreeAreUsual) {
  Monitor monitor = makeMonitor();
  for (size_t i = 1; i < Monitor::kNewUsual; ++i) {
    EXPECT_EQ(monitor.add(150), Monitor::Slower);
    EXPECT_FALSE(monitor.hasMoved());
  }
  EXPECT_EQ(monitor.add(151), Monitor::Slower);
  EXPECT_TRUE(monitor.hasMoved());
  EXPECT_EQ(monitor.add(150), Monitor::Steady);
  EXPECT_FALSE(monitor.hasMoved());
  EXPECT_EQ(monitor.add(100), Monitor::Faster);
}

TEST(DisturbanceTest, ThoseThatDoNotAgreeAreNot) {
  Monitor monitor = makeMonitor();
  for (double ns : {150.0, 200.0, 150.0, 200.0, 150.0, 250.0}) {
    EXPECT_EQ(monitor.add(ns), Monitor::Slower);
    EXPECT_FALSE(monitor.hasMoved());
  }
  // One between that is as usual begins the count again.
  EXPECT_EQ(monitor.add(100), Monitor::Steady);
  for (size_t i = 1; i < Monitor::kNewUsual; ++i)
    monitor.add(150);
  EXPECT_FALSE(monitor.hasMoved());
}

TEST(BatchJudgeTest, AsUsualStands) {
  Monitor monitor = makeMonitor();
  BatchJudge judge(monitor);
  EXPECT_EQ(judge.judge(100), BatchJudge::Accept);
  EXPECT_EQ(judge.getRepeats(), 0);
}

TEST(BatchJudgeTest, RepeatsWhenTheDeviceHasSettled) {
  Monitor monitor = makeMonitor();
  BatchJudge judge(monitor);
  EXPECT_EQ(judge.judge(150), BatchJudge::Settle);
  EXPECT_EQ(judge.judge(140), BatchJudge::Settle);
  EXPECT_EQ(judge.judge(100), BatchJudge::Repeat);
  EXPECT_EQ(judge.judge(100), BatchJudge::Accept);
  EXPECT_FALSE(judge.isOwnDoing());
  EXPECT_EQ(judge.getRepeats(), 1);
}

TEST(BatchJudgeTest, MarksAfterEnoughRepeats) {
  Monitor monitor = makeMonitor();
  BatchJudge judge(monitor);
  double ns = 150;
  for (int i = 0; i < BatchJudge::kMaxRepeats; ++i, ns *= 1.3) {
    EXPECT_EQ(judge.judge(ns), BatchJudge::Settle);
    EXPECT_EQ(judge.judge(100), BatchJudge::Repeat);
  }
  EXPECT_EQ(judge.judge(ns), BatchJudge::Mark);
}

TEST(BatchJudgeTest, MarksAtOnceWhatIsNotWorthARepeat) {
  Monitor monitor = makeMonitor();
  BatchJudge judge(monitor, /*isInterleaved=*/false, /*maxRepeats=*/0);
  EXPECT_EQ(judge.judge(150), BatchJudge::Mark);
  EXPECT_EQ(judge.judge(100), BatchJudge::Accept);
  EXPECT_EQ(judge.getRepeats(), 0);
}

TEST(BatchJudgeTest, DoesNotWaitForEver) {
  Monitor monitor = makeMonitor();
  BatchJudge judge(monitor);
  double ns = 150;
  for (int i = 0; i < BatchJudge::kMaxSettling; ++i, ns *= 1.3)
    EXPECT_EQ(judge.judge(ns), BatchJudge::Settle);
  EXPECT_EQ(judge.judge(ns), BatchJudge::Repeat);
}

TEST(BatchJudgeTest, AStepThatStaysCostsOneRepeat) {
  Monitor monitor = makeMonitor();
  BatchJudge judge(monitor);
  for (size_t i = 1; i < Monitor::kNewUsual; ++i)
    EXPECT_EQ(judge.judge(150), BatchJudge::Settle);
  EXPECT_EQ(judge.judge(150), BatchJudge::Repeat);
  EXPECT_EQ(judge.judge(150), BatchJudge::Accept);
}

TEST(BatchJudgeTest, WhatPassesMeetsAllOfAnInterleavedBatch) {
  Monitor monitor = makeMonitor();
  BatchJudge judge(monitor, /*isInterleaved=*/true);
  EXPECT_EQ(judge.judge(120), BatchJudge::Settle);
  EXPECT_EQ(judge.judge(100), BatchJudge::Accept);
  EXPECT_TRUE(judge.isOwnDoing());
  // What stays is another matter.
  BatchJudge other(monitor, /*isInterleaved=*/true);
  BatchJudge::Step step = BatchJudge::Settle;
  while (step == BatchJudge::Settle)
    step = other.judge(150);
  EXPECT_EQ(step, BatchJudge::Repeat);
}

TEST(BatchJudgeTest, OwnDoingIsUsual) {
  Monitor monitor = makeMonitor();
  BatchJudge judge(monitor);
  EXPECT_EQ(judge.judge(120), BatchJudge::Settle);
  EXPECT_EQ(judge.judge(100), BatchJudge::Repeat);
  EXPECT_EQ(judge.judge(121), BatchJudge::Accept);
  EXPECT_TRUE(judge.isOwnDoing());
  BatchJudge next(monitor);
  EXPECT_EQ(next.judge(119), BatchJudge::Accept);
  EXPECT_FALSE(next.isOwnDoing());
  // Another problem draws another power.
  BatchJudge other(monitor);
  EXPECT_EQ(other.judge(140), BatchJudge::Settle);
  EXPECT_EQ(other.judge(100), BatchJudge::Repeat);
  EXPECT_EQ(other.judge(140), BatchJudge::Accept);
  BatchJudge last(monitor);
  EXPECT_EQ(last.judge(119), BatchJudge::Settle);
}

/// Has seen enough of 100 at 1800 MHz.
Monitor makeClockedMonitor() {
  Monitor monitor;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(monitor.add({100, 1800}), Monitor::Steady);
  return monitor;
}

TEST(BatchJudgeTest, APowerCapAloneCostsNoRepeat) {
  Monitor monitor = makeClockedMonitor();
  BatchJudge judge(monitor);
  EXPECT_EQ(judge.judge({125, 1440, true}), BatchJudge::Accept);
  EXPECT_TRUE(judge.isOwnDoing());
  EXPECT_EQ(judge.getRepeats(), 0);
  BatchJudge next(monitor);
  EXPECT_EQ(next.judge({126, 1440, true}), BatchJudge::Accept);
  EXPECT_FALSE(next.isOwnDoing());
}

/// Another process costs cycles, whatever holds the clocks; and nothing is
/// known where no clock is, or something else than power holds it.
TEST(BatchJudgeTest, WhatCostsCyclesIsNoPowerCap) {
  for (YardstickTime time :
       {YardstickTime(150, 1800, true), YardstickTime(200, 1440, true),
        YardstickTime(125, 0, true), YardstickTime(125, 1440, false),
        YardstickTime(80, 2250, true)}) {
    Monitor monitor = makeClockedMonitor();
    BatchJudge judge(monitor);
    EXPECT_EQ(judge.judge(time), BatchJudge::Settle) << time.ns;
  }
  Monitor blind = makeMonitor();
  BatchJudge judge(blind);
  EXPECT_EQ(judge.judge({125, 1440, true}), BatchJudge::Settle);
}

TEST(DisturbanceTest, Described) {
  EXPECT_EQ(describeDisturbance(12000, 8000),
            "the yardstick takes 1.50 times as long as usual (12.00 us, not "
            "8.000 us)");
}

} // namespace
