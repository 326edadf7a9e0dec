//===- MBarrierTest.cpp - Barriers in shared memory -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryTesting.h"

using namespace mlir::autotune::sim;

namespace {
using MBarrierTest = MemoryTest;
INSTANTIATE_SCHEDULES(MBarrierTest);

uint32_t getBarrier() { return getShared(); }
uint32_t getData() { return getShared() + 64; }

void initBarrier(uint32_t count) {
  if (getThread() == 0) {
    autotuneSimMBarrierInit(SITE("init"), getBarrier(), count);
    autotuneSimFenceMBarrierInit(SITE("fence"));
  }
}
void arrive(const Site *site, uint32_t address) {
  autotuneSimMBarrierArrive(site, address, 1, 1);
}

TEST_P(MBarrierTest, Arrivals) {
  Report report = run([](void **) {
    initBarrier(32);
    syncThreads();
    uint32_t thread = getThread();
    for (uint32_t round = 0; round < 4; ++round) {
      if (thread < 32) {
        store(SITE("write"), Space::Shared, getData() + 4 * thread, round);
        arrive(SITE("arrive"), getBarrier());
      }
      autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), round & 1);
      EXPECT_EQ(
          load(SITE("read"), Space::Shared, getData() + 4 * (31 - thread % 32)),
          round);
      syncThreads();
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(MBarrierTest, WrongParity) {
  Report report = run([](void **) {
    initBarrier(1);
    syncThreads();
    if (getThread() == 0) {
      store(SITE("write"), Space::Shared, getData(), 1);
      arrive(SITE("arrive"), getBarrier());
    }
    if (getThread() == 32) {
      autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
      load(SITE("read"), Space::Shared, getData());
      // That of phase -1: it passes at once.
      autotuneSimMBarrierWaitParity(SITE("again"), getBarrier(), 0);
      autotuneSimMBarrierWaitParity(SITE("stuck"), getBarrier(), 1);
    }
  });
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.findings[0].kind, FindingKind::Deadlock);
  std::string text = report.findings[0].str();
  for (const char *words :
       {"op.stuck", "parity 1 of mbarrier 0x410 of CTA (0, 0, 0)",
        "op.init (loc(init))", "phase 1, 1 of 1 arrivals missing"})
    EXPECT_NE(text.find(words), std::string::npos) << words << " in " << text;
}

TEST_P(MBarrierTest, NoWait) {
  Report report = run([](void **) {
    initBarrier(2);
    syncThreads();
    if (getThread() == 0) {
      store(SITE("write"), Space::Shared, getData(), 1);
      arrive(SITE("arrive"), getBarrier());
    }
    if (getThread() == 32) {
      // Parity 1 is that of the phase before the first.
      autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 1);
      store(SITE("early"), Space::Shared, getData(), 2);
      arrive(SITE("arrive"), getBarrier());
    }
  });
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Race);
}

template <bool fence> void arriveRelaxed(void **) {
  initBarrier(1);
  syncThreads();
  if (getThread() == 0) {
    store(SITE("write"), Space::Shared, getData(), 1);
    if (fence)
      autotuneSimFence(SITE("fence"), static_cast<int32_t>(Scope::CTA));
    autotuneSimMBarrierArrive(SITE("arrive"), getBarrier(), 1, /*release=*/0);
  }
  autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
  if (getThread() == 32) {
    EXPECT_EQ(load(SITE("read"), Space::Shared, getData()), 1u);
  }
}

TEST_P(MBarrierTest, RelaxedArrival) {
  Report report = run(arriveRelaxed<true>);
  EXPECT_TRUE(report.ok()) << print(report);
  report = run(arriveRelaxed<false>);
  EXPECT_TRUE(found(report, FindingKind::Race, "op.read", {"op.write"}));
}

