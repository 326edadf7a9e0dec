//===- ExplainTests.cpp - Predictions are the sums of their parts ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFacts.h"
#include "Trees.h"

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Proposers/Explain.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Space/Formulas.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

#include <cmath>
#include <fstream>
#include <sstream>

using namespace mlir;
using namespace mlir::autotune;

static constexpr const char *kShapes =
    AUTOTUNE_TEST_SOURCE_DIR "/test/Inputs/oracle-shapes.txt";

namespace {
constexpr TreeRoot kRoots[] = {
#define GET_ROOTS
#include "TrainedModel.inc"
};
constexpr TreeNode kNodes[] = {
#define GET_NODES
#include "TrainedModel.inc"
};
constexpr float kMeans[] = {
#define GET_MEANS
#include "TrainedModel.inc"
};

class ExplainTest : public testing::Test {
protected:
  const CostModel &model = CostModel::get();
  const TargetInfo &target = *lookupTarget("h200");
};
} // namespace

/// The matmuls that were measured.
static std::vector<MatmulFact> getOracleFacts() {
  std::vector<MatmulFact> facts;
  std::ifstream file(kShapes);
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string type, layout;
    int64_t m = 0, n = 0, k = 0;
    if (words >> type >> layout >> m >> n >> k)
      facts.push_back(getFact(m, n, k, layout == "tn"));
  }
  return facts;
}

/// Seeds, and the best of the space.
static SmallVector<Config> getConfigs(const MatmulFact &fact,
                                      const TargetInfo &target) {
  ProposeOptions options;
  options.maxCandidates = 48;
  options.space = SpaceLevel::Quick;
  Proposal proposal = propose(fact, target, options);
  return llvm::map_to_vector(
      proposal.candidates,
      [](const ProposedConfig &candidate) { return candidate.config; });
}

// What is printed is what is added up: the longest of the terms that run at the
// same time, and all others.
TEST_F(ExplainTest, TermsMakeTheEstimate) {
  std::vector<MatmulFact> facts = getOracleFacts();
  EXPECT_GE(facts.size(), 104u);
  size_t reductions = 0, packings = 0, clusters = 0, rounds = 0;
  for (const MatmulFact &fact : facts)
    for (const Config &config : getConfigs(fact, target)) {
      SCOPED_TRACE(fact.getKey() + " " + config.str());
      TimeEstimate terms = estimateTerms(fact, target, config);
      double sum = std::max({terms.computeNs, terms.feedNs, terms.memoryNs}) +
                   terms.launchNs + terms.fillNs + terms.epilogueNs +
                   terms.wavesNs + terms.reduceNs + terms.clusterNs +
                   terms.packNs;
      EXPECT_DOUBLE_EQ(sum, estimateTime(fact, target, config));
      EXPECT_EQ(terms.launchNs, kLaunchNs);
      for (ArrayRef<TimeEstimate::Term> part :
           {TimeEstimate::getParallelTerms(), TimeEstimate::getAddedTerms()})
        for (const TimeEstimate::Term &term : part) {
          EXPECT_GE(terms.*term.ns, 0) << term.name.str();
          EXPECT_LE(terms.*term.ns, terms.getTotalNs()) << term.name.str();
        }
      EXPECT_GE(terms.idleShare, 0);
      EXPECT_LT(terms.idleShare, 1);
      if (config.getTemplateName() != HopperWgmmaConfig::kTemplateName)
        continue;
      // Each is there for who asks for it.
      HopperWgmmaConfig typed = HopperWgmmaConfig::fromConfig(config);
      EXPECT_EQ(terms.reduceNs > 0, typed.splitK > 1);
      EXPECT_EQ(terms.packNs > 0,
                typed.load == Load::Pack &&
                    !(isTmaLoadable(fact.a) && isTmaLoadable(fact.b)));
      EXPECT_EQ(terms.clusterNs > 0, typed.cluster[0] * typed.cluster[1] > 1);
      if (terms.waves <= 1)
        EXPECT_EQ(terms.wavesNs, 0);
      reductions += terms.reduceNs > 0;
      packings += terms.packNs > 0;
      clusters += terms.clusterNs > 0;
      rounds += terms.wavesNs > 0;
    }
  // Of each there is something to see.
  EXPECT_GT(std::min({reductions, packings, clusters, rounds}), 20u);
}

