//===- CollectiveTest.cpp - What a warp does together ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "MemoryTesting.h"

using namespace mlir::autotune::sim;

namespace {

using CollectiveTest = MemoryTest;
INSTANTIATE_SCHEDULES(CollectiveTest);

uint32_t shuffle(const Site *site, ShuffleKind kind, uint32_t mask,
                 uint32_t value, uint32_t lane, uint32_t clamp,
                 bool *valid = nullptr) {
  return autotuneSimShuffle(site, static_cast<int32_t>(kind), mask, value, lane,
                            clamp, valid);
}
uint32_t vote(VoteKind kind, uint32_t mask, bool value) {
  return autotuneSimVote(SITE("vote"), static_cast<int32_t>(kind), mask, value);
}

TEST_P(CollectiveTest, Shuffles) {
  Report report = run([](void **) {
    uint32_t thread = getThread(), lane = thread % 32, first = thread - lane;
    bool valid = false;
    EXPECT_EQ(shuffle(SITE("idx"), ShuffleKind::Idx, kFullMask, thread,
                      (lane + 3) % 32, 31, &valid),
              first + (lane + 3) % 32);
    EXPECT_TRUE(valid);
    EXPECT_EQ(
        shuffle(SITE("bfly"), ShuffleKind::Bfly, kFullMask, thread, 16, 31),
        thread ^ 16);
    // Beyond the warp, a lane keeps its own.
    EXPECT_EQ(
        shuffle(SITE("up"), ShuffleKind::Up, kFullMask, thread, 1, 0, &valid),
        lane == 0 ? thread : thread - 1);
    EXPECT_EQ(valid, lane != 0);
    EXPECT_EQ(shuffle(SITE("down"), ShuffleKind::Down, kFullMask, thread, 2, 31,
                      &valid),
              lane >= 30 ? thread : thread + 2);
    EXPECT_EQ(valid, lane < 30);
    // Segments of 8 lanes: clamp 7 and mask 24, as __shfl_*(..., 8) has it.
    uint32_t clamp = 24 << 8 | 7;
    EXPECT_EQ(
        shuffle(SITE("segment"), ShuffleKind::Idx, kFullMask, thread, 5, clamp),
        thread / 8 * 8 + 5);
    EXPECT_EQ(shuffle(SITE("segdown"), ShuffleKind::Down, kFullMask, thread, 4,
                      clamp),
              lane % 8 < 4 ? thread + 4 : thread);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(CollectiveTest, ShuffleFromOutsideTheMask) {
  Report report = run([](void **) {
    if (getThread() < 16)
      shuffle(SITE("shuffle"), ShuffleKind::Idx, 0xffff, 0, 20, 31);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.shuffle",
                    {"lane 20", "not in the mask"}));
}

TEST_P(CollectiveTest, Votes) {
  Report report = run([](void **) {
    uint32_t lane = getThread() % 32;
    bool isEven = lane % 2 == 0;
    EXPECT_EQ(vote(VoteKind::Ballot, kFullMask, isEven), 0x55555555u);
    EXPECT_EQ(vote(VoteKind::Any, kFullMask, lane == 31), 1u);
    EXPECT_EQ(vote(VoteKind::All, kFullMask, lane != 31), 0u);
    EXPECT_EQ(vote(VoteKind::Uni, kFullMask, false), 1u);
    EXPECT_EQ(vote(VoteKind::Uni, kFullMask, isEven), 0u);
    // Halves of a warp apart from each other.
    uint32_t mask = lane < 16 ? 0xffff : 0xffff0000;
    EXPECT_EQ(vote(VoteKind::Ballot, mask, true), mask);
    EXPECT_EQ(autotuneSimElect(SITE("elect"), kFullMask), lane == 0);
    EXPECT_EQ(autotuneSimElect(SITE("elect.half"), mask), lane % 16 == 0);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(CollectiveTest, SyncWarpOrders) {
  Report report = run([](void **) {
    uint32_t thread = getThread(), base = getShared();
    store(SITE("write"), Space::Shared, base + 4 * thread, thread);
    autotuneSimSyncWarp(SITE("sync"), kFullMask);
    EXPECT_EQ(load(SITE("read"), Space::Shared, base + 4 * (thread ^ 1)),
              thread ^ 1);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

// Lanes that have met are not ordered by that: shuffles move registers only.
TEST_P(CollectiveTest, ElectionsDoNotOrder) {
  Report report = run([](void **) {
    uint32_t thread = getThread(), base = getShared();
    store(SITE("write"), Space::Shared, base + 4 * thread, thread);
    autotuneSimElect(SITE("elect"), kFullMask);
    load(SITE("read"), Space::Shared, base + 4 * (thread ^ 1));
  });
  EXPECT_TRUE(found(report, FindingKind::Race, "op.read", {}));
}

TEST_P(CollectiveTest, LanesAtDifferentPlaces) {
  Report report = run([](void **) {
    autotuneSimElect(getThread() == 3 ? SITE("here") : SITE("there"),
                     kFullMask);
  });
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Divergence);
  std::string text = report.findings[0].str();
  EXPECT_NE(text.find("op.here"), std::string::npos) << text;
  EXPECT_NE(text.find("op.there"), std::string::npos) << text;
}

TEST_P(CollectiveTest, MasksThatDisagree) {
  Report report = run([](void **) {
    uint32_t thread = getThread();
    if (thread < 32)
      autotuneSimElect(SITE("elect"), thread < 8 ? 0x1ff : kFullMask);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.elect",
                    {"mask 0x1ff", "mask 0xffffffff"}));
}

TEST_P(CollectiveTest, MaskWithoutTheLane) {
  Report report = run([](void **) {
    if (getThread() == 9)
      autotuneSimElect(SITE("elect"), 0xff);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.elect",
                    {"mask 0xff lacks lane 9"}));
}

TEST_P(CollectiveTest, LaneThatEnds) {
  Report report = run([](void **) {
    if (getThread() != 40)
      autotuneSimElect(SITE("elect"), kFullMask);
  });
  EXPECT_TRUE(
      found(report, FindingKind::Divergence, "op.elect", {"lane 8", "ended"}));
}

TEST_P(CollectiveTest, LaneThatDoesNotExist) {
  launch.block.x = 48;
  Report report = run([](void **) {
    if (getThread() >= 32)
      autotuneSimElect(SITE("elect"), kFullMask);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.elect",
                    {"lane 16, which the warp does not have"}));
}

//===----------------------------------------------------------------------===//
// Warpgroups
//===----------------------------------------------------------------------===//

void sumPayloads(Machine &, Thread *const *threads, void *const *payloads) {
  int sum = 0;
  for (uint32_t i = 0; i < kWarpgroupThreads; ++i) {
    EXPECT_EQ(threads[i]->id % kWarpgroupThreads, i);
    sum += *static_cast<int *>(payloads[i]);
  }
  for (uint32_t i = 0; i < kWarpgroupThreads; ++i)
    *static_cast<int *>(payloads[i]) = sum;
}

void meetWarpgroup(const Site *site) {
  int payload = int(getThread() / 128) + 1;
  int expected = payload * 128;
  Machine::get().rendezvous(site, Machine::Group::Warpgroup, kFullMask,
                            &payload, sumPayloads);
  EXPECT_EQ(payload, expected);
}

TEST_P(CollectiveTest, Warpgroups) {
  launch.block.x = 256;
  Report report = run([](void **) {
    for (int i = 0; i < 3; ++i)
      meetWarpgroup(SITE("meet"));
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(CollectiveTest, WarpgroupsApart) {
  launch.block.x = 128;
  Report report = run([](void **) {
    meetWarpgroup(getThread() < 32 ? SITE("here") : SITE("there"));
  });
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Divergence);
}

TEST_P(CollectiveTest, LaneMissingFromAWarpgroup) {
  launch.block.x = 128;
  Report report = run([](void **) {
    if (getThread() == 70)
      autotuneSimElect(SITE("elect"), kFullMask);
    meetWarpgroup(SITE("meet"));
  });
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Divergence);
}

TEST_P(CollectiveTest, WarpMissingFromAWarpgroup) {
  launch.block.x = 128;
  Report report = run([](void **) {
    if (getThread() < 96)
      meetWarpgroup(SITE("meet"));
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.meet", {"warp 3"}));
  launch.block.x = 96;
  report = run([](void **) { meetWarpgroup(SITE("meet")); });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.meet",
                    {"needs all 128 threads"}));
}

} // namespace
