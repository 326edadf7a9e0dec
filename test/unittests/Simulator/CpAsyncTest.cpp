//===- CpAsyncTest.cpp - Copies of threads --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryTesting.h"

#include <numeric>

using namespace mlir::autotune::sim;

namespace {
/// 256 numbers from 0, parameter 0: each thread copies 4 of them, 16 bytes.
class CpAsyncTest : public MemoryTest {
protected:
  CpAsyncTest() : source(256) {
    std::iota(source.begin(), source.end(), 0);
    memory.add("a", source.data(), 1, 1024, 1024, 4,
               GlobalMemory::Access::ReadOnly);
    parameters[0] = source.data();
  }
  std::vector<uint32_t> source;
};
INSTANTIATE_SCHEDULES(CpAsyncTest);

/// To the thread's 16 bytes of one of the stages.
void copy(const Site *site, void **parameters, uint32_t stage,
          uint32_t sourceBytes = 16) {
  autotuneSimCpAsync(site, getShared() + 1024 * stage + 16 * getThread(),
                     reinterpret_cast<uint64_t>(parameters[0]) +
                         16 * getThread(),
                     16, sourceBytes);
}
uint32_t read(const Site *site, uint32_t thread, uint32_t stage) {
  return load(site, Space::Shared, getShared() + 1024 * stage + 16 * thread);
}

TEST_P(CpAsyncTest, Groups) {
  Report report = run([](void **parameters) {
    uint32_t thread = getThread();
    for (uint32_t stage = 0; stage < 3; ++stage) {
      copy(SITE("copy"), parameters, stage);
      autotuneSimCpAsyncCommit(SITE("commit"));
    }
    for (uint32_t stage = 0; stage < 3; ++stage) {
      autotuneSimCpAsyncWait(SITE("wait"), 2 - stage);
      EXPECT_EQ(read(SITE("own"), thread, stage), 4 * thread);
      syncThreads();
      EXPECT_EQ(read(SITE("other"), 63 - thread, stage), 4 * (63 - thread));
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(CpAsyncTest, NewestNotAwaited) {
  Report report = run([](void **parameters) {
    if (getThread() != 40)
      return;
    for (uint32_t stage = 0; stage < 3; ++stage) {
      store(SITE("init"), Space::Shared, getShared() + 1024 * stage + 640, 0);
      copy(SITE("copy"), parameters, stage);
      autotuneSimCpAsyncCommit(SITE("commit"));
    }
    autotuneSimCpAsyncWait(SITE("wait"), 1);
    read(SITE("fine"), 40, 1);
    read(SITE("early"), 40, 2);
    autotuneSimCpAsyncWait(SITE("wait"), 0);
  });
  // Whoever comes second is told.
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  const Finding &finding = report.findings[0];
  EXPECT_EQ(finding.kind, FindingKind::Race);
  if (finding.operation == "op.early")
    EXPECT_NE(finding.message.find("while op.copy (loc(copy)), started by warp "
                                   "1 of CTA (0, 0, 0), may still write"),
              std::string::npos)
        << finding.message;
  else
    EXPECT_EQ(finding.operation, "op.copy");
}

TEST_P(CpAsyncTest, OthersNeedABarrier) {
  Report report = run([](void **parameters) {
    copy(SITE("copy"), parameters, 0);
    autotuneSimCpAsyncCommit(SITE("commit"));
    syncThreads();
    autotuneSimCpAsyncWait(SITE("wait"), 0);
    if (getThread() == 0)
      store(SITE("write"), Space::Shared, getShared() + 16 * 50, 1);
  });
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.findings[0].kind, FindingKind::Race) << print(report);
}

/// Two copies to the same place.
template <bool waits> void copyTwice(void **parameters) {
  for (uint32_t i = 0; i < 2; ++i) {
    copy(SITE("copy"), parameters, 0);
    autotuneSimCpAsyncCommit(SITE("commit"));
    if (waits)
      autotuneSimCpAsyncWait(SITE("wait"), 0);
  }
  autotuneSimCpAsyncWait(SITE("wait"), 0);
}

TEST_P(CpAsyncTest, CopiesOverEachOther) {
  EXPECT_TRUE(found(run(copyTwice<false>), FindingKind::Race, "op.copy",
                    {"while op.copy", "may still write"}));
  Report report = run(copyTwice<true>);
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(CpAsyncTest, ZeroFill) {
  Report report = run([](void **parameters) {
    uint32_t thread = getThread();
    copy(SITE("copy"), parameters, 0, thread % 3 * 4);
    autotuneSimCpAsyncCommit(SITE("commit"));
    autotuneSimCpAsyncWait(SITE("wait"), 0);
    for (uint32_t i = 0; i < 4; ++i)
      EXPECT_EQ(
          load(SITE("read"), Space::Shared, getShared() + 16 * thread + 4 * i),
          i < thread % 3 ? 4 * thread + i : 0);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

template <int32_t noIncrement> void copyAndArrive(void **parameters) {
  uint32_t thread = getThread(), barrier = getShared() + 2048;
  if (thread == 0)
    autotuneSimMBarrierInit(SITE("init"), barrier, noIncrement ? 32 : 1);
  syncThreads();
  if (thread < 32) {
    copy(SITE("copy"), parameters, 0);
    autotuneSimCpAsyncMBarrierArrive(SITE("arrive"), barrier, noIncrement);
    // These may come before the copies.
    autotuneSimSyncWarp(SITE("warp"), ~0u);
    if (!noIncrement && thread == 0)
      autotuneSimMBarrierArrive(SITE("plain"), barrier, 1, 1);
    return;
  }
  autotuneSimMBarrierWaitParity(SITE("wait"), barrier, 0);
  EXPECT_EQ(read(SITE("read"), thread - 32, 0), 4 * (thread - 32));
}

TEST_P(CpAsyncTest, ArriveOnMBarrier) {
  Report report = run(copyAndArrive<1>);
  EXPECT_TRUE(report.ok()) << print(report);
  report = run(copyAndArrive<0>);
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(CpAsyncTest, Illegal) {
  launch.block.x = 32;
  Report report = run([](void **parameters) {
    auto address = reinterpret_cast<uint64_t>(parameters[0]);
    uint32_t shared = getShared();
    if (getThread() != 0)
      return;
    autotuneSimCpAsync(SITE("crooked"), shared + 8, address, 16, 16);
    autotuneSimCpAsync(SITE("source"), shared, address + 4, 16, 16);
    autotuneSimCpAsync(SITE("beyond"), shared + 4096, address, 16, 16);
    autotuneSimCpAsync(SITE("end"), shared, address + 1024, 16, 16);
    autotuneSimCpAsync(SITE("none"), shared + 16, address + 1024, 16, 0);
    autotuneSimCpAsyncCommit(SITE("commit"));
    autotuneSimCpAsyncWait(SITE("wait"), 0);
    autotuneSimCpAsync(SITE("size"), shared, address, 12, 12);
  });
  EXPECT_TRUE(found(report, FindingKind::Misaligned, "op.crooked", {"0x418"}));
  EXPECT_TRUE(found(report, FindingKind::Misaligned, "op.source", {"16"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.beyond", {"0x1410"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.end", {"'a'"}));
  EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.size", {"12"}));
  EXPECT_EQ(report.findings.size(), 5u) << print(report);
}
} // namespace
