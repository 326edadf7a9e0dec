//===- CostModelTests.cpp - The trees against their trainer ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFacts.h"

#include "mlir-autotune/Proposers/CostModel.h"
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

TEST(CostModelTest, TrustsItselfWhereItHasMeasured) {
  const CostModel &model = CostModel::get();
  TargetInfo target = getTarget("h200");
  EXPECT_EQ(
      model.getTrust(getFact(4096, 4096, 4096, /*bTransposed=*/true), target),
      1);
  EXPECT_EQ(
      model.getTrust(getFact(4000, 4000, 4000, /*bTransposed=*/true), target),
      1);
  // Two doublings or three of all sizes away nothing is known.
  EXPECT_EQ(
      model.getTrust(getFact(1 << 20, 1 << 20, 1 << 20, /*bTransposed=*/true),
                     target),
      0);
  double between = model.getTrust(
      getFact(1 << 16, 1 << 14, 1 << 14, /*bTransposed=*/true), target);
  EXPECT_GT(between, 0);
  EXPECT_LT(between, 1);
  // Other chips, other types, and sizes that are not known.
  MatmulFact fact = getFact(4096, 4096, 4096, /*bTransposed=*/true);
  EXPECT_EQ(model.getTrust(fact, getTarget("a100-sxm")), 0);
  for (ElementKind other :
       {ElementKind::F32, ElementKind::F64, ElementKind::I8, ElementKind::I16,
        ElementKind::I32, ElementKind::I64}) {
    fact.a.element = fact.b.element = other;
    EXPECT_EQ(model.getTrust(fact, target), 0);
  }
  // As fast, and as wide; but one of each is for simt alone.
  fact.a.element = fact.b.element = fact.c.element = ElementKind::F16;
  EXPECT_EQ(model.getTrust(fact, target), 1);
  fact.a.element = ElementKind::BF16;
  EXPECT_EQ(model.getTrust(fact, target), 0);
  // A was never transposed.
  fact = getFact(4096, 4096, 4096, /*bTransposed=*/true);
  fact.a.transposed = true;
  fact.a.rowStride = fact.m;
  EXPECT_EQ(model.getTrust(fact, target), 0);
  MatmulFact dynamic = getFact(4096, 4096, 4096, /*bTransposed=*/true);
  dynamic.m = ShapedType::kDynamic;
  EXPECT_EQ(model.getTrust(dynamic, target), 0);
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
