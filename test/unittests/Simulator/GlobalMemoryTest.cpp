//===- GlobalMemoryTest.cpp - Accesses to global memory -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalMemory.h"
#include "Atomics.h"
#include "Elements.h"
#include "MemoryTesting.h"

#include <cstring>

using namespace mlir::autotune::sim;
/// Not that of Machine.h.
using MemoryAccess = GlobalMemory::Access;

namespace {
/// A matrix of 4 rows of 64 32-bit elements, 72 apart: parameter 0.
class GlobalMemoryTest : public MemoryTest {
protected:
  static constexpr uint32_t kRows = 4, kColumns = 64, kStride = 72;

  void addMatrix(MemoryAccess access, GlobalMemory::Writes writes = {}) {
    matrix.assign(kRows * kStride, 7);
    memory.add("c", matrix.data(), kRows, kColumns * 4, kStride * 4, 4, access,
               std::move(writes));
    parameters[0] = matrix.data();
  }
  /// Where an element lies, in a kernel.
  static uint64_t at(void **parameters, uint32_t row, uint32_t column) {
    return reinterpret_cast<uint64_t>(parameters[0]) +
           (row * kStride + column) * 4;
  }
  std::vector<uint32_t> matrix;
};
INSTANTIATE_SCHEDULES(GlobalMemoryTest);

TEST_P(GlobalMemoryTest, OutputOnce) {
  addMatrix(MemoryAccess::Output);
  auto kernel = [](void **parameters) {
    for (uint32_t row = 0; row < kRows; ++row) {
      uint64_t element = at(parameters, row, getThread());
      uint32_t old = load(SITE("read"), Space::Global, element);
      store(SITE("write"), Space::Generic, element, old + row);
    }
  };
  // Each launch may write it once.
  for (uint32_t launches = 1; launches < 3; ++launches) {
    Report report = run(kernel);
    EXPECT_TRUE(report.ok()) << print(report);
    EXPECT_EQ(matrix[3 * kStride + 63], 7 + 3 * launches);
    EXPECT_EQ(matrix[3 * kStride + 64], 7u);
  }
}

TEST_P(GlobalMemoryTest, OutputLost) {
  addMatrix(MemoryAccess::Output);
  Report report = run([](void **parameters) {
    for (uint32_t row = 0; row < kRows; ++row)
      if (row != 2 || getThread() < 60)
        store(SITE("write"), Space::Global, at(parameters, row, getThread()),
              0);
  });
  EXPECT_TRUE(found(
      report, FindingKind::OutputLost, "",
      {"4 of the 256 elements of 'c' were never written: (2, 60)", "(2, 63)"}));
  report = run([](void **) {});
  EXPECT_TRUE(found(report, FindingKind::OutputLost, "",
                    {"256 of the 256", "rows 0 to 3 and columns 0 to 63"}));
}

TEST_P(GlobalMemoryTest, OutputDoubled) {
  addMatrix(MemoryAccess::Output);
  Report report = run([](void **parameters) {
    for (uint32_t row = 0; row < kRows; ++row)
      store(SITE("write"), Space::Global, at(parameters, row, getThread()), 0);
    if (getThread() == 9)
      store(SITE("again"), Space::Global, at(parameters, 1, 9), 0);
    if (getThread() == 8)
      load(SITE("late"), Space::Global, at(parameters, 1, 8));
  });
  EXPECT_TRUE(found(report, FindingKind::OutputDoubled, "op.again",
                    {"element (1, 9) of 'c'", "a second time"}));
  EXPECT_TRUE(found(report, FindingKind::OutputDoubled, "op.late",
                    {"reads element (1, 8) of 'c' after"}));
  EXPECT_EQ(report.findings.size(), 2u) << print(report);
}

/// Several elements at once, and clusters on several threads of the host.
TEST_P(GlobalMemoryTest, OutputDoubledByClusters) {
  addMatrix(MemoryAccess::Output);
  launch.grid.x = 8;
  options.jobs = 4;
  auto kernel = [](void **parameters) {
    uint32_t block = getBlock(), row = block / 2, zeros[4] = {};
    uint32_t column = block % 2 * 32 + getThread() * 4;
    if (getThread() < *static_cast<uint32_t *>(parameters[1]))
      autotuneSimStore(SITE("write"), 1, at(parameters, row, column), zeros, 16,
                       16);
  };
  uint32_t threads = 8;
  parameters[1] = &threads;
  Report report = run(kernel);
  EXPECT_TRUE(report.ok()) << print(report);
  // One more reaches into the next block's columns, or beyond the row.
  threads = 9;
  report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::OutputDoubled, "op.write",
                    {"and 3 more of its row, a second time"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.write", {"'c'"}));
}

/// Two tiles have row 1, each of the four that are launched half of a row.
TEST_P(GlobalMemoryTest, OutputOfTilesThatOverlap) {
  struct Fault {
    /// Of the second tile: what it adds in row 1, and which rows it leaves out.
    uint32_t added = 0, firstRow = 1;
    /// Of the first tile: how often it stores row 1.
    uint32_t times = 1;
  } fault;
  addMatrix(MemoryAccess::Output, {{1, 2, 1, 1}, std::vector<uint32_t>(64, 1)});
  launch.grid.x = 4;
  launch.block.x = 32;
  options.jobs = 2;
  parameters[1] = &fault;
  auto kernel = [](void **parameters) {
    const Fault &fault = *static_cast<Fault *>(parameters[1]);
    bool isSecond = getBlock() / 2;
    uint32_t column = getBlock() % 2 * 32 + getThread();
    uint32_t begin = isSecond ? fault.firstRow : 0, end = isSecond ? 4 : 2;
    for (uint32_t row = begin; row < end; ++row)
      for (uint32_t i = 0; i < (!isSecond && row == 1 ? fault.times : 1); ++i)
        store(SITE("write"), Space::Global, at(parameters, row, column),
              row + (isSecond && row == 1 ? fault.added : 0));
  };
  Report report = run(kernel);
  EXPECT_TRUE(report.ok()) << print(report);
  fault.added = 1;
  report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::OutputDoubled, "op.write",
                    {"a second time, with another value"}));
  fault.added = 0;
  fault.times = 2;
  report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::OutputDoubled, "op.write",
                    {"once more than tiles overlap there"}));
  fault.times = 1;
  fault.firstRow = 2;
  report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::OutputLost, "",
                    {"64 of the 256 elements of 'c' were never written, or by "
                     "fewer tiles than overlap there: (1, 0)"}));
}

