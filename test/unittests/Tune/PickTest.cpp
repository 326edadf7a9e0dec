//===- PickTest.cpp - Which record decides --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/PickRule.h"
#include "mlir-autotune/Tune/RecordsFile.h"
#include "mlir-autotune/Tune/RecordsTable.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

static Record getRecord(llvm::StringRef config, double ns, double spread,
                        int64_t rank, bool isFinal = true) {
  Record record;
  record.key = "fact";
  record.config = config.str();
  record.timeNs = ns;
  record.spread = spread;
  record.rank = rank;
  record.final = isFinal;
  return record;
}

TEST(ChooseBest, NearTiesGoToTheBetterRank) {
  // 0.2 % is below the floor of noise, 1 % within a spread of 2 %.
  EXPECT_EQ(
      chooseBest({getRecord("slow", 1002, 0, 0), getRecord("fast", 1000, 0, 5)})
          ->config,
      "slow");
  EXPECT_EQ(chooseBest({getRecord("slow", 1010, 0.02, 0),
                        getRecord("fast", 1000, 0, 5)})
                ->config,
            "slow");
  EXPECT_EQ(chooseBest({getRecord("slow", 1010, 0.001, 0),
                        getRecord("fast", 1000, 0.001, 5)})
                ->config,
            "fast");
}

/// A chain of near ties does not reach further than the fastest's noise.
TEST(ChooseBest, TiesAreWithTheFastest) {
  EXPECT_EQ(chooseBest({getRecord("third", 1004, 0, 0),
                        getRecord("second", 1002, 0, 1),
                        getRecord("fastest", 1000, 0, 2)})
                ->config,
            "second");
}

TEST(ChooseBest, OnlyFinalTimesAreCompared) {
  EXPECT_EQ(chooseBest({getRecord("first", 900, 0, 0, false),
                        getRecord("final", 1000, 0, 1)})
                ->config,
            "final");
  EXPECT_EQ(chooseBest({getRecord("first", 900, 0, 0, false)})->config,
            "first");
}

TEST(ChooseBest, WhatIsWrongNeverWins) {
  Record wrong = getRecord("wrong", 1, 0, 0);
  wrong.outcome = Outcome::WrongResult;
  EXPECT_EQ(chooseBest({wrong, getRecord("right", 1000, 0, 1)})->config,
            "right");
  EXPECT_EQ(chooseBest({wrong}), nullptr);
}

static constexpr llvm::StringLiteral kHopper =
    "hopper_wgmma, tile = [128, 128, 64], stages = 4, consumers = 2, schedule "
    "= cooperative, cluster = [1, 1], raster = along_m, group = 8, split_k = ";
static constexpr llvm::StringLiteral kRest =
    ", swap = false, persistent = false, load = tma, store = direct, "
    "ctas_per_sm = 1, evict_first = none";

static Record getHopper(llvm::StringRef split, double ns, int64_t rank) {
  Record record = getRecord((kHopper + split + kRest).str(), ns, 0, rank, true);
  record.key = "512x512x4096 bf16 B^T -> bf16";
  record.device.name = "NVIDIA H200";
  return record;
}

/// Whatever list the configs were in, and whichever was measured as the
/// fastest.
TEST(ChooseBest, TiesGoByWorkspaceThenByTheOrderOfConfigs) {
  Record inCluster = getHopper("4, reduce = cluster", 1002, 3);
  Record inMemory = getHopper("2, reduce = shares", 1000, 0);
  Record alone = getHopper("1, reduce = cluster", 1001, 5);
  EXPECT_EQ(chooseBest({inMemory, inCluster})->config, inCluster.config);
  EXPECT_EQ(chooseBest({inMemory, inCluster, alone})->config, alone.config);
  EXPECT_EQ(chooseBest({alone, inMemory})->config, alone.config);
  // Not a tie any more.
  inCluster.timeNs = 1004;
  EXPECT_EQ(chooseBest({inMemory, inCluster})->config, inMemory.config);
}

