//===- MatmulTunerTest.cpp - A tuner and a device that does as told -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Tune/BuildStage.h"
#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/MatmulTuner.h"

#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;
using ::testing::ElementsAre;

static Config makeConfig(int n, int k = 16) {
  auto config = Config::parse("simt, tile = [16, " + std::to_string(n) + ", " +
                                  std::to_string(k) + "], thread = [1, 1]",
                              [](size_t, const llvm::Twine &) {});
  EXPECT_TRUE(succeeded(config)) << n << " " << k;
  return *config;
}

static std::vector<Record> tuneFact(Device &device,
                                    const TuneSettings &settings,
                                    const TuningProblem &problem,
                                    std::string *whyRefused = nullptr,
                                    double endSeconds = 1e9) {
  TuneStore store;
  TuneContext context{settings, *findProduct("NVIDIA H200"),
                      device,   nullptr,
                      store,    [](size_t) {}};
  MatmulTuner tuner(context, problem, 0);
  tuner.buildNext();
  while (tuner.isBuilding())
    llvm::cantFail(tuner.measureNext(1e9, [] {}));
  llvm::cantFail(tuner.finish(1e9, endSeconds));
  if (whyRefused)
    *whyRefused = tuner.getWhyRefused().str();
  return tuner.getRecords();
}

/// Candidates that nothing is searched beside.
static std::vector<Record> tuneFact(Device &device,
                                    std::string *whyRefused = nullptr) {
  TuningProblem problem;
  problem.fact = llvm::cantFail(parseProblem("64x64x64 f32 -> f32"));
  problem.isClosed = true;
  for (size_t i = 0; i < device.passes.size(); ++i)
    problem.candidates.push_back(
        {makeConfig(16 << i), {}, "", 0, std::nullopt});
  TuneSettings settings;
  settings.effort.first.replays = 5;
  settings.effort.longer = measure::Effort();
  settings.effort.finals.finalists = 2;
  settings.effort.maxPasses = 8;
  return tuneFact(device, settings, problem, whyRefused);
}

/// Rounds of final records; the replays of others; 0 of those that failed.
static std::vector<size_t> countTimes(const std::vector<Record> &records) {
  std::vector<size_t> counts;
  for (const Record &record : records)
    counts.push_back(record.timesNs.size());
  return counts;
}

/// Turns are for the first pass, as many as there is time for.
TEST(MatmulTuner, TurnsFitTheTimeThatIsLeft) {
  TuningProblem problem;
  problem.fact = llvm::cantFail(parseProblem("64x64x64 f32 -> f32"));
  problem.isClosed = true;
  problem.candidates.push_back({makeConfig(16), {}, "", 0, std::nullopt});
  problem.candidates.push_back({makeConfig(32), {}, "", 0, std::nullopt});
  TuneSettings settings;
  settings.effort.finals.finalists = 2;
  settings.effort.maxPasses = 2;
  // A turn of three takes 300 s.
  settings.effort.finals.turnNs = 100e9;
  for (auto [endSeconds, turns] :
       {std::pair(0., 1), std::pair(650., 2), std::pair(1e9, 3)}) {
    Device device;
    device.passes = {{100}, {200}};
    tuneFact(device, settings, problem, nullptr, endSeconds);
    ASSERT_FALSE(device.turns.empty());
    EXPECT_EQ(device.turns[0], turns) << endSeconds;
  }
  Device device;
  device.passes = {{100, 103}, {102, 100}};
  tuneFact(device, settings, problem);
  EXPECT_THAT(device.turns, ElementsAre(3, 1));
}

/// Fewer finalists take part before they have fewer turns, if they need so much
/// power that they have turns at all.
TEST(MatmulTuner, FinalistsFitTheTimeThatIsLeft) {
  TuneSettings settings;
  settings.effort.finals.finalists = 5;
  settings.effort.maxPasses = 1;
  // The turns of one take 300 s.
  settings.effort.finals.turnNs = 100e9;
  auto countFinals = [&](llvm::StringRef fact, double endSeconds) {
    TuningProblem problem;
    problem.fact = llvm::cantFail(parseProblem(fact));
    problem.isClosed = true;
    for (int n : {16, 32, 64, 128})
      problem.candidates.push_back({makeConfig(n), {}, "", 0, std::nullopt});
    problem.candidates.push_back(
        {makeConfig(128, 32), {}, "", 0, std::nullopt});
    Device device;
    device.passes = {{100}, {101}, {102}, {103}, {104}};
    std::vector<Record> records =
        tuneFact(device, settings, problem, nullptr, endSeconds);
    return llvm::count_if(records, [](const Record &r) { return r.final; });
  };
  llvm::StringRef hot = "2048x2048x2048 f32 -> f32";
  EXPECT_EQ(countFinals(hot, 1e9), 5);
  EXPECT_EQ(countFinals(hot, 1850), 4);
  EXPECT_EQ(countFinals(hot, 100), 3);
  EXPECT_EQ(countFinals("64x64x64 f32 -> f32", 100), 5);
}

