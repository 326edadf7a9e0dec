//===- EstimateTests.cpp - The estimate against measured times ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFacts.h"

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Providers/Estimate.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

using namespace mlir;
using namespace mlir::autotune;

namespace {
struct Measured {
  int64_t m, n, k, tileM, tileN, consumers;
  bool pingpong;
  int64_t clusterM, clusterN, splitK;
  bool swap, persistent, tmaStore;
  int64_t ctasPerSm;
  bool evictFirst;
  double us;
};

const Measured kMeasured[] = {
#include "MeasuredH200.inc"
};

using Shape = std::tuple<int64_t, int64_t, int64_t>;

Config getConfig(const Measured &row) {
  HopperWgmmaConfig config;
  config.tile = {row.tileM, row.tileN, 64};
  config.consumers = row.consumers;
  config.schedule = row.pingpong ? Schedule::Pingpong : Schedule::Cooperative;
  config.cluster = {row.clusterM, row.clusterN};
  config.splitK = row.splitK;
  config.swap = row.swap;
  config.persistent = row.persistent;
  config.store = row.tmaStore ? Store::Tma : Store::Direct;
  config.ctasPerSm = row.ctasPerSm;
  config.evictFirst = row.evictFirst ? EvictFirst::B : EvictFirst::None;
  return config.toConfig();
}

double estimate(const Measured &row) {
  return estimateTime(getFact(row.m, row.n, row.k, /*bTransposed=*/true),
                      *lookupTarget("h200"), getConfig(row)) *
         1e-3;
}

std::map<Shape, std::vector<Measured>> getShapes() {
  std::map<Shape, std::vector<Measured>> shapes;
  for (const Measured &row : kMeasured)
    shapes[{row.m, row.n, row.k}].push_back(row);
  return shapes;
}

/// How much slower than the best the config is that the estimate puts first.
double getRegret(const std::vector<Measured> &rows) {
  double best = rows.front().us, pick = 0, least = 0;
  for (const Measured &row : rows) {
    best = std::min(best, row.us);
    if (pick == 0 || estimate(row) < least) {
      least = estimate(row);
      pick = row.us;
    }
  }
  return pick / best - 1;
}
} // namespace

/// What an epilogue reads is read once from memory, and by each tile.
TEST(Estimate, CountsWhatEpiloguesRead) {
  const TargetInfo &target = *lookupTarget("h200");
  // Few products, so that memory is what decides.
  MatmulFact fact = getFact(4096, 4096, 64, /*bTransposed=*/true);
  MatmulFact biased = fact, added = fact;
  for (MatmulFact *each : {&biased, &added}) {
    EpilogueOperand &operand = each->epilogue.operands.emplace_back();
    operand.overColumns = true;
    operand.overRows = each == &added;
    operand.matrix.rowStride = 4096;
  }
  for (bool swap : {false, true}) {
    HopperWgmmaConfig config;
    config.swap = swap;
    auto get = [&](const MatmulFact &of) {
      return estimateTerms(of, target, config.toConfig());
    };
    EXPECT_NEAR(get(biased).memoryNs, get(fact).memoryNs,
                0.001 * get(fact).memoryNs);
    // C and it are of one size, and A and B together a thirty-second of that.
    EXPECT_NEAR(get(added).memoryNs, 2 * get(fact).memoryNs,
                0.1 * get(fact).memoryNs);
    EXPECT_GT(get(added).epilogueNs, get(biased).epilogueNs);
    EXPECT_GT(get(biased).epilogueNs, get(fact).epilogueNs);
  }
}

TEST(Estimate, PutsAGoodConfigFirst) {
  double sum = 0;
  for (auto &[shape, rows] : getShapes()) {
    double regret = getRegret(rows);
    auto [m, n, k] = shape;
    RecordProperty("regret_" + std::to_string(m) + "x" + std::to_string(n) +
                       "x" + std::to_string(k),
                   std::to_string(regret));
    EXPECT_LE(regret, 0.06) << m << "x" << n << "x" << k;
    sum += regret;
  }
  EXPECT_LE(sum / getShapes().size(), 0.015);
}

TEST(Estimate, IsOfTheRightSize) {
  std::vector<double> errors;
  for (const Measured &row : kMeasured)
    errors.push_back(std::fabs(std::log(estimate(row) / row.us)));
  std::sort(errors.begin(), errors.end());
  EXPECT_LE(errors[errors.size() / 2], std::log(1.08));
  EXPECT_LE(errors.back(), std::log(1.6));
}
