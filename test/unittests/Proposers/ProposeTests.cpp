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
#include <map>

using namespace mlir;
using namespace mlir::autotune;

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
// be faster, and nowhere else.
TEST(Propose, GiveWayToWhatIsFaster) {
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
        EXPECT_LT(predict(candidates.front().config), ofSeeds);
      else
        EXPECT_EQ(predict(candidates.front().config), ofSeeds);
      ++(isOfSpace ? numFirst : numOthers);
      // All seeds are behind it.
      options.space = std::nullopt;
      std::vector<ProposedConfig> seeds =
          propose(fact, getH200(), options).candidates;
      size_t count = std::min(seeds.size(), options.maxCandidates - isOfSpace);
      for (size_t i = 0; i < count; ++i)
        EXPECT_EQ(candidates[isOfSpace + i].config, seeds[i].config);
    }
  EXPECT_GT(numFirst, 0u);
  EXPECT_GT(numOthers, 0u);
}

// Templates without trees have an estimate that no record corrects.
TEST(Propose, GiveWayToCorrectedPredictionsAlone) {
  for (int64_t m : {320, 384, 640})
    for (int64_t n : {1160, 3320}) {
      MatmulFact fact = getFact(m, n, 1080, /*bTransposed=*/true);
      ProposeOptions options;
      options.space = SpaceLevel::Quick;
      Config first = propose(fact, *lookupTarget("h100-sxm"), options)
                         .candidates.front()
                         .config;
      EXPECT_NE(first.getTemplateName(), "ampere_mma") << m << "x" << n;
    }
}

// Far from all that was measured, the model orders seeds and overrules none.
TEST(Propose, GiveWayWhereTheModelIsTrusted) {
  MatmulFact fact = getFact(320, 1160, 1080, /*bTransposed=*/true);
  fact.a.batchStride = fact.m * fact.k;
  fact.b.batchStride = fact.n * fact.k;
  fact.c.batchStride = fact.m * fact.n;
  // The larger the batch, the farther: by steps in which trust does not vanish.
  double trust = 1;
  for (fact.batch = 64; trust >= CostModel::kEnoughTrust;
       fact.batch += fact.batch / 8)
    trust = CostModel::get().getTrust(fact, getH200());
  ASSERT_GT(trust, 0);
  ProposeOptions options;
  options.space = SpaceLevel::Quick;
  EXPECT_FALSE(
      propose(fact, getH200(), options).candidates.front().heuristics.empty());
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

// Candidates to be measured are the best predictions of seeds and space, few of
// each structure.
TEST(Propose, AreOneListWhereTheyAreMeasured) {
  MatmulFact fact = getFact(8176, 872, 2504, /*bTransposed=*/true);
  ProposeOptions options;
  options.space = SpaceLevel::Default;
  options.predictsSpace = true;
  options.maxCandidates = 24;
  std::vector<ProposedConfig> candidates =
      propose(fact, getH200(), options).candidates;
  ASSERT_EQ(candidates.size(), 24u);
  double last = 0;
  std::map<std::vector<int64_t>, unsigned> counts;
  for (const ProposedConfig &candidate : candidates) {
    double time = CostModel::get()
                      .predict(fact, getH200(), candidate.config)
                      .front()
                      .timeNs;
    EXPECT_GE(time, last);
    last = time;
    std::vector<int64_t> structure;
    for (StringRef name : {"tile", "cluster", "swap", "split_k", "schedule"})
      llvm::append_range(structure, candidate.config.get(name));
    EXPECT_LE(++counts[structure], 3u) << candidate.config.str();
  }
  // Seeds keep their names.
  options.maxCandidates = 0;
  EXPECT_TRUE(llvm::any_of(
      propose(fact, getH200(), options).candidates,
      [](const ProposedConfig &each) { return !each.heuristics.empty(); }));
}
