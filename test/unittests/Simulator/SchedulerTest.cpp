//===- SchedulerTest.cpp - Order, deadlocks and limits --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "MemoryTesting.h"

#include <algorithm>
#include <set>

using namespace mlir::autotune::sim;

namespace {

using SchedulerTest = MemoryTest;
INSTANTIATE_SCHEDULES(SchedulerTest);

/// What happened, in order: threads and results.
std::vector<int> trace;

/// An operation that notes that it was performed.
struct Result : AsyncOperation {
  explicit Result(int name, Thread *waiting) : name(name), waiting(waiting) {}
  void perform(Machine &machine) override {
    EXPECT_FALSE(machine.isInThread());
    trace.push_back(name);
    if (waiting)
      machine.wake(*waiting);
  }
  std::string describe() const override { return "a result"; }
  int name;
  Thread *waiting;
};

void start(int name, Thread *waiting) {
  Machine::get().start(std::make_unique<Result>(name, waiting));
}

void traceYields(void **) {
  for (int i = 0; i < 3; ++i) {
    trace.push_back(int(getThread()));
    Machine::get().yield(SITE("yield"));
  }
  start(1000 + int(getThread()), nullptr);
}

std::vector<int> takeTrace() { return std::exchange(trace, {}); }

TEST_P(SchedulerTest, SeedReplays) {
  launch.grid.x = launch.cluster.x = 2;
  EXPECT_TRUE(run(traceYields).ok());
  std::vector<int> first = takeTrace();
  EXPECT_EQ(first.size(), 2u * 64 * 4);
  EXPECT_TRUE(run(traceYields).ok());
  EXPECT_EQ(takeTrace(), first);
  options.seed += 1;
  EXPECT_TRUE(run(traceYields).ok());
  EXPECT_EQ(takeTrace() == first, options.schedule == Schedule::RoundRobin);
}

TEST_P(SchedulerTest, ResultsArrive) {
  launch.block.x = 1;
  EXPECT_TRUE(run([](void **) {
                start(1, &Machine::get().current());
                Machine::get().block(SITE("wait"), [] { return "it"; });
                trace.push_back(2);
              }).ok());
  EXPECT_EQ(takeTrace(), (std::vector<int>{1, 2}));
}

// Results nobody waits for happen all the same: they may be wrong.
TEST_P(SchedulerTest, ResultsArriveAfterTheLastThread) {
  launch.block.x = 1;
  EXPECT_TRUE(run([](void **) { start(1, nullptr); }).ok());
  EXPECT_EQ(takeTrace(), std::vector<int>{1});
}

// Somebody who polls for a result must not keep it from arriving.
TEST_P(SchedulerTest, PollingEnds) {
  launch.block.x = 4;
  EXPECT_TRUE(run([](void **) {
                if (getThread() == 0)
                  start(1, nullptr);
                while (std::count(trace.begin(), trace.end(), 1) == 0)
                  Machine::get().yield(SITE("poll"));
              }).ok());
  EXPECT_EQ(takeTrace(), std::vector<int>{1});
}

TEST_P(SchedulerTest, StepLimit) {
  options.stepLimit = 1000;
  Report report = run([](void **) {
    while (getThread() == 33)
      Machine::get().yield(SITE("spin"));
  });
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, FindingKind::StepLimit);
  std::string text = report.findings[0].str();
  EXPECT_NE(text.find("after 1000 steps"), std::string::npos) << text;
  EXPECT_NE(text.find("warp 1 (1 thread) can go on, last seen at op.spin"),
            std::string::npos)
      << text;
}

TEST_P(SchedulerTest, StepLimitOfPolls) {
  options.stepLimit = 1000;
  Report report = run([](void **) {
    while (true)
      Machine::get().step();
  });
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, FindingKind::StepLimit);
}

TEST_P(SchedulerTest, DeadlockNamesRoles) {
  launch.block.x = 96;
  Report report = run([](void **) {
    if (getThread() < 64)
      Machine::get().block(SITE("wait"), [] { return "what never comes"; });
  });
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_TRUE(found(report, FindingKind::Deadlock, "op.wait",
                    {"warps 0-1 (64 threads) at op.wait (loc(wait)): what "
                     "never comes",
                     "warp 2 (32 threads) have ended"}));
}

