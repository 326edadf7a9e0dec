//===- EnumerationTest.cpp - What a space holds ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceTestUtils.h"

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Space/Quantities.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace mlir;
using namespace mlir::autotune;

static constexpr SpaceLevel kLevels[] = {SpaceLevel::Quick, SpaceLevel::Default,
                                         SpaceLevel::Exhaustive};

/// Shapes that differ in what they rule out: large, skinny in M, odd, deep, of
/// a few rows.
static std::vector<MatmulFact> getFacts() {
  MatmulFact odd = makeFact(1000, 1001, 999, /*bTransposed=*/false);
  MatmulFact dynamic = makeFact(ShapedType::kDynamic, 4096, 4096, false);
  return {makeFact(4096, 4096, 4096, true),
          makeFact(4096, 4096, 4096, false),
          makeFact(16, 4096, 4096, false),
          makeFact(64, 4096, 11008, false),
          makeFact(256, 256, 16384, true),
          makeFact(2, 4096, 4096, true),
          makeFact(3, 1000, 500, false),
          odd,
          dynamic};
}

/// Calls `visit` with every config of the product of the domains.
static void forEachInProduct(const TemplateSchema &schema, DomainLevel level,
                             function_ref<void(const Config &)> visit) {
  std::vector<ArrayRef<int64_t>> domains;
  for (const ParamSchema &param : schema.params)
    for (const ComponentSchema &component : param.components)
      domains.push_back(component.getDomain(level));
  // A range has no values to enumerate.
  if (llvm::any_of(domains,
                   [](ArrayRef<int64_t> each) { return each.empty(); }))
    return;
  std::vector<size_t> places(domains.size(), 0);
  SmallVector<int64_t> values(domains.size());
  while (true) {
    for (size_t i = 0; i < domains.size(); ++i)
      values[i] = domains[i][places[i]];
    visit(Config(schema, values));
    size_t slot = domains.size();
    while (slot > 0 && ++places[slot - 1] == domains[slot - 1].size())
      places[--slot] = 0;
    if (slot == 0)
      return;
  }
}

/// It is legal to ask for, and nobody proposes it: libraries are launched
/// without.
TEST(EnumerationTest, NoLevelHasDependentLaunch) {
  const KernelTemplate *item = lookupKernelTemplate("hopper_wgmma");
  for (DomainLevel level :
       {DomainLevel::Quick, DomainLevel::Default, DomainLevel::Exhaustive})
    for (const Config &config :
         item->enumerate(makeFact(256, 256, 16384, true), getH200(), level)
             .configs)
      ASSERT_EQ(config.getBool("dependent_launch"), false);
  Config config = Config(item->getSchema()).withDefaults();
  EXPECT_EQ(config.getBool("dependent_launch"), false);
  ASSERT_TRUE(succeeded(config.set("dependent_launch", 1)));
  EXPECT_FALSE(
      item->check(makeFact(4096, 4096, 4096, true), getH200(), config));
}

TEST(EnumerationTest, EqualsBruteForce) {
  std::vector<MatmulFact> facts = getFacts();
  for (size_t i = 0; i < facts.size(); ++i)
    for (const KernelTemplate *item : getKernelTemplates())
      for (DomainLevel level : {DomainLevel::Quick, DomainLevel::Default}) {
        // Millions of configs each.
        if (level == DomainLevel::Default && i % 3 != 0)
          continue;
        const MatmulFact &fact = facts[i];
        TemplateSpace space = item->enumerate(fact, getH200(), level);
        std::vector<Config> expected;
        uint64_t product = 0;
        forEachInProduct(item->getSchema(), level, [&](const Config &config) {
          ++product;
          if (!item->check(fact, getH200(), config) &&
              !item->checkRedundancy(fact, getH200(), config))
            expected.push_back(config);
        });
        EXPECT_TRUE(space.configs == expected)
            << item->getName().str() << " of " << fact.getKey() << ": "
            << space.configs.size() << " enumerated, " << expected.size()
            << " by brute force";
        // Nothing is left out without being counted.
        uint64_t rejected = 0;
        for (uint64_t count : space.rejections)
          rejected += count;
        EXPECT_EQ(space.configs.size() + rejected,
                  item->computesKind(fact) ? product : 0);
      }
}

TEST(EnumerationTest, LevelsAreNested) {
  for (const MatmulFact &fact : getFacts()) {
    llvm::DenseSet<Config> smaller;
    for (SpaceLevel level : kLevels) {
      Space space = Space::enumerate(fact, getH200(), level);
      llvm::DenseSet<Config> larger;
      larger.insert_range(space.getConfigs());
      EXPECT_EQ(larger.size(), space.getConfigs().size()) << "duplicates";
      for (const Config &config : smaller)
        EXPECT_TRUE(larger.contains(config)) << config.str();
      smaller = std::move(larger);
    }
  }
}

