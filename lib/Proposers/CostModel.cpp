//===- CostModel.cpp - What measuring taught of times ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/CostModel.h"
#include "Trees.h"

#include "mlir-autotune/Space/Formulas.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// Of a matmul that was measured.
struct SeenFact {
  /// In kDevices.
  unsigned device;
  int64_t m, n, k, batch;
  ElementKind a, b;
  bool aTransposed, bTransposed, aTma, bTma;
};
using Place = std::array<double, 4>;
/// What errors teach: of all, and at one distance from the nearest measured
/// matmul.
struct Trust {
  double trust, errorGrowth;
};
struct Distance {
  double doublings, trust, errorGrowth;
};
} // namespace

static constexpr TreeRoot kRoots[] = {
#define GET_ROOTS
#include "TrainedModel.inc"
};
static constexpr TreeNode kNodes[] = {
#define GET_NODES
#include "TrainedModel.inc"
};
static constexpr float kMeans[] = {
#define GET_MEANS
#include "TrainedModel.inc"
};
static_assert(std::size(kMeans) == std::size(kNodes));
static constexpr CostModel::Device kDevices[] = {
#define GET_DEVICES
#include "TrainedModel.inc"
};
static constexpr SeenFact kSeenFacts[] = {
#define GET_SEEN_FACTS
#include "TrainedModel.inc"
};

/// By increasing distance.
static constexpr Distance kDistances[] = {
#define GET_DISTANCES
#include "TrainedErrors.inc"
};
/// Of matmuls with types and layouts that no measured matmul has.
static constexpr Trust kForeign =
#define GET_FOREIGN
#include "TrainedErrors.inc"
    ;
static constexpr double kDoubt =
#define GET_DOUBT
#include "TrainedErrors.inc"
    ;

const CostModel &CostModel::get() {
  static const CostModel model;
  return model;
}

/// Rows that go down a tree side by side: a step of one waits for the node that
/// the step before has loaded, and steps of others fill that time.
static constexpr size_t kSideBySide = 8;

/// Adds what a tree has for `NumRows` rows of `width` features to their sums.
template <size_t NumRows>
static void addTree(const TreeRoot &root, const float *features, size_t width,
                    double *sums) {
  std::array<uint16_t, NumRows> at;
  at.fill(root.node);
  for (unsigned step = 0; step < root.depth; ++step)
    for (size_t row = 0; row < NumRows; ++row) {
      const TreeNode &node = kNodes[at[row]];
      bool isLeft = features[row * width + node.feature] <= node.threshold;
      at[row] = isLeft ? node.left : node.right;
    }
  for (size_t row = 0; row < NumRows; ++row)
    sums[row] += kNodes[at[row]].threshold;
}

void CostModel::evaluate(ArrayRef<float> features,
                         MutableArrayRef<double> sums) const {
  size_t width = getFeatureNames().size();
  llvm::fill(sums, 0.0);
  for (const TreeRoot &root : kRoots) {
    size_t row = 0;
    for (; row + kSideBySide <= sums.size(); row += kSideBySide)
      addTree<kSideBySide>(root, features.data() + row * width, width,
                           sums.data() + row);
    for (; row < sums.size(); ++row)
      addTree<1>(root, features.data() + row * width, width, sums.data() + row);
  }
}

/// Whether tensor cores take both at one rate, and memory too.
static bool areAlike(ElementKind a, ElementKind b) {
  if (isTf32(a) || isTf32(b))
    return a == b;
  return isFloat(a) == isFloat(b) && getElementBits(a) == getElementBits(b);
}

static bool isAlike(const SeenFact &seen, const SeenFact &other) {
  return areAlike(seen.a, other.a) && areAlike(seen.b, other.b) &&
         seen.aTransposed == other.aTransposed &&
         seen.bTransposed == other.bTransposed && seen.aTma == other.aTma &&
         seen.bTma == other.bTma;
}

/// Whether kernels of all types load such operands alike. Elements of other
/// than 16 bits are transposed or copied first unless K is contiguous in both
/// and TMA loads them.
static bool isLoadedLikeOthers(const SeenFact &fact) {
  bool isContiguous =
      !fact.aTransposed && fact.bTransposed && fact.aTma && fact.bTma;
  return isContiguous || (isFloat16(fact.a) && isFloat16(fact.b));
}

/// The logarithms of its sizes, to base 2.
static Place getPlace(const SeenFact &fact) {
  auto get = [](int64_t size) { return std::log2(static_cast<double>(size)); };
  return {get(fact.m), get(fact.n), get(fact.k), get(fact.batch)};
}

/// In doublings.
static double getDistance(const Place &a, const Place &b) {
  double distance = 0;
  for (auto [x, y] : llvm::zip_equal(a, b))
    distance += std::abs(x - y);
  return distance;
}

/// What is expected of a row that has come to this node.
static double getMean(uint16_t node) {
  bool isLeaf = kNodes[node].left == node;
  return isLeaf ? kNodes[node].threshold : kMeans[node];
}

double CostModel::attribute(ArrayRef<float> features,
                            MutableArrayRef<double> contributions) const {
  double sum = 0;
  llvm::fill(contributions, 0.0);
  for (const TreeRoot &root : kRoots) {
    uint16_t at = root.node;
    sum += getMean(at);
    while (kNodes[at].left != at) {
      const TreeNode &node = kNodes[at];
      bool isLeft = features[node.feature] <= node.threshold;
      uint16_t next = isLeft ? node.left : node.right;
      contributions[node.feature] += getMean(next) - getMean(at);
      at = next;
    }
  }
  return sum;
}

