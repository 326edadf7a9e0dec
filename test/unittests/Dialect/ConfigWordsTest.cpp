//===- ConfigWordsTest.cpp - Configs as people read them ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace mlir::autotune;

/// The config, or the error with its offset.
static FailureOr<Config> parse(StringRef text, std::string &error) {
  return Config::parse(text, [&](size_t offset, const Twine &message) {
    error = (Twine(offset) + ": " + message).str();
  });
}

static Config parse(StringRef text) {
  std::string error;
  FailureOr<Config> config = parse(text, error);
  EXPECT_TRUE(succeeded(config)) << text.str() << ": " << error;
  return succeeded(config) ? *config : Config(getTemplateSchemas().front());
}

static std::string getError(StringRef text) {
  std::string error;
  EXPECT_TRUE(failed(parse(text, error))) << text.str();
  return error;
}

static std::string getShort(const Config &config) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printShort(os, config);
  return text;
}

// Short texts that are stored leave defaults out. So a default in this list
// must never change: let a heuristic propose the better value. A new parameter
// is added here with the default that leaves kernels as they were; if there is
// none, the template's revision has to be bumped, too.
TEST(ConfigWordsTest, DefaultsNeverChange) {
  std::vector<std::string> texts;
  for (const TemplateSchema &schema : getTemplateSchemas())
    texts.push_back(Config(schema).withDefaults().str());
  std::vector<std::string> expected = {
      "hopper_wgmma, tile = [128, 128, 64], stages = 4, consumers = 2, "
      "schedule = cooperative, in_turn = false, promote = 1, "
      "cluster = [1, 1], raster = along_m, group = 8, split_k = 1, "
      "reduce = cluster, swap = false, persistent = true, load = tma, store = "
      "direct, ctas_per_sm = 1, evict_first = none, "
      "dependent_launch = false, widest = 0",
      "ampere_mma, tile = [128, 128, 64], warps = [2, 2], stages = 3, "
      "raster = along_m, group = 8, ctas_per_sm = 1, load = copy, "
      "persistent = false",
      "simt, tile = [64, 64, 16], thread = [4, 4]",
      "simt_stream, rows = 1, columns = 2, unroll = 4, warps = 4, "
      "split_k = 1, lanes = 32, bypass_l1 = true",
      "simt_rows, threads_per_row = 128, rows_per_cta = 1, vector = 4, passes "
      "= registers, rows_per_thread = 1",
      "hopper_attention, tile = [128, 128], stages = 2, in_turn = false, "
      "persistent = true, split = 1, ctas_per_sm = 1, dependent_launch = "
      "false",
      "ampere_attention, tile = [64, 64], warps = 4, stages = 1, ctas_per_sm = "
      "1",
      "cublaslt, version = 0, algorithm = [0, 0, 0, 0, 0, 0, 0, 0], "
      "workspace = 0, separate_epilogue = false",
      "cutlass, version = 0, kernel = 0, separate_epilogue = false",
  };
  EXPECT_EQ(texts, expected);
}

TEST(ConfigWordsTest, SaysWhatDiffersFromTheDefaults) {
  Config config = parse("hopper_wgmma, tile = [128, 192, 64], "
                        "schedule = pingpong, store = tma, defaults");
  EXPECT_TRUE(config.isComplete());
  EXPECT_EQ(getBrief(config),
            "hopper_wgmma 128x192x64 s4 pingpong persistent tma-store");
  EXPECT_EQ(getShort(config), "hopper_wgmma, tile = [128, 192, 64], "
                              "schedule = pingpong, store = tma, defaults");
  EXPECT_TRUE(succeeded(config.set("persistent", 0)));
  EXPECT_TRUE(succeeded(config.set("cluster", {2, 1})));
  EXPECT_TRUE(succeeded(config.setCase("raster", "along_n")));
  EXPECT_EQ(getBrief(config),
            "hopper_wgmma 128x192x64 s4 pingpong cluster2x1 along-n "
            "no-persistent tma-store");
  EXPECT_EQ(getBrief(parse("simt_stream, rows = 3, bypass_l1 = false, "
                           "defaults")),
            "simt_stream r3 c2 u4 w4 no-bypass-l1");
}

