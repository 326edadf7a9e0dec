//===- BulkReduceTest.cpp - Bulk tensor reductions ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTesting.h"

#include <cstring>

using namespace mlir::autotune::sim;

namespace {

class BulkReduceTest : public TensorTest {};
INSTANTIATE_SCHEDULES(BulkReduceTest);

void reduce(const void *map, AtomicKind kind) {
  int32_t at[] = {0, 0};
  autotuneSimTmaReduce(SITE("reduce"), int32_t(kind), map, getTile(), at, 2);
}

TEST_P(BulkReduceTest, Adds) {
  std::vector<float> matrix(32 * 8, 0.5F);
  TensorMapBytes map;
  memory.add("sums", matrix.data(), 8, 128, 128, 4,
             GlobalMemory::Access::ReadWrite);
  ASSERT_FALSE(encodeMatrix(map, matrix.data(), 8, 32, 8, 32, 0, kMapF32, 4));
  parameters[0] = &map;
  launch.grid.x = 5;
  options.jobs = 2;
  auto kernel = [](void **parameters) {
    for (uint32_t i = 0; i < 2; ++i) {
      float value = float(getBlock() * 256 + getThread() * 2 + i);
      uint32_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      store(SITE("write"), Space::Shared, getTile() + getThread() * 8 + i * 4,
            bits);
    }
    fenceAndSync();
    if (getThread() == 0) {
      reduce(parameters[0], AtomicKind::Add);
      commitAndWait(0);
    }
  };
  Report report = run(kernel);
  EXPECT_TRUE(report.ok()) << print(report);
  for (uint32_t i = 0; i < 256; ++i)
    ASSERT_EQ(matrix[i], 0.5F + 256 * 10 + 5 * i);
}

TEST_P(BulkReduceTest, Minimum) {
  std::vector<uint32_t> matrix(4 * 4, 0x80000000);
  TensorMapBytes map;
  memory.add("minima", matrix.data(), 4, 16, 16, 4,
             GlobalMemory::Access::ReadWrite);
  ASSERT_FALSE(encodeMatrix(map, matrix.data(), 4, 4, 4, 4, 0, kMapU32, 4));
  parameters[0] = &map;
  Report report = run([](void **parameters) {
    if (getThread() < 16)
      store(SITE("write"), Space::Shared, getTile() + getThread() * 4,
            0x7FFFFFF8 + getThread());
    fenceAndSync();
    if (getThread() == 0) {
      reduce(parameters[0], AtomicKind::Min);
      commitAndWait(0);
    }
  });
  EXPECT_TRUE(report.ok()) << print(report);
  for (uint32_t i = 0; i < 16; ++i) // unsigned, as the map's elements
    EXPECT_EQ(matrix[i], std::min(0x80000000U, 0x7FFFFFF8 + i));
  report = run([](void **parameters) {
    if (getThread() == 0)
      reduce(parameters[0], AtomicKind::Exchange);
  });
  EXPECT_TRUE(found(report, FindingKind::Unsupported, "op.reduce",
                    {"of a tensor map of type 2"}));
}

} // namespace
