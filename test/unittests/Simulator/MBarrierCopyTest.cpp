//===- MBarrierCopyTest.cpp - Bytes that barriers wait for ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MBarrier.h"
#include "MemoryTesting.h"
#include "SharedMemory.h"

using namespace mlir::autotune::sim;

namespace {
using MBarrierCopyTest = MemoryTest;
INSTANTIATE_SCHEDULES(MBarrierCopyTest);

uint32_t getBarrier() { return getShared(); }
uint32_t getData() { return getShared() + 64; }

void initBarrier(uint32_t count) {
  if (getThread() == 0) {
    autotuneSimMBarrierInit(SITE("init"), getBarrier(), count);
    autotuneSimFenceMBarrierInit(SITE("fence"));
  }
}

/// Writes 64 bytes of `value` at `offset`, and completes `bytes` on a barrier
/// there: what a TMA load does.
class TestCopy : public AsyncOperation {
public:
  void perform(Machine &machine) override {
    MBarriers &barriers = *cta->mbarriers;
    Access access;
    access.view = &issued;
    access.async = true;
    access.site = site;
    access.thread = thread;
    MBarrier *barrier = barriers.find(barrierOffset, access);
    ASSERT_TRUE(barrier);
    access.epoch = {barrier->agent, ++barrier->copies};
    std::vector<uint8_t> data(64, value);
    cta->shared->write(offset, data.data(), data.size(), access);
    barriers.completeCopy(*barrier, data.size(), access);
    (void)machine;
  }
  std::string describe() const override { return "test copy"; }

  /// In a kernel, of the thread that runs.
  static void start(const Site *site, uint32_t barrierOffset, uint32_t offset,
                    uint8_t value) {
    Machine &machine = Machine::get();
    Thread &thread = machine.current();
    auto copy = std::make_unique<TestCopy>();
    copy->thread = &thread;
    copy->site = site;
    copy->cta = thread.cta;
    copy->barrierOffset = barrierOffset;
    copy->offset = offset;
    copy->value = value;
    copy->issued = machine.release(thread);
    Access access;
    access.epoch = thread.epoch();
    access.view = &copy->issued;
    access.async = true;
    access.site = site;
    access.thread = &thread;
    if (MBarrier *barrier = thread.cta->mbarriers->find(barrierOffset, access))
      thread.cta->mbarriers->startCopy(*barrier, 64);
    machine.start(std::move(copy));
  }

  Cta *cta = nullptr;
  uint32_t barrierOffset = 0, offset = 0;
  uint8_t value = 0;
};

TEST_P(MBarrierCopyTest, Copies) {
  Report report = run([](void **) {
    initBarrier(1);
    syncThreads();
    for (uint32_t round = 0; round < 4; ++round) {
      if (getThread() == 0) {
        autotuneSimMBarrierArriveExpectTx(SITE("expect"), getBarrier(), 128, 1);
        TestCopy::start(SITE("copy"), getBarrier(), getData(), round);
        TestCopy::start(SITE("copy"), getBarrier(), getData() + 64, round);
      }
      autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), round & 1);
      EXPECT_EQ(
          load(SITE("read"), Space::Shared, getData() + 4 * (getThread() % 32)),
          round * 0x01010101);
      syncThreads();
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(MBarrierCopyTest, CopyWithoutWait) {
  Report report = run([](void **) {
    initBarrier(1);
    syncThreads();
    if (getThread() == 0) {
      autotuneSimMBarrierArriveExpectTx(SITE("expect"), getBarrier(), 64, 1);
      TestCopy::start(SITE("copy"), getBarrier(), getData(), 1);
    }
    syncThreads();
    store(SITE("write"), Space::Shared, getData() + 4 * (getThread() % 16), 1);
  });
  ASSERT_FALSE(report.ok());
  bool race = false;
  for (const Finding &finding : report.findings)
    race |= finding.kind == FindingKind::Race &&
            (finding.operation == "op.copy" ||
             finding.message.find("op.copy (loc(copy)), started by warp 0") !=
                 std::string::npos);
  EXPECT_TRUE(race) << print(report);
}

TEST_P(MBarrierCopyTest, InitWithoutFence) {
  Report report = run([](void **) {
    if (getThread() == 0)
      autotuneSimMBarrierInit(SITE("init"), getBarrier(), 1);
    syncThreads();
    if (getThread() == 32) {
      autotuneSimMBarrierArriveExpectTx(SITE("expect"), getBarrier(), 64, 1);
      TestCopy::start(SITE("copy"), getBarrier(), getData(), 1);
    }
    autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
  });
  EXPECT_TRUE(found(report, FindingKind::BarrierMisuse, "op.copy",
                    {"mbarrier 0x410", "op.init", "fence.mbarrier_init"}));
  // A thread that has seen it can do the fence, of the proxy, too.
  report = run([](void **) {
    if (getThread() == 0)
      autotuneSimMBarrierInit(SITE("init"), getBarrier(), 1);
    syncThreads();
    if (getThread() == 32) {
      autotuneSimFenceProxy(SITE("fence"),
                            static_cast<int32_t>(ProxyFence::Async));
      autotuneSimMBarrierArriveExpectTx(SITE("expect"), getBarrier(), 64, 1);
      TestCopy::start(SITE("copy"), getBarrier(), getData(), 1);
    }
    autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

/// The fence of inits is none of data.
TEST_P(MBarrierCopyTest, InitFenceIsNoProxyFence) {
  Report report = run([](void **) {
    if (getThread() == 0) {
      store(SITE("write"), Space::Shared, getData(), 1);
      autotuneSimMBarrierInit(SITE("init"), getBarrier(), 1);
      autotuneSimFenceMBarrierInit(SITE("fence"));
      autotuneSimMBarrierArriveExpectTx(SITE("expect"), getBarrier(), 64, 1);
      TestCopy::start(SITE("copy"), getBarrier(), getData(), 1);
    }
  });
  EXPECT_TRUE(found(report, FindingKind::MissingProxyFence, "op.copy",
                    {"op.write (loc(write)) of warp 0", "fence.proxy.async"}));
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
}

TEST_P(MBarrierCopyTest, TooFewBytesExpected) {
  Report report = run([](void **) {
    initBarrier(1);
    syncThreads();
    if (getThread() == 0) {
      TestCopy::start(SITE("copy"), getBarrier(), getData(), 1);
      TestCopy::start(SITE("copy"), getBarrier(), getData() + 64, 1);
      autotuneSimMBarrierArriveExpectTx(SITE("expect"), getBarrier(), 64, 1);
    }
    autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
  });
  bool found = false;
  for (const Finding &finding : report.findings)
    found |= finding.kind == FindingKind::TransactionBytes &&
             finding.message.find("64 bytes are expected, 128 were copied or "
                                  "are on their way") != std::string::npos;
  EXPECT_TRUE(found) << print(report);
}

TEST_P(MBarrierCopyTest, TooManyBytesExpected) {
  Report report = run([](void **) {
    initBarrier(1);
    syncThreads();
    if (getThread() == 0) {
      autotuneSimMBarrierArriveExpectTx(SITE("expect"), getBarrier(), 128, 1);
      TestCopy::start(SITE("copy"), getBarrier(), getData(), 1);
    }
    autotuneSimMBarrierWaitParity(SITE("wait"), getBarrier(), 0);
  });
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.findings[0].kind, FindingKind::Deadlock);
  EXPECT_NE(report.findings[0].str().find(
                "0 of 1 arrivals and 64 of 128 bytes missing (none are on "
                "their way)"),
            std::string::npos)
      << print(report);
}
} // namespace
