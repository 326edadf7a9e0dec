//===- SearchTests.cpp - What every strategy keeps to ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Proposers/SearchStrategy.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

namespace {
class SearchTest : public testing::TestWithParam<StringRef> {
protected:
  SearchTest() {
    std::string whyNot;
    problem.target = *parseTarget("h200", whyNot);
    MatmulFact fact;
    fact.m = 512;
    fact.n = 1024;
    fact.k = 4096;
    fact.a.rowStride = 4096;
    fact.b.transposed = true;
    fact.b.rowStride = 4096;
    fact.c.rowStride = 1024;
    problem.fact = fact;
    ProposeOptions options;
    options.maxCandidates = 0;
    problem.seeds = propose(problem.fact, problem.target, options).candidates;
    Space space =
        Space::enumerate(problem.fact, problem.target, SpaceLevel::Default);
    for (size_t i = 0; i < space.getConfigs().size(); i += 7)
      problem.space.push_back(space.getConfigs()[i]);
  }

  static int64_t getColumns(const Config &config) {
    ArrayRef<int64_t> tile = config.get("tile");
    return tile.size() > 1 ? tile[1] : 0;
  }

  /// A time that the model does not foresee: tiles so wide are slow.
  double getTime(const Config &config) const {
    double time = CostModel::get()
                      .predict(problem.fact, problem.target, config)
                      .front()
                      .timeNs;
    return getColumns(config) == slowColumns ? 1.4 * time : time;
  }

  /// What is proposed, asked for `batch` at a time, each measured.
  std::vector<Config> run(SearchStrategy &search, size_t batch,
                          size_t most) const {
    std::vector<Config> all;
    while (all.size() < most) {
      SmallVector<Config> next =
          search.propose(std::min(batch, most - all.size()));
      if (next.empty())
        break;
      std::vector<Trial> trials;
      for (const Config &config : next)
        trials.push_back({config, getTime(config), 0.002});
      search.observe(trials);
      llvm::append_range(all, next);
    }
    return all;
  }

  SearchProblem problem;
  int64_t slowColumns = 256;
};
} // namespace

TEST(SearchNamesTest, NamesMakeStrategies) {
  SearchProblem problem;
  std::string whyNot;
  problem.target = *parseTarget("h200", whyNot);
  for (StringRef name : getSearchStrategyNames()) {
    auto search = createSearchStrategy(name, problem, 0);
    ASSERT_TRUE(search);
    EXPECT_EQ(search->getName(), name);
    EXPECT_TRUE(search->propose(4).empty());
  }
  EXPECT_FALSE(createSearchStrategy("annealing", problem, 0));
  EXPECT_FALSE(createSearchStrategy("", problem, 0));
}

SmallVector<double> predictByDepth(ArrayRef<Config> configs) {
  return SmallVector<double>(llvm::map_range(configs, [](const Config &config) {
    return 1e4 + config.get("tile").back();
  }));
}

TEST_P(SearchTest, WhatIsNamedComesFirstThenTheHeuristicsChoice) {
  problem.numNamed = 3;
  // The worst of all, in an order of theirs.
  std::reverse(problem.seeds.begin(), problem.seeds.end());
  ASSERT_GT(problem.seeds.size(), 6u);
  for (size_t batch : {1, 3, 8}) {
    auto search = createSearchStrategy(GetParam(), problem, 1);
    std::vector<Config> all = run(*search, batch, 8);
    for (size_t i = 0; i < 4; ++i)
      EXPECT_EQ(all[i], problem.seeds[i].config);
  }
  problem.numLeading = 3;
  auto search = createSearchStrategy(GetParam(), problem, 1);
  for (auto [config, seed] : llvm::zip(search->propose(6), problem.seeds))
    EXPECT_EQ(config, seed.config);
}

TEST_P(SearchTest, SeedsAreMeasuredWhereThereAreTrialsEnough) {
  size_t numSeeds = problem.seeds.size();
  for (size_t most : {numSeeds, numSeeds + 1, numSeeds + 10}) {
    problem.maxProposals = most;
    auto search = createSearchStrategy(GetParam(), problem, 1);
    std::vector<Config> all = run(*search, 3, most);
    // One that is certain that nothing is faster ends earlier.
    if (search->getName() != "surrogate")
      EXPECT_EQ(all.size(), most);
    EXPECT_LE(all.size(), most);
    EXPECT_GE(all.size(), numSeeds);
    for (const ProposedConfig &seed : problem.seeds)
      EXPECT_TRUE(llvm::is_contained(all, seed.config));
  }
}

