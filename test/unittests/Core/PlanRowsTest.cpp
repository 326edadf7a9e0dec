//===- PlanRowsTest.cpp - Rows of a plan at run time ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/PlanRows.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::autotune;

static constexpr int64_t kNoLimit = SizeRange::kNoLimit;
static constexpr RowSet kAll = ~RowSet(0);

static PlanRow makeRow(SizeRange m, int64_t kernel, bool everywhere = true,
                       SizeRange k = {}) {
  PlanRow row;
  row.guard[SizeDim::M] = m;
  row.guard[SizeDim::K] = k;
  row.kernel = kernel;
  row.isLegalEverywhere = everywhere;
  return row;
}

static ProblemSizes makeSizes(int64_t m, int64_t k = 64) {
  return {m, 96, k, 1};
}

TEST(PlanMode, IsReadFromText) {
  std::string error;
  EXPECT_EQ(parsePlanMode(nullptr, error), PlanMode::Rows);
  EXPECT_EQ(parsePlanMode("", error), PlanMode::Rows);
  EXPECT_EQ(parsePlanMode("nearest", error), PlanMode::Nearest);
  EXPECT_EQ(parsePlanMode("measure", error), PlanMode::Measure);
  EXPECT_EQ(error, "");
  EXPECT_EQ(parsePlanMode("fast", error), PlanMode::Rows);
  EXPECT_EQ(error, "AUTOTUNE_PLANS is 'fast'; legal values are measure and "
                   "nearest. Plans run the rows that their guards select");
}

TEST(PlanRows, AreNumbers) {
  std::vector<PlanRow> rows = {makeRow({1, 64, 1}, 3, false, {0, kNoLimit, 8}),
                               makeRow({}, 0)};
  std::vector<int64_t> numbers = encodePlanRows(rows);
  EXPECT_EQ(numbers.size(), countPlanNumbers(numbers.data()));
  EXPECT_EQ(numbers.size(), 29u);
  std::vector<PlanRow> decoded = decodePlanRows(numbers.data());
  ASSERT_EQ(decoded.size(), 2u);
  for (size_t row = 0; row < 2; ++row) {
    EXPECT_EQ(decoded[row].guard, rows[row].guard);
    EXPECT_EQ(decoded[row].kernel, rows[row].kernel);
    EXPECT_EQ(decoded[row].isLegalEverywhere, rows[row].isLegalEverywhere);
  }
}

TEST(PlanRows, DistanceIsLogarithmic) {
  SizeGuard guard = makeRow({64, 128, 1}, 0, true, {0, 1024, 1}).guard;
  EXPECT_EQ(getDistance(guard, makeSizes(64)), 0);
  EXPECT_EQ(getDistance(guard, makeSizes(128)), 0);
  double two = std::log(2) * std::log(2);
  EXPECT_DOUBLE_EQ(*getDistance(guard, makeSizes(32)), two);
  EXPECT_DOUBLE_EQ(*getDistance(guard, makeSizes(256)), two);
  EXPECT_DOUBLE_EQ(*getDistance(guard, makeSizes(256, 2048)), 2 * two);
  // Zero counts as one.
  EXPECT_DOUBLE_EQ(*getDistance(guard, makeSizes(0)),
                   *getDistance(guard, makeSizes(1)));
  EXPECT_EQ(getDistance(SizeGuard(), makeSizes(0)), 0);
  // The largest sizes are no special case.
  EXPECT_TRUE(std::isfinite(*getDistance(guard, makeSizes(kNoLimit))));
  EXPECT_EQ(getDistance(makeRow({64, 128, 8}, 0).guard, makeSizes(132)),
            std::nullopt);
  EXPECT_NE(getDistance(makeRow({64, 128, 8}, 0).guard, makeSizes(136)),
            std::nullopt);
}

TEST(PlanRows, TheNearestRowIsSelected) {
  std::vector<PlanRow> rows = {makeRow({1, 1, 1}, 0), makeRow({16, 64, 1}, 1),
                               makeRow({1024, 2048, 1}, 2), makeRow({}, 3)};
  auto select = [&](int64_t m, RowSet allowed = kAll) {
    return selectNearestRow(rows, makeSizes(m), allowed);
  };
  EXPECT_EQ(select(1), 0u);
  EXPECT_EQ(select(3), 0u);
  // Four is as far from 1 as from 16.
  EXPECT_EQ(select(4), 0u);
  EXPECT_EQ(select(5), 1u);
  EXPECT_EQ(select(64), 1u);
  // The geometric mean of 64 and 1024 is 256.
  EXPECT_EQ(select(256), 1u);
  EXPECT_EQ(select(257), 2u);
  EXPECT_EQ(select(int64_t(1) << 31), 2u);
  EXPECT_EQ(select(0), 0u);
  // The last row is for want of another.
  EXPECT_EQ(select(257, 0b1011), 1u);
  EXPECT_EQ(select(257, 0b1000), 3u);
  EXPECT_EQ(select(257, 0), 4u);
}

TEST(PlanRows, IllegalRowsArePassedOver) {
  std::vector<PlanRow> rows = {makeRow({1, 1, 1}, 0, /*everywhere=*/false),
                               makeRow({0, 64, 8}, 1), makeRow({}, 2)};
  // The first kernel is for one row of A only, the second for multiples of 8.
  EXPECT_EQ(selectNearestRow(rows, makeSizes(1), kAll), 0u);
  EXPECT_EQ(selectNearestRow(rows, makeSizes(2), kAll), 2u);
  EXPECT_EQ(selectNearestRow(rows, makeSizes(8), kAll), 1u);
  EXPECT_EQ(selectNearestRow(rows, makeSizes(80), kAll), 1u);
  EXPECT_EQ(selectNearestRow(rows, makeSizes(81), kAll), 2u);
}

TEST(PlanRows, LegalRowsHaveDistinctKernels) {
  std::vector<PlanRow> rows = {makeRow({1, 1, 1}, 0, /*everywhere=*/false),
                               makeRow({2, 64, 1}, 1),
                               makeRow({65, 128, 1}, 2, /*everywhere=*/false),
                               makeRow({129, 256, 1}, 1), makeRow({}, 3)};
  using Rows = std::vector<size_t>;
  EXPECT_EQ(listLegalRows(rows, makeSizes(1), kAll), (Rows{0, 1, 4}));
  EXPECT_EQ(listLegalRows(rows, makeSizes(100), kAll), (Rows{1, 2, 4}));
  EXPECT_EQ(listLegalRows(rows, makeSizes(1000), kAll), (Rows{1, 4}));
  // Another row of the same kernel.
  EXPECT_EQ(listLegalRows(rows, makeSizes(1000), 0b11101), (Rows{3, 4}));
  EXPECT_EQ(listLegalRows(rows, makeSizes(1000), 0), Rows());
}

TEST(PlanRows, TheFirstGuardThatHoldsIsSelected) {
  std::vector<SizeGuard> guards = {makeRow({0, 8, 1}, 0).guard,
                                   makeRow({0, 64, 1}, 0).guard};
  EXPECT_EQ(selectRow(guards.data(), 2, makeSizes(8)), 0u);
  EXPECT_EQ(selectRow(guards.data(), 2, makeSizes(9)), 1u);
  EXPECT_EQ(selectRow(guards.data(), 2, makeSizes(65)), 2u);
}
