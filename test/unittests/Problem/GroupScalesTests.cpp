//===- GroupScalesTests.cpp - Groups of products with scales --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedProblem.h"

#include "gtest/gtest.h"

using llvm::StringRef;
using namespace mlir::autotune;

/// Each product of a group has scales of its own.
TEST(ProblemText, HasGroupsWithScales) {
  StringRef text = "[256,300,0]x14336x4096 f8E4M3FN B^T scaled f32[m,k/128] "
                   "f32[n/128,k/128] -> bf16";
  EXPECT_EQ(parse(text), text);
  MatmulFact fact = parseFact(text);
  EXPECT_EQ(fact.scales->a.matrix.rowStride, 32);
  // Those of A of all rows, and those of each B.
  EXPECT_EQ(fact.getBytes(), 556.0 * 4096 + 3.0 * 14336 * 4096 +
                                 2.0 * 556 * 14336 + 4.0 * 556 * 32 +
                                 3.0 * 4 * 112 * 32);
  // As it lies in memory to be measured.
  MatmulFact batch = fact.getRaggedBatch();
  EXPECT_EQ(batch.scales->a.matrix.batchStride, 300 * 32);
  EXPECT_EQ(batch.scales->b.matrix.batchStride, 112 * 32);

  // Rows along M have room for the widest product.
  text = "[40,0,65]x200x300 f8E5M2 B^T scaled f32[k/128,m/8] f32[k/128,n] -> "
         "f32";
  EXPECT_EQ(parse(text), text);
  fact = parseFact(text);
  EXPECT_EQ(fact.scales->a.matrix.rowStride, 9);
  batch = fact.getRaggedBatch();
  EXPECT_EQ(batch.scales->a.matrix.batchStride, 3 * 9);
  EXPECT_EQ(batch.scales->b.matrix.batchStride, 3 * 200);
  text = "[40,0,65]x200x300 f8E5M2 B^T scaled f32[k/128,m/8] f32[k/128,n] -> "
         "f32 sa(stride=16, align=4) sb(stride=208)";
  EXPECT_EQ(parse(text), text);
  text = "[?,65]x200x300 f8E5M2 B^T scaled f32[k/128,m] f32[n] -> f32";
  EXPECT_EQ(parse(text), text);
}