TEST_P(SearchTest, SomeSeedsAreKept) {
  for (size_t kept : {0, 2, 4}) {
    problem.maxProposals = 9;
    problem.numKept = kept;
    auto search = createSearchStrategy(GetParam(), problem, 1);
    std::vector<Config> all = run(*search, 3, 9);
    EXPECT_EQ(all.size(), 9u);
    // The first one leads.
    EXPECT_GE(llvm::count_if(ArrayRef(problem.seeds).drop_front(),
                             [&](const ProposedConfig &seed) {
                               return llvm::is_contained(all, seed.config);
                             }),
              int64_t(kept));
  }
}

TEST_P(SearchTest, TheKeptAreThosePredictedBest) {
  // A strategy that leaves them all: it thinks more of the space.
  if (GetParam() != "model-topk")
    return;
  problem.predict = [&](ArrayRef<Config> configs) {
    return SmallVector<double>(
        llvm::map_range(configs, [&](const Config &config) {
          auto seed = llvm::find_if(problem.seeds, [&](const auto &each) {
            return each.config == config;
          });
          // Later seeds are faster.
          return seed == problem.seeds.end()
                     ? 1e3
                     : 1e4 - double(seed - problem.seeds.begin());
        }));
  };
  problem.maxProposals = 9;
  problem.numKept = 2;
  auto search = createSearchStrategy(GetParam(), problem, 1);
  std::vector<Config> all = run(*search, 3, 9);
  ASSERT_EQ(all.size(), 9u);
  EXPECT_EQ(all[7], problem.seeds.back().config);
  EXPECT_EQ(all[8], problem.seeds[problem.seeds.size() - 2].config);
  // Of what is left behind those that are named, and the first choice.
  problem.numNamed = 7;
  search = createSearchStrategy(GetParam(), problem, 1);
  all = run(*search, 3, 9);
  ASSERT_EQ(all.size(), 9u);
  EXPECT_EQ(all[8], problem.seeds.back().config);
}

TEST_P(SearchTest, TheStrategyChoosesAmongSeedsAndSpace) {
  if (GetParam() == "exhaustive")
    return;
  // Fewer than there are seeds, and no limit: neither is kept for seeds.
  for (size_t most : {size_t(0), problem.seeds.size() - 1}) {
    problem.maxProposals = most;
    auto search = createSearchStrategy(GetParam(), problem, 1);
    std::vector<Config> all = run(*search, 4, problem.seeds.size() - 1);
    EXPECT_TRUE(llvm::any_of(all, [&](const Config &config) {
      return llvm::none_of(problem.seeds, [&](const ProposedConfig &seed) {
        return seed.config == config;
      });
    }));
  }
}

TEST_P(SearchTest, SeedsKeepTheirRanksWhereNothingIsTrusted) {
  std::reverse(problem.seeds.begin(), problem.seeds.end());
  problem.trustsPredictions = false;
  problem.predict = predictByDepth;
  auto search = createSearchStrategy(GetParam(), problem, 1);
  for (auto [config, seed] :
       llvm::zip_equal(run(*search, 4, problem.seeds.size()), problem.seeds))
    EXPECT_EQ(config, seed.config);
  // So it is with the model's own word: no such device was measured.
  std::string whyNot;
  problem.predict = nullptr;
  problem.trustsPredictions = true;
  problem.target = *parseTarget("h200", whyNot);
  problem.target.chip = "sm_90";
  search = createSearchStrategy(GetParam(), problem, 1);
  for (auto [config, seed] :
       llvm::zip_equal(run(*search, 4, problem.seeds.size()), problem.seeds))
    EXPECT_EQ(config, seed.config);
}

TEST_P(SearchTest, NothingIsProposedTwiceAndAllOfItIsThere) {
  auto search = createSearchStrategy(GetParam(), problem, 1);
  llvm::DenseSet<Config> allowed(problem.space.begin(), problem.space.end());
  for (const ProposedConfig &seed : problem.seeds)
    allowed.insert(seed.config);
  llvm::DenseSet<Config> seen;
  for (const Config &config : run(*search, 5, allowed.size() + 1)) {
    EXPECT_TRUE(seen.insert(config).second);
    EXPECT_TRUE(allowed.contains(config));
  }
  // The surrogate stops where it is sure.
  if (GetParam() == "surrogate")
    EXPECT_GE(seen.size(), 16u);
  else
    EXPECT_EQ(seen.size(), allowed.size());
}

TEST_P(SearchTest, TheSameAnswersGiveTheSameProposals) {
  auto first = createSearchStrategy(GetParam(), problem, 7);
  auto second = createSearchStrategy(GetParam(), problem, 7);
  EXPECT_EQ(run(*first, 4, 60), run(*second, 4, 60));
}