TEST_P(SchedulerTest, FailureEndsItsClusterOnly) {
  launch.grid.x = 3;
  options.jobs = 2;
  Report report = run([](void **) {
    if (getBlock() == 1)
      autotuneSimTrap(SITE("trap"));
    syncThreads();
    if (getThread() == 0 && getBlock() == 2)
      Machine::get().report(FindingKind::Race, SITE("end"),
                            &Machine::get().current(), "the end");
  });
  ASSERT_EQ(report.findings.size(), 2u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Trap);
  EXPECT_EQ(report.findings[0].cta[0], 1u);
  EXPECT_EQ(report.findings[1].kind, FindingKind::Race);
}

TEST_P(SchedulerTest, FindingsAreCounted) {
  options.maxFindings = 2;
  launch.grid.x = 4;
  Report report = run([](void **) {
    static const Site sites[3] = {{"a", "loc"}, {"b", "loc"}, {"c", "loc"}};
    for (const Site &site : sites)
      Machine::get().report(FindingKind::Race, &site, &Machine::get().current(),
                            "it");
  });
  ASSERT_EQ(report.findings.size(), 2u);
  EXPECT_EQ(report.findings[0].count, 4u * 64);
  EXPECT_EQ(report.findings[1].count, 4u * 64);
  EXPECT_EQ(report.moreFindings, 4u * 64);
}

// One seed, whatever the number of cores.
TEST_P(SchedulerTest, JobsDoNotChangeFindings) {
  launch.grid.x = 8;
  auto kernel = [](void **) {
    if (getThread() == 5)
      autotuneSimTrap(SITE("trap"));
    Machine::get().yield(SITE("yield"));
  };
  Report one = run(kernel);
  options.jobs = 4;
  Report four = run(kernel);
  EXPECT_EQ(print(one), print(four));
  EXPECT_EQ(one.steps, four.steps);
}

TEST_P(SchedulerTest, LaunchesAreChecked) {
  auto nothing = [](void **) {};
  auto refusal = [&] {
    Report report = run(nothing);
    return report.ok() ? "" : report.findings[0].message;
  };
  EXPECT_EQ(refusal(), "");
  launch.grid.x = 3;
  launch.cluster.x = 2;
  EXPECT_NE(refusal().find("multiple of cluster"), std::string::npos);
  launch.grid.x = 32, launch.cluster.x = 32;
  EXPECT_NE(refusal().find("at most 16 CTAs"), std::string::npos);
  launch.cluster.x = 1, launch.block.x = 2048;
  EXPECT_NE(refusal().find("at most 1024 threads"), std::string::npos);
  launch.block = {1, 1, 65};
  EXPECT_NE(refusal().find("at most 64 threads along z"), std::string::npos);
  launch.block.z = 64;
  EXPECT_EQ(refusal(), "");
  launch.block = {1, 1, 1}, launch.grid = {1, 65536, 1};
  EXPECT_NE(refusal().find("at most 65535 CTAs along y"), std::string::npos);
  launch.grid = {1, 1, 65536};
  EXPECT_NE(refusal().find("at most 65535 CTAs along y"), std::string::npos);
  launch.grid = {65536, 1, 1};
  EXPECT_EQ(refusal(), "");
  launch.grid.x = 32;
  launch.block.x = 0;
  EXPECT_NE(refusal().find("must not be empty"), std::string::npos);
  launch.block.x = 32, launch.sharedBytes = 1 << 20;
  EXPECT_NE(refusal().find("shared memory"), std::string::npos);
}

