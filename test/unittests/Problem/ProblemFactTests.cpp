//===- ProblemFactTests.cpp - A problem as a value ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Problem/ProblemText.h"

#include "gtest/gtest.h"

using namespace mlir::autotune;

TEST(ProblemFact, IsWhatItWasMadeOf) {
  MatmulFact matmul =
      cantFail(parseProblem("16x32x64 bf16 B^T -> f32")).getMatmul();
  ProblemFact fact = matmul, copy = fact, same = matmul;
  EXPECT_EQ(fact.getKey(), matmul.getKey());
  EXPECT_EQ(fact.getText(), matmul.getText());
  EXPECT_EQ(fact.getFlops(), matmul.getFlops());
  EXPECT_EQ(fact.getBytes(), matmul.getBytes());
  EXPECT_EQ(&copy.getMatmul(), &fact.getMatmul());
  EXPECT_EQ(same, fact);
  EXPECT_EQ(hash_value(same), hash_value(fact));
  // A change of what it was made of is no change of it.
  matmul.m = 17;
  EXPECT_EQ(same, fact);
  EXPECT_NE(ProblemFact(matmul), fact);
  EXPECT_FALSE(ProblemFact().hasStaticSizes());
}
