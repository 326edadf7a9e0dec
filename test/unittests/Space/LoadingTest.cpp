//===- LoadingTest.cpp - How matrices come to wgmma -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceTestUtils.h"

#include "mlir-autotune/Space/Formulas.h"

using namespace mlir;
using namespace mlir::autotune;

/// wgmma takes elements of 16 bits either way, and others where K is
/// contiguous: load = transpose makes it so, and load = pack, of one product or
/// a batch.
TEST(LoadingTest, WhatIsTransposed) {
  MatmulFact halves = makeFact(4096, 4096, 4096, /*bTransposed=*/false);
  EXPECT_FALSE(needsTranspose(halves, /*isB=*/true));
  EXPECT_TRUE(isLoadedInPlace(halves, /*isB=*/true));

  MatmulFact bytes =
      makeFact(4096, 4096, 4096, /*bTransposed=*/false, ElementKind::I8);
  EXPECT_FALSE(needsTranspose(bytes, /*isB=*/false));
  EXPECT_TRUE(isLoadedInPlace(bytes, /*isB=*/false));
  EXPECT_TRUE(isTmaLoadable(bytes.b));
  EXPECT_TRUE(needsTranspose(bytes, /*isB=*/true));
  EXPECT_FALSE(isLoadedInPlace(bytes, /*isB=*/true));
  EXPECT_TRUE(isPackable(bytes, /*isB=*/true));
  EXPECT_TRUE(isTransposable(bytes));
  bytes.a.transposed = bytes.b.transposed = true;
  EXPECT_TRUE(needsTranspose(bytes, /*isB=*/false));
  EXPECT_FALSE(needsTranspose(bytes, /*isB=*/true));

  // Rows that TMA can't load are packed as they are.
  bytes.b.rowStride = 4097;
  EXPECT_FALSE(isLoadedInPlace(bytes, /*isB=*/true));
  EXPECT_TRUE(isPackable(bytes, /*isB=*/true));
  EXPECT_FALSE(isTransposable(bytes));
  MatmulFact pair = bytes;
  pair.isPair = true;
  EXPECT_FALSE(isPackable(pair, /*isB=*/true));
  bytes.b.batchStride = 4096 * 4097;
  EXPECT_TRUE(isPackable(bytes, /*isB=*/true));

  // What is converted is transposed likewise, if it is of whole bytes.
  MatmulFact weights = makeFact(4096, 4096, 4096, /*bTransposed=*/false);
  weights.b.element = ElementKind::I8;
  EXPECT_TRUE(needsTranspose(weights, /*isB=*/true));
  EXPECT_TRUE(isPackable(weights, /*isB=*/true));
  EXPECT_TRUE(isTransposable(weights));
  weights.b.element = ElementKind::I4;
  EXPECT_FALSE(needsTranspose(weights, /*isB=*/true));
  weights.b.rowStride = 4104;
  EXPECT_FALSE(isPackable(weights, /*isB=*/true));
  weights.b.rowStride = 4096;
  // What it is multiplied by is loaded as it lies.
  weights.b.element = ElementKind::I8;
  EXPECT_FALSE(needsTranspose(weights, /*isB=*/false));
  EXPECT_TRUE(isPackable(weights, /*isB=*/false));
  weights.a.rowStride = 4097;
  EXPECT_TRUE(isPackable(weights, /*isB=*/false));
  EXPECT_FALSE(isTransposable(weights));

  // Parts of f32 are split as they are loaded; and where two sums are held of
  // each element, whole lines of both B of a pair are too many.
  MatmulFact parts =
      makeFact(4096, 4096, 4096, /*bTransposed=*/false, ElementKind::TF32x3);
  EXPECT_FALSE(isTransposable(parts));
  MatmulFact floats =
      makeFact(4096, 4096, 4096, /*bTransposed=*/false, ElementKind::F8E4M3FN);
  EXPECT_TRUE(isTransposable(floats));
  floats.isPair = true;
  EXPECT_FALSE(isTransposable(floats));
  floats.a.transposed = floats.b.transposed = true;
  EXPECT_TRUE(isTransposable(floats));
}