TEST_P(MBarrierTest, TestWait) {
  Report report = run([](void **) {
    initBarrier(1);
    syncThreads();
    if (getThread() == 63) {
      store(SITE("write"), Space::Shared, getData(), 1);
      arrive(SITE("arrive"), getBarrier());
    }
    while (!autotuneSimMBarrierTestWaitParity(SITE("test"), getBarrier(), 0))
      continue;
    EXPECT_EQ(load(SITE("read"), Space::Shared, getData()), 1u);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(MBarrierTest, Misuse) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    if (getThread() != 0)
      return;
    arrive(SITE("none"), base);
    autotuneSimMBarrierInit(SITE("crooked"), base + 4, 1);
    autotuneSimMBarrierInit(SITE("outside"), base + 4096, 1);
    autotuneSimMBarrierInit(SITE("zero"), base + 8, 0);
    autotuneSimMBarrierInit(SITE("many"), base + 16, 1 << 20);
    autotuneSimMBarrierInit(SITE("init"), base, 2);
    arrive(SITE("into"), base + 4);
    autotuneSimMBarrierWaitParity(SITE("parity"), base, 3);
    autotuneSimMBarrierArrive(SITE("three"), base, 3, 1);
    autotuneSimMBarrierInit(SITE("twice"), base, 2);
    autotuneSimMBarrierInvalidate(SITE("inval"), base);
    arrive(SITE("gone"), base);
    autotuneSimMBarrierInvalidate(SITE("inval2"), base);
  });
  for (const char *operation :
       {"op.none", "op.zero", "op.many", "op.into", "op.three", "op.parity",
        "op.twice", "op.gone", "op.inval2"})
    EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, operation, {}));
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.none",
                    {"no mbarrier at 0x410 of CTA (0, 0, 0) (yet)"}));
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.into",
                    {"but one at 0x410"}));
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.three",
                    {"arrives 3 times", "2 of 2 arrivals missing"}));
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.twice",
                    {"op.init (loc(init))", "mbarrier.inval first"}));
  EXPECT_TRUE(found(report, FindingKind::Misaligned, "op.crooked", {"0x414"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.outside", {}));
  EXPECT_EQ(report.findings.size(), 11u) << print(report);
}

/// Thread 0 waits for phase 0 of one arrival; as many come at once.
template <uint32_t arrivals> void completePhases(void **) {
  static bool hasBegun;
  hasBegun = false;
  initBarrier(1);
  syncThreads();
  if (getThread() == 0) {
    hasBegun = true;
    autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
  }
  if (getThread() != 32)
    return;
  while (!hasBegun)
    autotuneSimYield(SITE("yield"));
  for (uint32_t i = 0; i < arrivals; ++i)
    arrive(SITE("arrive"), getBarrier());
}

TEST_P(MBarrierTest, PhasesThatNobodySaw) {
  Report report = run(completePhases<1>);
  EXPECT_TRUE(report.ok()) << print(report);
  // It goes on, one phase or more too late.
  report = run(completePhases<3>);
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.wait",
                    {"phase 0 has completed since", "before this thread"}));
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
  // It never does.
  report = run(completePhases<2>);
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.wait", {}));
  EXPECT_TRUE(found(report, FindingKind::Deadlock, "op.wait", {}));
}

TEST_P(MBarrierTest, InitUnseen) {
  Report report = run([](void **) {
    if (getThread() == 0) {
      autotuneSimMBarrierInit(SITE("init"), getBarrier(), 33);
      autotuneSimFenceMBarrierInit(SITE("fence"));
      arrive(SITE("own"), getBarrier());
    }
    if (getThread() >= 32) {
      autotuneSimMBarrierTestWaitParity(SITE("wait"), getBarrier(), 1);
      arrive(SITE("arrive"), getBarrier());
    }
  });
  ASSERT_FALSE(report.ok());
  for (const Finding &finding : report.findings)
    EXPECT_TRUE(finding.kind == FindingKind::BarrierMisuse ||
                finding.kind == FindingKind::BarrierPending)
        << finding.str();
}

TEST_P(MBarrierTest, PendingAtEnd) {
  Report report = run([](void **) {
    initBarrier(2);
    syncThreads();
    if (getThread() == 32)
      arrive(SITE("arrive"), getBarrier());
  });
  EXPECT_TRUE(found(report, FindingKind::BarrierPending, "op.init",
                    {"mbarrier 0x410", "phase 0, 1 of 2 arrivals missing"}));
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
}

TEST_P(MBarrierTest, OtherCta) {
  setCluster(2);
  Report report = run([](void **) {
    initBarrier(64);
    syncCluster();
    uint32_t peer = autotuneSimMapa(SITE("mapa"), getShared(), 1 - getRank());
    store(SITE("write"), Space::Cluster, peer + 64 + 4 * getThread(), 3);
    arrive(SITE("arrive"), peer);
    autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
    EXPECT_EQ(
        load(SITE("read"), Space::Shared, getData() + 4 * (63 - getThread())),
        3u);
    syncCluster();
  });
  EXPECT_TRUE(report.ok()) << print(report);
  report = run([](void **) {
    initBarrier(64);
    syncCluster();
    uint32_t peer = autotuneSimMapa(SITE("mapa"), getShared(), 1 - getRank());
    autotuneSimMBarrierWaitParity(SITE("wait"), peer, 1);
    syncCluster();
  });
  EXPECT_TRUE(
      found(report, FindingKind::BarrierMisuse, "op.wait", {"of another CTA"}));
}

void meetRelaxed() {
  autotuneSimClusterArrive(SITE("meet"), /*release=*/0, /*aligned=*/1);
  autotuneSimClusterWait(SITE("meet"), /*aligned=*/1);
}

void signalPeer() {
  arrive(SITE("arrive"),
         autotuneSimMapa(SITE("mapa"), getShared(), 1 - getRank()));
  autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
}

TEST_P(MBarrierTest, RelaxedArrivalsPublishFencedInits) {
  setCluster(2);
  Report report = run([](void **) {
    initBarrier(64);
    meetRelaxed();
    signalPeer();
    syncCluster();
  });
  EXPECT_TRUE(report.ok()) << print(report);
  // Not without the fence.
  report = run([](void **) {
    if (getThread() == 0)
      autotuneSimMBarrierInit(SITE("init"), getBarrier(), 64);
    meetRelaxed();
    signalPeer();
    syncCluster();
  });
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.arrive",
                    {"nothing orders this after", "op.init"}));
  // Nor anything else that was written before it.
  report = run([](void **) {
    if (getThread() == 0)
      store(SITE("write"), Space::Shared, getData(), 5);
    initBarrier(64);
    meetRelaxed();
    load(SITE("read"), Space::Cluster,
         autotuneSimMapa(SITE("mapa"), getData(), 1 - getRank()));
    syncCluster();
  });
  EXPECT_TRUE(found(report, FindingKind::Race, "op.read", {}));
}
} // namespace
