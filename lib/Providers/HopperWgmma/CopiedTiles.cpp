//===- CopiedTiles.cpp - Small tiles that threads copy --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small product that TMA can't load is over before its operands are packed:
// 139 x 365 x 219 of f16 takes 4.0 us with copied tiles, and 5.5 packed (NVIDIA
// H200). What copies cost depends on the tile as TMA's loads don't, so the
// space has them all, also with a K that CTAs share: there are few CTAs.
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/FittedTiles.h"
#include "HopperWgmma/HopperSeeds.h"

#include "mlir-autotune/Space/Formulas.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr int64_t kCopiedColumns[] = {16, 24, 32, 48, 64, 96, 128};

namespace {
struct CopiedRows {
  int64_t rows, consumers;
};
/// How CTAs share K.
struct CopiedSplit {
  int64_t ctas;
  Reduce reduce;
};
} // namespace

static constexpr CopiedRows kCopiedRowss[] = {{64, 1}, {128, 2}};
static constexpr CopiedSplit kCopiedSplits[] = {{1, Reduce::Cluster},
                                                {2, Reduce::Cluster},
                                                {4, Reduce::Cluster},
                                                {4, Reduce::Shares},
                                                {8, Reduce::Shares}};
/// Configs behind this many by their estimates are left out.
static constexpr size_t kMostCopied = 120;

void autotune::addCopiedTiles(const ProblemFact &fact, const TargetInfo &target,
                              std::vector<Config> &configs) {
  if (!isPackedInVain(fact.getMatmul()))
    return;
  HopperWgmmaConfig config = startSeed(fact, HopperWgmmaConfig().toConfig());
  SmallVector<HopperWgmmaConfig> copied;
  config.persistent = false;
  for (CopiedRows tile : kCopiedRowss)
    for (int64_t columns : kCopiedColumns)
      for (int64_t depth : {64, 128})
        for (bool swap : {false, true})
          for (CopiedSplit split : kCopiedSplits) {
            config.tile = {tile.rows, columns, depth};
            config.consumers = tile.consumers;
            config.swap = swap;
            config.splitK = split.ctas;
            config.reduce = split.reduce;
            config.store = split.ctas > 1 ? Store::Direct : Store::Copy;
            HopperWgmmaConfig attempt = config;
            if (takeCopyingRing(fact, target, attempt) &&
                !isRedundant(fact, target, attempt))
              copied.push_back(attempt);
          }
  llvm::append_range(
      configs,
      ArrayRef(rankByEstimate(fact, target, copied)).take_front(kMostCopied));
}
