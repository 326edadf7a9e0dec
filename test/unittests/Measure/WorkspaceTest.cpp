//===- WorkspaceTest.cpp - What a launch has beside its matrices ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include "mlir-autotune/Core/Workspace.h"

#include "gtest/gtest.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::kWorkspaceCounterBytes;

TEST(WorkspacePlanTest, IsPlannedOfStoredSizes) {
  MeasuredProblem problem;
  int kind = parseElementKind("bf16");
  problem.operands[0] = {"a", kind, /*rows=*/5, /*columns=*/96, 200, false};
  problem.operands[1] = {"b", kind, /*rows=*/5, /*columns=*/10, 10, false};
  Kernel kernel;
  EXPECT_EQ(planWorkspace(kernel, problem, 8).bytes, 0);
  kernel.abi.params.resize(1);
  kernel.abi.params[0].kind = tile::KernelParam::Kind::Counters;
  EXPECT_EQ(planWorkspace(kernel, problem, 8).bytes, kWorkspaceCounterBytes);
  kernel.abi.packed = {{1}, {0}};
  WorkspacePlan plan = planWorkspace(kernel, problem, 8);
  ASSERT_EQ(plan.packed.size(), 2u);
  EXPECT_EQ(plan.packed[0].copy.operand, 1);
  // B: 5 rows of 10 elements. A, stored transposed: 5 rows of 96.
  EXPECT_EQ(plan.packed[0].place.rowStride, 64);
  EXPECT_EQ(plan.packed[1].place.offset, kWorkspaceCounterBytes + 768);
  EXPECT_EQ(plan.packed[1].place.rowStride, 128);
  EXPECT_EQ(plan.bytes, kWorkspaceCounterBytes + 768 + 1280);
  // Of the transpose of A, 96 rows of 5 elements.
  kernel.abi.packed[1].transposed = true;
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
  kernel.abi.packed[1].transposed = false;
  kernel.abi.split = 2;
  kernel.abi.tile = {64, 16};
  int64_t partials = 2 * 8 * 64 * 16 * 4;
  plan = planWorkspace(kernel, problem, 8);
  EXPECT_EQ(plan.packed[0].place.offset, kWorkspaceCounterBytes + partials);
  EXPECT_EQ(plan.bytes, kWorkspaceCounterBytes + partials + 768 + 1280);
}
