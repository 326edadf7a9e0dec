//===- ThreadBarrierTest.cpp - Barriers of threads ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryTesting.h"

using namespace mlir::autotune::sim;

namespace {

using ThreadBarrierTest = MemoryTest;
INSTANTIATE_SCHEDULES(ThreadBarrierTest);

void write(uint32_t index) {
  store(SITE("write"), Space::Shared, getShared() + 4 * index, index);
}
void read(uint32_t index) {
  EXPECT_EQ(load(SITE("read"), Space::Shared, getShared() + 4 * index), index);
}

//===----------------------------------------------------------------------===//
// barrier.sync and barrier.arrive
//===----------------------------------------------------------------------===//

TEST_P(ThreadBarrierTest, NamedBarriersServeTheirThreads) {
  launch.block.x = 128;
  Report report = run([](void **) {
    uint32_t thread = getThread(), half = thread / 64;
    for (uint32_t round = 0; round < 4; ++round) {
      write(thread);
      autotuneSimBarrierSync(SITE("sync"), 1 + half, 64);
      read(thread ^ 63);
      autotuneSimBarrierSync(SITE("again"), 1 + half, 64);
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(ThreadBarrierTest, NamedBarriersOrderNobodyElse) {
  launch.block.x = 128;
  Report report = run([](void **) {
    uint32_t thread = getThread(), half = thread / 64;
    write(thread);
    autotuneSimBarrierSync(SITE("sync"), 1 + half, 64);
    if (thread == 0)
      read(127);
  });
  EXPECT_FALSE(report.ok());
}

TEST_P(ThreadBarrierTest, ArriversDoNotWait) {
  Report report = run([](void **) {
    uint32_t thread = getThread();
    if (thread < 32) {
      write(thread);
      autotuneSimBarrierArrive(SITE("arrive"), 3, 64);
    } else {
      autotuneSimBarrierSync(SITE("sync"), 3, 64);
      read(thread - 32);
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

// One phase says nothing about those that another phase was for.
TEST_P(ThreadBarrierTest, PhasesAreApart) {
  launch.block.x = 96;
  Report report = run([](void **) {
    uint32_t thread = getThread();
    if (thread < 32)
      write(thread);
    if (thread < 64)
      autotuneSimBarrierSync(SITE("first"), 1, 64);
    autotuneSimBarrierSync(SITE("all"), 0, 0);
    if (thread < 32)
      write(thread);
    if (thread < 64)
      autotuneSimBarrierSync(SITE("second"), 1, 64);
    if (thread == 0)
      autotuneSimMBarrierInit(SITE("token"), getShared() + 1024, 1);
    if (thread >= 64)
      load(SITE("peek"), Space::Shared, getShared() + 4 * (thread - 64));
  });
  EXPECT_FALSE(report.ok());
}

TEST_P(ThreadBarrierTest, MissingThreads) {
  launch.block.x = 96;
  Report report = run([](void **) {
    if (getThread() < 64)
      autotuneSimBarrierSync(SITE("sync"), 0, 96);
  });
  EXPECT_TRUE(found(report, FindingKind::Deadlock, "op.sync",
                    {"barrier 0 of the CTA: 64 of 96 threads have arrived",
                     "warps 0-1 (64 threads)", "warp 2 (32 threads)"}));
}

TEST_P(ThreadBarrierTest, WithoutACountTheEndedDoNotCount) {
  launch.block.x = 128;
  Report report = run([](void **) {
    // Warps end before others arrive, and after they have.
    if (getThread() >= 96)
      return;
    autotuneSimBarrierSync(SITE("sync"), 0, 0);
    write(getThread());
    if (getThread() >= 64)
      return;
    autotuneSimBarrierSync(SITE("sync"), 0, 0);
    read(63 - getThread());
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(ThreadBarrierTest, LanesApart) {
  Report report = run([](void **) {
    if (getThread() < 40)
      autotuneSimBarrierSync(SITE("sync"), 0, 0);
  });
  EXPECT_TRUE(found(report, FindingKind::Divergence, "op.sync", {}));
}

TEST_P(ThreadBarrierTest, LastWarpMayBeSmall) {
  launch.block.x = 80;
  Report report = run([](void **) {
    write(getThread());
    autotuneSimBarrierSync(SITE("sync"), 0, 0);
    read(79 - getThread());
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(ThreadBarrierTest, CountsThatDisagree) {
  launch.block.x = 128;
  Report report = run([](void **) {
    autotuneSimBarrierSync(SITE("sync"), 2, getThread() < 64 ? 64 : 128);
  });
  // In some orders the first 64 are through before others come, and then those
  // wait for ever.
  ASSERT_FALSE(report.ok());
  for (const Finding &finding : report.findings)
    EXPECT_TRUE(finding.kind == FindingKind::BarrierMisuse ||
                finding.kind == FindingKind::Deadlock);
}

TEST_P(ThreadBarrierTest, BadOperands) {
  for (auto kernel :
       {+[](void **) { autotuneSimBarrierSync(SITE("sync"), 16, 0); },
        +[](void **) { autotuneSimBarrierSync(SITE("sync"), 1, 48); },
        +[](void **) { autotuneSimBarrierSync(SITE("sync"), 1, 96); }}) {
    Report report = run(kernel);
    EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.sync", {}));
  }
}

TEST_P(ThreadBarrierTest, WarpArrivesTwice) {
  Report report = run([](void **) {
    if (getThread() < 32) {
      autotuneSimBarrierArrive(SITE("arrive"), 1, 64);
      autotuneSimBarrierArrive(SITE("again"), 1, 64);
    }
  });
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.again",
                    {"warp 0 arrives twice"}));
}

TEST_P(ThreadBarrierTest, LeftPending) {
  Report report = run([](void **) {
    if (getThread() < 32)
      autotuneSimBarrierArrive(SITE("arrive"), 1, 64);
  });
  EXPECT_TRUE(
      found(report, FindingKind::BarrierPending, "op.arrive", {"32 of 64"}));
}

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

uint32_t atPeer(uint32_t index) {
  return autotuneSimMapa(SITE("mapa"), getShared() + 4 * index, getRank() ^ 1);
}

TEST_P(ThreadBarrierTest, ClusterOrders) {
  setCluster(2);
  Report report = run([](void **) {
    for (uint32_t round = 0; round < 3; ++round) {
      write(getThread());
      syncCluster();
      EXPECT_EQ(load(SITE("read"), Space::Cluster, atPeer(getThread())),
                getThread());
      syncCluster();
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(ThreadBarrierTest, RelaxedArrivalsDoNotOrder) {
  setCluster(2);
  Report report = run([](void **) {
    write(getThread());
    autotuneSimClusterArrive(SITE("arrive"), 0, 0);
    autotuneSimClusterWait(SITE("wait"), 0);
    load(SITE("read"), Space::Cluster, atPeer(getThread()));
    syncCluster();
  });
  EXPECT_TRUE(found(report, FindingKind::Race, "op.read", {}));
}

TEST_P(ThreadBarrierTest, RelaxedArrivalsReleaseWhatAFenceDid) {
  setCluster(2);
  Report report = run([](void **) {
    write(getThread());
    autotuneSimFence(SITE("fence"), static_cast<int32_t>(Scope::Cluster));
    autotuneSimClusterArrive(SITE("arrive"), 0, 0);
    autotuneSimClusterWait(SITE("wait"), 0);
    load(SITE("read"), Space::Cluster, atPeer(getThread()));
    syncCluster();
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(ThreadBarrierTest, ClusterDoesNotWaitForTheEnded) {
  setCluster(2);
  Report report = run([](void **) {
    if (getThread() >= 32)
      return;
    syncCluster();
    syncCluster();
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

/// Half of each warp arrives at another place.
template <int32_t aligned> void arriveApart(void **) {
  if (getThread() % 32 < 16)
    autotuneSimClusterArrive(SITE("low"), 1, aligned);
  else
    autotuneSimClusterArrive(SITE("high"), 1, aligned);
  autotuneSimClusterWait(SITE("wait"), aligned);
}

TEST_P(ThreadBarrierTest, AlignedClusterBarrier) {
  setCluster(2);
  Report report = run(arriveApart<1>);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.findings[0].kind, FindingKind::Divergence) << print(report);
  report = run(arriveApart<0>);
  EXPECT_TRUE(report.ok()) << print(report);
  report = run([](void **) {
    for (uint32_t i = 0; i < 3; ++i) {
      autotuneSimClusterArrive(SITE("arrive"), 1, 1);
      autotuneSimClusterWait(SITE("wait"), 1);
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(ThreadBarrierTest, ClusterMisuse) {
  Report report = run([](void **) {
    autotuneSimClusterArrive(SITE("arrive"), 1, 0);
    autotuneSimClusterArrive(SITE("again"), 1, 0);
  });
  EXPECT_TRUE(
      found(report, FindingKind::BarrierMisuse, "op.again", {"second time"}));
  report = run([](void **) { autotuneSimClusterWait(SITE("wait"), 0); });
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.wait",
                    {"without having arrived"}));
}

TEST_P(ThreadBarrierTest, ClusterWaitsForAThread) {
  setCluster(2);
  Report report = run([](void **) {
    if (getRank() == 1 && getThread() == 5)
      autotuneSimMBarrierInit(SITE("init"), getShared(), 1);
    if (getRank() == 1 && getThread() == 5)
      autotuneSimMBarrierWaitParity(SITE("stuck"), getShared(), 0);
    syncCluster();
  });
  EXPECT_TRUE(found(report, FindingKind::Deadlock, "op.cluster.wait",
                    {"127 of the 128 threads", "op.stuck"}));
}

//===----------------------------------------------------------------------===//
// The end of a CTA
//===----------------------------------------------------------------------===//

TEST_P(ThreadBarrierTest, EarlyExit) {
  setCluster(2);
  Report report = run([](void **) {
    write(getThread());
    syncCluster();
    if (getRank() == 0 && getThread() == 7)
      load(SITE("read"), Space::Cluster, atPeer(7));
  });
  EXPECT_TRUE(found(report, FindingKind::EarlyExit, "op.read", {}));
}

TEST_P(ThreadBarrierTest, NoEarlyExit) {
  setCluster(2);
  Report report = run([](void **) {
    write(getThread());
    syncCluster();
    if (getRank() == 0 && getThread() == 7)
      load(SITE("read"), Space::Cluster, atPeer(7));
    syncCluster();
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(ThreadBarrierTest, NoSuchCta) {
  Report report = run([](void **) {
    load(SITE("read"), Space::Cluster, (3u << 24) + getShared());
  });
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.read",
                    {"no CTA of the cluster, which has 1"}));
}

} // namespace
