//===- ChangedKernelsTest.cpp - Times of kernels of before ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Providers/Registry.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// Whether a tile of 128 x 96 in a cluster is of another kernel since.
bool hasChanged(StringRef key, StringRef date, bool swap = false,
                std::array<int64_t, 2> cluster = {1, 1}) {
  HopperWgmmaConfig typed = HopperWgmmaConfig::fromConfig(
      Config(*lookupTemplateSchema(HopperWgmmaConfig::kTemplateName))
          .withDefaults());
  typed.tile = {128, 96, 64};
  typed.cluster = {cluster[0], cluster[1]};
  typed.swap = swap;
  Config config = typed.toConfig();
  return getProvider(config).hasChangedSince(cantFail(parseProblem(key)),
                                             config, date);
}

constexpr char kBefore[] = "2026-11-27";

TEST(ChangedKernels, LastTilesFitSinceThen) {
  EXPECT_TRUE(hasChanged("257x960x512 bf16 B^T -> bf16", kBefore));
  EXPECT_FALSE(hasChanged("257x960x512 bf16 B^T -> bf16", "2026-11-28"));
  EXPECT_FALSE(
      hasChanged("257x960x512 bf16 B^T -> bf16", "2026-11-28T09:00:00Z"));
  // Along N, if N is a multiple of 16.
  EXPECT_TRUE(hasChanged("256x976x512 bf16 B^T -> bf16", kBefore));
  EXPECT_FALSE(hasChanged("256x968x512 bf16 B^T -> bf16", kBefore));
}

TEST(ChangedKernels, OthersStayedAsTheyWere) {
  // Whole tiles, and an added C.
  EXPECT_FALSE(hasChanged("256x960x512 bf16 B^T -> bf16", kBefore));
  EXPECT_FALSE(hasChanged("257x960x512 bf16 B^T -> f32 accumulate", kBefore));
}

TEST(ChangedKernels, SmallMatricesAreTrimmedSinceThen) {
  constexpr char kMorning[] = "2026-11-28T09:00:00Z",
                 kEvening[] = "2026-11-28T18:00:00Z";
  EXPECT_TRUE(hasChanged("100x960x512 bf16 B^T -> bf16", kMorning));
  EXPECT_FALSE(hasChanged("100x960x512 bf16 B^T -> bf16", kEvening));
  EXPECT_FALSE(hasChanged("128x960x512 bf16 B^T -> bf16", kMorning));
  // M is along the columns of the tile then.
  EXPECT_FALSE(hasChanged("100x960x512 bf16 B^T -> bf16", kMorning,
                          /*swap=*/true));
  EXPECT_TRUE(hasChanged("90x960x512 bf16 B^T -> bf16", kMorning,
                         /*swap=*/true));
  // A box of B stored as K x N has rows of K, which are not trimmed.
  EXPECT_TRUE(hasChanged("128x90x512 bf16 B^T -> bf16", kMorning));
  EXPECT_FALSE(hasChanged("128x90x512 bf16 -> bf16", kMorning));
  // CTAs along N share the tile of A, and load a slice each.
  EXPECT_FALSE(hasChanged("100x960x512 bf16 B^T -> bf16", kMorning,
                          /*swap=*/false, {1, 2}));
  // So do integers of 4 bits.
  EXPECT_TRUE(hasChanged("128x90x512 bf16,i4 B^T -> bf16", kMorning));
  // The second B of a pair lies beside the first in a tile.
  EXPECT_FALSE(
      hasChanged("128x40x512 bf16 B^T x2 -> bf16 then {func.func @f(%u: f32, "
                 "%v: f32) -> bf16 { %0 = arith.mulf %u, %v : f32 %1 = "
                 "arith.truncf %0 : f32 to bf16 return %1 : bf16 }}",
                 kMorning));
}

TEST(ChangedKernels, RowsAreTilesOfNIfSwapped) {
  EXPECT_FALSE(
      hasChanged("192x1280x512 bf16 B^T -> bf16", kBefore, /*swap=*/true));
  EXPECT_TRUE(hasChanged("192x1280x512 bf16 B^T -> bf16", kBefore));
}

TEST(ChangedKernels, TilesThatFillAClusterAreMoved) {
  EXPECT_TRUE(hasChanged("384x960x512 bf16 B^T -> bf16", kBefore,
                         /*swap=*/false, {2, 1}));
  EXPECT_TRUE(hasChanged("100x960x512 bf16 B^T -> bf16", kBefore,
                         /*swap=*/false, {2, 1}));
  EXPECT_FALSE(hasChanged("512x960x512 bf16 B^T -> bf16", kBefore,
                          /*swap=*/false, {2, 1}));
}

TEST(ChangedKernels, PartsOverlapSinceThen) {
  constexpr char kMorning[] = "2026-11-30T03:00:00Z",
                 kEvening[] = "2026-11-30T18:00:00Z";
  EXPECT_TRUE(hasChanged("256x960x512 f8E4M3FN B^T -> bf16", kMorning));
  EXPECT_FALSE(hasChanged("256x960x512 f8E4M3FN B^T -> bf16", kEvening));
  EXPECT_FALSE(hasChanged("256x960x512 i8 B^T", kMorning));
}

} // namespace
