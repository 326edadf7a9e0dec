//===- SharedMemoryTest.cpp - Accesses to shared memory -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryTesting.h"

using namespace mlir::autotune::sim;

namespace {
using SharedMemoryTest = MemoryTest;
INSTANTIATE_SCHEDULES(SharedMemoryTest);

TEST_P(SharedMemoryTest, BarrierOrders) {
  Report report = run([](void **) {
    uint32_t thread = getThread(), base = getShared();
    for (uint32_t round = 0; round < 3; ++round) {
      store(SITE("write"), Space::Shared, base + 4 * thread, thread + round);
      syncThreads();
      EXPECT_EQ(load(SITE("read"), Space::Shared, base + 4 * (63 - thread)),
                63 - thread + round);
      syncThreads();
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(SharedMemoryTest, ReadWithoutBarrier) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    if (getThread() == 0)
      store(SITE("init"), Space::Shared, base, 0);
    syncThreads();
    if (getThread() == 0)
      store(SITE("write"), Space::Shared, base, 1);
    if (getThread() == 32)
      load(SITE("read"), Space::Shared, base);
  });
  // Either may come first; each is told with the other.
  bool readFirst = false;
  for (const Finding &finding : report.findings)
    readFirst |= finding.operation == "op.write";
  if (readFirst)
    EXPECT_TRUE(found(report, FindingKind::Race, "op.write",
                      {"writes 4 bytes at 0x410", "op.read (loc(read))",
                       "warp 1 of CTA (0, 0, 0)", "may still read"}));
  else
    EXPECT_TRUE(found(report, FindingKind::Race, "op.read",
                      {"reads 4 bytes at 0x410", "op.write (loc(write))",
                       "warp 0 of CTA (0, 0, 0)", "nothing orders"}));
  EXPECT_EQ(report.findings.size(), 1u);
}

TEST_P(SharedMemoryTest, OverwriteWithoutBarrier) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    if (getThread() == 0)
      store(SITE("write"), Space::Shared, base, 1);
    syncThreads();
    load(SITE("read"), Space::Shared, base);
    // A warp's own order does not bring the other warp's reads.
    autotuneSimSyncWarp(SITE("warp"), ~0u);
    if (getThread() == 0)
      store(SITE("again"), Space::Shared, base, 2);
    // Nor those that begin later.
    syncThreads();
  });
  // It comes after some of the reads, or before.
  ASSERT_FALSE(report.ok());
  for (const Finding &finding : report.findings)
    EXPECT_TRUE(
        finding.kind == FindingKind::Race &&
        (finding.operation == "op.again" || finding.operation == "op.read"))
        << finding.str();
}

TEST_P(SharedMemoryTest, Uninitialized) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    if (getThread() != 0)
      return;
    store(SITE("write"), Space::Shared, base, 1);
    uint64_t value;
    autotuneSimLoad(SITE("read"), static_cast<int32_t>(Space::Shared), base,
                    &value, 8, 8);
  });
  EXPECT_TRUE(found(report, FindingKind::Uninitialized, "op.read",
                    {"reads 4 bytes at 0x414", "nobody has written"}));
}

TEST_P(SharedMemoryTest, Bounds) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    if (getThread() != 0)
      return;
    store(SITE("last"), Space::Shared, base + 4092, 1);
    store(SITE("beyond"), Space::Shared, base + 4096, 1);
    store(SITE("across"), Space::Shared, base + 4094, 1);
    store(SITE("below"), Space::Shared, base - 4, 1);
    store(SITE("crooked"), Space::Shared, base + 2, 1);
    EXPECT_EQ(load(SITE("far"), Space::Shared, base + (1 << 20)), 0u);
  });
  EXPECT_TRUE(found(
      report, FindingKind::OutOfBounds, "op.beyond",
      {"writes 4 bytes at 0x1410", "from 0x410 to 0x1410", "(4096 bytes)"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.across", {"0x140e"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.below", {"0x40c"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.far", {"reads"}));
  EXPECT_TRUE(found(report, FindingKind::Misaligned, "op.crooked",
                    {"must be a multiple of 4"}));
  EXPECT_EQ(report.findings.size(), 5u) << print(report);
}

/// An operation that promises less alignment is made in pieces.
TEST_P(SharedMemoryTest, NothingIsNoAccess) {
  Report report = run([](void **) {
    for (Space space : {Space::Generic, Space::Global, Space::Shared})
      for (uint64_t address : {3, 1 << 30}) {
        autotuneSimLoad(SITE("read"), int32_t(space), address, nullptr, 0, 0);
        autotuneSimStore(SITE("write"), int32_t(space), address, nullptr, 0, 0);
      }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(SharedMemoryTest, Alignment) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    if (getThread() != 0)
      return;
    uint32_t value[4] = {1, 2, 3, 4};
    auto space = static_cast<int32_t>(Space::Shared);
    autotuneSimStore(SITE("pieces"), space, base + 4, value, 16, 4);
    autotuneSimLoad(SITE("pieces"), space, base + 4, value, 16, 4);
    autotuneSimStore(SITE("whole"), space, base + 4, value, 16, 16);
  });
  EXPECT_TRUE(found(report, FindingKind::Misaligned, "op.whole",
                    {"must be a multiple of 16"}));
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
}

TEST_P(SharedMemoryTest, MBarrierIsNoData) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    if (getThread() != 0)
      return;
    autotuneSimMBarrierInit(SITE("init"), base + 8, 1);
    store(SITE("before"), Space::Shared, base + 4, 1);
    store(SITE("into"), Space::Shared, base + 12, 1);
    autotuneSimMBarrierInvalidate(SITE("inval"), base + 8);
    store(SITE("after"), Space::Shared, base + 12, 1);
    load(SITE("rest"), Space::Shared, base + 8);
  });
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.into",
                    {"mbarrier 0x418", "mbarrier.inval"}));
  EXPECT_TRUE(found(report, FindingKind::Uninitialized, "op.rest", {"0x418"}));
  EXPECT_EQ(report.findings.size(), 2u) << print(report);
}