// To the last bit: sums of some hundred f32 about 1 are exact in f64, in
// whatever order.
TEST_F(ExplainTest, ContributionsMakeTheCorrection) {
  for (const MatmulFact &fact : getOracleFacts())
    for (const Config &config : getConfigs(fact, target)) {
      SCOPED_TRACE(fact.getKey() + " " + config.str());
      Explanation explanation = explainPrediction(fact, target, config);
      const CostModel::Prediction &prediction = explanation.prediction;
      EXPECT_EQ(prediction.timeNs,
                model.predict(fact, target, config).front().timeNs);
      if (prediction.trust == 0) {
        EXPECT_TRUE(explanation.contributions.empty());
        EXPECT_DOUBLE_EQ(prediction.timeNs,
                         kLaunchNs +
                             (prediction.estimate.getTotalNs() - kLaunchNs) *
                                 prediction.doubt);
        continue;
      }
      ASSERT_EQ(explanation.contributions.size(), getFeatureNames().size());
      double sum = explanation.mean;
      for (auto [each, name] :
           llvm::zip_equal(explanation.contributions, getFeatureNames())) {
        sum += each.amount;
        EXPECT_EQ(each.feature, name);
      }
      EXPECT_EQ(sum, prediction.correction);
    }
}

// A mean lies between those of its children: they are of the same trees.
TEST_F(ExplainTest, MeansAreThoseOfTheTrees) {
  ASSERT_EQ(std::size(kMeans), std::size(kNodes));
  auto getMean = [&](size_t node) {
    return kNodes[node].left == node ? kNodes[node].threshold : kMeans[node];
  };
  size_t inner = 0;
  for (size_t node = 0; node < std::size(kNodes); ++node) {
    if (kNodes[node].left == node)
      continue;
    ++inner;
    double left = getMean(kNodes[node].left);
    double right = getMean(kNodes[node].right);
    // They are written with six digits.
    double slack = 1e-5 * (std::abs(left) + std::abs(right));
    EXPECT_GE(getMean(node), std::min(left, right) - slack) << node;
    EXPECT_LE(getMean(node), std::max(left, right) + slack) << node;
  }
  EXPECT_GT(inner, 1000u);
}

// A feature that no tree asked for on this row's way adds nothing.
TEST_F(ExplainTest, CreditsOnlyWhatWasAsked) {
  MatmulFact fact = getFact(4096, 4096, 4096, /*bTransposed=*/true);
  Config config = getConfigs(fact, target).front();
  SmallVector<float> features;
  getFeatures(fact, target, config, estimateTerms(fact, target, config),
              features);
  SmallVector<bool> isAsked(features.size(), false);
  for (const TreeRoot &root : kRoots)
    for (size_t at = root.node; kNodes[at].left != at;) {
      const TreeNode &node = kNodes[at];
      isAsked[node.feature] = true;
      at = features[node.feature] <= node.threshold ? node.left : node.right;
    }
  EXPECT_TRUE(llvm::is_contained(isAsked, false));
  Explanation explanation = explainPrediction(fact, target, config);
  for (auto [asked, each, value] :
       llvm::zip_equal(isAsked, explanation.contributions, features)) {
    EXPECT_EQ(each.value, value) << each.feature.str();
    if (!asked)
      EXPECT_EQ(each.amount, 0) << each.feature.str();
  }
}