TEST(ConfigWordsTest, SaysThatParametersAreNotSet) {
  Config config = parse("hopper_wgmma, tile = [128, 256, 64], stages = 4");
  EXPECT_EQ(getBrief(config), "hopper_wgmma 128x256x64 s4 ...");
  EXPECT_EQ(getShort(config),
            "hopper_wgmma, tile = [128, 256, 64], stages = 4");
  EXPECT_EQ(getBrief(parse("simt")), "simt ...");
  EXPECT_EQ(parse("simt ..."), parse("simt"));
}

// What people read is no identity: a text says all, and goes through the others
// unchanged.
TEST(ConfigWordsTest, EveryTextIsReadBack) {
  std::mt19937 random(1);
  for (const TemplateSchema &schema : getTemplateSchemas())
    for (unsigned trial = 0; trial < 200; ++trial) {
      Config config(schema);
      for (const ParamSchema &param : schema.params) {
        if (trial % 3 == 0 && random() % 4 == 0)
          continue;
        SmallVector<int64_t> values;
        for (const ComponentSchema &component : param.components) {
          ArrayRef<int64_t> domain = component.getDomain(DomainLevel::Legal);
          values.push_back(domain[random() % domain.size()]);
        }
        EXPECT_TRUE(succeeded(config.set(param.name, values)));
      }
      EXPECT_EQ(parse(config.str()), config);
      EXPECT_EQ(parse(getShort(config)), config) << getShort(config);
      EXPECT_EQ(parse(getBrief(config)), config) << getBrief(config);
      if (config.isComplete())
        EXPECT_EQ(getBrief(StringRef(getShort(config))), getBrief(config));
      EXPECT_EQ(parse(getBrief(config)).str(), config.str());
    }
}

TEST(ConfigWordsTest, WordsComeInAnyOrderAndWithAnyBlanks) {
  EXPECT_EQ(parse(" hopper_wgmma\ttma-store  s4 128x192x64\n pingpong "),
            parse("hopper_wgmma 128x192x64 s4 pingpong tma-store"));
}

TEST(ConfigWordsTest, ErrorsSayWhereAndWhatIsLegal) {
  EXPECT_EQ(getError("foo 64x64x16"),
            "0: unknown template \"foo\", known: hopper_wgmma, ampere_mma, "
            "simt, simt_stream, simt_rows, hopper_attention, ampere_attention, "
            "cublaslt, cutlass");
  EXPECT_EQ(getError("simt 64x64x16 t4x4 fast"),
            "19: unknown word \"fast\" of template simt; the words of its "
            "defaults are 64x64x16 t4x4, and a parameter by name needs a comma "
            "before it");
  EXPECT_EQ(getError("simt 64x64x16 32x32x8"),
            "14: parameter \"tile\" is set twice");
  EXPECT_EQ(getError("simt 64x64"), "5: tile takes 3 integers, not 2");
  EXPECT_EQ(getError("hopper_wgmma s99"),
            "13: stages = 99 is not in {2, 3, ..., 12}");
  EXPECT_EQ(getError("simt ... t4x4"),
            "5: unknown word \"...\" of template simt; the words of its "
            "defaults are 64x64x16 t4x4, and a parameter by name needs a comma "
            "before it");
  EXPECT_EQ(getError("simt 64x64x99999999999999999999"),
            "5: unknown word \"64x64x99999999999999999999\" of template simt; "
            "the words of its defaults are 64x64x16 t4x4, and a parameter by "
            "name needs a comma before it");
  EXPECT_EQ(getError("simt, defaults, tile = [64, 64, 16]"),
            "6: unknown parameter \"defaults\" of template simt, known: tile, "
            "thread");
}

