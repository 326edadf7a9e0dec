//===- StoredConfigsTest.cpp - Measurements that earlier versions kept ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DatabaseTestUtils.h"

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Tune/DatabasePicks.h"
#include "mlir-autotune/Tune/DatabaseSession.h"
#include "mlir-autotune/Tune/TuneStore.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;
using namespace mlir::autotune::tune;

static constexpr StringLiteral kFact = "64x4096x4096 bf16 B^T -> bf16";

using StoredConfigsTest = FolderTest;

static Config getConfig() {
  return Config(*lookupTemplateSchema("hopper_wgmma")).withDefaults();
}

/// Of the config, with what is kept behind its text.
static StoredMeasurement makeMeasurement(StringRef more, double ns,
                                         int minute) {
  StoredMeasurement m = getMeasurement(1);
  m.fact = kFact.str();
  m.config = getConfig().str() + more.str();
  m.timesNs = {ns, ns, ns};
  m.timeNs = ns;
  m.final = false;
  m.templateHash = getConfig().getSchema().hash.str();
  m.date = "2026-11-20T10:0" + std::to_string(minute) + ":00Z";
  return m;
}

/// A time of a kernel is found by the config that it is of, whatever was kept
/// of parameters that there were then.
TEST_F(StoredConfigsTest, AreFoundWithRemovedParameters) {
  std::string path = getPath("db.sqlite");
  StoredMeasurement kept =
      makeMeasurement(", stream_k = false, evict_last = none", 1000, 1);
  {
    Database database = get(Database::open(path));
    llvm::cantFail(database.add(
        {kept, makeMeasurement(", stream_k = true", 900, 2),
         makeMeasurement(", evict_last = a, stream_k = false", 800, 3)}));
  }
  TuneStore store = get(TuneStore::open(path, [](const Twine &) {}));
  store.begin({kept.device, kept.driver, "h200", ""});
  ProblemFact fact = llvm::cantFail(parseProblem(kFact));
  Config config = getConfig();
  measure::Effort effort;
  effort.replays = 3;
  std::optional<measure::Record> found = store.find(
      {&fact, &config, kept.checksum, ""}, effort, /*useBaseline=*/false);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->timeNs, 1000);
  EXPECT_EQ(found->config, config.str());
  // Neither another config of that kernel nor another kernel of that config.
  Config other = config;
  ASSERT_TRUE(succeeded(other.set("stages", 5)));
  EXPECT_FALSE(store.find({&fact, &other, kept.checksum, ""}, effort, false));
  EXPECT_FALSE(store.find({&fact, &config, "0", ""}, effort, false));
}

/// A config with a case that was removed is kept, and is found by no config.
TEST_F(StoredConfigsTest, MayHaveRemovedCases) {
  StoredMeasurement now = makeMeasurement("", 1100, 1);
  StoredMeasurement gone = makeMeasurement("", 900, 2);
  size_t at = gone.config.find("reduce = cluster");
  ASSERT_NE(at, std::string::npos);
  gone.config.replace(at, 16, "reduce = last");
  std::vector<measure::Record> records = selectRecords({now, gone});
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].config, now.config);
  EXPECT_EQ(records[1].config, gone.config);
  std::string path = getPath("db.sqlite");
  {
    Database database = get(Database::open(path));
    llvm::cantFail(database.add({gone}));
  }
  TuneStore store = get(TuneStore::open(path, [](const Twine &) {}));
  store.begin({gone.device, gone.driver, "h200", ""});
  ProblemFact fact = llvm::cantFail(parseProblem(kFact));
  Config config = getConfig();
  measure::Effort effort;
  effort.replays = 3;
  EXPECT_FALSE(store.find({&fact, &config, gone.checksum, ""}, effort, false));
}

/// The texts of one config are one, of which the newer kernel counts. What no
/// kernel can be any more keeps its text.
TEST_F(StoredConfigsTest, AreOneWithAndWithoutRemovedParameters) {
  StoredMeasurement before =
      makeMeasurement(", evict_last = none, stream_k = false", 1000, 1);
  StoredMeasurement now = makeMeasurement("", 1100, 2);
  now.checksum = "00000000000000cc";
  StoredMeasurement gone = makeMeasurement(", stream_k = true", 900, 3);
  std::vector<measure::Record> records = selectRecords({before, now, gone});
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].config, getConfig().str());
  EXPECT_EQ(records[0].timeNs, 1100);
  EXPECT_EQ(records[1].config, gone.config);
}

/// A config is asked for by any of its texts, and found by all.
TEST_F(StoredConfigsTest, AreListedByWhatTheyMean) {
  std::string path = getPath("db.sqlite");
  {
    Database database = get(Database::open(path));
    llvm::cantFail(database.add(
        {makeMeasurement(", stream_k = false, evict_last = none", 1000, 1),
         makeMeasurement("", 1100, 2),
         makeMeasurement(", stream_k = true", 900, 3)}));
  }
  auto count = [&](const std::string &config) {
    MeasurementQuery query;
    query.configs = {config};
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::cantFail(DatabaseSession(path, Messages(llvm::nulls()))
                       .prune(query, /*keepBest=*/0, /*dryRun=*/true, os));
    return text;
  };
  EXPECT_EQ(count(getConfig().str()), "2 of 3 would be removed\n");
  EXPECT_EQ(count(getConfig().str() + ", stream_k = false"),
            "2 of 3 would be removed\n");
  EXPECT_EQ(count(getConfig().str() + ", stream_k = true"),
            "1 of 3 would be removed\n");
  EXPECT_EQ(count("simt"), "0 of 3 would be removed\n");
}