TEST_P(GlobalMemoryTest, Bounds) {
  addMatrix(MemoryAccess::ReadWrite);
  launch.block.x = 32;
  Report report = run([](void **parameters) {
    if (getThread() != 0)
      return;
    store(SITE("fine"), Space::Global, at(parameters, 3, 63), 1);
    store(SITE("padding"), Space::Global, at(parameters, 1, 64), 1);
    store(SITE("end"), Space::Global, at(parameters, 3, 64), 1);
    store(SITE("before"), Space::Global, at(parameters, 0, 0) - 4, 1);
    EXPECT_EQ(load(SITE("read"), Space::Generic, at(parameters, 4, 0)), 0u);
    uint32_t values[4];
    autotuneSimLoad(SITE("wide"), 1, at(parameters, 0, 62), values, 16, 4);
    store(SITE("crooked"), Space::Global, at(parameters, 0, 0) + 2, 1);
  });
  EXPECT_TRUE(
      found(report, FindingKind::OutOfBounds, "op.padding",
            {"writes 4 bytes of global memory",
             "bytes 256 to 259 of row 1 of 'c'", "256 bytes (64 elements)"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.end",
                    {"start where 'c' ends"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.before",
                    {"start 4 bytes before 'c'"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.read",
                    {"reads 4", "start 32 bytes behind 'c'"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.wide", {"16 bytes"}));
  EXPECT_TRUE(found(report, FindingKind::Misaligned, "op.crooked",
                    {"4 bytes at element (0, 0) of 'c', 2 bytes behind a "
                     "multiple of 4: the address must be a multiple of 4"}));
  EXPECT_EQ(report.findings.size(), 6u) << print(report);
  EXPECT_EQ(matrix[kStride + 64], 7u);
}

// The host's addresses are others in each run. Messages stay the same.
TEST_P(GlobalMemoryTest, TellsNoAddressOfTheHost) {
  addMatrix(MemoryAccess::ReadWrite);
  launch.block.x = 32;
  Report report = run([](void **parameters) {
    if (getThread() != 0)
      return;
    constexpr uint64_t kFar = 1 << 30;
    uint64_t c = at(parameters, 0, 0);
    store(SITE("behind"), Space::Global, c + kFar, 1);
    store(SITE("before"), Space::Global, c - kFar, 1);
    store(SITE("null"), Space::Global, 24, 1);
    store(SITE("own"), Space::Shared, at(parameters, 1, 2), 1);
    autotuneSimCpAsync(SITE("copy"), getShared(), c + 6, 4, 4);
  });
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.behind",
                    {"writes 4 bytes of global memory that start more than 1 "
                     "MiB behind 'c', the nearest"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.before",
                    {"start more than 1 MiB before 'c', the nearest"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.null",
                    {"4 bytes at 0x18 of global memory that start more than"}));
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.own",
                    {"accesses element (1, 2) of 'c' as shared memory"}));
  EXPECT_TRUE(found(report, FindingKind::Misaligned, "op.copy",
                    {"from element (0, 1) of 'c', 2 bytes behind"}));
  EXPECT_EQ(report.findings.size(), 5u) << print(report);
  GlobalMemory::Impl &impl = memory.getImpl();
  auto base = reinterpret_cast<uint64_t>(matrix.data());
  EXPECT_EQ(impl.describe(base + 4 * (kStride + 65)),
            "byte 260 of row 1 of 'c'");
  EXPECT_EQ(impl.describe(base - 12), "12 bytes before 'c'");
  EXPECT_EQ(impl.describe(base + 4 * (3 * kStride + 64)), "where 'c' ends");
  EXPECT_EQ(impl.describe(0x418), "0x418");
  memory.remove(matrix.data());
  EXPECT_EQ(impl.describe(base), "an address of the host");
}

TEST_P(GlobalMemoryTest, ReadOnlyAndRemoved) {
  addMatrix(MemoryAccess::ReadOnly);
  auto kernel = [](void **parameters) {
    if (getThread() != 0)
      return;
    load(SITE("read"), Space::Global, at(parameters, 1, 2));
    store(SITE("write"), Space::Global, at(parameters, 1, 2), 1);
  };
  Report report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.write",
                    {"element (1, 2) of 'c', which the kernel may only read"}));
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
  memory.remove(matrix.data());
  report = run(kernel);
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.read",
                    {"the kernel has been given none"}));
}

