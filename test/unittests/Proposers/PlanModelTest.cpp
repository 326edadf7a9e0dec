//===- PlanModelTest.cpp - Times between measured sizes -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanModel.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

static Config parse(StringRef text) {
  return Config::parse(text,
                       [](size_t, const Twine &message) {
                         ADD_FAILURE() << message.str();
                       })
      ->withNeutralDefaults();
}

static ProblemSizes rows(int64_t m) { return {m, 4096, 4096, 1}; }

TEST(PlanModel, KnowsWhatItHasSeen) {
  std::vector<Config> configs = {
      parse("simt, tile = [64, 64, 16]"), parse("simt, tile = [64, 32, 16]"),
      parse("simt_stream, rows = 1, columns = 8, warps = 32")};
  PlanModel model(configs, {{rows(64), 0, 0.2}, {rows(1024), 0, -0.1}});
  EXPECT_NEAR(model.getMeans(rows(64))[0], 0.2, 0.05);
  EXPECT_NEAR(model.getMeans(rows(1024))[0], -0.1, 0.05);
  // In between, the errors are mixed.
  double between = model.getMeans(rows(256))[0];
  EXPECT_GT(between, -0.1);
  EXPECT_LT(between, 0.2);
  // What is alike errs alike; another template, less.
  std::vector<double> there = model.getMeans(rows(64));
  EXPECT_GT(there[0], there[1]);
  EXPECT_GT(there[1], there[2]);
  EXPECT_GT(there[2], 0);
}

TEST(PlanModel, IsLessSureFarAway) {
  std::vector<Config> configs = {parse("simt, tile = [64, 64, 16]"),
                                 parse("simt, tile = [32, 32, 16]")};
  PlanModel model(configs, {{rows(64), 0, 0.2}});
  EXPECT_LT(model.getDeviation(rows(64), 0), model.getDeviation(rows(91), 0));
  EXPECT_LT(model.getDeviation(rows(91), 0), model.getDeviation(rows(4096), 0));
  EXPECT_LT(model.getDeviation(rows(64), 0), model.getDeviation(rows(64), 1));
  EXPECT_GT(model.getDeviation(rows(64), 0), 0);
}

TEST(PlanModel, NeedsNothing) {
  PlanModel model({parse("simt, tile = [64, 64, 16]")}, {});
  EXPECT_EQ(model.getMeans(rows(64)), std::vector<double>{0});
  EXPECT_GT(model.getDeviation(rows(64), 0), 0.05);
}
