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

/// Why a config is none of hopper_wgmma's for a fact, or "".
static std::string findWhyNot(const MatmulFact &fact, StringRef text) {
  std::optional<Violation> violation =
      lookupKernelTemplate("hopper_wgmma")
          ->check(fact, getH200(), parseConfig(text).withDefaults());
  return violation ? (violation->constraint + ": " + violation->message).str()
                   : "";
}

/// What is several products, of one matrix each: TMA alone loads them.
TEST(LoadingTest, OnlyTmaLoadsSeveralProducts) {
  MatmulFact pair = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  pair.isPair = true;
  MatmulFact sum = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  sum.added = AddedProduct{4096, sum.a, sum.b};
  MatmulFact group = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  group.group = {2048, 2048};
  std::tuple<const MatmulFact &, std::string, std::string> facts[] = {
      {pair, "pair", " with a pair of products"},
      {sum, "sum", " with a sum of two products"},
      {group, "group", " for a group"}};
  for (const auto &[fact, name, products] : facts) {
    EXPECT_EQ(findWhyNot(fact, "hopper_wgmma"), "");
    for (std::string load : {"copy", "pack"})
      EXPECT_EQ(findWhyNot(fact, "hopper_wgmma, load = " + load),
                name + ": load = " + load + products +
                    "; it needs load = tma or transpose");
  }
}

/// Each half of a pair's columns is transposed in whole lines of 128 bytes.
TEST(LoadingTest, HalvesOfAPairAreWholeLines) {
  MatmulFact pair =
      makeFact(4096, 4096, 4096, /*bTransposed=*/false, ElementKind::I8);
  pair.accumulator = ElementKind::I32;
  pair.c.element = ElementKind::I32;
  pair.isPair = true;
  auto findWhy = [&](StringRef columns) {
    return findWhyNot(pair, ("hopper_wgmma, tile = [64, " + columns +
                             ", 128], consumers = 1, stages = 3, "
                             "load = transpose")
                                .str());
  };
  EXPECT_EQ(findWhy("256"), "");
  EXPECT_EQ(findWhy("128"),
            "pair: tile[1] = 128 with a pair of products and load = transpose; "
            "it needs a multiple of 256");
}

/// With two slots none is on its way while one is transposed.
TEST(LoadingTest, TwoSlotsAreTooFewToTranspose) {
  auto findRedundancy = [](int64_t k, StringRef stages) {
    MatmulFact fact =
        makeFact(4096, 4096, k, /*bTransposed=*/false, ElementKind::I8);
    fact.accumulator = fact.c.element = ElementKind::I32;
    Config config = parseConfig(("hopper_wgmma, tile = [128, 128, 128], "
                                 "load = transpose, stages = " +
                                 stages)
                                    .str())
                        .withDefaults();
    const KernelTemplate *wgmma = lookupKernelTemplate("hopper_wgmma");
    EXPECT_FALSE(wgmma->check(fact, getH200(), config));
    std::optional<Violation> violation =
        wgmma->checkRedundancy(fact, getH200(), config);
    return violation ? violation->constraint.str() : "";
  };
  EXPECT_EQ(findRedundancy(4096, "2"), "transpose-shallow");
  EXPECT_EQ(findRedundancy(4096, "3"), "");
  // There is nothing more to load.
  EXPECT_EQ(findRedundancy(256, "2"), "");
}
