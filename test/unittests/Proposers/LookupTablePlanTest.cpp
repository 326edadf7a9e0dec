//===- LookupTablePlanTest.cpp - Plans in lookup tables -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFacts.h"

#include "mlir-autotune/Proposers/Plans.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// A table of entries, which begin on line 2. Faults become "LINE:COLUMN:
/// TEXT".
static std::shared_ptr<LookupTable> parse(StringRef entries,
                                          std::vector<std::string> &faults) {
  return std::make_shared<LookupTable>(LookupTable::parse(
      ("{\"version\": 1, \"entries\": [\n" + entries + "]}").str(), "t.json",
      [&](const TableFault &fault) {
        faults.push_back(std::to_string(fault.line) + ":" +
                         std::to_string(fault.column) + ": " + fault.message);
      }));
}

static std::shared_ptr<LookupTable> parse(StringRef entries) {
  std::vector<std::string> faults;
  auto table = parse(entries, faults);
  EXPECT_THAT(faults, IsEmpty());
  return table;
}

/// The faults of an entry with this plan. The plan begins at 2:16.
static std::vector<std::string> getFaults(const std::string &plan,
                                          size_t numEntries = 0) {
  std::vector<std::string> faults;
  auto table = parse("{\"match\": {},\n\"plan\":        " + plan + "}", faults);
  EXPECT_EQ(table->entries.size(), numEntries);
  return faults;
}

static TablePlan getPlan(std::shared_ptr<const LookupTable> table,
                         const MatmulFact &fact,
                         const ExpectedSizes &expected = {}) {
  ProposeOptions options;
  options.table = std::move(table);
  return getTablePlan(fact, getH200(), options, expected);
}

static std::vector<std::string> getGuards(const TablePlan &plan) {
  std::vector<std::string> guards;
  for (const PlanRow &row : plan.rows) {
    guards.push_back(row.guard.str());
    EXPECT_TRUE(row.isFromTable);
    EXPECT_TRUE(row.config.isComplete());
  }
  return guards;
}

static MatmulFact getUnknownRows() {
  return getFact(ShapedType::kDynamic, 4096, 4096);
}

static constexpr StringLiteral kPlan = R"("plan": [
  {"guard": "m = 1", "config": "simt_stream, rows = 1"},
  {"guard": "m from 2 to 64", "config": "simt, tile = [16, 64, 16]"},
  {"config": "simt, tile = [64, 64, 16]"}])";

TEST(LookupTablePlan, IsReadRowByRow) {
  auto table = parse(("{\"match\": {\"n\": 4096},\n" + kPlan + "}").str());
  ASSERT_EQ(table->entries.size(), 1u);
  const TableEntry &entry = table->entries.front();
  EXPECT_TRUE(entry.configs.empty());
  ASSERT_EQ(entry.plan.size(), 3u);
  EXPECT_EQ(entry.plan[0].guard.str(), "m = 1");
  EXPECT_EQ(entry.plan[1].guard.str(), "m from 2 to 64");
  EXPECT_TRUE(entry.plan[2].guard.isAll());
  EXPECT_EQ(entry.plan[1].config.config.str(), "simt, tile = [16, 64, 16]");
  EXPECT_EQ(entry.plan[1].config.line, 5u);
}

