//===- CostModel.cpp - What measuring taught of times ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/CostModel.h"

#include "mlir-autotune/Space/Formulas.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// Features of at most `threshold` go left. A child below zero is a leaf, whose
/// index is its complement.
struct Node {
  float threshold;
  int16_t left, right;
  uint8_t feature;
};

/// Of a matmul that was measured.
struct SeenFact {
  int64_t m, n, k;
  bool bTransposed, aTma, bTma;
};
} // namespace

static constexpr int16_t kRoots[] = {
#define GET_ROOTS
#include "TrainedModel.inc"
};
static constexpr Node kNodes[] = {
#define GET_NODES
#include "TrainedModel.inc"
};
static constexpr float kLeaves[] = {
#define GET_LEAVES
#include "TrainedModel.inc"
};
static constexpr SeenFact kSeenFacts[] = {
#define GET_SEEN_FACTS
#include "TrainedModel.inc"
};

/// The chip that it was measured on: the others' kernels are others.
static constexpr StringLiteral kChip = "sm_90a";

/// Doublings of M, N and K together that a matmul may lie from one that was
/// measured and be as well known, and those behind which nothing is known. The
/// list that the model is trained on leaves gaps of one to two.
static constexpr double kFamiliar = 3, kStrange = 6;

CostModel::CostModel() {
#define CARD(FIELD, VALUE) card.FIELD = VALUE;
#define GET_CARD
#include "TrainedModel.inc"
#undef CARD
}

const CostModel &CostModel::get() {
  static const CostModel model;
  return model;
}

double CostModel::evaluate(ArrayRef<float> features) const {
  double sum = 0;
  for (int16_t root : kRoots) {
    int16_t at = root;
    while (at >= 0) {
      const Node &node = kNodes[at];
      at = features[node.feature] <= node.threshold ? node.left : node.right;
    }
    sum += kLeaves[~at];
  }
  return sum;
}

double CostModel::getTrust(const MatmulFact &fact,
                           const TargetInfo &target) const {
  if (target.chip != kChip || !fact.hasStaticSizes() ||
      fact.a.element == ElementKind::F32)
    return 0;
  double nearest = kStrange;
  for (const SeenFact &seen : kSeenFacts) {
    if (seen.bTransposed != fact.b.transposed ||
        seen.aTma != isTmaLoadable(fact.a) ||
        seen.bTma != isTmaLoadable(fact.b))
      continue;
    auto distance = [](int64_t a, int64_t b) {
      return std::abs(std::log2(static_cast<double>(a) / b));
    };
    nearest =
        std::min(nearest, distance(fact.m, seen.m) + distance(fact.n, seen.n) +
                              distance(fact.k, seen.k));
  }
  return std::clamp((kStrange - nearest) / (kStrange - kFamiliar), 0.0, 1.0);
}

CostModel::Prediction CostModel::predict(const MatmulFact &fact,
                                         const TargetInfo &target,
                                         const Config &config,
                                         double trust) const {
  Prediction prediction;
  prediction.estimate = estimateTerms(fact, target, config);
  prediction.timeNs = prediction.estimate.getTotalNs();
  prediction.trust = trust;
  SmallVector<float, 96> features;
  if (trust == 0 ||
      !getFeatures(fact, target, config, prediction.estimate, features))
    return prediction;
  prediction.correction = evaluate(features);
  prediction.timeNs = kLaunchNs + (prediction.timeNs - kLaunchNs) *
                                      std::exp(trust * prediction.correction);
  return prediction;
}
