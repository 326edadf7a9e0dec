//===- FittedTilesTests.cpp - Tiles that divide a matrix evenly -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proposers/TestFacts.h"

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
std::vector<Config> getFitted(const ProblemFact &fact) {
  std::vector<Config> fitted;
  for (const KernelProvider *provider : getProviders())
    provider->addFitted(fact, getH200(), fitted);
  return fitted;
}

/// Whether some fitted config has such a tile.
bool hasTile(const ProblemFact &fact, int64_t rows, int64_t columns,
             bool swap) {
  return llvm::any_of(getFitted(fact), [&](const Config &config) {
    auto typed = HopperWgmmaConfig::fromConfig(config);
    return typed.tile[0] == rows && typed.tile[1] == columns &&
           typed.swap == swap;
  });
}

TEST(FittedTiles, AreTheNarrowestOfTheirNumber) {
  for (auto [m, n, k] :
       {std::tuple(8176, 872, 2504), std::tuple(664, 6432, 6040),
        std::tuple(1496, 1608, 2008)}) {
    MatmulFact fact = getFact(m, n, k, /*bTransposed=*/true);
    std::vector<Config> fitted = getFitted(fact);
    EXPECT_FALSE(fitted.empty());
    llvm::DenseSet<Config> distinct(fitted.begin(), fitted.end());
    EXPECT_EQ(distinct.size(), fitted.size());
    for (const Config &config : fitted) {
      const KernelTemplate *kernel =
          lookupKernelTemplate(config.getTemplateName());
      EXPECT_FALSE(kernel->check(fact, getH200(), config)) << config.str();
      auto typed = HopperWgmmaConfig::fromConfig(config);
      int64_t columns = typed.swap ? m : n;
      int64_t tiles = llvm::divideCeil(columns, typed.tile[1]);
      EXPECT_EQ(typed.tile[1],
                llvm::alignTo(llvm::divideCeil(columns, tiles), 8))
          << config.str();
    }
  }
}

TEST(FittedTiles, ServeBothOrders) {
  // Four tiles of 224 for 872 columns, and five of 136 for 664 rows.
  EXPECT_TRUE(hasTile(getFact(8176, 872, 2504, true), 128, 224, false));
  EXPECT_TRUE(hasTile(getFact(664, 6432, 6040, true), 256, 136, true));
}

TEST(FittedTiles, NeedKnownSizesAndFewWaves) {
  EXPECT_TRUE(
      getFitted(getFact(ShapedType::kDynamic, 872, 2504, true)).empty());
  EXPECT_TRUE(getFitted(getFact(16384, 16384, 4096, true)).empty());
}

TEST(FittedTiles, BelongToTheDefaultLevel) {
  MatmulFact fact = getFact(8176, 872, 2504, true);
  auto has = [&](SpaceLevel level) {
    return llvm::any_of(getSearchSpace(fact, getH200(), level),
                        [](const Config &config) {
                          ArrayRef<int64_t> tile = config.get("tile");
                          return tile.size() == 3 && tile[1] == 152;
                        });
  };
  EXPECT_TRUE(has(SpaceLevel::Default));
  EXPECT_TRUE(has(SpaceLevel::Exhaustive));
  EXPECT_FALSE(has(SpaceLevel::Quick));
}
} // namespace
