//===- BulkCopyTest.cpp - Bulk tensor loads and stores --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTesting.h"

#include <cmath>

using namespace mlir::autotune::sim;

namespace {

constexpr uint32_t kSize = 80, kBox = 64, kBoxBytes = kBox * kBox * 2;

/// A matrix of 16-bit elements and a map of it, passed to the kernel.
class BulkCopyTest : public TensorTest {
protected:
  BulkCopyTest() : matrix(kSize * kSize) {
    for (uint32_t i = 0; i < kSize * kSize; ++i)
      matrix[i] = uint16_t(i + 1);
    parameters[0] = &map;
  }
  void encode(GlobalMemory::Access access) {
    memory.add("matrix", matrix.data(), kSize, kSize * 2, kSize * 2, 2, access);
    EXPECT_FALSE(encodeMatrix(map, matrix.data(), kSize, kSize, kBox, kBox, 3));
  }
  Report load(void (*kernel)(void **)) {
    encode(GlobalMemory::Access::ReadOnly);
    return run(kernel);
  }
  Report store(void (*kernel)(void **)) {
    encode(GlobalMemory::Access::ReadWrite);
    return run(kernel);
  }

  std::vector<uint16_t> matrix;
  TensorMapBytes map;
};
INSTANTIATE_SCHEDULES(BulkCopyTest);

/// Where element (row, column) of a box lies that is swizzled by 128 bytes.
uint32_t getAddress(uint32_t row, uint32_t column) {
  return getTile() + row * 128 + ((column / 8) ^ (row % 8)) * 16 +
         column % 8 * 2;
}

uint16_t readElement(uint32_t row, uint32_t column) {
  uint16_t value = 0;
  autotuneSimLoad(SITE("read"), int32_t(Space::Shared), getAddress(row, column),
                  &value, 2, 2);
  return value;
}

void writeElement(uint32_t row, uint32_t column, uint16_t value) {
  autotuneSimStore(SITE("write"), int32_t(Space::Shared),
                   getAddress(row, column), &value, 2, 2);
}

/// Row r of the box by thread r.
void fillBox(uint16_t first) {
  for (uint32_t column = 0, row = getThread(); row < kBox && column < kBox;
       ++column)
    writeElement(row, column, uint16_t(first + row * kBox + column));
}

TEST_P(BulkCopyTest, LoadsAndFillsWithZeros) {
  Report report = load([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0) {
      expectBytes(kBoxBytes);
      loadBox(parameters[0], getTile(), 40, -3);
    }
    waitForBytes();
    for (uint32_t row = getThread() % 64, c = 0; c < kBox; ++c) {
      bool isInside = row >= 3 && c + 40 < kSize;
      EXPECT_EQ(readElement(row, c), isInside ? (row - 3) * kSize + c + 41 : 0u)
          << row << " " << c;
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(BulkCopyTest, RoundsToTF32) {
  constexpr uint32_t kRows = 64, kColumns = 32;
  std::vector<float> values(kRows * kColumns, 1);
  values[1] = 1 + 0x1p-11f;             // half way
  values[2] = -1 - 0x1p-11f + 0x1p-23f; // less
  values[3] = 2 - 0x1p-23f;             // to the next exponent
  values[4] = INFINITY;
  static const float expected[] = {1, 1 + 0x1p-10f, -1, 2, INFINITY};
  memory.add("values", values.data(), kRows, kColumns * 4, kColumns * 4, 4,
             GlobalMemory::Access::ReadOnly);
  EXPECT_FALSE(encodeMatrix(map, values.data(), kRows, kColumns, kRows,
                            kColumns, 3, kMapTF32, 4));
  Report report = run([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0) {
      expectBytes(kRows * kColumns * 4);
      loadBox(parameters[0], getTile(), 0, 0);
    }
    waitForBytes();
    for (uint32_t i = 0; i < 5; ++i) {
      float value = 0;
      autotuneSimLoad(SITE("read"), int32_t(Space::Shared), getTile() + 4 * i,
                      &value, 4, 4);
      EXPECT_EQ(value, expected[i]) << i;
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(BulkCopyTest, ReadWithoutWaiting) {
  Report report = load([](void **parameters) {
    initBarrier(1);
    fillBox(0);
    fenceAndSync();
    if (getThread() == 0) {
      expectBytes(kBoxBytes);
      loadBox(parameters[0], getTile(), 0, 0);
    }
    if (getThread() == 1)
      readElement(5, 5);
    waitForBytes();
  });
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Race);
}

TEST_P(BulkCopyTest, LoadOverReads) {
  // The reads of others are not ordered before the load.
  Report report = load([](void **parameters) {
    initBarrier(1);
    fillBox(0);
    fenceAndSync();
    readElement(getThread() / 2, 0);
    if (getThread() == 0) {
      expectBytes(kBoxBytes);
      loadBox(parameters[0], getTile(), 0, 0);
    }
    waitForBytes();
  });
  // Reads that come after the load was performed are found on their own.
  ASSERT_FALSE(report.ok());
  for (const Finding &finding : report.findings)
    EXPECT_EQ(finding.kind, FindingKind::Race) << finding.str();
}

TEST_P(BulkCopyTest, Multicast) {
  launch.cluster.x = launch.grid.x = 4;
  Report report = load([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0)
      expectBytes(getRank() == 2 ? 0 : kBoxBytes);
    syncCluster();
    if (getThread() == 0 && getRank() == 2)
      loadBox(parameters[0], getTile(), 8, 8, 0b1011);
    waitForBytes();
    if (getRank() != 2) {
      EXPECT_EQ(readElement(1, 2), 9 * kSize + 10 + 1);
    }
    syncCluster();
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(BulkCopyTest, MulticastBeyondTheCluster) {
  Report report = load([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0)
      loadBox(parameters[0], getTile(), 0, 0, 0b10);
  });
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.tma.load",
                    {"multicast mask 0x2", "the cluster's 1"}));
}

TEST_P(BulkCopyTest, MulticastToNobody) {
  Report report = load([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0)
      loadBox(parameters[0], getTile(), 0, 0, 0);
  });
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.tma.load",
                    {"multicast mask 0 names no CTA"}));
}

/// CTA 0 loads into its own memory, on the barrier of CTA 1.
template <int32_t multicast> void completeElsewhere(void **parameters) {
  initBarrier(1);
  syncCluster();
  int32_t at[] = {0, 0};
  if (getThread() == 0 && getRank() == 0)
    autotuneSimTmaLoad(SITE("tma"), getTile(), parameters[0],
                       autotuneSimMapa(SITE("mapa"), getBarrier(), 1), at, 2,
                       multicast);
  syncCluster();
}

TEST_P(BulkCopyTest, CompletesElsewhere) {
  launch.cluster.x = launch.grid.x = 2;
  for (auto *kernel : {completeElsewhere<-1>, completeElsewhere<3>})
    EXPECT_TRUE(found(load(kernel), FindingKind::BarrierMisuse, "op.tma",
                      {"must be of the same CTA"}));
}

TEST_P(BulkCopyTest, LoadsOverEachOther) {
  Report report = load([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0) {
      expectBytes(2 * kBoxBytes);
      loadBox(parameters[0], getTile(), 0, 0);
      loadBox(parameters[0], getTile(), 8, 8);
    }
    waitForBytes();
  });
  EXPECT_TRUE(found(report, FindingKind::Race, "op.tma.load",
                    {"while op.tma.load", "may still write"}));
}

TEST_P(BulkCopyTest, LoadsAgainAfterWaiting) {
  Report report = load([](void **parameters) {
    initBarrier(1);
    for (uint32_t i = 0; i < 3; ++i) {
      if (getThread() == 0) {
        expectBytes(kBoxBytes);
        loadBox(parameters[0], getTile(), 0, 0);
      }
      waitForBytes(i % 2);
      readElement(getThread() % 64, 0);
      syncThreads();
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(BulkCopyTest, WrongPlaces) {
  Report report = load([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0)
      loadBox(parameters[0], getTile() + 64, 0, 0);
  });
  EXPECT_TRUE(found(report, FindingKind::Misaligned, "op.tma.load",
                    {"multiple of 128"}));
  report = run([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0)
      loadBox(parameters[0], getTile() + 95 * 1024, 0, 0);
  });
  EXPECT_TRUE(
      found(report, FindingKind::OutOfBounds, "op.tma.load", {"8192 bytes"}));
}

TEST_P(BulkCopyTest, WrongMaps) {
  encode(GlobalMemory::Access::ReadOnly);
  TensorMapBytes changed = map;
  changed.bytes[9] ^= 1;
  parameters[1] = &changed;
  Report report = run([](void **parameters) {
    if (getThread() == 0)
      loadBox(parameters[1], getTile(), 0, 0);
  });
  EXPECT_TRUE(found(report, FindingKind::BadTensorMap, "op.tma.load",
                    {"are no tensor map"}));
  report = run([](void **) {
    if (getThread() == 0)
      autotuneSimPrefetchTensorMap(SITE("prefetch"), nullptr);
  });
  EXPECT_TRUE(
      found(report, FindingKind::BadTensorMap, "op.prefetch", {"no tensor"}));
  report = run([](void **parameters) {
    int32_t at[3] = {};
    if (getThread() == 0)
      autotuneSimTmaLoad(SITE("tma"), getTile(), parameters[0], getBarrier(),
                         at, 3, -1);
  });
  EXPECT_TRUE(found(report, FindingKind::BadTensorMap, "op.tma",
                    {"3 coordinates", "2 dimensions"}));
}

TEST_P(BulkCopyTest, MapsAtWrongPlaces) {
  for (auto *kernel :
       {+[](void **) {
          autotuneSimPrefetchTensorMap(
              SITE("prefetch"), reinterpret_cast<const void *>(uint64_t(64)));
        },
        +[](void **parameters) {
          TensorMapBytes copy;
          std::memcpy(&copy, parameters[0], sizeof copy);
          autotuneSimPrefetchTensorMap(SITE("prefetch"), &copy);
        },
        +[](void **parameters) {
          autotuneSimPrefetchTensorMap(
              SITE("prefetch"), static_cast<uint8_t *>(parameters[0]) + 32);
        }})
    EXPECT_TRUE(found(load(kernel), FindingKind::BadTensorMap, "op.prefetch",
                      {"there is no tensor map at", "multiple of 64"}));
}

TEST_P(BulkCopyTest, MapInGlobalMemory) {
  encode(GlobalMemory::Access::ReadOnly);
  TensorMapBytes maps[2] = {{}, map};
  memory.add("maps", maps, 1, sizeof maps, sizeof maps, 1,
             GlobalMemory::Access::ReadOnly);
  TensorMapBytes *address = maps + 1;
  parameters[0] = &address;
  Report report = run([](void **parameters) {
    autotuneSimPrefetchTensorMap(SITE("prefetch"),
                                 *static_cast<void **>(parameters[0]));
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(BulkCopyTest, MapBeyondItsMemory) {
  memory.add("matrix", matrix.data(), kSize - 1, kSize * 2, kSize * 2, 2,
             GlobalMemory::Access::ReadOnly);
  ASSERT_FALSE(encodeMatrix(map, matrix.data(), kSize, kSize, kBox, kBox, 3));
  Report report = run([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0) {
      expectBytes(kBoxBytes);
      loadBox(parameters[0], getTile(), 0, 32);
    }
    waitForBytes();
  });
  EXPECT_TRUE(found(report, FindingKind::OutOfBounds, "op.tma.load", {}));
}

TEST_P(BulkCopyTest, LoadNobodyWaitsFor) {
  options.schedule = Schedule::Adversarial;
  Report report = load([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0) {
      expectBytes(kBoxBytes);
      loadBox(parameters[0], getTile(), 0, 0);
    }
  });
  EXPECT_TRUE(found(report, FindingKind::EarlyExit, "op.tma.load",
                    {"still on its way"}));
}

TEST_P(BulkCopyTest, StoresAndClips) {
  Report report = store([](void **parameters) {
    fillBox(20000);
    fenceAndSync();
    if (getThread() == 0) {
      storeBox(parameters[0], getTile(), 40, 30);
      commitAndWait(0);
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
  for (uint32_t r = 0; r < kSize; ++r)
    for (uint32_t c = 0; c < kSize; ++c)
      ASSERT_EQ(matrix[r * kSize + c], r >= 30 && c >= 40
                                           ? 20000 + (r - 30) * 64 + c - 40
                                           : r * kSize + c + 1);
}

TEST_P(BulkCopyTest, StoreWithoutFence) {
  Report report = store([](void **parameters) {
    fillBox(0);
    syncThreads();
    if (getThread() == 0) {
      storeBox(parameters[0], getTile(), 0, 0);
      commitAndWait(1);
    }
  });
  EXPECT_TRUE(
      found(report, FindingKind::MissingProxyFence, "op.tma.store", {}));
}

TEST_P(BulkCopyTest, StagingWrittenTooEarly) {
  Report report = store([](void **parameters) {
    fillBox(0);
    fenceAndSync();
    if (getThread() == 0) {
      storeBox(parameters[0], getTile(), 0, 0);
      autotuneSimBulkCommit(SITE("commit"));
    }
    syncThreads();
    if (getThread() == 1)
      writeElement(1, 1, 7);
    if (getThread() == 0)
      autotuneSimBulkWait(SITE("bulk.wait"), 0, 1);
  });
  ASSERT_EQ(report.findings.size(), 1u) << print(report);
  EXPECT_EQ(report.findings[0].kind, FindingKind::Race);
}

TEST_P(BulkCopyTest, StagingWrittenAfterWaiting) {
  Report report = store([](void **parameters) {
    for (uint16_t round = 0; round < 3; ++round) {
      if (getThread() == 0)
        autotuneSimBulkWait(SITE("bulk.wait"), 0, 1);
      syncThreads();
      fillBox(round);
      fenceAndSync();
      if (getThread() == 0) {
        storeBox(parameters[0], getTile(), 8 * round, 0);
        autotuneSimBulkCommit(SITE("commit"));
      }
    }
    if (getThread() == 0)
      autotuneSimBulkWait(SITE("bulk.wait"), 0, 1);
  });
  EXPECT_TRUE(report.ok()) << print(report);
}

TEST_P(BulkCopyTest, EndsBeforeStores) {
  Report report = store([](void **parameters) {
    fillBox(0);
    fenceAndSync();
    if (getThread() == 0) {
      storeBox(parameters[0], getTile(), 0, 0);
      autotuneSimBulkCommit(SITE("commit"));
    }
  });
  bool found = false;
  for (const Finding &finding : report.findings)
    found |= finding.kind == FindingKind::EarlyExit &&
             finding.message.find("wait_group.read") != std::string::npos;
  EXPECT_TRUE(found) << print(report);
  report = run([](void **parameters) {
    fillBox(0);
    fenceAndSync();
    if (getThread() == 0)
      storeBox(parameters[0], getTile(), 0, 0);
  });
  found = false;
  for (const Finding &finding : report.findings)
    found |= finding.kind == FindingKind::EarlyExit &&
             finding.message.find("not committed") != std::string::npos;
  EXPECT_TRUE(found) << print(report);
}

} // namespace
