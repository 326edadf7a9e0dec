//===- GridTest.cpp - How many CTAs a launch has --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Measure/Manifest.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir::autotune::measure;
using mlir::autotune::tile::KernelABI;
using mlir::autotune::tile::KernelExtent;
using ::testing::HasSubstr;

namespace {

TEST(GridTest, CountsClustersThatShareTiles) {
  MeasuredProblem problem;
  problem.k = 64;
  problem.operands[2].rows = 300;
  problem.operands[2].columns = 100;
  KernelABI rule;
  rule.extents = {KernelExtent{2, 0}, KernelExtent{2, 1}};
  rule.tile = {64, 64};
  rule.cluster = {2, 1, 1};
  auto size = [&](int64_t sms) {
    return llvm::cantFail(getGridSize(rule, problem, sms));
  };
  // 3 x 2 cluster tiles, each of 4 parts.
  rule.split = 4;
  EXPECT_EQ(size(132), 6 * 4 * 2);
}

TEST(GridTest, CountsHeldClusters) {
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 1, 1), 132);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 1, 2), 66);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 1, 4), 30);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 1, 8), 15);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(132, 2, 4), 60);
  EXPECT_EQ(mlir::autotune::cuda::countHeldClusters(2, 1, 8), 1);
}

TEST(GridTest, RefusesMoreTilesThanCounters) {
  MeasuredProblem problem;
  problem.k = 64;
  problem.operands[2].rows = 64 * 1985;
  problem.operands[2].columns = 64;
  KernelABI rule;
  rule.extents = {KernelExtent{2, 0}, KernelExtent{2, 1}};
  rule.tile = {64, 64};
  EXPECT_EQ(llvm::cantFail(getGridSize(rule, problem, 132)), 1985);
  rule.split = 2;
  llvm::Expected<int64_t> grid = getGridSize(rule, problem, 132);
  ASSERT_FALSE(bool(grid));
  EXPECT_THAT(llvm::toString(grid.takeError()),
              HasSubstr("the parts of at most 1984 tiles, not of 1985"));
  problem.operands[2].rows -= 64;
  EXPECT_EQ(llvm::cantFail(getGridSize(rule, problem, 132)), 2 * 1984);
}

TEST(GridTest, RefusesWhatNoLaunchHolds) {
  MeasuredProblem problem;
  problem.k = 64;
  problem.operands[2].rows = problem.operands[2].columns = INT32_MAX;
  KernelABI rule;
  rule.extents = {KernelExtent{2, 0}, KernelExtent{2, 1}};
  rule.tile = {16, 16};
  llvm::Expected<int64_t> grid = getGridSize(rule, problem, 132);
  ASSERT_FALSE(bool(grid));
  EXPECT_THAT(llvm::toString(grid.takeError()),
              HasSubstr("at most 2147418111 tiles"));
}

} // namespace
