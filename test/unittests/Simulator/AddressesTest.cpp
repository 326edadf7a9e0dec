//===- AddressesTest.cpp - Whose memory an address is ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalMemory.h"
#include "MemoryTesting.h"

#include <sys/mman.h>

using namespace mlir::autotune::sim;

namespace {
class AddressesTest : public MemoryTest {};
INSTANTIATE_SCHEDULES(AddressesTest);

/// A page of the host's, as low as a number that shared memory has.
class LowMemory {
public:
  /// The first free one at `address` or in the MiB above it.
  explicit LowMemory(uint64_t address) {
    constexpr uint64_t kMost = 1 << 20;
    for (uint64_t i = 0; i < kMost && !base; i += kBytes) {
      void *wanted = reinterpret_cast<void *>(address + i);
      void *memory =
          ::mmap(wanted, kBytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
      if (memory == wanted)
        base = static_cast<uint32_t *>(memory);
      else if (memory != MAP_FAILED)
        ::munmap(memory, kBytes);
    }
  }
  ~LowMemory() {
    if (base)
      ::munmap(base, kBytes);
  }
  static constexpr uint64_t kBytes = 1 << 16;
  uint32_t *base = nullptr;
};

/// A kernel reads and writes global memory through generic addresses whose
/// numbers are those of its cluster's windows.
TEST_P(AddressesTest, LowMemoryOfTheHost) {
  // Within the own CTA's window, those of the cluster's, and behind them.
  for (uint64_t address : {1u << 16, 2u << 20, 1u << 24, 3u << 24, 1u << 30}) {
    LowMemory low(address);
    if (!low.base)
      GTEST_SKIP() << "the host gives no memory at " << address;
    memory.add("low", low.base, 1, 256, 256, 4, GlobalMemory::Access::Output);
    parameters[0] = low.base;
    setCluster(2);
    launch.block.x = 32;
    Report report = run([](void **parameters) {
      auto element = reinterpret_cast<uint64_t>(parameters[0]) +
                     4 * (32 * getRank() + getThread());
      uint32_t own = getShared() + 4 * getThread();
      store(SITE("own"), Space::Shared, own, getThread());
      uint32_t old = load(SITE("read"), Space::Generic, element);
      EXPECT_EQ(load(SITE("cast"), Space::Generic, own ^ kGenericShared),
                getThread());
      store(SITE("write"), Space::Generic, element, old + 5);
    });
    EXPECT_TRUE(report.ok()) << print(report);
    EXPECT_EQ(low.base[0], 5u);
    EXPECT_EQ(low.base[63], 5u);
    // Atomics, and what is no shared memory.
    report = run([](void **parameters) {
      auto first = reinterpret_cast<uint64_t>(parameters[0]);
      if (getThread() == 0 && getRank() == 0) {
        atomic(SITE("add"), Space::Generic, AtomicKind::Add, first, 1,
               Ordering::Relaxed);
        load(SITE("behind"), Space::Generic, first + 256 + 12);
        load(SITE("shared"), Space::Shared, first ^ kGenericShared);
        load(SITE("global"), Space::Global, getShared() ^ kGenericShared);
      }
    });
    EXPECT_EQ(low.base[0], 6u);
    EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.behind",
                      {"reads 4 bytes of global memory that start 12 bytes "
                       "behind 'low', the nearest"}));
    EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.shared",
                      {"accesses element (0, 0) of 'low' as shared memory"}));
    EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.global",
                      {"reads 4 bytes at 0x410 of shared memory as global"}));
    memory.remove(low.base);
  }
}

/// What lies above a thread's stack is not its own, near as it is.
TEST_P(AddressesTest, AboveTheStack) {
  Report report = run([](void **) {
    uint32_t own = 3;
    EXPECT_EQ(
        load(SITE("own"), Space::Generic, reinterpret_cast<uint64_t>(&own)),
        3u);
    uint64_t end = Machine::get().current().fiber->getStackEnd();
    EXPECT_EQ(load(SITE("above"), Space::Generic, end), 0u);
  });
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.above",
                    {"reads 4 bytes of global memory"}));
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
}
} // namespace
