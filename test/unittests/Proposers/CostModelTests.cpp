//===- CostModelTests.cpp - The trees against their trainer ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFacts.h"

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Proposers/CostModel.h"
#include "mlir-autotune/Proposers/PredictionError.h"
#include "mlir-autotune/Proposers/Propose.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <cmath>
#include <fstream>
#include <sstream>

using namespace mlir;
using namespace mlir::autotune;

static constexpr const char *kGoldens =
    AUTOTUNE_TEST_SOURCE_DIR "/test/unittests/Proposers/CostModelGoldens.txt";

static constexpr const char *kTrainedNames[] = {
#define GET_FEATURE_NAMES
#include "TrainedModel.inc"
};

// Otherwise the trees read other figures than they were trained on.
TEST(CostModelTest, FeaturesAreThoseThatWereTrainedOn) {
  ArrayRef<StringRef> names = getFeatureNames();
  ASSERT_EQ(names.size(), std::size(kTrainedNames))
      << "retrain: ./dev.sh train";
  for (auto [name, trained] : llvm::zip_equal(names, kTrainedNames))
    EXPECT_EQ(name, trained) << "retrain: ./dev.sh train";
}

// The trainer's own predictions, which LightGBM made.
TEST(CostModelTest, EvaluatesToWhatTheTrainerDoes) {
  std::ifstream file(kGoldens);
  std::string line;
  size_t count = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#')
      continue;
    std::istringstream words(line);
    double golden = 0, value = 0;
    words >> golden;
    SmallVector<float> features;
    while (words >> value)
      features.push_back(static_cast<float>(value));
    ASSERT_EQ(features.size(), getFeatureNames().size())
        << "retrain: ./dev.sh train";
    double sum = 0;
    CostModel::get().evaluate(features, sum);
    EXPECT_NEAR(sum, golden, 1e-5) << "retrain: ./dev.sh train";
    ++count;
  }
  EXPECT_EQ(count, 64u) << kGoldens;
}

static TargetInfo getTarget(StringRef name) {
  std::string whyNot;
  return *parseTarget(name, whyNot);
}

/// A matmul of 4096 x 4096 x 4096 with these inputs.
static MatmulFact getCube(ElementKind a, ElementKind b) {
  MatmulFact fact = getFact(4096, 4096, 4096, /*bTransposed=*/true);
  fact.a.element = a;
  fact.b.element = b;
  return fact;
}

TEST(CostModelTest, TrustsItselfWhereItHasMeasured) {
  const CostModel &model = CostModel::get();
  TargetInfo target = getTarget("h200");
  for (int64_t size : {4096, 4000})
    EXPECT_EQ(
        model.getTrust(getFact(size, size, size, /*bTransposed=*/true), target),
        1);
  // As fast, and as wide.
  EXPECT_EQ(model.getTrust(getCube(ElementKind::F16, ElementKind::F16), target),
            1);
  // Farther away than all that was left out, nothing is known.
  EXPECT_EQ(
      model.getTrust(getFact(1 << 20, 1 << 20, 1 << 20, /*bTransposed=*/true),
                     target),
      0);
  double between = model.getTrust(
      getFact(1 << 19, 1 << 17, 1 << 16, /*bTransposed=*/true), target);
  EXPECT_GT(between, 0);
  EXPECT_LT(between, 1);
}

TEST(CostModelTest, TrustFallsWithTheDistance) {
  CostModel::Neighbor neighbor;
  neighbor.isAlike = true;
  double trust = 1, growth = 0;
  for (; neighbor.distance < 40; neighbor.distance += 0.125) {
    EXPECT_LE(CostModel::getTrust(neighbor), trust);
    EXPECT_GE(CostModel::getErrorGrowth(neighbor), growth);
    trust = CostModel::getTrust(neighbor);
    growth = CostModel::getErrorGrowth(neighbor);
  }
  EXPECT_EQ(trust, 0);
  EXPECT_GT(growth, 1);
}

// Of types and layouts that were not measured the trees know less.
TEST(CostModelTest, TrustsLessWithoutSuchTypes) {
  const CostModel &model = CostModel::get();
  TargetInfo target = getTarget("h200");
  MatmulFact fact = getCube(ElementKind::TF32x3, ElementKind::TF32x3);
  auto neighbor = model.findNeighbor(fact, target);
  ASSERT_TRUE(neighbor);
  EXPECT_FALSE(neighbor->isAlike);
  EXPECT_EQ(neighbor->distance, 0);
  CostModel::Neighbor alike = *neighbor;
  alike.isAlike = true;
  EXPECT_EQ(model.getTrust(fact, target), CostModel::getTrust(*neighbor));
  EXPECT_LE(CostModel::getTrust(*neighbor), CostModel::getTrust(alike));
  EXPECT_GE(CostModel::getErrorGrowth(*neighbor),
            CostModel::getErrorGrowth(alike));
}

