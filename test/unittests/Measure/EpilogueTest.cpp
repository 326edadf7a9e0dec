//===- EpilogueTest.cpp - What a check of an epilogue goes by -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "Check.h"

#include "mlir-autotune/Core/ElementIndex.h"

#include "gtest/gtest.h"

using namespace mlir::autotune;
using namespace mlir::autotune::measure;

static MeasuredProblem makeProblem(int64_t m, int64_t n, int64_t k) {
  MeasuredProblem problem;
  problem.m = m;
  problem.n = n;
  problem.k = k;
  problem.operands[0] = {"a", cuda::kBF16, m, k, k, 0, false};
  problem.operands[1] = {"b", cuda::kBF16, k, n, n, 0, false};
  problem.operands[2] = {"c", cuda::kBF16, m, n, n, 0, false};
  problem.accumulator = cuda::kF32;
  return problem;
}

/// What an epilogue reads lies behind C, guarded likewise, and is moved.
TEST(EpilogueTest, ReadsMatricesOfASet) {
  MeasuredProblem problem = makeProblem(100, 60, 20);
  MeasuredProblem bare = problem;
  problem.epilogue.emplace();
  problem.operands.push_back({"e0", cuda::kF32, 1, 60, 60, 0, false});
  problem.operands.push_back({"e1", cuda::kF32, 100, 60, 64, 0, false});
  EXPECT_EQ(problem.getBytes(), bare.getBytes() + 4 * 60 + 4 * 100 * 60);
  SetLayout layout = getSetLayout(problem, 1 << 20);
  ASSERT_EQ(layout.offset.size(), 5u);
  EXPECT_EQ(layout.bytes[3], 4 * 60);
  EXPECT_EQ(layout.bytes[4], 4 * 100 * 64);
  for (int i = 1; i < 5; ++i)
    EXPECT_GE(layout.offset[i],
              layout.offset[i - 1] + layout.bytes[i - 1] + 2 * kGuardBytes);
  EXPECT_GE(layout.stride, layout.offset[4] + layout.bytes[4] + kGuardBytes);
  EXPECT_LT(layout.sets, getSetLayout(bare, 1 << 20).sets);
}

/// Sums are off by no more than products are; that they are rounded to C's type
/// is the function's affair, but for a unit in the last place.
TEST(EpilogueTest, ToleratesWhatSumsMayBeOff) {
  MeasuredProblem problem = makeProblem(64, 64, 4096);
  for (int scale : {1, -2}) {
    cuda::Tolerance sums = getSumTolerance(problem, scale);
    cuda::Tolerance product = getTolerance(problem, scale);
    EXPECT_EQ(sums.absolute, product.absolute);
    EXPECT_EQ(sums.relative + 0x1p-8, product.relative);
  }
  EXPECT_EQ(getSumTolerance(problem, -2).absolute,
            2 * getSumTolerance(problem).absolute);
  // Four roundoffs of sqrt(4096) in f32.
  EXPECT_EQ(getResultTolerance(problem).absolute, 0x1p-16);
  EXPECT_EQ(getResultTolerance(problem).relative, 0x1p-7);
  problem.operands[2].element = cuda::kF16;
  EXPECT_EQ(getResultTolerance(problem).absolute, 0x1p-16 + 0x1p-24);
  EXPECT_EQ(getResultTolerance(problem).relative, 0x1p-10);
  problem.accumulator = cuda::kI32;
  // Sums that are exact: what is made of them has a unit of C's type.
  EXPECT_EQ(getSumTolerance(problem).relative, 0);
  EXPECT_EQ(getResultTolerance(problem).absolute, 0x1p-24);
  EXPECT_EQ(getResultTolerance(problem).relative, 0x1p-10);
  for (int accumulator : {cuda::kI32, cuda::kF32}) {
    problem.accumulator = accumulator;
    problem.operands[2].element = cuda::kI8;
    EXPECT_EQ(getResultTolerance(problem).absolute, 0);
    EXPECT_EQ(getResultTolerance(problem).relative, 0);
  }
}