TEST(LookupTablePlan, TellsWhatIsWrong) {
  EXPECT_THAT(getFaults("4"),
              ElementsAre("3:16: \"plan\" must be an array, not an integer"));
  EXPECT_THAT(getFaults("[]"),
              ElementsAre("3:16: a plan has 1 to 64 rows, not 0"));
  EXPECT_THAT(getFaults("[4]"),
              ElementsAre("3:17: a row must be an object, not an integer"));
  EXPECT_THAT(getFaults(R"([{}])"),
              ElementsAre("3:17: row 0 of the plan has no \"config\""));
  EXPECT_THAT(getFaults(R"([{"if": "m = 1", "config": "simt"}])"),
              ElementsAre("3:18: unknown key \"if\" of a row; there are guard, "
                          "config"));
  EXPECT_THAT(
      getFaults(R"([{"config": "simt"}, {"config": "simt"}])"),
      ElementsAre("3:17: row 0 of the plan is for all sizes, which only the "
                  "last row may be; it needs a guard such as \"m from 2 to "
                  "64\""));
  EXPECT_THAT(
      getFaults(R"([{"guard": "else", "config": "simt"}, {"config": "simt"}])"),
      ElementsAre(StartsWith("3:27: row 0 of the plan is for all sizes")));
  EXPECT_THAT(getFaults(R"([{"guard": "m = 1", "config": "simt"}])"),
              ElementsAre("3:27: the last row of the plan is for all other "
                          "sizes, and has no guard or \"else\" instead of \"m "
                          "= 1\""));
  EXPECT_THAT(
      getFaults(R"([{"guard": "m to 64", "config": "simt"},
                    {"guard": "m from 2 to 8", "config": "simt"},
                    {"config": "simt"}])"),
      ElementsAre("4:21: row 1 of the plan is never reached: the rows before "
                  "it are for all of its sizes"));
}

TEST(LookupTablePlan, TellsWhatIsWrongWithAGuard) {
  auto getFault = [](const std::string &guard) {
    std::vector<std::string> faults =
        getFaults("[{\"guard\": \"" + guard +
                  "\", \"config\": \"simt\"}, {\"config\": "
                  "\"simt\"}]");
    EXPECT_EQ(faults.size(), 1u);
    return faults.empty() ? "" : faults.front();
  };
  EXPECT_EQ(getFault("rows = 1"),
            "3:28: expected a size of the matmul: m, n, k, batch; a guard is "
            "\"m = 1\", \"m from 2 to 64, k by 64\" or \"else\"");
  EXPECT_THAT(getFault(""), StartsWith("3:28: expected a size of the matmul"));
  EXPECT_THAT(getFault("m = 1,"),
              StartsWith("3:34: expected a size of the matmul"));
  EXPECT_THAT(getFault("m < 64"),
              StartsWith("3:30: expected = SIZE, or one or more of from SIZE, "
                         "to SIZE and by SIZE, in this order"));
  EXPECT_THAT(getFault("m = x"), StartsWith("3:32: expected a size, an "));
  EXPECT_THAT(getFault("m to 8 from 2"),
              StartsWith("3:35: expected ',' and another condition"));
  EXPECT_THAT(getFault("m = 1, m = 2"), StartsWith("3:35: m stands twice"));
  EXPECT_THAT(getFault("m from 9 to 8"),
              StartsWith("3:28: m from 9 to 8 has no size; from must not be "
                         "above to"));
  EXPECT_THAT(getFault("m from 9 to 15 by 8"),
              StartsWith("3:28: m from 9 to 15 has no multiple of 8"));
  EXPECT_THAT(getFault("m by 0"), StartsWith("3:28: m by 0 is of no"));
  EXPECT_THAT(getFault("m = -1"),
              StartsWith("3:28: the bounds of m must not be negative"));
  EXPECT_THAT(getFault("m from 0"),
              StartsWith("3:28: a row for all sizes has else instead"));
  EXPECT_EQ(getFault("batch = 2"), "3:27: an entry matches no batch, so its "
                                   "guards are on m, n and k");
}

TEST(LookupTablePlan, NeedsAMatchOfSeveralSizes) {
  std::vector<std::string> faults;
  parse(R"({"match": {"m": 1, "n": {"near": 2}, "k": 3},
            "plan": [{"config": "simt"}]},
           {"match": {}, "configs": ["simt"], "plan": [{"config": "simt"}]},
           {"match": {"m": {"max": 64}},
            "plan": [{"guard": "m from 65", "config": "simt"},
                     {"config": "simt"}]},
           {"match": {"n": 4096},
            "plan": [{"guard": "m to 8, n = 64", "config": "simt"},
                     {"config": "simt"}]})",
        faults);
  EXPECT_THAT(
      faults,
      ElementsAre(
          HasSubstr("3:21: a plan chooses by sizes, and \"match\" allows one "
                    "size only; leave out \"m\", \"n\" or \"k\", or give a "
                    "range"),
          HasSubstr("4:12: this entry has both \"configs\" and a \"plan\"; it "
                    "may have one of them"),
          HasSubstr("6:22: row 0 of the plan is never reached: no matmul that "
                    "the entry matches has such sizes"),
          HasSubstr("9:22: row 0 of the plan is never reached: no matmul")));
}

