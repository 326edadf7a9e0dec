//===- LookupTableTest.cpp - Which entry of a table counts ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFacts.h"

#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/ADT/StringExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;
using ::testing::ElementsAre;

/// A table of these entries; each has one config, whose depth of tile tells
/// entries apart. There must be no fault.
static LookupTable parse(ArrayRef<StringRef> entries) {
  static constexpr int64_t kRows[] = {16, 32, 64, 128};
  static constexpr int64_t kDepths[] = {8, 16, 32};
  std::string text = "{\"version\": 1, \"entries\": [";
  for (auto [index, entry] : llvm::enumerate(entries))
    text += (Twine(index ? ",\n" : "\n") + "{" + entry +
             ", \"configs\": [\"simt, tile = [" + Twine(kRows[index % 4]) +
             ", 16, " + Twine(kDepths[index / 4]) + "]\"]}")
                .str();
  return LookupTable::parse(text + "]}", "t.json",
                            [&](const TableFault &fault) {
                              ADD_FAILURE() << fault.line << ":" << fault.column
                                            << ": " << fault.message;
                            });
}

/// The entries that match, by their places in the table, in their order.
static std::vector<size_t> lookup(const LookupTable &table,
                                  const MatmulFact &fact,
                                  const TargetInfo &target = getH200()) {
  std::vector<size_t> places;
  for (const TableConfig *config : table.lookup(fact, target))
    for (auto [index, entry] : llvm::enumerate(table.entries))
      if (config == entry.configs.data())
        places.push_back(index);
  return places;
}

TEST(LookupTable, RanksByHardwareThenSizes) {
  LookupTable table = parse({
      R"("match": {})",
      R"("match": {"m": 64, "n": 64, "k": 64})",
      R"("match": {}, "chip": "sm_90a")",
      R"("match": {"m": {"near": 64}, "n": 64, "k": 64}, "chip": "sm_90")",
      R"("match": {"m": {"min": 1}, "n": 64, "k": 64}, "chip": "sm_90a")",
      R"("match": {}, "device": "NVIDIA H200")",
      R"("match": {"m": 64, "n": 64, "k": 64}, "device": "h200")",
      R"("match": {}, "device": "h100-sxm")",
      R"("match": {}, "chip": "sm_80")",
  });
  EXPECT_THAT(lookup(table, getFact(64, 64, 64)),
              ElementsAre(6, 5, 4, 3, 2, 1, 0));
  EXPECT_THAT(lookup(table, getFact(65, 64, 64)), ElementsAre(5, 4, 3, 2, 0));
  EXPECT_THAT(lookup(table, getFact(64, 64, 64), *lookupTarget("a100-sxm")),
              ElementsAre(8, 1, 0));
}

TEST(LookupTable, RanksSizesByTheLeastSpecific) {
  LookupTable table = parse({
      R"("match": {"m": 16})",
      R"("match": {"m": {"near": 16}, "n": {"near": 32}, "k": {"near": 32}})",
      R"("match": {"m": {"max": 16}, "n": {"max": 99}, "k": {"max": 99}})",
      R"("match": {"m": 16, "n": {"max": 99}, "k": {"max": 99}})",
      R"("match": {"m": {"max": 16}})",
      R"("match": {})",
  });
  EXPECT_THAT(lookup(table, getFact(16, 32, 32)),
              ElementsAre(3, 2, 1, 0, 4, 5));
}

TEST(LookupTable, TiesKeepTheOrderOfTheFile) {
  LookupTable table = parse({
      R"("match": {"m": {"min": 2}})",
      R"("match": {"m": {"max": 9}})",
      R"("match": {"n": {"min": 2, "max": 9}})",
  });
  EXPECT_THAT(lookup(table, getFact(4, 4, 4)), ElementsAre(0, 1, 2));
}

TEST(LookupTable, RanksWhatSaysMoreOfTheMatmulFirst) {
  LookupTable table = parse({
      R"("match": {"m": {"near": 64}})",
      R"("match": {"m": {"near": 128}, "elements": "bf16"})",
      R"("match": {"m": {"near": 128}, "elements": "bf16 -> bf16"})",
      R"("match": {"m": {"near": 128}, "elements": "bf16 -> bf16",
         "layout": "nn"})",
      R"("match": {"m": {"near": 128}, "elements": "bf16 -> bf16",
         "layout": "nn", "accumulate": false})",
      R"("match": {"m": 64})",
      R"("match": {"m": 64, "layout": "nn"})",
  });
  // The nearest of those that say as much, and no others' distance.
  EXPECT_THAT(lookup(table, getFact(64, 64, 64)),
              ElementsAre(4, 3, 2, 6, 1, 5, 0));
}