/// ASan would move the variable off the stack, as it does in no kernel.
__attribute__((no_sanitize("address"))) void useLocal(void **) {
  uint32_t local = 3;
  auto address = reinterpret_cast<uint64_t>(&local);
  store(SITE("write"), Space::Generic, address, getThread());
  EXPECT_EQ(load(SITE("read"), Space::Generic, address), getThread());
}

TEST_P(GlobalMemoryTest, Local) {
  launch.block.x = 32;
  Report report = run(useLocal);
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(GlobalMemoryTest, AtomicsOfClusters) {
  addMatrix(MemoryAccess::ReadWrite);
  launch.grid.x = 32;
  options.jobs = 4;
  matrix[0] = matrix[1] = 0;
  Report report = run([](void **parameters) {
    atomic(SITE("add"), Space::Global, AtomicKind::Add, at(parameters, 0, 0),
           getThread(), Ordering::Relaxed);
    float one = 1;
    autotuneSimAtomic(SITE("fadd"), 1, static_cast<int32_t>(AtomicKind::FAdd),
                      static_cast<int32_t>(ElementKind::F32),
                      at(parameters, 0, 1), &one, nullptr, nullptr, 4, 0, 2);
    atomic(SITE("max"), Space::Global, AtomicKind::Max, at(parameters, 0, 2),
           getBlock(), Ordering::Relaxed);
  });
  EXPECT_TRUE(report.ok()) << print(report);
  EXPECT_EQ(matrix[0], 32u * 63 * 32);
  float sum;
  std::memcpy(&sum, &matrix[1], 4);
  EXPECT_EQ(sum, 32 * 64);
  EXPECT_EQ(matrix[2], 31u);
}

TEST_P(GlobalMemoryTest, UnknownAtomic) {
  addMatrix(MemoryAccess::ReadWrite);
  Report report = run([](void **parameters) {
    float one = 1;
    autotuneSimAtomic(SITE("fadd"), 1, static_cast<int32_t>(AtomicKind::FAdd),
                      static_cast<int32_t>(ElementKind::E4M3),
                      at(parameters, 0, 1), &one, nullptr, nullptr, 4, 0, 2);
  });
  EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.fadd",
                    {"no atomic addition of 4 bytes"}));
}