bool CostModel::knowsChip(const TargetInfo &target) const {
  return llvm::any_of(kDevices, [&](const Device &device) {
    return device.chip == target.chip;
  });
}

std::optional<CostModel::Neighbor>
CostModel::findNeighbor(const ProblemFact &fact, const TargetInfo &target,
                        std::string *whyNot) const {
  auto refuse = [&](const Twine &reason) -> std::optional<Neighbor> {
    if (whyNot)
      *whyNot = reason.str();
    return std::nullopt;
  };
  if (!fact.isMatmul())
    return refuse("it is no matmul");
  const auto &matmul = fact.getMatmul();
  // Other chips have other kernels.
  if (!knowsChip(target)) {
    llvm::SetVector<StringRef> chips;
    for (const Device &device : kDevices)
      chips.insert(device.chip);
    return refuse("the model was trained on " + llvm::join(chips, " and ") +
                  ", and " + target.name + " is " + target.chip);
  }
  if (!fact.hasStaticSizes())
    return refuse("its sizes are not known");
  if (!isModelled(fact, target))
    return refuse("no modelled template serves it");
  if (!matmul.prologue.isNone() || matmul.isScaled() || matmul.isGrouped())
    return refuse("no measured matmul has a prologue, scales or a group");
  auto product = matmul.asOneProduct();
  SeenFact own{0,
               product.m,
               product.n,
               product.k,
               product.batch,
               matmul.a.element,
               matmul.b.element,
               matmul.a.transposed,
               matmul.b.transposed,
               isTmaLoadable(matmul.a),
               isTmaLoadable(matmul.b)};
  Place place = getPlace(own);
  static const auto seenPlaces = llvm::map_to_vector<0>(kSeenFacts, getPlace);
  std::optional<Neighbor> nearest;
  for (auto [seen, seenPlace] : llvm::zip_equal(kSeenFacts, seenPlaces)) {
    if (kDevices[seen.device].chip != target.chip)
      continue;
    bool isLike = isAlike(seen, own);
    if (nearest && nearest->isAlike && !isLike)
      continue;
    double distance = getDistance(seenPlace, place);
    if (!nearest || nearest->isAlike != isLike || distance < nearest->distance)
      nearest = {seen.m, seen.n, seen.k, seen.batch, distance, isLike};
  }
  if (!nearest || (!nearest->isAlike && !isLoadedLikeOthers(own)))
    return refuse("no measured matmul has such types and layouts");
  return nearest;
}

/// Linear between the distances of the table, and constant outside.
static double interpolate(double doublings, double Distance::*value) {
  const Distance *next =
      llvm::find_if(kDistances, [&](const Distance &distance) {
        return distance.doublings >= doublings;
      });
  if (next == std::begin(kDistances))
    return next->*value;
  const Distance &last = next[-1];
  if (next == std::end(kDistances))
    return last.*value;
  double share =
      (doublings - last.doublings) / (next->doublings - last.doublings);
  return last.*value + share * (next->*value - last.*value);
}

double CostModel::getTrust(const Neighbor &neighbor) {
  double trust = interpolate(neighbor.distance, &Distance::trust);
  return neighbor.isAlike ? trust : std::min(trust, kForeign.trust);
}

double CostModel::getErrorGrowth(const Neighbor &neighbor) {
  double growth = interpolate(neighbor.distance, &Distance::errorGrowth);
  return neighbor.isAlike ? growth : std::max(growth, kForeign.errorGrowth);
}

double CostModel::getDoubt() { return kDoubt; }

double CostModel::getTrust(const ProblemFact &fact,
                           const TargetInfo &target) const {
  std::optional<Neighbor> nearest = findNeighbor(fact, target);
  return nearest ? getTrust(*nearest) : 0;
}

/// A launch takes the same time whatever the kernel.
static double scaleTime(double timeNs, double factor) {
  return kLaunchNs + (timeNs - kLaunchNs) * factor;
}

SmallVector<CostModel::Prediction> CostModel::predict(const ProblemFact &fact,
                                                      const TargetInfo &target,
                                                      ArrayRef<Config> configs,
                                                      double trust) const {
  SmallVector<Prediction> predictions;
  SmallVector<float, 0> features;
  // Of the rows in `features`.
  SmallVector<size_t> rows;
  for (auto [index, config] : llvm::enumerate(configs)) {
    Prediction &prediction = predictions.emplace_back();
    prediction.estimate = estimateTerms(fact, target, config);
    prediction.timeNs = prediction.estimate.getTotalNs();
    if (trust == 0)
      continue;
    if (getFeatures(fact, target, config, prediction.estimate, features)) {
      rows.push_back(index);
      continue;
    }
    prediction.doubt = std::pow(kDoubt, trust);
    prediction.timeNs = scaleTime(prediction.timeNs, prediction.doubt);
  }
  SmallVector<double> sums(rows.size());
  evaluate(features, sums);
  for (auto [row, sum] : llvm::zip_equal(rows, sums)) {
    Prediction &prediction = predictions[row];
    prediction.trust = trust;
    prediction.correction = sum;
    prediction.timeNs = scaleTime(prediction.timeNs, std::exp(trust * sum));
  }
  return predictions;
}