/// A tie is no reason to be slower than without measuring.
TEST(ChooseBest, NothingIsSlowerThanTheHeuristicsOwnChoice) {
  Record choice = getHopper("2, reduce = shares", 1001, 0);
  choice.heuristics = {"split-k"};
  Record slower = getHopper("1, reduce = cluster", 1002, 4);
  slower.heuristics = {"wave-fill"};
  Record fastest = getHopper("4, reduce = shares", 1000, 3);
  EXPECT_EQ(chooseBest({choice, slower, fastest})->config, choice.config);
  // Nor does it lose to what is as fast by measuring again.
  fastest.timeNs = 1001;
  slower.timeNs = 1000;
  EXPECT_EQ(chooseBest({choice, slower, fastest})->config, choice.config);
  // A table's is none of a heuristic.
  choice.heuristics = {"table"};
  EXPECT_EQ(chooseBest({choice, slower, fastest})->config, slower.config);
  choice.heuristics = {"table", "split-k"};
  EXPECT_EQ(chooseBest({choice, slower, fastest})->config, choice.config);
}

/// Where their own choice is slower, their next one that is not.
TEST(ChooseBest, OfATieTheHeuristicsFirstIsPicked) {
  Record choice = getHopper("2, reduce = shares", 1100, 0);
  choice.heuristics = {"split-k"};
  Record second = getHopper("4, reduce = shares", 1002, 2);
  second.heuristics = {"one-wave"};
  Record third = getHopper("8, reduce = shares", 1001, 6);
  third.heuristics = {"wave-fill"};
  // Without a workspace, and nobody's.
  Record fastest = getHopper("1, reduce = cluster", 1000, 4);
  EXPECT_EQ(chooseBest({fastest, third, second, choice})->config,
            second.config);
  second.heuristics.clear();
  EXPECT_EQ(chooseBest({fastest, third, second, choice})->config, third.config);
  third.heuristics.clear();
  EXPECT_EQ(chooseBest({fastest, third, second, choice})->config,
            fastest.config);
}

static Record getRounds(llvm::StringRef config, std::vector<double> times,
                        int64_t rank) {
  Record record = getRecord(config, 0, 0, rank);
  record.setTimes(std::move(times), 1, 1);
  return record;
}

/// A device that slows down in some rounds slows all down that are in them.
TEST(ChooseBest, RoundsAreComparedOneByOne) {
  Record slower = getRounds(
      "slower", {1010, 1010, 1010, 1212, 1212, 1212, 1212}, /*rank=*/0);
  Record faster = getRounds(
      "faster", {1000, 1000, 1000, 1000, 1200, 1200, 1200}, /*rank=*/1);
  // As such their medians are apart by 21 %, and within their spreads.
  EXPECT_NEAR(getLagsOf({&faster, &slower})[1].share, 0.01, 1e-3);
  EXPECT_EQ(chooseBest({slower, faster})->config, "faster");
  // Without rounds in common there is but the time.
  slower.final = faster.final = false;
  EXPECT_NEAR(getLagsOf({&faster, &slower})[1].share, 0.212, 1e-3);
}

/// What differs by less than three of its errors is not told apart.
TEST(ChooseBest, ALagWithinItsErrorsTies) {
  Record choice = getRounds(
      "choice", {1000, 1020, 1000, 1020, 1000, 1020, 1008}, /*rank=*/0);
  choice.heuristics = {"one-wave"};
  Record steady = getRounds("steady", std::vector<double>(7, 1000), 1);
  std::vector<measure::Lag> lags = getLagsOf({&steady, &choice});
  EXPECT_GT(lags[1].share, measure::kTieLag);
  EXPECT_LT(lags[1].share, measure::kTieErrors * lags[1].error);
  EXPECT_EQ(chooseBest({steady, choice})->config, "choice");
  choice.setTimes(std::vector<double>(7, 1009), 1, 1);
  EXPECT_EQ(chooseBest({steady, choice})->config, "steady");
}

/// What jumps about is no reason to take one that is much slower.
TEST(ChooseBest, NoiseHasACeiling) {
  EXPECT_EQ(chooseBest({getRecord("slow", 1100, 0.3, 0),
                        getRecord("fast", 1000, 0.3, 1)})
                ->config,
            "fast");
}

/// First times go by the baseline beside each.
TEST(ChooseBest, RatiosCompareWhereAllHaveOne) {
  Record early = getRecord("early", 1000, 0, 0, /*isFinal=*/false);
  early.ratio = 1.0;
  Record late = getRecord("late", 1050, 0, 1, /*isFinal=*/false);
  late.ratio = 1.1;
  EXPECT_EQ(chooseBest({early, late})->config, "late");
  late.ratio = 0;
  EXPECT_EQ(chooseBest({early, late})->config, "early");
}