TEST(AtomicsTest, Arithmetic) {
  auto apply = [](AtomicKind kind, uint32_t old, uint32_t operand,
                  uint32_t compare = 0) {
    uint32_t result = 0;
    EXPECT_TRUE(applyAtomic(kind, ElementKind::F32, &old, &operand, &compare,
                            &result, 4));
    return result;
  };
  EXPECT_EQ(apply(AtomicKind::Add, ~0u, 2), 1u);
  EXPECT_EQ(apply(AtomicKind::And, 6, 3), 2u);
  EXPECT_EQ(apply(AtomicKind::Or, 6, 3), 7u);
  EXPECT_EQ(apply(AtomicKind::Xor, 6, 3), 5u);
  EXPECT_EQ(apply(AtomicKind::Min, ~0u, 3), ~0u);
  EXPECT_EQ(apply(AtomicKind::Max, ~0u, 3), 3u);
  EXPECT_EQ(apply(AtomicKind::UMin, ~0u, 3), 3u);
  EXPECT_EQ(apply(AtomicKind::UMax, ~0u, 3), ~0u);
  EXPECT_EQ(apply(AtomicKind::Exchange, 6, 3), 3u);
  EXPECT_EQ(apply(AtomicKind::CompareExchange, 6, 3, 6), 3u);
  EXPECT_EQ(apply(AtomicKind::CompareExchange, 6, 3, 5), 6u);
}

TEST(AtomicsTest, PackedHalves) {
  for (ElementKind kind : {ElementKind::F16, ElementKind::BF16}) {
    auto encode = kind == ElementKind::F16 ? encodeF16 : encodeBF16;
    uint16_t old[2] = {encode(1.5f), encode(-2)},
             operand[2] = {encode(2), encode(0.25f)};
    uint16_t result[2];
    ASSERT_TRUE(
        applyAtomic(AtomicKind::FAdd, kind, old, operand, nullptr, result, 4));
    EXPECT_EQ(result[0], encode(3.5f));
    EXPECT_EQ(result[1], encode(-1.75f));
  }
}
/// A grid that may start early waits for those before it, or comes after who
/// has waited.
TEST_P(GlobalMemoryTest, EarlyAccess) {
  addMatrix(MemoryAccess::ReadWrite);
  launch.isDependent = true;
  Report report = run([](void **parameters) {
    autotuneSimGridDependency(SITE("launch"), 0);
    if (getThread() == 40)
      autotuneSimGridDependency(SITE("wait"), 1);
    else if (getThread() == 3)
      load(SITE("early"), Space::Global, at(parameters, 1, 2));
    if (getThread() == 40)
      load(SITE("own"), Space::Global, at(parameters, 1, 2));
    syncThreads();
    store(SITE("after"), Space::Global, at(parameters, 0, getThread()), 1);
  });
  EXPECT_TRUE(found(report, FindingKind::EarlyAccess, "op.early",
                    {"reads element (1, 2) of 'c' before griddepcontrol.wait",
                     "may start before the previous kernel has ended"}));
  EXPECT_EQ(report.findings.size(), 1u) << print(report);
  // Who has not heard of the wait does not know.
  report = run([](void **parameters) {
    if (getThread() == 0)
      autotuneSimGridDependency(SITE("wait"), 1);
    store(SITE("store"), Space::Global, at(parameters, 0, getThread()), 1);
    atomic(SITE("atomic"), Space::Global, AtomicKind::Add,
           at(parameters, 1, getThread()), 1, Ordering::Relaxed);
  });
  EXPECT_TRUE(found(report, FindingKind::EarlyAccess, "op.store",
                    {"writes element (0, "}));
  EXPECT_TRUE(found(report, FindingKind::EarlyAccess, "op.atomic",
                    {"writes element (1, "}));
  EXPECT_EQ(report.findings.size(), 2u) << print(report);
}

/// Any other grid starts when those before it have ended.
TEST_P(GlobalMemoryTest, NoEarlyAccess) {
  addMatrix(MemoryAccess::ReadWrite);
  auto kernel = [](void **parameters) {
    load(SITE("read"), Space::Global, at(parameters, 1, getThread()));
    autotuneSimGridDependency(SITE("wait"), 1);
  };
  Report report = run(kernel);
  EXPECT_TRUE(report.ok()) << print(report);
}

} // namespace
