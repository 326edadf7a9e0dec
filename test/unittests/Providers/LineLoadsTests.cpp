//===- LineLoadsTests.cpp - Lines of L2 that loads ask for ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/LineLoads.h"
#include "Proposers/TestFacts.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
HopperWgmmaConfig getConfig(int64_t rows, int64_t columns) {
  HopperWgmmaConfig config = HopperWgmmaConfig::fromConfig(
      Config(*lookupTemplateSchema(HopperWgmmaConfig::kTemplateName))
          .withDefaults());
  config.tile = {rows, columns, 64};
  return config;
}

double getOfRows(const MatmulFact &fact, const HopperWgmmaConfig &config) {
  return getLinesPerLine(fact, *lookupTarget("h100-sxm"), config, false);
}

double getOfColumns(const MatmulFact &fact, const HopperWgmmaConfig &config) {
  return getLinesPerLine(fact, *lookupTarget("h100-sxm"), config, true);
}

double getPerProduct(const MatmulFact &fact, const HopperWgmmaConfig &config) {
  return getLinesPerProduct(fact, *lookupTarget("h100-sxm"), config);
}

TEST(LineLoads, RowsAlongKAreWholeOrBroken) {
  HopperWgmmaConfig config = getConfig(128, 120);
  MatmulFact whole = getFact(1024, 1024, 1024, /*bTransposed=*/true);
  EXPECT_EQ(getOfRows(whole, config), 1);
  EXPECT_EQ(getOfColumns(whole, config), 1);
  MatmulFact broken = getFact(1024, 1024, 1000, /*bTransposed=*/true);
  EXPECT_EQ(getOfRows(broken, config), 2);
  EXPECT_EQ(getOfColumns(broken, config), 2);
  // Which matrix gives the rows.
  MatmulFact mixed = getFact(1024, 1000, 1024);
  EXPECT_EQ(getOfRows(mixed, config), 1);
  EXPECT_EQ(getOfColumns(mixed, config), 2);
  config.swap = true;
  EXPECT_EQ(getOfRows(mixed, config), 2);
  EXPECT_EQ(getOfColumns(mixed, config), 1);
}

TEST(LineLoads, TilesOfColumnsBeginWithinLines) {
  MatmulFact fact = getFact(1024, 1024, 1024);
  EXPECT_EQ(getOfColumns(fact, getConfig(128, 128)), 1);
  EXPECT_EQ(getOfColumns(fact, getConfig(128, 96)), 1.5);
  EXPECT_EQ(getOfColumns(fact, getConfig(128, 120)), 2 - 8 / 64.0);
  EXPECT_EQ(getOfColumns(fact, getConfig(128, 176)), 2 - 16 / 64.0);
}

TEST(LineLoads, WhatIsPackedHasWholeLines) {
  MatmulFact odd = getFact(1024, 1024, 1001, /*bTransposed=*/true);
  HopperWgmmaConfig config = getConfig(128, 128);
  EXPECT_EQ(getOfRows(odd, config), 2);
  config.load = Load::Pack;
  EXPECT_EQ(getOfRows(odd, config), 1);
}

TEST(LineLoads, RowsBeginSectorsOrTheirMiddle) {
  HopperWgmmaConfig config = getConfig(128, 128);
  auto begin = [&](const MatmulFact &fact, bool isColumns) {
    return rowsBeginSectors(fact, config, isColumns);
  };
  // 2000 bytes are 62.5 sectors, 2016 are 63.
  MatmulFact half = getFact(1024, 1024, 1000, /*bTransposed=*/true);
  EXPECT_FALSE(begin(half, false));
  EXPECT_FALSE(begin(half, true));
  EXPECT_TRUE(begin(getFact(1024, 1024, 1008, /*bTransposed=*/true), false));
  MatmulFact mixed = getFact(1024, 1000, 1008);
  EXPECT_TRUE(begin(mixed, false));
  EXPECT_FALSE(begin(mixed, true));
  config.swap = true;
  EXPECT_FALSE(begin(mixed, false));
  EXPECT_TRUE(begin(mixed, true));
  config.load = Load::Pack;
  EXPECT_TRUE(begin(getFact(1024, 1024, 1001, /*bTransposed=*/true), false));
}

TEST(LineLoads, MulticastCountsOnce) {
  MatmulFact fact = getFact(1024, 1024, 1024, /*bTransposed=*/true);
  HopperWgmmaConfig config = getConfig(128, 128);
  double alone = getPerProduct(fact, config);
  // 128 lines of A and of B for 128 x 128 x 64 products.
  EXPECT_DOUBLE_EQ(alone, 256.0 * 512 / (128.0 * 128 * 64));
  config.cluster = {2, 1};
  EXPECT_DOUBLE_EQ(getPerProduct(fact, config), alone * 0.75);
  config.cluster = {2, 4};
  EXPECT_DOUBLE_EQ(getPerProduct(fact, config), alone * (0.125 + 0.25));
}
} // namespace