/// The fastest kernel may be another library's, and is not picked.
TEST(Records, OtherLibrariesAreApart) {
  llvm::StringRef text =
      R"({"outcome":"ok","key":"k","config":"c","time_ns":5,"device":"d"}
{"library":"triton","outcome":"ok","key":"k","config":"c","time_ns":3,"device":"d"}
)";
  auto warn = [](const llvm::Twine &text) { ADD_FAILURE() << text.str(); };
  RecordsByKey others, records = parseRecords(text, "r.jsonl", warn, &others);
  ASSERT_EQ(records["k"].size(), 1u);
  EXPECT_EQ(records["k"].front().timeNs, 5);
  ASSERT_EQ(others["k"].size(), 1u);
  EXPECT_EQ(others["k"].front().library, "triton");
  llvm::json::Value json = others["k"].front().toJson();
  EXPECT_EQ(*json.getAsObject()->getString("library"), "triton");
  EXPECT_EQ(parseRecords(text, "r.jsonl", warn)["k"].size(), 1u);
}

/// No library is launched so: what is stays out of all other tables.
TEST(Records, DependentLaunchesAreApart) {
  auto warn = [](const llvm::Twine &text) { ADD_FAILURE() << text.str(); };
  auto getLine = [](const char *outcome, const char *key, const char *launch,
                    int time, double ratio) {
    return ("{\"outcome\":\"" + llvm::Twine(outcome) + "\",\"key\":\"" + key +
            "\",\"config\":\"h, dependent_launch = " + launch +
            "\",\"time_ns\":" + llvm::Twine(time) +
            ",\"ratio\":" + std::to_string(ratio) + ",\"device\":\"d\"}\n")
        .str();
  };
  std::string text = getLine("ok", "k", "false", 5000, 0.9) +
                     getLine("ok", "k", "true", 4000, 1.21) +
                     getLine("ok", "l", "true", 19999, 1.0) +
                     getLine("ok", "slow", "true", 20000, 0.5) +
                     getLine("wrong-result", "l", "true", 0, 0);
  RecordsByKey dependent;
  RecordsByKey records = parseRecords(text, "f", warn, nullptr, &dependent);
  ASSERT_EQ(records.size(), 1u);
  ASSERT_EQ(records["k"].size(), 1u);
  EXPECT_EQ(records["k"].front().timeNs, 5000);
  EXPECT_EQ(dependent.size(), 3u);
  // One of a config counts: of "l" the line that is wrong.
  EXPECT_EQ(formatDependentLaunch(dependent),
            "with dependent launch, kernels under 20 us: geometric mean 1.210, "
            "worst 1.210 (k), of 1; 1 wrong-result\n");
  dependent["l"].front() = dependent["k"].front();
  dependent["l"].front().key = "l";
  dependent["l"].front().ratio = 1.0;
  EXPECT_EQ(formatDependentLaunch(dependent),
            "with dependent launch, kernels under 20 us: geometric mean 1.100, "
            "worst 1.000 (l), of 2\n");
  dependent.clear();
  EXPECT_EQ(formatDependentLaunch(dependent), "");
  EXPECT_EQ(parseRecords(text, "f", warn).size(), 1u);
}

/// A config has several texts, and one identity.
TEST(Records, TextsOfAConfigAreOneConfig) {
  auto warn = [](const llvm::Twine &text) { ADD_FAILURE() << text.str(); };
  std::string text;
  for (const char *config :
       {"simt, tile = [64, 64, 16], thread = [4, 4]", "simt 64x64x16 t4x4",
        "simt, tile = [64, 64, 16], defaults", "simt, defaults",
        "simt,  thread=[4,4], tile=[64,64,16]"})
    text += ("{\"outcome\":\"ok\",\"key\":\"k\",\"config\":\"" +
             llvm::Twine(config) + "\",\"time_ns\":5,\"device\":\"d\"}\n")
                .str();
  RecordsByKey records = parseRecords(text, "f", warn);
  ASSERT_EQ(records["k"].size(), 1u);
  EXPECT_EQ(records["k"].front().config,
            "simt, tile = [64, 64, 16], thread = [4, 4]");
}