TEST_P(SearchTest, WhatIsKnownIsNotProposed) {
  auto search = createSearchStrategy(GetParam(), problem, 1);
  const Config &seed = problem.seeds[1].config, &other = problem.space[3];
  search->observe({{seed, 1e4, 0.01}, {other, 2e4, 0.01}});
  // A failure is known too; so is what comes again.
  search->observe({{problem.space[4], 0, 0}, {other, 1.9e4, 0.01}});
  for (const Config &config : run(*search, 4, problem.space.size())) {
    EXPECT_NE(config, seed);
    EXPECT_NE(config, other);
    EXPECT_NE(config, problem.space[4]);
  }
}

TEST_P(SearchTest, WithoutASpaceThereAreTheSeeds) {
  problem.space.clear();
  auto search = createSearchStrategy(GetParam(), problem, 1);
  size_t count = problem.seeds.size();
  std::vector<Config> all = run(*search, 4, count + 5);
  EXPECT_EQ(all.size(), count);
}

TEST_P(SearchTest, ItIsToldOfRecordsThatMeanNothingHere) {
  auto search = createSearchStrategy(GetParam(), problem, 1);
  // Partial, and so neither legal nor known to any template's rules.
  Config strange(problem.seeds[0].config.getSchema());
  search->observe({{strange, 1, 0}, {strange, 0, 0}});
  EXPECT_FALSE(search->propose(problem.seeds.size() + 1).empty());
  // The best that was measured, and still nothing to go on from.
  problem.space.clear();
  auto free = createSearchStrategy(GetParam(), problem, 1);
  free->observe({{strange, 1, 0}});
  for (const Config &config : run(*free, 4, problem.seeds.size() + 20))
    EXPECT_TRUE(config.isComplete());
}

INSTANTIATE_TEST_SUITE_P(All, SearchTest,
                         testing::ValuesIn(getSearchStrategyNames()),
                         [](const auto &info) {
                           std::string name = info.param.str();
                           llvm::erase(name, '-');
                           return name;
                         });

using SurrogateTest = SearchTest;

TEST_P(SurrogateTest, ItLearnsWhatTheModelDoesNotKnow) {
  problem.seeds.clear();
  auto model = createSearchStrategy("model-topk", problem, 1);
  std::vector<Config> unlearned = run(*model, 4, 96);
  slowColumns = getColumns(unlearned[0]);
  auto search = createSearchStrategy(GetParam(), problem, 1);
  std::vector<Config> learned = run(*search, 4, 96);
  auto isSlow = [&](const Config &config) {
    return getColumns(config) == slowColumns;
  };
  EXPECT_LT(llvm::count_if(learned, isSlow),
            llvm::count_if(unlearned, isSlow) / 2);
}

// A time of a config that is neither a seed nor in the space, legal though.
TEST_P(SurrogateTest, ItLearnsOfOtherRecordsWhileSomeIsMeasured) {
  Config other = problem.space.back();
  problem.space.pop_back();
  llvm::erase_if(problem.seeds, [&](const ProposedConfig &seed) {
    return seed.config == other;
  });
  auto before = createSearchStrategy(GetParam(), problem, 1);
  auto after = createSearchStrategy(GetParam(), problem, 1);
  Trial trial{other, 0.5 * getTime(other), 0.002};
  SmallVector<Config> first = after->propose(4);
  before->observe(trial);
  SmallVector<Trial> trials;
  for (const Config &config : first)
    trials.push_back({config, getTime(config), 0.002});
  before->observe(trials);
  // The same times in another order, the strange one while four are measured.
  after->observe(trial);
  after->observe(trials);
  EXPECT_EQ(run(*before, 4, 40), run(*after, 4, 40));
}

// What is proposed while a batch is measured counts as measured without a
// surprise, whatever is told of others meanwhile.
TEST_P(SurrogateTest, ItRemembersWhatIsStillBeingMeasured) {
  slowColumns = -1;
  auto waiting = createSearchStrategy(GetParam(), problem, 1);
  auto told = createSearchStrategy(GetParam(), problem, 1);
  SmallVector<Config> batch = waiting->propose(8);
  ASSERT_EQ(told->propose(8), batch);
  SmallVector<Trial> trials;
  for (const Config &config : batch)
    trials.push_back({config, getTime(config), 0});
  waiting->observe(ArrayRef(trials).take_front(4));
  told->observe(trials);
  EXPECT_EQ(waiting->propose(6), told->propose(6));
}

INSTANTIATE_TEST_SUITE_P(Only, SurrogateTest,
                         testing::Values(StringRef("surrogate")),
                         [](const auto &) { return "surrogate"; });
