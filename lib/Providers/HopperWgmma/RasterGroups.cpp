//===- RasterGroups.cpp - What the CTAs of a GPC have in common -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SMs of one GPC that read the same lines at about the same time cost L2 fewer
// requests. CTAs without clusters are given to one GPC after the other, 16 or
// 18 to each (docs/design/lowering.md), so that a GPC has a run of tiles, and
// the raster's group decides how many rows and columns of tiles that run has.
// Where a run begins depends on which GPC was the first. What counts is the GPC
// that loads most: the others wait for it only in the end, but the end is what
// is measured.
//
// On an H100 this rule loses 0.4 % to the best of the groups 2, 4 and 8, as a
// geometric mean over 54 tiles of 19 products, 8.2 % at worst; a group of 8
// everywhere loses 4.9 %, and 48 % at worst (docs/notes/sm-placement.md).
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/RasterGroups.h"

#include "mlir-autotune/Space/Quantities.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir;
using namespace mlir::autotune;

/// SMs of a GPC: an H100's and an H200's 132 are in GPCs of 16 and 18.
static constexpr int64_t kGpcSMs = 16;
/// Where runs may begin: every fourth SM is as good as each (NVIDIA H100).
static constexpr int64_t kOffsetStep = 4;
/// Those that were measured; of equals the first is taken.
static constexpr int64_t kGroups[] = {8, 4, 2};
static constexpr int64_t kDefaultGroup = 8;

int64_t autotune::getMostOfRuns(const TileGrid &grid, int64_t group,
                                int64_t length, int64_t offset) {
  // The run that a row or column of tiles was in last.
  SmallVector<int64_t, 64> rowRuns(grid.rows), columnRuns(grid.columns);
  int64_t most = 0, left = length - offset, run = 1, load = 0;
  auto endRun = [&] {
    most = std::max(most, load);
    load = 0;
    left = length;
    ++run;
  };
  for (int64_t first = 0; first < grid.rows; first += group)
    for (int64_t column = 0; column < grid.columns; ++column)
      for (int64_t row = first, end = std::min(first + group, grid.rows);
           row < end; ++row) {
        if (left == 0)
          endRun();
        load += rowRuns[row] == run ? 0 : grid.rowBits;
        load += columnRuns[column] == run ? 0 : grid.columnBits;
        rowRuns[row] = columnRuns[column] = run;
        --left;
      }
  endRun();
  return most;
}

int64_t RasterGroups::getBest(const TileGrid &grid) {
  auto [it, isNew] = known.try_emplace(grid, kDefaultGroup);
  if (!isNew)
    return it->second;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (int64_t group : kGroups) {
    int64_t sum = 0;
    for (int64_t offset = 0; offset < kGpcSMs; offset += kOffsetStep)
      sum += getMostOfRuns(grid, group, kGpcSMs, offset);
    if (sum < least)
      it->second = group;
    least = std::min(least, sum);
  }
  return it->second;
}

bool RasterGroups::isChosen(const ProblemFact &fact, const TargetInfo &target,
                            const HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  return fact.hasStaticSizes() && matmul.batch == 1 && !matmul.isGrouped() &&
         config.raster != Raster::Hilbert && config.cluster[0] == 1 &&
         config.cluster[1] == 1 && config.splitK == 1 &&
         config.ctasPerSm == 1 && !config.dependentLaunch &&
         hopper_wgmma::tileCtas(config, matmul, target) <= target.sms;
}

void RasterGroups::fit(HopperWgmmaConfig &config) {
  using namespace hopper_wgmma;
  const auto &matmul = fact.getMatmul();
  if (config.group != kDefaultGroup || !isChosen(fact, target, config))
    return;
  TileGrid grid = {rowTiles(config, matmul, target),
                   columnTiles(config, matmul, target),
                   config.tile[0] * leftBits(config, matmul, target),
                   config.tile[1] * rightBits(config, matmul, target)};
  // One line has one order.
  if (grid.rows == 1 || grid.columns == 1)
    return;
  // along_n is along_m with rows and columns exchanged.
  if (config.raster == Raster::AlongN)
    grid = {grid.columns, grid.rows, grid.columnBits, grid.rowBits};
  config.group = getBest(grid);
}

void RasterGroups::fit(Config &config) {
  if (config.getTemplateName() != HopperWgmmaConfig::kTemplateName ||
      !config.isComplete())
    return;
  HopperWgmmaConfig fitted = HopperWgmmaConfig::fromConfig(config);
  int64_t before = fitted.group;
  fit(fitted);
  if (fitted.group != before)
    config = fitted.toConfig();
}