TEST(MatmulTuner, PassesGoOnWhileTheyDisagree) {
  Device device;
  device.passes = {{100, 103, 100, 103, 100, 103, 100, 103},
                   {102, 100, 102, 100, 102, 100, 102, 100}};
  EXPECT_THAT(countTimes(tuneFact(device)), ElementsAre(72, 72));
  EXPECT_EQ(device.finals, 8);
  // Each pass had the problem made known anew.
  EXPECT_EQ(device.problems, 8);
  Device steady;
  steady.passes = {{100}, {102}};
  EXPECT_THAT(countTimes(tuneFact(steady)), ElementsAre(27, 27));
}

TEST(MatmulTuner, WhoFailsInAPassIsOutOfIt) {
  Device device;
  device.passes = {{100, 100, 100}, {102, 0}};
  std::vector<Record> records = tuneFact(device);
  EXPECT_THAT(countTimes(records), ElementsAre(18, 0));
  EXPECT_EQ(records[1].outcome, Outcome::WrongResult);
}

TEST(MatmulTuner, ADisturbedPassDoesNotCount) {
  Device device;
  device.passes = {{100}, {102}};
  device.disturbedPass = 1;
  std::vector<Record> records = tuneFact(device);
  EXPECT_THAT(countTimes(records), ElementsAre(9, 9));
  EXPECT_FALSE(records[0].disturbed);
  EXPECT_EQ(device.finals, 2);
}

/// What was measured stands, whatever is refused after it.
TEST(MatmulTuner, ARefusalCostsNoRecord) {
  Device device;
  device.passes = {{100}, {102}, {104}, {200}};
  // The longer times of the better half, and then the final rounds.
  device.refusedMeasure = 1;
  std::string why;
  EXPECT_THAT(countTimes(tuneFact(device, &why)), ElementsAre(5, 5, 5, 5));
  EXPECT_EQ(why, "no room");
  Device later;
  later.passes = {{100}, {102}};
  // Of the second pass.
  later.refusedProblem = 1;
  EXPECT_THAT(countTimes(tuneFact(later, &why)), ElementsAre(9, 9));
  EXPECT_EQ(why, "");
  // The first thing of all: nothing could be measured.
  Device none;
  none.passes = {{100}, {102}};
  none.refusedProblem = 0;
  std::vector<Record> records = tuneFact(none, &why);
  EXPECT_THAT(countTimes(records), ElementsAre(0, 0));
  EXPECT_EQ(records[0].outcome, Outcome::LaunchFailure);
  EXPECT_EQ(why, "no room");
}

/// By what is known of it, not by how long measuring took.
TEST(MatmulTuner, WhatIsSlowGetsOneBatch) {
  TuneSettings settings;
  settings.search = "exhaustive";
  settings.space = SpaceLevel::Default;
  settings.effort.trials = 16;
  settings.effort.slowestNs = 2e6;
  settings.effort.finals.finalists = 2;
  TuningProblem problem;
  problem.fact = llvm::cantFail(parseProblem("64x64x64 f32 -> f32"));
  for (bool proposeAhead : {false, true}) {
    settings.effort.proposeAhead = proposeAhead;
    Device fast;
    fast.passes.assign(16, {2e6});
    fast.passes[0] = {3e6};
    EXPECT_EQ(tuneFact(fast, settings, problem).size(), 16u);
    Device wrong;
    wrong.passes.assign(16, {0});
    EXPECT_EQ(tuneFact(wrong, settings, problem).size(), 16u);
  }
  settings.effort.proposeAhead = false;
  Device slow;
  slow.passes.assign(16, {2.1e6});
  EXPECT_EQ(tuneFact(slow, settings, problem).size(), 8u);
}
