//===- SharedKernelTest.cpp - One kernel for tiles of many widths ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperSeeds.h"
#include "HopperWgmma/HopperWgmma.h"
#include "Proposers/TestFacts.h"

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Providers/Registry.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::autotune;

namespace {
HopperWgmmaConfig getTyped(std::array<int64_t, 3> tile, int64_t stages = 4) {
  HopperWgmmaConfig typed = HopperWgmmaConfig::fromConfig(
      Config(*lookupTemplateSchema(HopperWgmmaConfig::kTemplateName))
          .withDefaults());
  typed.tile = {tile[0], tile[1], tile[2]};
  typed.stages = stages;
  return typed;
}

/// The configs of a plan for a legal config, of a matmul of any number of rows.
SmallVector<HopperWgmmaConfig> getPlanConfigs(const ProblemFact &fact,
                                              const HopperWgmmaConfig &typed) {
  Config config = typed.toConfig();
  EXPECT_TRUE(isLegal(fact, getH200(), typed)) << config.str();
  SmallVector<HopperWgmmaConfig> configs;
  for (const Config &each :
       getProvider(config).getPlanConfigs(fact, getH200(), config)) {
    configs.push_back(HopperWgmmaConfig::fromConfig(each));
    EXPECT_TRUE(isLegal(fact, getH200(), configs.back())) << each.str();
  }
  return configs;
}

ProblemFact getWeights(bool isContiguous = true) {
  MatmulFact fact = getFact(1024, 4096, 4096, isContiguous);
  fact.m = ShapedType::kDynamic;
  return fact;
}

TEST(SharedKernel, ConfigsDifferInWhatALaunchChooses) {
  HopperWgmmaConfig typed = getTyped({128, 72, 64});
  Config alone = typed.toConfig();
  const KernelProvider &provider = getProvider(alone);
  EXPECT_EQ(provider.getChosenColumns(alone), std::nullopt);
  EXPECT_EQ(provider.getKernelConfig(alone), alone);
  typed.widest = 112;
  Config shared = typed.toConfig();
  EXPECT_EQ(provider.getChosenColumns(shared), 72);
  Config kernel = provider.getKernelConfig(shared);
  EXPECT_NE(kernel, shared);
  EXPECT_EQ(provider.getChosenColumns(kernel), 112);
  EXPECT_EQ(provider.getKernelConfig(kernel), kernel);
  typed.tile[1] = 104;
  EXPECT_EQ(provider.getKernelConfig(typed.toConfig()), kernel);
  typed.stages = 3;
  EXPECT_NE(provider.getKernelConfig(typed.toConfig()), kernel);
}

/// Templates without such kernels have one config each.
TEST(SharedKernel, OthersHaveNone) {
  Config config = Config(*lookupTemplateSchema("simt")).withDefaults();
  const KernelProvider &provider = getProvider(config);
  EXPECT_EQ(provider.getChosenColumns(config), std::nullopt);
  EXPECT_EQ(provider.getKernelConfig(config), config);
  EXPECT_EQ(provider.getPlanConfigs(getWeights(), getH200(), config),
            SmallVector<Config>({config}));
}

TEST(SharedKernel, ChoicesAreFromHalfOnInSteps) {
  HopperWgmmaConfig typed = getTyped({128, 72, 64});
  typed.widest = 112;
  EXPECT_EQ(HopperWgmma::getChoices(typed),
            SmallVector<int64_t>({56, 64, 72, 80, 88, 96, 104, 112}));
  typed.widest = 16;
  EXPECT_EQ(HopperWgmma::getChoices(typed), SmallVector<int64_t>({8, 16}));
}

/// All have one kernel, and launch it with different columns.
void expectOneKernel(ArrayRef<HopperWgmmaConfig> configs) {
  ASSERT_FALSE(configs.empty());
  const KernelProvider &provider = getProvider(configs[0].toConfig());
  std::set<int64_t> columns;
  for (const HopperWgmmaConfig &config : configs) {
    EXPECT_NE(config.widest, 0);
    EXPECT_EQ(config.store, Store::Direct);
    EXPECT_TRUE(
        llvm::is_contained(HopperWgmma::getChoices(config), config.tile[1]));
    EXPECT_TRUE(columns.insert(config.tile[1]).second) << config.tile[1];
    EXPECT_EQ(provider.getKernelConfig(config.toConfig()),
              provider.getKernelConfig(configs[0].toConfig()));
  }
}

TEST(SharedKernel, PlansHaveAConfigOfItAndItsNeighbours) {
  for (int64_t columns : {72, 88, 112, 144, 184, 208, 216, 256}) {
    SmallVector<HopperWgmmaConfig> configs =
        getPlanConfigs(getWeights(), getTyped({128, columns, 64}));
    expectOneKernel(configs);
    EXPECT_EQ(configs[0].tile[1], columns);
    EXPECT_GT(configs.size(), 2u) << columns;
  }
  // A config of such a kernel gives those of the kernel.
  HopperWgmmaConfig wide = getTyped({128, 136, 64});
  wide.widest = 256;
  SmallVector<HopperWgmmaConfig> configs = getPlanConfigs(getWeights(), wide);
  expectOneKernel(configs);
  EXPECT_EQ(configs[0].toConfig(), wide.toConfig());
}

/// A warpgroup of 128 rows has no registers for 208 columns.
TEST(SharedKernel, TakesAWidthThatIsLegal) {
  EXPECT_EQ(getPlanConfigs(getWeights(), getTyped({128, 184, 64}, /*stages=*/3))
                .front()
                .widest,
            208);
  EXPECT_EQ(getPlanConfigs(getWeights(), getTyped({256, 184, 64}, /*stages=*/3))
                .front()
                .widest,
            192);
}

/// Slots for the widest tile are larger.
TEST(SharedKernel, HasFewerStagesIfNeedBe) {
  SmallVector<HopperWgmmaConfig> configs =
      getPlanConfigs(getWeights(), getTyped({128, 96, 64}, /*stages=*/8));
  expectOneKernel(configs);
  HopperWgmmaConfig more = configs[0];
  EXPECT_LT(more.stages, 8);
  ++more.stages;
  EXPECT_FALSE(isLegal(getWeights(), getH200(), more));
  // But not two of them.
  configs =
      getPlanConfigs(getWeights(), getTyped({256, 128, 128}, /*stages=*/2));
  ASSERT_EQ(configs.size(), 1u);
  EXPECT_EQ(configs[0].widest, 0);
}

/// What was proposed with another store stays beside them.
TEST(SharedKernel, StoresDirectly) {
  HopperWgmmaConfig typed = getTyped({128, 128, 64});
  for (Store store : {Store::Tma, Store::Copy}) {
    typed.store = store;
    SmallVector<HopperWgmmaConfig> configs =
        getPlanConfigs(getWeights(), typed);
    ASSERT_GT(configs.size(), 2u);
    EXPECT_EQ(configs[0].toConfig(), typed.toConfig());
    EXPECT_EQ(configs[1].tile[1], 128);
    expectOneKernel(ArrayRef(configs).drop_front());
  }
}

TEST(SharedKernel, StoresNoSingleElementsInPlaceOfACopy) {
  ProblemFact fact = cantFail(parseProblem("?x4095x4096 bf16 B^T -> bf16"));
  HopperWgmmaConfig typed = getTyped({128, 128, 64});
  typed.store = Store::Copy;
  EXPECT_EQ(getPlanConfigs(fact, typed).size(), 1u);
  typed.store = Store::Direct;
  EXPECT_GT(getPlanConfigs(fact, typed).size(), 2u);
}

TEST(SharedKernel, OtherwiseThereIsTheConfigAlone) {
  auto hasShared = [](const ProblemFact &fact, const HopperWgmmaConfig &typed) {
    SmallVector<HopperWgmmaConfig> configs = getPlanConfigs(fact, typed);
    if (configs.size() == 1) {
      EXPECT_EQ(configs[0].toConfig(), typed.toConfig());
    }
    return configs.size() > 1;
  };
  EXPECT_TRUE(hasShared(getWeights(), getTyped({128, 72, 64})));
  // Few columns.
  EXPECT_FALSE(hasShared(getWeights(), getTyped({128, 64, 64})));
  // A right operand whose K is not contiguous.
  EXPECT_FALSE(
      hasShared(getWeights(/*isContiguous=*/false), getTyped({128, 72, 64})));
  HopperWgmmaConfig clustered = getTyped({128, 96, 64});
  clustered.cluster = {2, 1};
  EXPECT_FALSE(hasShared(getWeights(), clustered));
}
} // namespace
