//===- RasterGroupsTests.cpp - What the CTAs of a GPC have in common ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/RasterGroups.h"
#include "Proposers/TestFacts.h"

#include "mlir-autotune/Proposers/Propose.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
const TargetInfo &getH100() { return *lookupTarget("h100-sxm"); }

/// One tile a CTA, without a cluster.
HopperWgmmaConfig getConfig(int64_t rows, int64_t columns, bool swap = false) {
  HopperWgmmaConfig config = HopperWgmmaConfig::fromConfig(
      Config(*lookupTemplateSchema(HopperWgmmaConfig::kTemplateName))
          .withDefaults());
  config.tile = {rows, columns, 64};
  config.consumers = rows == 64 ? 1 : 2;
  config.persistent = false;
  config.swap = swap;
  return config;
}

int64_t getGroup(const MatmulFact &fact, HopperWgmmaConfig config) {
  RasterGroups(fact, getH100()).fit(config);
  return config.group;
}

TEST(RasterGroups, CountsWhatRunsLoad) {
  // Rows cost 100, columns 1. In groups of two rows, tiles are numbered
  //   0 2 4
  //   1 3 5
  //   6 7 8
  TileGrid grid = {3, 3, 100, 1};
  // 0-3, 4-7, 8: two rows and columns; three rows and columns; one of each.
  EXPECT_EQ(getMostOfRuns(grid, 2, 4, 0), 303);
  // 0, 1-4, 5-8: rows 0 and 1, columns 0 to 2; rows 1 and 2 and all columns.
  EXPECT_EQ(getMostOfRuns(grid, 2, 4, 3), 203);
  // One run has all.
  EXPECT_EQ(getMostOfRuns(grid, 2, 16, 0), 303);
  // One row after the other.
  EXPECT_EQ(getMostOfRuns(grid, 1, 3, 0), 103);
  EXPECT_EQ(getMostOfRuns(grid, 8, 3, 0), 301);
}

/// The best of the three that were measured on an H100, where one is clearly
/// so (docs/notes/sm-placement.md).
TEST(RasterGroups, ChoosesWhatWasMeasured) {
  MatmulFact wide = getFact(1024, 768, 3072, /*bTransposed=*/true);
  EXPECT_EQ(getGroup(wide, getConfig(64, 96)), 4);
  EXPECT_EQ(getGroup(wide, getConfig(128, 48)), 2);
  EXPECT_EQ(getGroup(getFact(2048, 512, 3584, true), getConfig(128, 64)), 2);
  EXPECT_EQ(getGroup(getFact(896, 1152, 1536, true), getConfig(128, 64)), 4);
  EXPECT_EQ(getGroup(getFact(712, 2056, 2048, true), getConfig(64, 184, true)),
            2);
  EXPECT_EQ(getGroup(getFact(640, 2560, 1280, true), getConfig(128, 104)), 8);
}

TEST(RasterGroups, LeavesOthersAlone) {
  MatmulFact fact = getFact(1024, 768, 3072, /*bTransposed=*/true);
  // Whoever has chosen another knows why.
  HopperWgmmaConfig config = getConfig(64, 96);
  config.group = 1;
  EXPECT_EQ(getGroup(fact, config), 1);
  // Clusters are dealt out in turn.
  config = getConfig(64, 96);
  config.cluster = {1, 2};
  EXPECT_EQ(getGroup(fact, config), 8);
  // CTAs that come as others go run anywhere.
  config = getConfig(64, 96);
  config.dependentLaunch = true;
  EXPECT_EQ(getGroup(fact, config), 8);
  config = getConfig(64, 96);
  config.ctasPerSm = 2;
  EXPECT_EQ(getGroup(fact, config), 8);
  // Several waves, one line, sizes that are not known.
  EXPECT_EQ(getGroup(getFact(4096, 768, 3072, true), getConfig(64, 96)), 8);
  EXPECT_EQ(getGroup(getFact(64, 768, 3072, true), getConfig(64, 96)), 8);
  fact.m = ShapedType::kDynamic;
  EXPECT_EQ(getGroup(fact, getConfig(64, 96)), 8);
}

/// Exchanging rows and columns of the raster and of the product is the same.
TEST(RasterGroups, KnowsBothAxes) {
  HopperWgmmaConfig along = getConfig(128, 64);
  along.raster = Raster::AlongN;
  HopperWgmmaConfig exchanged = getConfig(64, 128);
  EXPECT_EQ(getGroup(getFact(2048, 512, 3584, true), along),
            getGroup(getFact(512, 2048, 3584, true), exchanged));
}

TEST(RasterGroups, SeedsAndLevelsHaveThem) {
  MatmulFact fact = getFact(1024, 768, 3072, /*bTransposed=*/true);
  ProposeOptions options;
  options.maxCandidates = 0;
  auto check = [&](const Config &config) {
    if (config.getTemplateName() != HopperWgmmaConfig::kTemplateName)
      return false;
    HopperWgmmaConfig typed = HopperWgmmaConfig::fromConfig(config);
    int64_t group = typed.group;
    if (!RasterGroups::isChosen(fact, getH100(), typed))
      return false;
    typed.group = 8;
    EXPECT_EQ(group, getGroup(fact, typed));
    return group != 8;
  };
  int chosen = 0;
  for (const ProposedConfig &seed :
       propose(fact, getH100(), options).candidates)
    chosen += check(seed.config);
  EXPECT_GT(chosen, 0);
  chosen = 0;
  for (const Config &config :
       getSearchSpace(fact, getH100(), SpaceLevel::Quick))
    chosen += check(config);
  EXPECT_GT(chosen, 0);
}
} // namespace
