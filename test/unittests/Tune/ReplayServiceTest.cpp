//===- ReplayServiceTest.cpp - Records in place of a device ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compression.h"

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/ReplayService.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <zstd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using llvm::StringRef;
using measure::Outcome;
using measure::Record;

static constexpr const char *kReplay =
    AUTOTUNE_TEST_SOURCE_DIR "/test/Tuning/Inputs/replay.jsonl";
static constexpr const char *kOracle =
    AUTOTUNE_TEST_SOURCE_DIR "/test/Inputs/oracle-h200.jsonl.zst";

static void ignore(const llvm::Twine &) {}

static std::unique_ptr<MeasuringService> open(const char *path) {
  auto service = createReplayService({std::string(path)}, "", ignore);
  EXPECT_TRUE(bool(service));
  return std::move(*service);
}

/// Why it can't be added; empty when it was.
static std::string add(MeasuringService &service, StringRef id, StringRef key) {
  llvm::json::Object problem{{"id", id}, {"key", key}};
  return llvm::toString(service.addProblem(std::move(problem), true));
}

static constexpr const char *kKey = "256x1024x8192 bf16 -> bf16";

static std::vector<Record> askFor(MeasuringService &service, StringRef problem,
                                  llvm::ArrayRef<std::string> configs,
                                  bool isFinal = false) {
  std::vector<MeasuredCandidate> candidates;
  for (const std::string &config : configs)
    candidates.push_back({"c" + std::to_string(candidates.size()),
                          "none",
                          config,
                          {"wave-fill"},
                          int64_t(candidates.size())});
  std::vector<Record> records;
  auto onRecord = [&](Record record) { records.push_back(std::move(record)); };
  llvm::Error error =
      isFinal ? service.measureFinal(problem, candidates, {}, onRecord)
              : service.measure(problem, candidates, {}, onRecord);
  EXPECT_EQ(llvm::toString(std::move(error)), "");
  return records;
}

TEST(ReplayTest, AnswersWhatWasRecorded) {
  std::unique_ptr<MeasuringService> service = open(kReplay);
  EXPECT_EQ(service->getDeviceInfo().getString("name"), "NVIDIA H200");
  EXPECT_EQ(service->getDeviceInfo().getString("chip"), "sm_90a");
  EXPECT_EQ(add(*service, "p0", kKey), "");
  ASSERT_FALSE(
      service->addKernel(llvm::json::Object{{"id", "k0"}}, "any bytes"));
  auto table = readMeasuredTable({std::string(kReplay)}, "", ignore);
  ASSERT_TRUE(bool(table));
  for (const TableProblem &problem : table->problems) {
    if (problem.key != kKey)
      continue;
    std::vector<std::string> configs;
    for (const MeasuredConfig &measured : problem.configs)
      configs.push_back(measured.config.str());
    for (bool isFinal : {false, true}) {
      std::vector<Record> records = askFor(*service, "p0", configs, isFinal);
      ASSERT_EQ(records.size(), configs.size());
      for (size_t i = 0; i < configs.size(); ++i) {
        EXPECT_EQ(records[i].config, configs[i]);
        EXPECT_EQ(records[i].key, kKey);
        EXPECT_EQ(records[i].outcome, problem.configs[i].outcome);
        EXPECT_EQ(records[i].timeNs, problem.configs[i].timeNs);
        EXPECT_EQ(records[i].spread, problem.configs[i].spread);
        EXPECT_EQ(records[i].ratio, problem.configs[i].ratio);
        EXPECT_EQ(records[i].final, isFinal);
        EXPECT_EQ(records[i].device.name, "NVIDIA H200");
        EXPECT_EQ(records[i].rank, int64_t(i));
        EXPECT_EQ(records[i].date, "2026-11-22T00:00:00Z");
      }
    }
  }
}

TEST(ReplayTest, KnowsFailuresFromWhatWasNotRecorded) {
  std::unique_ptr<MeasuringService> service = open(kReplay);
  EXPECT_EQ(add(*service, "p0", "1023x1025x1027 bf16 -> bf16"), "");
  auto table = readMeasuredTable({std::string(kReplay)}, "", ignore);
  std::vector<std::string> failed;
  for (const TableProblem &problem : table->problems)
    for (const MeasuredConfig &measured : problem.configs)
      if (!measured.isOk())
        failed.push_back(measured.config.str());
  ASSERT_EQ(failed.size(), 1u);
  failed.push_back("simt, tile = [128, 128, 16], thread = [8, 8]");
  failed.push_back("no config");
  std::vector<Record> records = askFor(*service, "p0", failed);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].outcome, Outcome::CompileFailure);
  for (size_t i : {1, 2}) {
    EXPECT_EQ(records[i].outcome, Outcome::LaunchFailure);
    EXPECT_TRUE(StringRef(records[i].detail).starts_with("not recorded: "));
    EXPECT_EQ(records[i].timeNs, 0);
  }
}

