//===- StacksTest.cpp - Memory that fibers run on -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stacks.h"
#include "MemoryTesting.h"

#include "Machine.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <sys/resource.h>
#include <thread>

using namespace mlir::autotune::sim;

/// All threads of the cluster have stacks at once.
static void takeTurns(void **) { Machine::get().yield(SITE("yield")); }

static Report runCluster(uint32_t ctas) {
  GlobalMemory memory;
  Launch launch;
  launch.name = "kernel";
  launch.kernel = takeTurns;
  launch.grid.x = launch.cluster.x = ctas;
  launch.block.x = kMaxCtaThreads;
  return run(launch, memory, Options());
}

// More threads than a process can have stacks, of launches side by side whose
// host threads all go on living.
TEST(StacksTest, LaunchesShareABudget) {
  constexpr unsigned kLaunches = 20;
  constexpr uint32_t kCtas = 4;
  static_assert(kLaunches * kCtas * kMaxCtaThreads > 3 * kMaxStacks);
  std::mutex mutex;
  std::condition_variable hasChanged;
  unsigned done = 0;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kLaunches; ++i)
    threads.emplace_back([&] {
      Report report = runCluster(kCtas);
      EXPECT_TRUE(report.ok()) << print(report);
      std::unique_lock<std::mutex> lock(mutex);
      ++done;
      hasChanged.notify_all();
      hasChanged.wait(lock, [&] { return done == kLaunches; });
    });
  for (std::thread &thread : threads)
    thread.join();
}

// One launch asks for more clusters at once than there can be.
TEST(StacksTest, LaunchesGetFewerJobs) {
  GlobalMemory memory;
  Launch launch;
  launch.name = "kernel";
  launch.kernel = takeTurns;
  launch.grid.x = 32;
  launch.cluster.x = 2;
  launch.block.x = kMaxCtaThreads;
  Options options;
  options.jobs = 16;
  Report report = run(launch, memory, options);
  EXPECT_TRUE(report.ok()) << print(report);
}

/// Until so many wait, however long a machine that is busy takes.
static void waitForWaiting(uint64_t count) {
  while (Stacks::countWaiting() < count)
    std::this_thread::yield();
}

TEST(StacksTest, WaitsForOthers) {
  std::optional<std::vector<Stacks>> most = Stacks::reserve(3, kMaxStacks / 3);
  ASSERT_TRUE(most);
  ASSERT_EQ(most->size(), 3u);
  std::atomic<bool> hasAll = false;
  std::thread other([&] {
    EXPECT_TRUE(Stacks::reserve(1, kMaxStacks));
    hasAll = true;
  });
  waitForWaiting(1);
  while (most->size() > 1) {
    EXPECT_FALSE(hasAll);
    most->pop_back();
  }
  EXPECT_FALSE(hasAll);
  most.reset();
  other.join();
  EXPECT_TRUE(hasAll);
}

TEST(StacksTest, ServesInTurn) {
  std::optional<std::vector<Stacks>> half = Stacks::reserve(1, kMaxStacks / 2);
  std::atomic<int> order = 0, all = 0, few = 0;
  auto take = [&](uint64_t count, std::atomic<int> &place) {
    std::optional<std::vector<Stacks>> stacks = Stacks::reserve(1, count);
    EXPECT_TRUE(stacks);
    place = ++order;
  };
  std::thread first([&] { take(kMaxStacks, all); });
  waitForWaiting(1);
  // There is enough for it, and one before it.
  std::thread second([&] { take(1, few); });
  waitForWaiting(2);
  EXPECT_EQ(few, 0);
  half.reset();
  first.join();
  second.join();
  EXPECT_EQ(all, 1);
  EXPECT_EQ(few, 2);
}

// What was given back is there again, and in pieces of another size.
TEST(StacksTest, AreUsedAgain) {
  auto takeAll = [](uint64_t owners) {
    std::optional<std::vector<Stacks>> stacks =
        Stacks::reserve(owners, kMaxStacks / owners);
    std::vector<char *> taken;
    for (Stacks &own : *stacks) {
      for (uint64_t i = 0; i < kMaxStacks / owners; ++i)
        taken.push_back(own.take());
      for (uint64_t i = 0; i < kMaxStacks / owners; ++i)
        own.give(taken[taken.size() - 1 - i]);
    }
    std::sort(taken.begin(), taken.end());
    return taken;
  };
  std::vector<char *> one = takeAll(1);
  EXPECT_EQ(one, takeAll(5));
  for (size_t i = 1; i < one.size(); ++i)
    ASSERT_GT(one[i] - one[i - 1], ptrdiff_t(kStackBytes));
}

#if !AUTOTUNE_SIM_ASAN
// A process of its own, which may have little memory.
TEST(StacksDeathTest, LackOfMemoryIsAFinding) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  auto runWithLittle = [] {
    rlimit limit = {512 << 20, 512 << 20};
    ::setrlimit(RLIMIT_AS, &limit);
    Report report = runCluster(16);
    bool isTold =
        report.findings.size() == 1 &&
        report.findings[0].kind == FindingKind::Unsupported &&
        report.findings[0].message ==
            "there is no memory for the stacks of 16384 threads a cluster";
    // What is left serves others.
    std::exit(isTold && runCluster(1).ok() ? 0 : 1);
  };
  EXPECT_EXIT(runWithLittle(), ::testing::ExitedWithCode(0), "");
}
#endif
