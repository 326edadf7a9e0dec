//===- ProposeTests.cpp - The order of proposals --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFacts.h"

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Proposers/Propose.h"

#include "gtest/gtest.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

static const TargetInfo &getH200() { return *lookupTarget("h200"); }

/// What heuristics make of their ranks alone.
static ProposeOptions getInTurn() {
  ProposeOptions options;
  options.predictsSeeds = false;
  return options;
}

TEST(Propose, RankOneAfterTheOther) {
  Proposal proposal =
      propose(getFact(512, 28672, 4096), getH200(), getInTurn());
  ASSERT_EQ(proposal.fired.size(), 3u);
  EXPECT_EQ(proposal.fired[0], "skinny-gemm");
  EXPECT_EQ(proposal.fired[1], "cluster-m2");
  EXPECT_EQ(proposal.fired[2], "wave-fill");
  EXPECT_EQ(proposal.candidates.front().heuristics.front(), "skinny-gemm");
}

// A config of the space comes before all seeds where the model predicts it to
// be clearly faster, and nowhere else.
TEST(Propose, GiveWayToWhatIsClearlyFaster) {
  unsigned numFirst = 0, numOthers = 0;
  for (int64_t size : {1240, 2048, 3032, 4072, 5608})
    for (int64_t k : {440, 1944, 4096}) {
      MatmulFact fact = getFact(size, size + 520, k);
      ProposeOptions options;
      options.space = SpaceLevel::Quick;
      std::vector<ProposedConfig> candidates =
          propose(fact, getH200(), options).candidates;
      auto predict = [&](const Config &config) {
        return CostModel::get().predict(fact, getH200(), config)[0].timeNs;
      };
      double ofSeeds = std::numeric_limits<double>::infinity();
      for (const ProposedConfig &candidate : candidates)
        if (!candidate.heuristics.empty())
          ofSeeds = std::min(ofSeeds, predict(candidate.config));
      bool isOfSpace = candidates.front().heuristics.empty();
      if (isOfSpace)
        EXPECT_LT(1.05 * predict(candidates.front().config), ofSeeds);
      else
        EXPECT_EQ(predict(candidates.front().config), ofSeeds);
      ++(isOfSpace ? numFirst : numOthers);
      // The seeds are behind it, none lost.
      options.space = std::nullopt;
      EXPECT_EQ(candidates[isOfSpace].config,
                propose(fact, getH200(), options).candidates.front().config);
    }
  EXPECT_GT(numFirst, 0u);
  EXPECT_GT(numOthers, 0u);
}

// Where the model knows such matmuls its order counts, and no seed is lost.
TEST(Propose, StandInTheOrderOfPredictions) {
  MatmulFact fact = getFact(512, 28672, 4096);
  ProposeOptions options;
  options.maxCandidates = 0;
  Proposal proposal = propose(fact, getH200(), options);
  options.predictsSeeds = false;
  EXPECT_EQ(proposal.candidates.size(),
            propose(fact, getH200(), options).candidates.size());
  double last = 0;
  for (const ProposedConfig &candidate : proposal.candidates) {
    EXPECT_FALSE(candidate.heuristics.empty());
    double time = CostModel::get()
                      .predict(fact, getH200(), candidate.config)
                      .front()
                      .timeNs;
    EXPECT_GE(time, last);
    last = time;
  }
}