TEST_P(SchedulerTest, JobsThatHaveNoRoomForTheirStacks) {
  // Each job would map 2 x 16 x 1024 pieces of memory, and 65530 are few.
  launch.cluster.x = 16, launch.grid.x = 48, launch.block.x = 1024;
  options.jobs = 3;
  Report report = run([](void **) { syncThreads(); });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(SchedulerTest, SpecialRegisters) {
  launch.grid = {4, 2, 2};
  launch.cluster = {2, 2, 1};
  launch.block = {8, 4, 2};
  EXPECT_TRUE(run([](void **) {
                auto get = [](Register which) {
                  return autotuneSimReadRegister(SITE("register"),
                                                 static_cast<int32_t>(which));
                };
                Thread &thread = Machine::get().current();
                EXPECT_EQ(get(Register::ThreadIdX) +
                              8 * get(Register::ThreadIdY) +
                              32 * get(Register::ThreadIdZ),
                          thread.id);
                EXPECT_EQ(get(Register::BlockIdX),
                          get(Register::ClusterIdX) * 2 +
                              get(Register::BlockInClusterIdX));
                EXPECT_EQ(get(Register::BlockIdY),
                          get(Register::ClusterIdY) * 2 +
                              get(Register::BlockInClusterIdY));
                EXPECT_EQ(get(Register::ClusterIdZ), get(Register::BlockIdZ));
                EXPECT_EQ(get(Register::ClusterId),
                          get(Register::BlockInClusterIdX) +
                              2 * get(Register::BlockInClusterIdY));
                EXPECT_EQ(get(Register::ClusterDim), 4u);
                EXPECT_EQ(get(Register::ClusterDimX), 2u);
                EXPECT_EQ(get(Register::GridDimX), 4u);
                EXPECT_EQ(get(Register::LaneId), thread.id % 32);
                EXPECT_EQ(get(Register::WarpId), thread.id / 32);
                if (thread.id == 0)
                  trace.push_back(int(get(Register::BlockIdX) +
                                      10 * get(Register::BlockIdY) +
                                      100 * get(Register::BlockIdZ)));
              }).ok());
  std::vector<int> ctas = takeTrace();
  EXPECT_EQ(std::set<int>(ctas.begin(), ctas.end()).size(), 16u);
}

//===----------------------------------------------------------------------===//
// What tells the schedules apart
//===----------------------------------------------------------------------===//

class ScheduleTest : public ::testing::Test {
protected:
  Report run(Schedule schedule, uint64_t seed, uint32_t threads,
             void (*kernel)(void **)) {
    Launch launch;
    launch.kernel = kernel;
    launch.block.x = threads;
    Options options;
    options.schedule = schedule;
    options.seed = seed;
    GlobalMemory memory;
    return mlir::autotune::sim::run(launch, memory, options);
  }
};

void startAndYield(void **) {
  int thread = int(getThread());
  if (thread == 0)
    for (int i = 0; i < 3; ++i)
      start(1000 + i, nullptr);
  trace.push_back(thread);
  Machine::get().preempt(SITE("yield"));
  trace.push_back(thread);
}

TEST_F(ScheduleTest, RoundRobin) {
  run(Schedule::RoundRobin, 0, 2, [](void **) {
    int thread = int(getThread());
    start(1000 + thread, nullptr);
    trace.push_back(thread);
    Machine::get().yield(SITE("yield"));
    trace.push_back(thread);
  });
  EXPECT_EQ(takeTrace(), (std::vector<int>{0, 1, 1000, 1001, 0, 1}));
}

TEST_F(ScheduleTest, RandomResultsComeAnyTime) {
  std::set<size_t> places;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    run(Schedule::Random, seed, 64, startAndYield);
    std::vector<int> order = takeTrace();
    places.insert(
        size_t(std::find(order.begin(), order.end(), 1000) - order.begin()));
  }
  EXPECT_GT(places.size(), 50u);
}

TEST_F(ScheduleTest, AdversaryIsLateAndNewestFirst) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    run(Schedule::Adversarial, seed, 256, startAndYield);
    std::vector<int> order = takeTrace();
    ASSERT_EQ(order.size(), 515u);
    EXPECT_EQ(std::vector<int>(order.end() - 3, order.end()),
              (std::vector<int>{1002, 1001, 1000}));
  }
}

TEST_F(ScheduleTest, AdversaryStarvesEachWarpgroupInTurn) {
  for (int victim = 0; victim < 3; ++victim) {
    run(Schedule::Adversarial, uint64_t(victim), 384, startAndYield);
    std::vector<int> order = takeTrace();
    auto isVictim = [&](int name) { return name / 128 == victim; };
    EXPECT_EQ(std::count_if(order.begin(), order.begin() + 512, isVictim), 0);
  }
}

// Whoever is starved still gets on where the others wait for it by polling.
TEST_F(ScheduleTest, StarvedThreadsAreNotForgotten) {
  EXPECT_TRUE(run(Schedule::Adversarial, 0, 256, [](void **) {
                if (getThread() == 0)
                  trace.push_back(1);
                while (trace.empty())
                  Machine::get().yield(SITE("poll"));
              }).ok());
  takeTrace();
}

} // namespace
