//===- WorkspaceTest.cpp - What a launch has beside its matrices ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include "mlir-autotune/Runtime/Grid.h"
#include "mlir-autotune/Runtime/Workspace.h"

#include "gtest/gtest.h"

using namespace mlir::autotune;
using namespace mlir::autotune::runner;
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
  // Every tile that the CTAs of a stream share has a counter.
  EXPECT_LE(2 * cuda::kMaxStreamCtas, cuda::kTileCounters);
}

TEST(WorkspaceTest, IsPlannedOfStoredSizes) {
  Problem problem;
  int kind = parseElementKind("bf16");
  problem.operands[0] = {"a", kind, /*rows=*/5, /*columns=*/96, 200, false};
  problem.operands[1] = {"b", kind, /*rows=*/5, /*columns=*/10, 10, false};
  Kernel kernel;
  EXPECT_EQ(planWorkspace(kernel, problem, 8).bytes, 0);
  kernel.params.resize(1);
  kernel.params[0].kind = KernelParam::Counters;
  EXPECT_EQ(planWorkspace(kernel, problem, 8).bytes, kWorkspaceCounterBytes);
  kernel.packed = {{1}, {0}};
  WorkspacePlan plan = planWorkspace(kernel, problem, 8);
  ASSERT_EQ(plan.packed.size(), 2u);
  EXPECT_EQ(plan.packed[0].copy.operand, 1);
  // B: 5 rows of 10 elements. A, stored transposed: 5 rows of 96.
  EXPECT_EQ(plan.packed[0].place.rowStride, 64);
  EXPECT_EQ(plan.packed[1].place.offset, kWorkspaceCounterBytes + 768);
  EXPECT_EQ(plan.packed[1].place.rowStride, 128);
  EXPECT_EQ(plan.bytes, kWorkspaceCounterBytes + 768 + 1280);
  // Of the transpose of A, 96 rows of 5 elements.
  kernel.packed[1].transposed = true;
  plan = planWorkspace(kernel, problem, 8);
  EXPECT_EQ(plan.packed[1].place.offset, kWorkspaceCounterBytes + 768);
  EXPECT_EQ(plan.packed[1].place.rowStride, 64);
  EXPECT_EQ(plan.bytes, kWorkspaceCounterBytes + 768 + 96 * 128);
  // A copy for each matrix, and one of what all products share.
  problem.batch = 3;
  problem.operands[0].batchStride = 1000;
  plan = planWorkspace(kernel, problem, 8);
  EXPECT_EQ(plan.packed[0].place.offset, kWorkspaceCounterBytes);
  EXPECT_EQ(plan.packed[1].place.offset, kWorkspaceCounterBytes + 768);
  EXPECT_EQ(plan.packed[1].place.batchStride, 96 * 64);
  EXPECT_EQ(plan.bytes, kWorkspaceCounterBytes + 768 + 3 * 96 * 128);
  problem.batch = 1;
  problem.operands[0].batchStride = 0;
  kernel.packed[1].transposed = false;
  kernel.grid.split = 2;
  kernel.grid.tile = {64, 16};
  int64_t partials = 2 * 8 * 64 * 16 * 4;
  plan = planWorkspace(kernel, problem, 8);
  EXPECT_EQ(plan.packed[0].place.offset, kWorkspaceCounterBytes + partials);
  EXPECT_EQ(plan.bytes, kWorkspaceCounterBytes + partials + 768 + 1280);
}
