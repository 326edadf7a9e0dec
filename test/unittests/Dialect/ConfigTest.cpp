//===- ConfigTest.cpp - Configs as plain values ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/Configs.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/DenseSet.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

static Config parse(StringRef text) {
  MLIRContext context;
  FailureOr<Config> config = Config::parse(text, &context);
  EXPECT_TRUE(succeeded(config)) << text.str();
  return succeeded(config) ? *config : Config(getTemplateSchemas().front());
}

/// The error that `action` reports.
template <typename ActionT>
static std::string getError(MLIRContext &context, ActionT action) {
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(action()));
  return message;
}

TEST(ConfigTest, SetsAndGets) {
  Config config(*lookupTemplateSchema("hopper_wgmma"));
  EXPECT_EQ(config.str(), "hopper_wgmma");
  EXPECT_FALSE(config.isSet("tile"));
  EXPECT_TRUE(succeeded(config.set("tile", {128, 256, 64})));
  EXPECT_TRUE(succeeded(config.set("swap", 1)));
  EXPECT_TRUE(succeeded(config.setCase("schedule", "pingpong")));
  EXPECT_EQ(config.str(), "hopper_wgmma, tile = [128, 256, 64], schedule = "
                          "pingpong, swap = true");
  EXPECT_EQ(config.get("tile")[1], 256);
  EXPECT_EQ(config.getBool("swap"), true);
  EXPECT_EQ(config.getCase("schedule"), StringRef("pingpong"));
  EXPECT_EQ(config.getInt("stages"), std::nullopt);
  EXPECT_EQ(config.getCase("stages"), std::nullopt);
  config.unset("tile");
  EXPECT_EQ(config.str(), "hopper_wgmma, schedule = pingpong, swap = true");
}

TEST(ConfigTest, RefusesWhatIsNotLegal) {
  Config config(*lookupTemplateSchema("hopper_wgmma"));
  Config before = config;
  EXPECT_TRUE(failed(config.set("depth", 4)));
  EXPECT_TRUE(failed(config.set("stages", 1)));
  EXPECT_TRUE(failed(config.set("stages", Config::kUnset)));
  EXPECT_TRUE(failed(config.set("tile", {128, 256})));
  EXPECT_TRUE(failed(config.set("tile", {128, 100, 64})));
  EXPECT_TRUE(failed(config.setCase("schedule", "sideways")));
  EXPECT_EQ(config, before);
}

TEST(ConfigTest, DefaultsCompleteWhatIsNotSet) {
  for (const TemplateSchema &schema : getTemplateSchemas()) {
    Config config(schema);
    EXPECT_FALSE(config.isComplete());
    EXPECT_TRUE(config.withDefaults().isComplete());
  }
  Config config = parse("simt, tile = [16, 32, 8]").withDefaults();
  EXPECT_EQ(config.str(), "simt, tile = [16, 32, 8], thread = [4, 4]");
}

TEST(ConfigTest, NeutralDefaultsAreOfWhatCameLater) {
  Config config = parse("hopper_wgmma, split_k = 4").withNeutralDefaults();
  EXPECT_EQ(config.str(),
            "hopper_wgmma, in_turn = false, promote = 1, split_k = 4, "
            "reduce = cluster, load = tma, dependent_launch = false, "
            "widest = 0");
  config = parse("hopper_wgmma, reduce = shares, dependent_launch = true");
  EXPECT_EQ(config.withNeutralDefaults().str(),
            "hopper_wgmma, in_turn = false, promote = 1, reduce = shares, "
            "load = tma, dependent_launch = true, widest = 0");
  Config simt(*lookupTemplateSchema("simt"));
  EXPECT_EQ(simt.withNeutralDefaults(), simt);
}

TEST(ConfigTest, AgreesWithWhatIsSet) {
  Config config = parse("simt, tile = [16, 32, 8], thread = [2, 4]");
  EXPECT_TRUE(config.agreesWith(config));
  EXPECT_TRUE(config.agreesWith(parse("simt")));
  EXPECT_TRUE(config.agreesWith(parse("simt, thread = [2, 4]")));
  // One slot of a list is enough to disagree.
  EXPECT_FALSE(config.agreesWith(parse("simt, thread = [2, 2]")));
  // What the config itself leaves open agrees with nothing that is set.
  EXPECT_FALSE(parse("simt, tile = [16, 32, 8]").agreesWith(config));
  EXPECT_FALSE(config.agreesWith(parse("hopper_wgmma")));
}

TEST(ConfigTest, ComparesAndHashes) {
  Config a = parse("simt, tile = [16, 32, 8]");
  Config b = parse("simt, tile = [16, 32, 8]");
  Config c = parse("simt, tile = [32, 32, 8]");
  EXPECT_EQ(a, b);
  EXPECT_EQ(hash_value(a), hash_value(b));
  EXPECT_NE(a, c);
  EXPECT_TRUE(a < c);
  EXPECT_FALSE(c < a);
  EXPECT_NE(Config(*lookupTemplateSchema("simt")),
            Config(*lookupTemplateSchema("hopper_wgmma")));
  llvm::DenseSet<Config> set = {a, b, c};
  EXPECT_EQ(set.size(), 2u);
  set.erase(a);
  EXPECT_FALSE(set.contains(b));
}

TEST(ConfigTest, TypedStructsAreTheSameConfig) {
  HopperWgmmaConfig typed;
  EXPECT_EQ(typed.toConfig(),
            Config(*lookupTemplateSchema("hopper_wgmma")).withDefaults());
  typed.tile = {64, 16, 128};
  typed.schedule = Schedule::Pingpong;
  typed.cluster = {1, 2};
  typed.swap = true;
  typed.store = Store::Tma;
  typed.evictFirst = EvictFirst::B;
  Config config = typed.toConfig();
  HopperWgmmaConfig back = HopperWgmmaConfig::fromConfig(config);
  EXPECT_EQ(back.toConfig(), config);
  EXPECT_EQ(back.tile, typed.tile);
  EXPECT_EQ(stringifyEvictFirst(back.evictFirst), "b");
}

TEST(ConfigTest, ParseErrorsAreDiagnostics) {
  MLIRContext context;
  EXPECT_EQ(
      getError(context,
               [&] { return Config::parse("simt, tile = [1, 2]", &context); }),
      "tile takes 3 integers, not 2");
  EXPECT_EQ(
      getError(context, [&] { return Config::parse("", &context); }),
      "expected a template's name, known: hopper_wgmma, ampere_mma, simt, "
      "simt_stream, simt_rows, hopper_attention, ampere_attention, cublaslt, "
      "cutlass");
  // Nothing may follow, not even what closes the attribute.
  EXPECT_FALSE(getError(context, [&] {
                 return Config::parse("simt> : i32", &context);
               }).empty());
}

TEST(SchemaTest, LevelsAreNestedAndDefaultsLegal) {
  for (const TemplateSchema &schema : getTemplateSchemas()) {
    unsigned slots = 0;
    for (const ParamSchema &param : schema.params) {
      EXPECT_EQ(param.firstSlot, slots);
      EXPECT_FALSE(param.doc.empty());
      slots += param.getNumSlots();
      for (const ComponentSchema &component : param.components) {
        for (unsigned level = 0; level + 1 < 4; ++level)
          for (int64_t value : component.domains[level])
            EXPECT_TRUE(llvm::is_contained(component.domains[level + 1], value))
                << param.name.str();
        EXPECT_TRUE(component.isLegal(component.defaultValue));
      }
    }
    EXPECT_EQ(slots, schema.numSlots);
  }
}