TEST(LookupTable, RoundingDecidesNothing) {
  LookupTable table = parse({
      R"("match": {"m": {"near": 10}})",
      R"("match": {"m": {"near": 40}})",
      R"("match": {"m": {"near": 160}})",
  });
  EXPECT_THAT(lookup(table, getFact(40, 1, 1)), ElementsAre(1));
  EXPECT_THAT(lookup(table, getFact(20, 1, 1)), ElementsAre(0, 1));
  EXPECT_THAT(lookup(table, getFact(80, 1, 1)), ElementsAre(1, 2));
  LookupTable far = parse({R"("match": {"m": {"near": 10}})"});
  EXPECT_THAT(lookup(far, getFact(40, 1, 1)), ElementsAre(0));
  EXPECT_THAT(lookup(far, getFact(41, 1, 1)), ElementsAre());
}

TEST(LookupTable, ADeviceIsAProductAndNotPartOfAName) {
  EXPECT_EQ(resolveTableDevice("NVIDIA H200"), "h200");
  EXPECT_EQ(resolveTableDevice("NVIDIA H100 80GB HBM3"), "h100-sxm");
  EXPECT_EQ(resolveTableDevice("NVIDIA A100-SXM4-80GB"), "a100-sxm");
  EXPECT_EQ(resolveTableDevice("NVIDIA L40S"), "l40s");
  EXPECT_EQ(resolveTableDevice("NVIDIA B200"), "b200");
  for (StringRef other :
       {"NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA H200 NVL",
        "NVIDIA A100-PCIE-40GB", "NVIDIA GH200 480GB", "NVIDIA GB200",
        "NVIDIA L40", "NVIDIA H200 MIG 1g.18gb"})
    EXPECT_EQ(resolveTableDevice(other), "") << other.str();
}

TEST(LookupTable, OnlyTheNearestCounts) {
  LookupTable table = parse({
      R"("match": {"m": {"near": 64}, "n": {"near": 64}, "k": 8})",
      R"("match": {"m": {"near": 128}, "n": {"near": 64}, "k": 8})",
      R"("match": {"m": {"near": 64}, "n": {"near": 64}, "k": 8})",
      R"("match": {"m": {"near": 64}})",
      R"("match": {"m": {"near": 512}, "n": {"near": 64}, "k": 8},
         "chip": "sm_90a")",
  });
  EXPECT_THAT(lookup(table, getFact(64, 64, 8)), ElementsAre(0, 2, 3));
  EXPECT_THAT(lookup(table, getFact(100, 64, 8)), ElementsAre(1, 3));
  EXPECT_THAT(lookup(table, getFact(128, 64, 8)), ElementsAre(4, 1, 3));
  // Two octaves, in all and no more.
  EXPECT_THAT(lookup(table, getFact(32, 32, 8)), ElementsAre(0, 2, 3));
  EXPECT_THAT(lookup(table, getFact(16, 63, 8)), ElementsAre(3));
  EXPECT_THAT(lookup(table, getFact(15, 64, 8)), ElementsAre());
}

TEST(LookupTable, MatchesWhatAFactIs) {
  LookupTable table = parse({
      R"("match": {"elements": "bf16"})",
      R"("match": {"elements": " bf16 , f16->f32 "})",
      R"("match": {"elements": "bf16,bf16 -> f32"})",
      R"("match": {"layout": "tn"})",
      R"("match": {"layout": "nt"})",
      R"("match": {"accumulate": true})",
      R"("match": {"accumulate": false})",
  });
  MatmulFact fact = getFact(64, 64, 64);
  EXPECT_THAT(lookup(table, fact), ElementsAre(0, 6));
  fact.c.element = ElementKind::F32;
  fact.b.transposed = true;
  EXPECT_THAT(lookup(table, fact), ElementsAre(2, 0, 3, 6));
  fact.b.element = ElementKind::F16;
  fact.b.transposed = false;
  fact.a.transposed = true;
  fact.init = InitKind::Accumulate;
  EXPECT_THAT(lookup(table, fact), ElementsAre(1, 4, 5));
}

TEST(LookupTable, UnknownSizesMatchAnyAlone) {
  LookupTable table = parse({
      R"("match": {"m": {"min": 1}})",
      R"("match": {"m": {"near": 4096}})",
      R"("match": {"n": 64})",
  });
  EXPECT_THAT(lookup(table, getFact(ShapedType::kDynamic, 64, 64)),
              ElementsAre(2));
}

TEST(LookupTable, DropsWhatIsStaleAndKeepsTheRest) {
  std::vector<std::string> messages;
  const TemplateSchema &simt = *lookupTemplateSchema("simt");
  std::string text =
      R"({"version": 1, "entries": [{"match": {}, "template_hash": {
            "simt": ")" +
      simt.hash.str() + R"(", "hopper_wgmma": "0000000000000000"},
            "configs": ["hopper_wgmma", "simt", "simt_stream"]},
           {"match": {}, "template_hash": {"simt": "0"},
            "configs": ["simt"]}]})";
  LookupTable table =
      LookupTable::parse(text, "t.json", [&](const TableFault &fault) {
        messages.push_back(std::to_string(fault.line) + ": " + fault.message);
      });
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_THAT(messages[0], ::testing::StartsWith("2: stale: "));
  EXPECT_THAT(messages[1], ::testing::StartsWith("4: stale: "));
  ASSERT_EQ(table.entries.size(), 1u);
  ASSERT_EQ(table.entries[0].configs.size(), 2u);
  EXPECT_EQ(table.entries[0].configs[0].config.str(), "simt");
  EXPECT_EQ(table.entries[0].configs[0].line, 3u);
}

