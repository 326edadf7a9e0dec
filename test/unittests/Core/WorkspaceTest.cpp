//===- WorkspaceTest.cpp - Where parts of a workspace lie -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/Workspace.h"

#include "gtest/gtest.h"

using namespace mlir::autotune;
using cuda::kWorkspaceCounterBytes;

TEST(WorkspaceTest, MatricesFollowTheCounters) {
  cuda::WorkspaceLayout layout;
  EXPECT_EQ(layout.getBytes(), kWorkspaceCounterBytes);
  // 5 rows of 192 bytes in 256 each, then 3 of 2 bytes in 128 each.
  cuda::WorkspaceMatrix matrix = layout.addPacked(5, 96, 2);
  EXPECT_EQ(matrix.offset, kWorkspaceCounterBytes);
  EXPECT_EQ(matrix.rowStride, 128);
  EXPECT_EQ(layout.getBytes(), kWorkspaceCounterBytes + 5 * 256);
  matrix = layout.addPacked(3, 1, 2);
  EXPECT_EQ(matrix.offset, kWorkspaceCounterBytes + 5 * 256);
  EXPECT_EQ(matrix.rowStride, 64);
  EXPECT_EQ(layout.getBytes(), kWorkspaceCounterBytes + 5 * 256 + 512);
  // Those of a batch lie one behind the other, each with all its rows.
  int64_t before = layout.getBytes();
  matrix = layout.addPacked(3, 1, 2, /*batch=*/4);
  EXPECT_EQ(matrix.offset, before);
  EXPECT_EQ(matrix.rowStride, 64);
  EXPECT_EQ(matrix.batchStride, 3 * 64);
  EXPECT_EQ(layout.getBytes(), before + 4 * 3 * 128);
  // Rows that fit are not padded; sizes are beyond 32 bits.
  matrix = layout.addPacked(1 << 20, 1 << 14, 8);
  EXPECT_EQ(matrix.rowStride, 1 << 14);
  EXPECT_EQ(layout.getBytes() - matrix.offset, int64_t(1) << 37);
}

/// Two tiles of f32 for each CTA, between the counters and the matrices.
TEST(WorkspaceTest, PartialSumsComeFirst) {
  cuda::WorkspaceLayout layout;
  layout.addPartials(3, 64 * 8);
  EXPECT_EQ(layout.getBytes(), kWorkspaceCounterBytes + 2 * 3 * 64 * 8 * 4);
  EXPECT_EQ(layout.addPacked(1, 1, 2).offset,
            kWorkspaceCounterBytes + 2 * 3 * 64 * 8 * 4);
  // Of the largest tiles, and as many CTAs as a launch has.
  cuda::WorkspaceLayout largest;
  largest.addPartials(INT32_MAX, cuda::kMaxSharedTile);
  EXPECT_EQ(largest.getBytes(),
            kWorkspaceCounterBytes + (int64_t(INT32_MAX) << 19));
}
