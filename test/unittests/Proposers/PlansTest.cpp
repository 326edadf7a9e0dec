//===- PlansTest.cpp - Configs for sizes of run time ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Plans.h"

#include "mlir-autotune/Problem/ProblemText.h"

#include "TestFacts.h"

#include "llvm/ADT/SetVector.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

static ProblemFact getUnknownRows() {
  return cantFail(parseProblem("?x4096x4096 bf16 B^T -> bf16"));
}

static size_t countConfigs(ArrayRef<PlanRow> rows) {
  llvm::SmallSetVector<Config, 8> configs;
  for (const PlanRow &row : rows)
    configs.insert(row.config);
  return configs.size();
}

TEST(Plans, HaveAtMostTheConfigsAndRowsThatAreAskedFor) {
  PlanOptions options;
  for (size_t most : {2, 4, 8}) {
    options.maxConfigs = most;
    std::vector<PlanRow> rows =
        proposePlan(getUnknownRows(), getH200(), ProposeOptions(), options);
    ASSERT_FALSE(rows.empty());
    EXPECT_LE(countConfigs(rows), most);
    EXPECT_LE(rows.size(), options.maxRows);
    EXPECT_TRUE(rows.back().guard.isAll());
  }
  options.maxRows = 3;
  EXPECT_LE(proposePlan(getUnknownRows(), getH200(), ProposeOptions(), options)
                .size(),
            3u);
}

TEST(Plans, FollowMeasurements) {
  ProblemFact fact = getUnknownRows();
  std::vector<PlanSample> samples =
      getPlanSamples(fact, getH200(), ProposeOptions(), PlanOptions());
  SizeGrid grid = getMeasuredSizes(fact, SizeGuard());
  ASSERT_EQ(samples.size(), grid.getNumPoints());
  // Each config is the fastest at some sizes.
  std::vector<PlanMeasurement> measurements;
  for (auto [index, sample] : llvm::enumerate(samples)) {
    EXPECT_EQ(sample.sizes, grid.getPoint(index));
    for (auto [rank, config] : llvm::enumerate(sample.configs))
      measurements.push_back(
          {sample.sizes, config, 1e4 * double(1 + (index + rank) % 3)});
  }
  PlanOptions options;
  for (size_t most : {2, 8}) {
    options.maxConfigs = most;
    std::vector<PlanRow> rows =
        fitPlan(fact, getH200(), ProposeOptions(), options, measurements);
    ASSERT_FALSE(rows.empty());
    EXPECT_LE(countConfigs(rows), most);
    EXPECT_GE(countConfigs(rows), 2u);
  }
  // Nothing was measured.
  EXPECT_TRUE(
      fitPlan(fact, getH200(), ProposeOptions(), PlanOptions(), {}).empty());
}