TEST(LookupTable, DropsConfigsWithRemovedCases) {
  std::vector<std::string> messages;
  LookupTable table = LookupTable::parse(
      R"({"version": 1, "entries": [{"match": {}, "configs": [
            "hopper_wgmma, split_k = 2, reduce = last",
            "hopper_wgmma, stages = 7"]}]})",
      "t.json", [&](const TableFault &fault) {
        messages.push_back(std::to_string(fault.line) + ": " + fault.message);
      });
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(messages[0],
              ::testing::StartsWith("2: reduce = last, but last was removed "
                                    "from the template because "));
  ASSERT_EQ(table.entries.size(), 1u);
  ASSERT_EQ(table.entries[0].configs.size(), 1u);
  EXPECT_EQ(table.entries[0].configs[0].config.str(),
            "hopper_wgmma, stages = 7");
}

// A table of an earlier version names parameters that were removed since.
TEST(LookupTable, ReadsFormerDefaultsOfRemovedParameters) {
  std::vector<std::string> messages;
  LookupTable table = LookupTable::parse(
      R"({"version": 1, "entries": [{"match": {}, "configs": [
            "hopper_wgmma, stages = 5, stream_k = false, evict_last = none",
            "hopper_wgmma, stages = 6, stream_k = true",
            "hopper_wgmma, stages = 7"]}]})",
      "t.json", [&](const TableFault &fault) {
        messages.push_back(std::to_string(fault.line) + ": " + fault.message);
      });
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(messages[0],
              ::testing::StartsWith("3: stream_k = true, but stream_k was "
                                    "removed from the template because "));
  ASSERT_EQ(table.entries.size(), 1u);
  ASSERT_EQ(table.entries[0].configs.size(), 2u);
  EXPECT_EQ(table.entries[0].configs[0].config.str(),
            "hopper_wgmma, stages = 5");
  EXPECT_EQ(table.entries[0].configs[1].config.str(),
            "hopper_wgmma, stages = 7");
}

TEST(LookupTable, HashesAreSixteenDigitsAndDiffer) {
  std::vector<StringRef> seen;
  for (const TemplateSchema &schema : getTemplateSchemas()) {
    EXPECT_EQ(schema.hash.size(), 16u);
    EXPECT_TRUE(llvm::all_of(schema.hash, llvm::isHexDigit));
    EXPECT_FALSE(llvm::is_contained(seen, schema.hash));
    seen.push_back(schema.hash);
  }
}

TEST(LookupTable, IsProposedFirstAndNeverCut) {
  auto table = std::make_shared<LookupTable>(parse({
      R"("match": {})",
      R"("match": {})",
      R"("match": {})",
  }));
  // That a config is named twice changes nothing.
  table->entries.push_back(table->entries.front());
  MatmulFact fact = getFact(512, 512, 512);
  ProposeOptions options;
  options.table = table;
  for (size_t limit : {1, 2, 3, 4, 0}) {
    options.maxCandidates = limit;
    Proposal proposal = propose(fact, getH200(), options);
    ASSERT_GE(proposal.candidates.size(), std::max<size_t>(limit, 3));
    if (limit)
      EXPECT_EQ(proposal.candidates.size(), std::max<size_t>(limit, 3));
    EXPECT_EQ(proposal.fired.front(), kTableName);
    for (size_t i = 0; i < 3; ++i) {
      const ProposedConfig &candidate = proposal.candidates[i];
      EXPECT_TRUE(
          candidate.config.agreesWith(table->entries[i].configs[0].config));
      EXPECT_TRUE(candidate.config.isComplete());
      EXPECT_THAT(candidate.heuristics, ElementsAre(kTableName));
    }
  }
}

TEST(LookupTable, SaysWhyAConfigIsSkipped) {
  auto table = std::make_shared<LookupTable>(LookupTable::parse(
      "{\"version\": 1, \"entries\": [{\"match\": {}, \"configs\": [\n"
      "\"hopper_wgmma, tile = [256, 256, 256], stages = 8\"]}]}",
      "t.json", [](const TableFault &) { ADD_FAILURE(); }));
  ProposeOptions options;
  options.table = table;
  Proposal proposal = propose(getFact(512, 512, 512), getH200(), options);
  ASSERT_EQ(proposal.skipped.size(), 1u);
  EXPECT_EQ(proposal.skipped[0].name, kTableName);
  EXPECT_THAT(proposal.skipped[0].reason,
              ::testing::StartsWith("t.json:2: its config <hopper_wgmma "
                                    "256x256x256 s8 ...> breaks "));
  EXPECT_NE(proposal.fired.front(), kTableName);
}