TEST(EnumerationTest, SizesOfLevels) {
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  auto count = [&](SpaceLevel level) {
    return Space::enumerate(fact, getH200(), level).getConfigs().size();
  };
  EXPECT_GE(count(SpaceLevel::Quick), 10u);
  EXPECT_LE(count(SpaceLevel::Quick), 200u);
  EXPECT_GE(count(SpaceLevel::Default), 200u);
  EXPECT_LE(count(SpaceLevel::Default), 5000u);
  EXPECT_GE(count(SpaceLevel::Exhaustive), 5000u);
  EXPECT_LE(count(SpaceLevel::Exhaustive), 200000u);
}

/// A K tile of 8-bit elements is as many bytes, and K is contiguous, or is made
/// so.
TEST(EnumerationTest, DepthIsCountedInBytes) {
  MatmulFact fact = makeFact(4096, 4096, 4096, true, ElementKind::I8);
  fact.c.element = fact.accumulator = ElementKind::I32;
  auto getDepths = [&](SpaceLevel level) {
    std::set<int64_t> depths;
    Space space = Space::enumerate(fact, getH200(), level);
    for (const Config &config : space.getConfigs())
      if (config.getTemplateName() == HopperWgmmaConfig::kTemplateName)
        depths.insert(HopperWgmmaConfig::fromConfig(config).tile[2]);
    return depths;
  };
  using Depths = std::set<int64_t>;
  EXPECT_EQ(getDepths(SpaceLevel::Quick), Depths({128}));
  EXPECT_EQ(getDepths(SpaceLevel::Default), Depths({128, 256}));
  fact.b.transposed = false;
  EXPECT_EQ(getDepths(SpaceLevel::Quick), Depths({128}));
  fact.batch = 2;
  fact.a.batchStride = fact.b.batchStride = fact.c.batchStride = 4096 * 4096;
  EXPECT_EQ(getDepths(SpaceLevel::Quick), Depths({128}));
  // Rows that TMA can't load.
  fact.b.rowStride = 4097;
  fact.b.batchStride = 4096 * 4097;
  EXPECT_EQ(getDepths(SpaceLevel::Quick), Depths({128}));
  // Pairs are transposed as they are loaded, or not at all.
  fact.isPair = true;
  EXPECT_EQ(getDepths(SpaceLevel::Quick), Depths());
}

/// Sums of 8-bit floats are promoted after 128 products, whose registers are
/// there; configs of other types have the parameter's default alone.
TEST(EnumerationTest, SumsOfFloats8ArePromoted) {
  MatmulFact fact = makeFact(4096, 4096, 4096, true, ElementKind::F8E4M3FN);
  fact.b.element = ElementKind::F8E5M2;
  fact.c.element = ElementKind::BF16;
  fact.accumulator = ElementKind::F32;
  for (SpaceLevel level : {SpaceLevel::Quick, SpaceLevel::Default}) {
    std::vector<Config> configs =
        Space::enumerate(fact, getH200(), level).getConfigs();
    llvm::erase_if(configs, [](const Config &config) {
      return config.getTemplateName() != HopperWgmmaConfig::kTemplateName;
    });
    EXPECT_GE(configs.size(), 10u);
    for (const Config &each : configs) {
      auto config = HopperWgmmaConfig::fromConfig(each);
      EXPECT_EQ(config.promote, 1);
      EXPECT_EQ(config.tile[2], kShortSumDepth);
      EXPECT_LE(hopper_wgmma::accumulators(config, fact, getH200()), 192);
    }
  }
  auto config = HopperWgmmaConfig::fromConfig(
      Config(*lookupTemplateSchema("hopper_wgmma")).withDefaults());
  config.tile = {128, 128, 128};
  config.stages = 3;
  const KernelTemplate *kernel = lookupKernelTemplate("hopper_wgmma");
  auto isTried = [&] {
    EXPECT_FALSE(kernel->check(fact, getH200(), config.toConfig()));
    return !kernel->checkRedundancy(fact, getH200(), config.toConfig());
  };
  EXPECT_TRUE(isTried());
  for (int64_t promote : {0, 2}) {
    config.promote = promote;
    EXPECT_FALSE(isTried());
  }
  fact.a.element = fact.b.element = ElementKind::BF16;
  EXPECT_FALSE(isTried());
  config.promote = 1;
  EXPECT_TRUE(isTried());
}

TEST(EnumerationTest, OnlyAFewRowsAreStreamed) {
  auto count = [&](int64_t m, DomainLevel level) {
    MatmulFact fact = makeFact(m, 4096, 4096, /*bTransposed=*/true);
    std::vector<Config> configs = lookupKernelTemplate("simt_stream")
                                      ->enumerate(fact, getH200(), level)
                                      .configs;
    for (const Config &config : configs)
      EXPECT_EQ(SimtStreamConfig::fromConfig(config).rows, m);
    return configs.size();
  };
  for (int64_t m : {1, 2, 3, 4}) {
    EXPECT_GE(count(m, DomainLevel::Quick), 10u);
    EXPECT_LE(count(m, DomainLevel::Quick), 40u);
    EXPECT_GE(count(m, DomainLevel::Default), 100u);
    EXPECT_LE(count(m, DomainLevel::Default), 500u);
    EXPECT_LE(count(m, DomainLevel::Exhaustive), 3000u);
  }
  EXPECT_EQ(count(5, DomainLevel::Exhaustive), 0u);
  EXPECT_EQ(count(ShapedType::kDynamic, DomainLevel::Exhaustive), 0u);
}