TEST_F(ExplainTest, SaysWhatIsNearest) {
  std::string whyNot;
  auto find = [&](const MatmulFact &fact, const TargetInfo &on) {
    whyNot.clear();
    auto neighbor = model.findNeighbor(fact, on, &whyNot);
    EXPECT_EQ(neighbor.has_value(), whyNot.empty());
    if (!neighbor)
      EXPECT_EQ(model.getTrust(fact, on), 0);
    return neighbor;
  };
  MatmulFact fact = getFact(4096, 4096, 4096, /*bTransposed=*/true);
  auto same = find(fact, target);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->m, 4096);
  EXPECT_EQ(same->distance, 0);
  auto far =
      find(getFact(1 << 24, 1 << 20, 1 << 20, /*bTransposed=*/true), target);
  ASSERT_TRUE(far);
  EXPECT_GT(far->distance, 20);
  EXPECT_TRUE(far->isAlike);
  MatmulFact other = fact;
  other.a.element = other.b.element = ElementKind::F32;
  EXPECT_FALSE(find(other, target));
  EXPECT_EQ(whyNot, "no modelled template serves it");
  other = fact;
  other.m = ShapedType::kDynamic;
  EXPECT_FALSE(find(other, target));
  EXPECT_EQ(whyNot, "its sizes are not known");
  EXPECT_FALSE(find(fact, *lookupTarget("a100-sxm")));
  EXPECT_EQ(whyNot, "the model was trained on sm_90a, and a100-sxm is sm_80");
  EXPECT_FALSE(model.findNeighbor(fact, *lookupTarget("a100-sxm")));
}

/// The numbers in a line of an explanation.
static std::vector<double> getNumbers(StringRef line) {
  std::vector<double> numbers;
  for (StringRef word : llvm::split(line, ' ')) {
    double number = 0;
    if (!word.getAsDouble(number))
      numbers.push_back(number);
  }
  return numbers;
}

// The figures on paper add up too, whatever part the trees have.
TEST_F(ExplainTest, PrintsWhatAddsUp) {
  size_t estimates = 0, products = 0, intervals = 0;
  for (const MatmulFact &fact :
       {getFact(4096, 4096, 4096, /*bTransposed=*/true),
        getFact(16, 8192, 8192, /*bTransposed=*/true),
        // On the way to where nothing is known, and there.
        getFact(1 << 19, 1 << 17, 1 << 16, /*bTransposed=*/true),
        getFact(1 << 20, 1 << 20, 1 << 18, /*bTransposed=*/true),
        getFact(1000, 1001, 1002, /*bTransposed=*/false)}) {
    SmallVector<Config> configs = getConfigs(fact, target);
    std::string text;
    llvm::raw_string_ostream os(text);
    printExplanation(os, fact, target, configs.front(),
                     ProvenanceKind::Heuristic, configs);
    EXPECT_TRUE(StringRef(text).starts_with(fact.getKey() + " on h200: trust "))
        << text;
    size_t explained = 0;
    for (StringRef line : llvm::split(text, '\n')) {
      SCOPED_TRACE(line.str());
      std::vector<double> numbers = getNumbers(line);
      intervals += line.starts_with("  interval   9 of 10 times are from ");
      explained +=
          line.starts_with("pick (heuristic): ") || line.starts_with("next: ");
      if (line.starts_with("  estimate ")) {
        double sum = 0;
        for (double part : ArrayRef(numbers).drop_front())
          sum += part;
        EXPECT_NEAR(sum, numbers.front(), 0.005 * numbers.size());
        ++estimates;
      } else if (line.starts_with("  trees ") && !line.contains("no effect")) {
        ASSERT_EQ(numbers.size(), 8u);
        double product = 1;
        for (double factor : ArrayRef(numbers).drop_front())
          product *= factor;
        EXPECT_NEAR(product, numbers.front(), 0.001);
        ++products;
      } else if (line.starts_with("  predicted ") && numbers.size() > 1) {
        ASSERT_EQ(numbers.size(), 4u);
        EXPECT_NEAR(numbers[1] + numbers[2] * numbers[3], numbers[0],
                    0.01 + 1e-4 * numbers[0]);
      }
    }
    EXPECT_EQ(explained, 4u) << text;
  }
  EXPECT_EQ(estimates, 20u);
  EXPECT_EQ(intervals, 20u);
  EXPECT_EQ(products, 16u);
}
