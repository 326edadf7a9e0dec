//===- PlacementTest.cpp - Which cluster begins with which tile -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/Placement.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <random>
#include <set>
#include <vector>

using namespace mlir::autotune::cuda;
using ::testing::ElementsAre;

namespace {

std::vector<int> place(const std::vector<int> &gpcs) {
  Placement placement = placeByGpc(int64_t(gpcs.size()), [&](int64_t cluster) {
    return gpcs[size_t(cluster)];
  });
  // Those behind them keep their tiles.
  for (size_t i = gpcs.size(); i < size_t(kPlacedClusters); ++i)
    EXPECT_EQ(placement.tiles[i], i);
  return {placement.tiles, placement.tiles + gpcs.size()};
}

TEST(PlacementTest, GivesClustersOfAGpcNeighbours) {
  EXPECT_THAT(place({}), ElementsAre());
  EXPECT_THAT(place({4}), ElementsAre(0));
  EXPECT_THAT(place({4, 2, 4, 2}), ElementsAre(0, 2, 1, 3));
  // GPCs are of any size, and come in the order of their first clusters.
  EXPECT_THAT(place({7, 0, 3, 7, 0, 7, 7}), ElementsAre(0, 4, 6, 1, 5, 2, 3));
}

TEST(PlacementTest, KeepsTheOrderWhereGpcsAreNotKnown) {
  EXPECT_THAT(place({0, 0, 0, 0}), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(place({3, 2, 1, 0}), ElementsAre(0, 1, 2, 3));
}

TEST(PlacementTest, IsAPermutation) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<int> gpcs(random() % size_t(kPlacedClusters + 1));
    int count = 1 + int(random() % 10);
    for (int &gpc : gpcs)
      gpc = int(random() % unsigned(count));
    std::vector<int> tiles = place(gpcs);
    std::set<int> seen(tiles.begin(), tiles.end());
    ASSERT_EQ(seen.size(), gpcs.size());
    if (!gpcs.empty())
      ASSERT_EQ(*seen.rbegin(), int(gpcs.size()) - 1);
    // The tiles of a GPC follow one another.
    std::vector<int> gpcOfTile(gpcs.size());
    for (size_t i = 0; i < gpcs.size(); ++i)
      gpcOfTile[size_t(tiles[i])] = gpcs[i];
    std::set<int> left;
    for (size_t i = 1; i < gpcs.size(); ++i)
      if (gpcOfTile[i] != gpcOfTile[i - 1])
        ASSERT_TRUE(left.insert(gpcOfTile[i - 1]).second &&
                    !left.count(gpcOfTile[i]));
  }
}

TEST(PlacementTest, SimulatorDealsInTurns) {
  Placement placement = placeInTurns(5);
  EXPECT_THAT(std::vector<int>(placement.tiles, placement.tiles + 7),
              ElementsAre(0, 3, 1, 4, 2, 5, 6));
  placement = placeInTurns(1000);
  EXPECT_EQ(placement.tiles[1], 128);
  EXPECT_EQ(placement.tiles[255], 255);
}

} // namespace