TEST(CostModelTest, DoesNotTrustWhatItCannotSee) {
  const CostModel &model = CostModel::get();
  TargetInfo target = getTarget("h200");
  EXPECT_EQ(model.getTrust(getCube(ElementKind::BF16, ElementKind::BF16),
                           getTarget("a100-sxm")),
            0);
  // No modelled template serves these.
  for (ElementKind other :
       {ElementKind::F32, ElementKind::F64, ElementKind::I16, ElementKind::I32,
        ElementKind::I64})
    EXPECT_EQ(model.getTrust(getCube(other, other), target), 0);
  EXPECT_EQ(
      model.getTrust(getCube(ElementKind::BF16, ElementKind::F16), target), 0);
  MatmulFact dynamic = getCube(ElementKind::BF16, ElementKind::BF16);
  dynamic.m = ShapedType::kDynamic;
  EXPECT_EQ(model.getTrust(dynamic, target), 0);
}

// No record has a kernel that copies or transposes operands of 8 bits.
TEST(CostModelTest, DoesNotTrustOtherLoads) {
  const CostModel &model = CostModel::get();
  TargetInfo target = getTarget("h200");
  std::string whyNot;
  for (StringRef text : {"1024x1024x1024 i8", "1000x1001x1002 i8 B^T"}) {
    ProblemFact fact = llvm::cantFail(parseProblem(text));
    EXPECT_FALSE(model.findNeighbor(fact, target, &whyNot));
    EXPECT_EQ(whyNot, "no measured matmul has such types and layouts");
  }
  for (StringRef text : {"1024x1024x1024 i8 B^T", "1000x1001x1002 bf16 B^T"})
    EXPECT_TRUE(model.findNeighbor(llvm::cantFail(parseProblem(text)), target));
}

// The trainer measures distances within families; both sides must agree on
// them.
TEST(CostModelTest, FamiliesAreOfMatmulsAlike) {
  TargetInfo target = getTarget("h200");
  std::string family =
      getFamily(getCube(ElementKind::BF16, ElementKind::BF16), target);
  EXPECT_EQ(family, "sm_90a float16 float16^T");
  EXPECT_EQ(getFamily(getCube(ElementKind::F16, ElementKind::F16), target),
            family);
  EXPECT_EQ(getFamily(getCube(ElementKind::TF32x3, ElementKind::TF32x3),
                      getTarget("h100-sxm")),
            "sm_90a 3xtf32 3xtf32^T");
  EXPECT_EQ(getFamily(getFact(1000, 1001, 1002, /*bTransposed=*/false), target),
            "sm_90a float16 without TMA float16 without TMA");
}

TEST(CostModelTest, ClassesErrors) {
  EXPECT_EQ(getErrorClass(getCube(ElementKind::BF16, ElementKind::BF16)),
            "16-bit floats");
  EXPECT_EQ(getErrorClass(getCube(ElementKind::F8E5M2, ElementKind::F8E4M3FN)),
            "8-bit floats");
  EXPECT_EQ(getErrorClass(getCube(ElementKind::I8, ElementKind::I8)),
            "integers");
  EXPECT_EQ(getErrorClass(getCube(ElementKind::TF32, ElementKind::TF32)),
            "32-bit floats");
  EXPECT_EQ(getErrorClass(getCube(ElementKind::BF16, ElementKind::I8)),
            "converted weights");
  EXPECT_EQ(getErrorClass(getFact(1000, 1001, 1002, /*bTransposed=*/false)),
            "odd strides");
}

// The farther away, the wider; on chips without records there is none.
TEST(CostModelTest, GivesTimesAnInterval) {
  const CostModel &model = CostModel::get();
  double widest = 1;
  for (int64_t size : {1 << 12, 1 << 15, 1 << 17}) {
    MatmulFact fact = getFact(size, size, size, /*bTransposed=*/true);
    TargetInfo target = getTarget("h200");
    Config config = propose(fact, target).candidates.front().config;
    CostModel::Prediction prediction =
        model.predict(fact, target, config).front();
    auto interval = getInterval(fact, target, config, prediction);
    ASSERT_TRUE(interval);
    EXPECT_GT(interval->lowNs, 0);
    EXPECT_NEAR(
        (prediction.timeNs - kLaunchNs) / (interval->lowNs - kLaunchNs),
        (interval->highNs - kLaunchNs) / (prediction.timeNs - kLaunchNs), 1e-9);
    double width = interval->highNs / interval->lowNs;
    EXPECT_GT(width, widest);
    widest = width;
    EXPECT_FALSE(getInterval(fact, getTarget("a100-sxm"), config, prediction));
  }
}

TEST(CostModelTest, LeavesTheEstimateAloneWhereNothingIsKnown) {
  const CostModel &model = CostModel::get();
  TargetInfo target = getTarget("h200");
  for (MatmulFact fact :
       {getFact(1 << 20, 1 << 20, 1 << 20, /*bTransposed=*/true),
        getFact(4096, 4096, 4096, /*bTransposed=*/true)}) {
    bool isFar = fact.m > 4096;
    for (const ProposedConfig &seed : propose(fact, target).candidates) {
      CostModel::Prediction prediction =
          model.predict(fact, target, seed.config).front();
      double estimate = estimateTime(fact, target, seed.config);
      EXPECT_EQ(prediction.estimate.getTotalNs(), estimate);
      EXPECT_EQ(prediction.trust, isFar ? 0 : 1);
      if (isFar || seed.config.getTemplateName() == "simt")
        EXPECT_EQ(prediction.timeNs, estimate);
      else
        EXPECT_NEAR(prediction.timeNs,
                    kLaunchNs + (estimate - kLaunchNs) *
                                    std::exp(prediction.correction),
                    1e-6 * estimate);
    }
  }
}