TEST(EnumerationTest, ExhaustiveIsLarge) {
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  Space space = Space::enumerate(fact, getH200(), SpaceLevel::Exhaustive);
  EXPECT_GE(space.getConfigs().size(), 1000u);
}

TEST(EnumerationTest, IsDeterministic) {
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/false);
  Space first = Space::enumerate(fact, getH200(), SpaceLevel::Default);
  Space second = Space::enumerate(fact, getH200(), SpaceLevel::Default);
  EXPECT_TRUE(first.getConfigs() == second.getConfigs());
  EXPECT_TRUE(llvm::is_sorted(first.getConfigs()));
}

TEST(EnumerationTest, FactOnlyConstraintsRejectTheWholeTemplate) {
  const KernelTemplate *wgmma = lookupKernelTemplate("hopper_wgmma");
  MatmulFact fact = makeFact(1000, 1001, 999, /*bTransposed=*/false);
  fact.b.unitInnerStride = false;
  Space space = Space::enumerate(fact, getH200(), SpaceLevel::Quick);
  uint64_t product = 0;
  forEachInProduct(wgmma->getSchema(), DomainLevel::Quick,
                   [&](const Config &) { ++product; });
  ASSERT_FALSE(space.getRejections().empty());
  const RejectionCount &first = space.getRejections().front();
  EXPECT_EQ(first.templateName, "hopper_wgmma");
  EXPECT_EQ(first.constraint, "input-layout");
  EXPECT_FALSE(first.isRedundancy);
  EXPECT_EQ(first.count, product);
  // Nothing falls off a cliff: the other template serves it.
  ASSERT_FALSE(space.getConfigs().empty());
  for (const Config &config : space.getConfigs())
    EXPECT_EQ(config.getTemplateName(), "simt");
}

TEST(EnumerationTest, RoundTripsThroughAttributeAndText) {
  MLIRContext context;
  for (const MatmulFact &fact : getFacts()) {
    Space space = Space::enumerate(fact, getH200(), SpaceLevel::Default);
    for (size_t i = 0; i < space.getConfigs().size(); i += 7) {
      const Config &config = space.getConfigs()[i];
      FailureOr<Config> parsed = Config::parse(config.str(), &context);
      ASSERT_TRUE(succeeded(parsed)) << config.str();
      EXPECT_EQ(*parsed, config);
      FailureOr<Config> back = Config::fromAttr(config.toAttr(&context));
      ASSERT_TRUE(succeeded(back)) << config.str();
      EXPECT_EQ(*back, config);
    }
  }
}

TEST(EnumerationTest, PrintsConfigsAndRejections) {
  MatmulFact fact = makeFact(4096, 4096, 4096, true, ElementKind::F64);
  fact.accumulator = ElementKind::F64;
  Space space = Space::enumerate(fact, getH200(), SpaceLevel::Quick);
  std::string text;
  llvm::raw_string_ostream os(text);
  space.printRejections(os);
  EXPECT_EQ(text, "hopper_wgmma: 0 of 3072 configs\n"
                  "  element-types: 3072\n"
                  "ampere_mma: 12 of 32 configs\n"
                  "  persistent: 6\n"
                  "  accumulator-registers: 8\n"
                  "  starts-anew (redundant): 6\n"
                  "simt: 16 of 16 configs\n"
                  "simt_stream: 0 of 128 configs\n"
                  "  element-types: 128\n");
  text.clear();
  space.print(os);
  EXPECT_TRUE(
      StringRef(text).contains("\nsimt 32x32x16 t2x2\nsimt 32x32x16 t2x4\n"));
  EXPECT_EQ(StringRef(text).count('\n'), 12u + 16u);
}

TEST(EnumerationTest, LevelsHaveNames) {
  for (SpaceLevel level : kLevels)
    EXPECT_EQ(symbolizeSpaceLevel(stringifySpaceLevel(level)), level);
  EXPECT_EQ(symbolizeSpaceLevel("thorough"), std::nullopt);
}

TEST(EnumerationTest, RowsHaveASpaceOfTheirOwn) {
  ProblemFact fact = cantFail(parseProblem(
      "rows 4096x1000 bf16*4096000 -> bf16*4096000 reducing 2 by {x}"));
  Space space = Space::enumerate(fact, getH200(), SpaceLevel::Default);
  ASSERT_FALSE(space.getConfigs().empty());
  for (const Config &config : space.getConfigs()) {
    EXPECT_EQ(config.getTemplateName(), "simt_rows");
    // A load has at most 16 bytes, and loads cover the columns exactly.
    EXPECT_LE(*config.getInt("vector"), 8);
    EXPECT_EQ(1000 % *config.getInt("vector"), 0);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  space.printRejections(os);
  EXPECT_TRUE(StringRef(text).starts_with("simt_rows: "));
}