TEST(LookupTablePlan, LeavesOutRowsWithFaultyConfigs) {
  std::vector<std::string> faults =
      getFaults(R"([{"guard": "m = 1", "config": "hoper"},
                    {"guard": "m to 64", "config": "simt, tiel = 4"},
                    {"config": "simt"}])",
                /*numEntries=*/1);
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_THAT(faults[0], StartsWith("3:47: unknown template \"hoper\""));
  EXPECT_THAT(faults[1], StartsWith("4:59: unknown parameter \"tiel\""));
  faults = getFaults(R"([{"guard": "m = 1", "config": "simt"},
                         {"config": "hoper"}])");
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_THAT(faults[0], StartsWith("4:38: unknown template"));
  EXPECT_EQ(faults[1], "4:37: without its last row, the plan has no config for "
                       "all other sizes; it is left out");
}

TEST(LookupTablePlan, HasNoLibrary) {
  std::vector<std::string> faults = getFaults(
      R"([{"guard": "m = 1", "config": "cublaslt, version = 130100"},
          {"config": "simt"}])",
      /*numEntries=*/1);
  EXPECT_THAT(faults, ElementsAre("3:46: a library's algorithm is for exact "
                                  "sizes, and no row of a plan may have one"));
}

TEST(LookupTablePlan, DropsRowsOfStaleTemplates) {
  std::vector<std::string> faults;
  auto table = parse(("{\"match\": {}, \"template_hash\": {\"simt_stream\": "
                      "\"0\"},\n" +
                      kPlan + "}")
                         .str(),
                     faults);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_THAT(faults[0], HasSubstr("stale"));
  ASSERT_EQ(table->entries.size(), 1u);
  EXPECT_EQ(table->entries[0].plan.size(), 2u);
}

TEST(LookupTablePlan, GivesKnownSizesTheirRow) {
  auto table = parse(("{\"match\": {\"n\": 4096},\n" + kPlan + "}").str());
  for (auto [m, row] : {std::pair(1, 0), std::pair(2, 1), std::pair(64, 1),
                        std::pair(65, 2), std::pair(4096, 2)}) {
    auto found = table->lookup(getFact(m, 4096, 64), getH200());
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], &table->entries[0].plan[row].config) << m;
  }
  EXPECT_THAT(table->lookup(getFact(1, 64, 64), getH200()), IsEmpty());
  ProposeOptions options;
  options.table = table;
  Proposal proposal = propose(getFact(32, 4096, 64), getH200(), options);
  EXPECT_EQ(proposal.fired.front(), kTableName);
  EXPECT_TRUE(proposal.candidates.front().config.agreesWith(
      table->entries[0].plan[1].config.config));
  ASSERT_GT(proposal.candidates.size(), 1u);
  EXPECT_NE(proposal.candidates[1].heuristics.front(), kTableName);
}

TEST(LookupTablePlan, IsForUnknownSizes) {
  auto table = parse(("{\"match\": {},\n\"configs\": [\"simt\"]},\n"
                      "{\"match\": {\"n\": 4096},\n" +
                      kPlan + "},\n{\"match\": {},\n" + kPlan + "}")
                         .str());
  TablePlan plan = getPlan(table, getUnknownRows());
  EXPECT_THAT(getGuards(plan), ElementsAre("m = 1", "m from 2 to 64", ""));
  EXPECT_THAT(plan.faults, IsEmpty());
  // The other entry is as good for another N.
  EXPECT_EQ(getPlan(table, getFact(ShapedType::kDynamic, 64, 64)).rows.size(),
            3u);
  // A plan says nothing of a batch.
  MatmulFact batch = getUnknownRows();
  batch.batch = 4;
  EXPECT_THAT(getPlan(table, batch).rows, IsEmpty());
}