TEST(ConfigWordsTest, StoredTextsMayLackNeutralParameters) {
  Config config = Config(*lookupTemplateSchema("hopper_wgmma")).withDefaults();
  config.unset("reduce");
  config.unset("dependent_launch");
  EXPECT_EQ(getBrief(StringRef(config.str())),
            "hopper_wgmma 128x128x64 s4 persistent");
}

// Texts of a template that had more parameters, with the value that was their
// default. A long text was complete with them, and is so without.
TEST(ConfigWordsTest, StoredTextsMayNameRemovedParameters) {
  Config config = Config(*lookupTemplateSchema("hopper_wgmma")).withDefaults();
  for (StringRef more :
       {", stream_k = false", ",stream_k=false ,\n evict_last\t= none "})
    EXPECT_EQ(parse(config.str() + more.str()), config);
  EXPECT_EQ(parse("hopper_wgmma, stream_k = false, split_k = 2, "
                  "evict_last = none, defaults"),
            parse("hopper_wgmma, split_k = 2, defaults"));
  EXPECT_EQ(parse("hopper_wgmma, evict_last = none"), parse("hopper_wgmma"));
  EXPECT_EQ(parse("hopper_wgmma s6 no-stream-k evict-last-none ..."),
            parse("hopper_wgmma s6 ..."));
}

// Of other values there are no kernels any more.
TEST(ConfigWordsTest, OtherValuesOfRemovedParametersAreRefused) {
  std::string stream =
      "stream_k = true, but stream_k was removed from the template because it "
      "was slower on nearly all matmuls measured; leave it out, and tune the "
      "matmul again";
  EXPECT_EQ(getError("hopper_wgmma, stream_k = true"), "25: " + stream);
  EXPECT_EQ(getError("hopper_wgmma s4 stream-k"), "16: " + stream);
  std::string evict =
      "evict_last = b, but evict_last was removed from the template because it "
      "changed no time beyond the noise; leave it out, and tune the matmul "
      "again";
  EXPECT_EQ(getError("hopper_wgmma, evict_last = b , split_k = 2"),
            "27: " + evict);
  EXPECT_EQ(getError("hopper_wgmma evict-last-b"), "13: " + evict);
  // Whatever else stands there.
  for (StringRef value : {"", "[1, 2]", "4", "false false", "none, =", "no"})
    EXPECT_NE(getError(("hopper_wgmma, stream_k = " + value).str()), "");
  EXPECT_EQ(getError("hopper_wgmma, stream_k"),
            "22: expected '=' behind stream_k");
  EXPECT_TRUE(StringRef(getError("hopper_wgmma evict-last-"))
                  .starts_with("13: unknown word"));
  // Other templates never had them.
  EXPECT_TRUE(StringRef(getError("simt, stream_k = false"))
                  .starts_with("6: unknown parameter \"stream_k\""));
}

// A case that was removed is refused in texts of both kinds.
TEST(ConfigWordsTest, RemovedCasesAreRefused) {
  std::string last =
      "reduce = last, but last was removed from the template because it was "
      "the fastest for none of the matmuls measured; tune the matmul again";
  EXPECT_EQ(getError("hopper_wgmma, reduce = last, split_k = 2"),
            "23: " + last);
  EXPECT_EQ(getError("hopper_wgmma split-k2 reduce-last"), "22: " + last);
  EXPECT_EQ(getError("hopper_wgmma, reduce = first"),
            "23: reduce = first is not in {cluster, shares}");
}

TEST(ConfigWordsTest, OtherTextsStayAsTheyAre) {
  EXPECT_EQ(getBrief(StringRef("BLOCK_M=128 BLOCK_N=256")),
            "BLOCK_M=128 BLOCK_N=256");
  EXPECT_EQ(getBrief(StringRef()), "");
}

TEST(ConfigWordsTest, ErrorsOfWordsAreDiagnostics) {
  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  EXPECT_TRUE(failed(Config::parse("simt fast", &context)));
  EXPECT_TRUE(StringRef(message).starts_with("unknown word \"fast\""));
  EXPECT_TRUE(succeeded(Config::parse("simt 32x32x8 t2x4", &context)));
}