/// A byte order mark, \r\n and no last newline are no damage.
TEST(Records, TextsOfOtherSystems) {
  auto warn = [](const llvm::Twine &text) { ADD_FAILURE() << text.str(); };
  RecordsByKey records = parseRecords(
      "\xef\xbb\xbf{\"outcome\":\"ok\",\"key\":\"k\",\"config\":\"c\",\"time_"
      "ns\":"
      "5,\"device\":\"d\"}\r\n\r\n{\"outcome\":\"ok\",\"key\":\"l\",\"config\":"
      "\"c\",\"time_ns\":7,\"device\":\"d\"}",
      "f", warn);
  EXPECT_EQ(records.size(), 2u);
}

TEST(Records, DamagedLinesAreNamedAndSkipped) {
  std::vector<std::string> warnings;
  auto warn = [&](const llvm::Twine &text) { warnings.push_back(text.str()); };
  RecordsByKey records = parseRecords(
      R"({"outcome":"ok","key":"k","config":"c","time_ns":5,"rank":0,"device":"d"}
{"outcome":"ok","key":"k","con
{"outcome":"lovely","key":"k","config":"c"}
{"outcome":"ok","key":"k","config":"d","time_ns":-1}

{"outcome":"ok","key":"k","config":"c","time_ns":7,"rank":0,"device":"d"}
)",
      "r.jsonl", warn);
  ASSERT_EQ(warnings.size(), 3u);
  EXPECT_EQ(warnings[0].find("r.jsonl:2: "), 0u);
  EXPECT_NE(warnings[1].find("r.jsonl:3: "), std::string::npos);
  EXPECT_NE(warnings[2].find("r.jsonl:4: "), std::string::npos);
  // The later of two records of a config counts.
  ASSERT_EQ(records["k"].size(), 1u);
  EXPECT_EQ(records["k"][0].timeNs, 7);
}

/// What no #autotune.provenance takes is no record that is ok.
TEST(Records, UnsoundFiguresAreDamage) {
  auto getWarning = [](const char *fields) {
    std::string line = "{\"outcome\":\"ok\",\"key\":\"k\",\"config\":\"c\"," +
                       std::string(fields) + "}";
    std::string warning;
    RecordsByKey records = parseRecords(
        line, "f", [&](const llvm::Twine &text) { warning = text.str(); });
    EXPECT_EQ(records.empty(), !warning.empty());
    return warning;
  };
  for (const char *fields :
       {R"("time_ns":10)", R"("time_ns":10,"device":"")",
        R"("time_ns":10,"device":null)", R"("time_ns":10,"device":7)"})
    EXPECT_NE(getWarning(fields).find("names no device"), std::string::npos);
  for (const char *fields :
       {R"("device":"d")", R"("device":"d","time_ns":0.2)",
        R"("device":"d","time_ns":1e300)", R"("device":"d","time_ns":-3)",
        R"("device":"d","time_ns":9223372036854775808)"})
    EXPECT_NE(getWarning(fields).find("no time from 1"), std::string::npos);
  for (const char *baseline :
       {R"({"best_ns":0.4})", R"({"best_ns":1e300})", "{}", "[]", "3"})
    EXPECT_NE(getWarning((R"("device":"d","time_ns":10,"baseline":)" +
                          std::string(baseline))
                             .c_str())
                  .find("baseline has no time"),
              std::string::npos)
        << baseline;
  for (const char *names : {R"([""])", R"(["a",""])", "[1]"})
    EXPECT_NE(getWarning((R"("device":"d","time_ns":10,"heuristics":)" +
                          std::string(names))
                             .c_str())
                  .find("has no name"),
              std::string::npos);
  for (const char *fields :
       {R"("device":"d","time_ns":0.5)", R"("device":"d","time_ns":9e18)",
        R"("device":"d","time_ns":10,"baseline":null,"heuristics":[])",
        R"("device":"d","time_ns":10,"baseline":{"best_ns":0.5})"})
    EXPECT_EQ(getWarning(fields), "");
}

TEST(Records, TableHasLossesBesideWins) {
  RecordsByKey records;
  for (double ratio : {2.0, 0.5}) {
    Record record = getRecord("c", 1000, 0, 0);
    record.key = ratio > 1 ? "won" : "lost";
    record.ratio = ratio;
    record.baseline = measure::BaselineFigures{"cublaslt", 1, 1, 1, 0};
    records[record.key].push_back(record);
  }
  std::string text = formatBest(records);
  EXPECT_NE(text.find("1 not slower, 1 slower; geometric mean 1.000, worst "
                      "0.500 (lost)"),
            std::string::npos)
      << text;
}