TEST(LookupTablePlan, HasNoConditionsOnKnownSizes) {
  auto table = parse(R"({"match": {}, "plan": [
    {"guard": "m = 1, n = 64", "config": "simt"},
    {"guard": "m to 8, n from 4096", "config": "simt"},
    {"guard": "m to 4, k by 8", "config": "simt"},
    {"guard": "k by 64", "config": "simt"},
    {"config": "simt"}]})");
  EXPECT_THAT(getGuards(getPlan(table, getUnknownRows())),
              ElementsAre("m to 8", ""));
  // Together, the rows before the last one may be for all that is unknown.
  auto halves = parse(R"({"match": {}, "plan": [
    {"guard": "m to 8, n = 4096", "config": "simt"},
    {"guard": "m from 9, n = 4096", "config": "simt"},
    {"config": "simt"}]})");
  EXPECT_THAT(getGuards(getPlan(halves, getUnknownRows())),
              ElementsAre("m to 8", ""));
  MatmulFact fact = getFact(ShapedType::kDynamic, 64, 72);
  EXPECT_THAT(getGuards(getPlan(table, fact)),
              ElementsAre("m = 1", "m to 4", ""));
}

TEST(LookupTablePlan, IsForARangeThatIsExpected) {
  auto table =
      parse(("{\"match\": {\"m\": {\"max\": 128}},\n" + kPlan + "}").str());
  ExpectedSizes expected;
  EXPECT_THAT(getPlan(table, getUnknownRows(), expected).rows, IsEmpty());
  expected[SizeDim::M].range = {1, 128, 1};
  EXPECT_EQ(getPlan(table, getUnknownRows(), expected).rows.size(), 3u);
  expected[SizeDim::M].range = {1, 129, 1};
  EXPECT_THAT(getPlan(table, getUnknownRows(), expected).rows, IsEmpty());
}

TEST(LookupTablePlan, LeavesOutRowsThatAreNotLegal) {
  auto table = parse(R"({"match": {}, "plan": [
    {"guard": "m to 4", "config": "simt_stream, rows = 4"},
    {"guard": "m to 64", "config": "simt"},
    {"config": "simt"}]},
   {"match": {"n": 64}, "plan": [
    {"guard": "m = 1", "config": "simt_stream, rows = 1"},
    {"config": "hopper_wgmma, tile = [256, 256, 256], stages = 8"}]})");
  TablePlan plan = getPlan(table, getUnknownRows());
  EXPECT_THAT(getGuards(plan), ElementsAre("m to 64", ""));
  ASSERT_EQ(plan.faults.size(), 1u);
  EXPECT_THAT(plan.faults[0], StartsWith("t.json:3: the config <simt_stream "));
  EXPECT_THAT(plan.faults[0], HasSubstr("of its row for m to 4 breaks "));
  // Nothing without a config for all sizes.
  plan = getPlan(table, getFact(ShapedType::kDynamic, 64, 4096));
  EXPECT_THAT(plan.rows, IsEmpty());
  ASSERT_EQ(plan.faults.size(), 1u);
  EXPECT_THAT(plan.faults[0],
              HasSubstr("of its row for all other sizes breaks "));
}

// The columns that a table knows are those of both products.
TEST(LookupTablePlan, SpeaksOfTheSizesOfOneProduct) {
  auto table = parse(R"({"match": {}, "plan": [
    {"guard": "n = 128", "config": "simt, tile = [32, 64, 16]"},
    {"guard": "m to 8", "config": "simt"},
    {"config": "simt"}]})");
  MatmulFact one = getFact(ShapedType::kDynamic, 128, 64);
  EXPECT_THAT(getGuards(getPlan(table, one)), ElementsAre(""));
  MatmulFact unknown = getFact(64, ShapedType::kDynamic, 64);
  EXPECT_EQ(getPlan(table, unknown).rows.size(), 2u);
  unknown.isPair = true;
  EXPECT_THAT(getPlan(table, unknown).rows, IsEmpty());
}