TEST(ReplayTest, RefusesWhatItDoesNotKnow) {
  std::unique_ptr<MeasuringService> service = open(kReplay);
  EXPECT_EQ(llvm::toString(
                service->addProblem(llvm::json::Object{{"id", "p0"}}, true)),
            "a problem has no id or no key");
  EXPECT_EQ(add(*service, "p0", "1x2x3 bf16 -> bf16"),
            "the runner refuses: the replayed records have none of 1x2x3 bf16 "
            "-> bf16");
  EXPECT_EQ(add(*service, "p0", kKey), "");
  EXPECT_EQ(add(*service, "p0", kKey), "there is a problem 'p0' already");
  service->forget({"p0", "p1"}, {});
  auto ignoreRecord = [](Record) {};
  EXPECT_EQ(llvm::toString(service->measure("p0", {}, {}, ignoreRecord)),
            "there is no problem 'p0'");
  EXPECT_EQ(add(*service, "p0", kKey), "");
  auto none = createReplayService(llvm::ArrayRef<std::string>(), "", ignore);
  EXPECT_EQ(llvm::toString(none.takeError()),
            "replay: names no file of records: --device=replay:FILE");
  auto other = createReplayService({std::string(kReplay)}, "A100", ignore);
  EXPECT_FALSE(bool(other));
  llvm::consumeError(other.takeError());
}

TEST(ReplayTest, NamesFiles) {
  EXPECT_FALSE(parseReplayDevice("cuda:0"));
  EXPECT_EQ(*parseReplayDevice("replay:a.jsonl,b.zst"),
            (std::vector<std::string>{"a.jsonl", "b.zst"}));
  EXPECT_TRUE(parseReplayDevice("replay:")->empty());
}

TEST(ReplayTest, ReadsTheOracle) {
  std::vector<std::string> warnings;
  auto table = readMeasuredTable(
      {std::string(kOracle)}, "",
      [&](const llvm::Twine &text) { warnings.push_back(text.str()); });
  ASSERT_TRUE(bool(table));
  // Of 41600 records, those with what was removed since are left
  // out, and that is said once.
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("reduce = last, but last was removed"),
            std::string::npos);
  EXPECT_EQ(table->problems.size(), 104u);
  EXPECT_EQ(table->numRecords, 41492u);
}

static std::string compress(StringRef text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(),
                             text.size(), /*compressionLevel=*/3));
  return bytes;
}

TEST(CompressionTest, IsReadInFullOrRefused) {
  std::string text;
  for (int i = 0; i < 50000; ++i)
    text += "line " + std::to_string(i) + "\n";
  std::string bytes = compress(text);
  EXPECT_TRUE(isCompressed(bytes));
  EXPECT_FALSE(isCompressed(text));
  EXPECT_EQ(*decompress(bytes), text);
  // Frames one after the other, as zstd -c a b writes them.
  EXPECT_EQ(*decompress(bytes + compress("more")), text + "more");
  EXPECT_EQ(*decompress(compress("")), "");
  EXPECT_EQ(*decompress(bytes, text.size()), text);
  auto tooMuch = decompress(bytes, text.size() - 1);
  EXPECT_EQ(llvm::toString(tooMuch.takeError()),
            "zstd: more than " + std::to_string(text.size() - 1) + " bytes");
  // Wherever it is cut off.
  for (size_t size = 4; size < bytes.size(); size += 97) {
    auto cut = decompress(StringRef(bytes).take_front(size));
    EXPECT_FALSE(bool(cut));
    llvm::consumeError(cut.takeError());
  }
  // Whatever is changed, there is an error or some text, and no crash.
  for (size_t i = 0; i < bytes.size(); i += 31) {
    std::string damaged = bytes;
    damaged[i] ^= 0x55;
    auto read = decompress(damaged, text.size());
    if (!read)
      llvm::consumeError(read.takeError());
  }
}
