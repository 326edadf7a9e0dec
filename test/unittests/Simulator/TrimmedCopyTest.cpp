//===- TrimmedCopyTest.cpp - Loads of fewer rows than a tile has ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTesting.h"

#include "gtest/gtest.h"

using namespace mlir::autotune::sim;

namespace {

/// The matrix has 3 rows, and is loaded into a tile of 16 rows.
constexpr uint32_t kRows = 3, kColumns = 64, kTileRows = 16;
constexpr uint32_t kRowBytes = kColumns * 2;

/// A matrix with element (r, c) = 64 r + c, and a map of trimmed boxes.
class TrimmedCopyTest : public TensorTest {
protected:
  TrimmedCopyTest() : matrix(kRows * kColumns) {
    for (uint32_t i = 0; i < matrix.size(); ++i)
      matrix[i] = uint16_t(i);
    parameters[0] = &map;
    memory.add("matrix", matrix.data(), matrix.size(), matrix.size() * 2,
               matrix.size() * 2, 2, GlobalMemory::Access::ReadOnly);
    uint64_t sizes[] = {kColumns, kRows}, strides[] = {kRowBytes};
    uint32_t box[] = {kColumns, kRows}, steps[] = {1, 1};
    EXPECT_FALSE(encodeTensorMap(&map, kMapBF16, 2, matrix.data(), sizes,
                                 strides, box, steps, 0, /*swizzle=*/0, 0,
                                 /*trimmedRows=*/kTileRows - kRows));
  }

  std::vector<uint16_t> matrix;
  TensorMapBytes map;
};
INSTANTIATE_SCHEDULES(TrimmedCopyTest);

uint16_t readElement(uint32_t row, uint32_t column) {
  uint16_t value = 0;
  autotuneSimLoad(SITE("read"), int32_t(Space::Shared),
                  getTile() + row * kRowBytes + column * 2, &value, 2, 2);
  return value;
}

TEST_P(TrimmedCopyTest, OtherRowsAreNotANumber) {
  Report report = run([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0) {
      expectBytes(kRows * kRowBytes);
      loadBox(parameters[0], getTile(), 0, 0);
    }
    waitForBytes();
    if (getThread() == 0) {
      EXPECT_EQ(readElement(2, 5), 2 * kColumns + 5);
      EXPECT_EQ(readElement(kRows, 0), 0xFFFF);
      EXPECT_EQ(readElement(kTileRows - 1, kColumns - 1), 0xFFFF);
    }
  });
  EXPECT_TRUE(report.findings.empty());
}

TEST_P(TrimmedCopyTest, OtherRowsDoNotCountForTheBarrier) {
  Report report = run([](void **parameters) {
    initBarrier(1);
    if (getThread() == 0) {
      expectBytes(kTileRows * kRowBytes);
      loadBox(parameters[0], getTile(), 0, 0);
    }
    waitForBytes();
  });
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings[0].kind, FindingKind::Deadlock);
}

} // namespace
