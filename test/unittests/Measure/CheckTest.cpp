//===- CheckTest.cpp - What is right, and what it is compared with --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Runtime/CublasLt.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;

static MeasuredProblem makeProblem(int64_t m, int64_t n, int64_t k,
                                   const char *element) {
  MeasuredProblem problem;
  problem.m = m;
  problem.n = n;
  problem.k = k;
  int kind = parseElementKind(element);
  problem.operands[0] = {"a", kind, m, k, k, false};
  problem.operands[1] = {"b", kind, k, n, n, false};
  problem.operands[2] = {"c", kind, m, n, n, false};
  problem.accumulator = parseElementKind("f32");
  return problem;
}

/// One product that is missing from a sum is found, at every K of use; the
/// rounding of the output alone is not.
TEST(CheckTest, ToleranceTellsABugFromRounding) {
  for (double k : {64.0, 4096.0, 28672.0}) {
    mlir::autotune::cuda::Tolerance tolerance =
        getTolerance(makeProblem(64, 64, int64_t(k), "f32"));
    EXPECT_LT(tolerance.absolute, 0.25);
    tolerance = getTolerance(makeProblem(64, 64, int64_t(k), "bf16"));
    EXPECT_GE(tolerance.relative, 0x1p-8);
    EXPECT_LT(tolerance.relative, 0x1p-7);
    // Tensor cores keep 14 bits of a part's sum, and of these some are wrong.
    MeasuredProblem narrow = makeProblem(64, 64, int64_t(k), "f8E4M3FN");
    narrow.operands[1].element = parseElementKind("f8E5M2");
    narrow.operands[2].element = narrow.accumulator;
    tolerance = getTolerance(narrow);
    EXPECT_GE(tolerance.relative, 0x1p-11);
    EXPECT_LT(tolerance.relative, 0x1p-9);
    EXPECT_LT(tolerance.absolute, 0.25);
  }
  // What is filled in is of tf32 already: products are exact, as those of f16.
  MeasuredProblem tf32 = makeProblem(64, 64, 4096, "tf32");
  MeasuredProblem half = makeProblem(64, 64, 4096, "f16");
  tf32.operands[2].element = half.operands[2].element = tf32.accumulator;
  EXPECT_EQ(getTolerance(tf32).relative, getTolerance(half).relative);
  // Three products, and what is left out of them: more than f32, and far less
  // than 11 bits would leave.
  MeasuredProblem split = makeProblem(64, 64, 4096, "3xtf32");
  MeasuredProblem whole = makeProblem(64, 64, 4096, "f32");
  split.operands[2].element = whole.operands[2].element = split.accumulator;
  EXPECT_GT(getTolerance(split).relative, getTolerance(whole).relative);
  EXPECT_LT(getTolerance(split).relative, 4 * getTolerance(whole).relative);
  EXPECT_LT(getTolerance(split).relative, 0x1p-12);
  // Sums in f16: such a product is found at a small K alone, and at a large one
  // a step of 64.
  MeasuredProblem sums = makeProblem(64, 64, 64, "f16");
  sums.accumulator = parseElementKind("f16");
  EXPECT_EQ(sums.getSumKind(), parseElementKind("f32"));
  EXPECT_LT(getTolerance(sums).absolute, 0.25);
  EXPECT_GT(getTolerance(sums).relative, 4 * 2 * 0x1p-11);
  sums.k = 4096;
  EXPECT_LT(getTolerance(sums).absolute, std::sqrt(64.0) / 3);
  EXPECT_GT(getTolerance(sums).absolute, 1);
  MeasuredProblem integers = makeProblem(64, 64, 64, "i8");
  integers.accumulator = parseElementKind("i32");
  EXPECT_EQ(getTolerance(integers).absolute, 0);
  EXPECT_EQ(getTolerance(integers).relative, 0);
}

/// The library sums as candidates may, and reads alpha and beta in that type.
TEST(CheckTest, BaselinesSumAlike) {
  cublaslt::Product problem;
  problem.a.element = problem.b.element = problem.c.element = cuda::kF16;
  problem.accumulator = cuda::kF32;
  EXPECT_EQ(getArithmetic(problem).compute, 68);
  problem.accumulator = cuda::kF16;
  problem.accumulate = true;
  cublaslt::Arithmetic sums = getArithmetic(problem);
  EXPECT_EQ(sums.compute, 64);
  EXPECT_EQ(sums.scale, cuda::kF16);
  EXPECT_EQ(sums.alpha.f16, 0x3C00);
  EXPECT_EQ(sums.beta.f16, 0x3C00);
  // Of no other C.
  problem.c.element = cuda::kF32;
  sums = getArithmetic(problem);
  EXPECT_EQ(sums.compute, 68);
  EXPECT_EQ(sums.scale, cuda::kF32);
  EXPECT_EQ(sums.beta.f32, 1);
  problem.accumulator = cuda::kI32;
  problem.accumulate = false;
  sums = getArithmetic(problem);
  EXPECT_EQ(sums.compute, 72);
  EXPECT_EQ(sums.alpha.i32, 1);
  EXPECT_EQ(sums.beta.i32, 0);
  problem.accumulator = cuda::kF64;
  EXPECT_EQ(getArithmetic(problem).alpha.f64, 1);
}
