//===- HopperSeedsTests.cpp - What heuristics for wgmma share -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperSeeds.h"
#include "Proposers/TestFacts.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

/// Integers that are converted are on the left, whatever a row of Seeds.td has
/// for other types.
TEST(HopperSeeds, ConvertedIntegersHaveTheirSide) {
  for (bool isSwapped : {false, true}) {
    HopperWgmmaConfig row;
    row.swap = isSwapped;
    MatmulFact fact = getFact(64, 4096, 4096, /*bTransposed=*/true);
    EXPECT_EQ(startSeed(fact, row.toConfig()).swap, isSwapped);
    fact.a.element = ElementKind::I8;
    EXPECT_FALSE(startSeed(fact, row.toConfig()).swap);
    std::swap(fact.a.element, fact.b.element);
    EXPECT_TRUE(startSeed(fact, row.toConfig()).swap);
  }
}

// A CTA with one tile stores from its ring; one that goes on has boxes beside
// it.
TEST(HopperSeeds, TheRingHoldsTheBoxesOfTheOnlyTile) {
  MatmulFact fact = getFact(664, 6432, 6040, /*bTransposed=*/true);
  HopperWgmmaConfig config;
  config.tile = {256, 136, 64};
  config.consumers = 2;
  config.swap = true;
  config.store = Store::Tma;
  for (bool isPersistent : {false, true}) {
    config.persistent = isPersistent;
    ASSERT_TRUE(takeDeepestRing(fact, getH200(), config));
    EXPECT_EQ(config.store, Store::Tma);
    EXPECT_EQ(config.stages, isPersistent ? 3 : 4);
  }
}
