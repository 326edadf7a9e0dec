//===- RegisterPoolTest.cpp - setmaxnreg ----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryTesting.h"

using namespace mlir::autotune::sim;

namespace {

class RegisterPoolTest : public MemoryTest {
protected:
  RegisterPoolTest() { launch.block.x = 384; }
};
INSTANTIATE_SCHEDULES(RegisterPoolTest);

void raise(uint32_t count) {
  autotuneSimSetMaxRegisters(SITE("raise"), 1, count);
}
void lower(uint32_t count) {
  autotuneSimSetMaxRegisters(SITE("lower"), 0, count);
}

// 384 threads start with 168: two warpgroups get what one gives up.
TEST_P(RegisterPoolTest, Moves) {
  Report report = run([](void **) {
    if (getThread() < 256)
      raise(232);
    else
      lower(40);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(RegisterPoolTest, TooMany) {
  Report report = run([](void **) {
    if (getThread() < 256)
      raise(240);
    else
      lower(40);
  });
  EXPECT_TRUE(found(report, FindingKind::Deadlock, "op.raise",
                    {"240 registers a thread", "have to be given up"}));
}

TEST_P(RegisterPoolTest, LaunchDecides) {
  launch.registersPerThread = 160;
  Report report = run([](void **) {
    if (getThread() < 256)
      raise(232);
    else
      lower(40);
  });
  EXPECT_TRUE(found(report, FindingKind::Deadlock, "op.raise", {}));
}

TEST_P(RegisterPoolTest, CtasOfAnSMShare) {
  launch.ctasPerSM = 2;
  Report report = run([](void **) { lower(232); });
  EXPECT_TRUE(
      found(report, FindingKind::RegisterCount, "op.lower", {"has 80"}));
}

TEST_P(RegisterPoolTest, BadCounts) {
  Report report = run([](void **) { lower(20); });
  EXPECT_TRUE(found(report, FindingKind::RegisterCount, "op.lower",
                    {"multiple of 8 from 24 to 256"}));
  report = run([](void **) { lower(100); });
  EXPECT_TRUE(found(report, FindingKind::RegisterCount, "op.lower", {}));
  report = run([](void **) { lower(232); });
  EXPECT_TRUE(
      found(report, FindingKind::RegisterCount, "op.lower", {"has 168"}));
  report = run([](void **) { raise(40); });
  EXPECT_TRUE(
      found(report, FindingKind::RegisterCount, "op.raise", {"has 168"}));
}

TEST_P(RegisterPoolTest, WarpsOfAWarpgroupAgree) {
  Report report = run([](void **) {
    if (getThread() >= 256 && getThread() < 352)
      lower(40);
  });
  EXPECT_TRUE(found(report, FindingKind::RegisterCount, "op.lower",
                    {"warp 11", "warp 8"}));
}

TEST_P(RegisterPoolTest, LanesOfAWarpGoTogether) {
  Report report = run([](void **) {
    if (getThread() < 16)
      lower(40);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.lower", {}));
}

} // namespace