TEST_P(SharedMemoryTest, OtherCta) {
  setCluster(2);
  Report report = run([](void **) {
    uint32_t base = getShared(), rank = getRank();
    uint32_t peer = autotuneSimMapa(SITE("mapa"), base, 1 - rank);
    syncCluster();
    if (getThread() == 5)
      store(SITE("write"), Space::Cluster, peer + 16, 40 + rank);
    syncCluster();
    EXPECT_EQ(load(SITE("read"), Space::Shared, base + 16), 41 - rank);
    // An own address is one in the cluster's window too.
    uint32_t own = autotuneSimMapa(SITE("mapa"), base, rank);
    EXPECT_EQ(load(SITE("own"), Space::Cluster, own + 16), 41 - rank);
    EXPECT_EQ(
        load(SITE("generic"), Space::Generic, (peer ^ kGenericShared) + 16),
        40 + rank);
    syncCluster();
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(SharedMemoryTest, OtherCtaWithoutBarrier) {
  setCluster(2);
  Report report = run([](void **) {
    uint32_t base = getShared(), rank = getRank();
    uint32_t peer = autotuneSimMapa(SITE("mapa"), base, 1 - rank);
    store(SITE("init"), Space::Shared, base + 4 * getThread(), 0);
    syncCluster();
    if (getThread() == 5 && rank == 1)
      store(SITE("write"), Space::Cluster, peer, 1);
    if (rank == 0)
      syncThreads();
    if (getThread() == 0 && rank == 0)
      load(SITE("read"), Space::Shared, base);
    syncCluster();
  });
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Race);
}

TEST_P(SharedMemoryTest, WrongWindow) {
  setCluster(2);
  Report report = run([](void **) {
    uint32_t own = autotuneSimMapa(SITE("mapa"), getShared(), getRank());
    if (getThread() == 0)
      store(SITE("shared"), Space::Shared, own, 1);
    syncCluster();
  });
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.shared",
                    {"of the thread's own CTA"}));
}

/// Thread 0 writes, then sets a flag that thread 32 polls.
template <Ordering release, Ordering acquire, bool fence>
void passByFlag(void **) {
  uint32_t base = getShared();
  if (getThread() == 0)
    store(SITE("init"), Space::Shared, base, 0);
  syncThreads();
  if (getThread() == 0) {
    store(SITE("write"), Space::Shared, base + 16, 5);
    if (fence)
      autotuneSimFence(SITE("fence"), static_cast<int32_t>(Scope::CTA));
    atomic(SITE("set"), Space::Shared, AtomicKind::Exchange, base, 1, release);
  }
  if (getThread() == 32) {
    while (
        !atomic(SITE("poll"), Space::Shared, AtomicKind::Add, base, 0, acquire))
      continue;
    if (fence)
      autotuneSimFence(SITE("fence"), static_cast<int32_t>(Scope::CTA));
    EXPECT_EQ(load(SITE("read"), Space::Shared, base + 16), 5u);
  }
}

TEST_P(SharedMemoryTest, AtomicsOrder) {
  Report report = run(passByFlag<Ordering::Release, Ordering::Acquire, false>);
  EXPECT_TRUE(report.ok()) << print(report);
  report = run(passByFlag<Ordering::Relaxed, Ordering::Relaxed, true>);
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(SharedMemoryTest, RelaxedAtomicsDoNot) {
  for (auto *kernel :
       {passByFlag<Ordering::Relaxed, Ordering::Relaxed, false>,
        passByFlag<Ordering::Release, Ordering::Relaxed, false>,
        passByFlag<Ordering::Relaxed, Ordering::Acquire, false>}) {
    Report report = run(kernel);
    EXPECT_TRUE(
        found(report, FindingKind::Race, "op.read", {"op.write", "arrive"}));
  }
}

TEST_P(SharedMemoryTest, AtomicsCompute) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    if (getThread() == 0)
      store(SITE("init"), Space::Shared, base, 0);
    syncThreads();
    atomic(SITE("add"), Space::Shared, AtomicKind::Add, base, getThread(),
           Ordering::Relaxed);
    syncThreads();
    EXPECT_EQ(load(SITE("read"), Space::Shared, base), 63u * 32);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(SharedMemoryTest, UnknownAtomic) {
  Report report = run([](void **) {
    uint32_t base = getShared();
    uint16_t value = 0;
    if (getThread() == 0)
      autotuneSimAtomic(SITE("add"), static_cast<int32_t>(Space::Shared),
                        static_cast<int32_t>(AtomicKind::Add), 0, base, &value,
                        nullptr, &value, 2, 0, 0);
  });
  EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.add",
                    {"2 have exchange and compare-exchange"}));
}
} // namespace
