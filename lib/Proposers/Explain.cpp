//===- Explain.cpp - Why a config should take that long -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Proposers/Explain.h"
#include "mlir-autotune/Dialect/Autotune/ConfigWords.h"
#include "mlir-autotune/Proposers/PredictionError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Of the configs beside the pick, so many are explained.
static constexpr size_t kNextBest = 3;
/// So many features are named; the others stand together.
static constexpr size_t kNamedFeatures = 5;

Explanation autotune::explainPrediction(const ProblemFact &fact,
                                        const TargetInfo &target,
                                        const Config &config) {
  const CostModel &model = CostModel::get();
  Explanation explanation;
  explanation.prediction = model.predict(fact, target, config).front();
  if (explanation.prediction.trust == 0)
    return explanation;
  SmallVector<float> features;
  getFeatures(fact, target, config, explanation.prediction.estimate, features);
  SmallVector<double> amounts(features.size());
  explanation.mean = model.attribute(features, amounts);
  for (auto [name, value, amount] :
       llvm::zip_equal(getFeatureNames(), features, amounts))
    explanation.contributions.push_back({name, value, amount});
  return explanation;
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

static llvm::format_object<double> formatUs(double ns) {
  return llvm::format("%.2f", ns * 1e-3);
}

static raw_ostream &beginLine(raw_ostream &os, StringRef label) {
  return os << "  " << llvm::left_justify(label, 11);
}

/// How well the matmul is known.
static void printTrust(raw_ostream &os, const ProblemFact &fact,
                       const TargetInfo &target) {
  const CostModel &model = CostModel::get();
  std::string whyNot;
  auto neighbor = model.findNeighbor(fact, target, &whyNot);
  os << fact.getKey() << " on " << target.name << ": trust "
     << llvm::format("%.2f", model.getTrust(fact, target)) << ", ";
  if (neighbor)
    os << llvm::format("%.2f", neighbor->distance) << " doublings from "
       << (neighbor->batch > 1 ? std::to_string(neighbor->batch) + "*" : "")
       << neighbor->m << "x" << neighbor->n << "x" << neighbor->k
       << ", the nearest measured matmul"
       << (neighbor->isAlike ? "" : ", which has other types or layouts");
  else
    os << whyNot;
  if (!fact.hasStaticSizes())
    os << "; the estimate assumes " << kAssumedSize;
  os << "\n";
}

/// Where nine of ten measured times are.
static void printInterval(raw_ostream &os, const ProblemFact &fact,
                          const TargetInfo &target, const Config &config,
                          const CostModel::Prediction &prediction) {
  beginLine(os, "interval");
  if (auto interval = getInterval(fact, target, config, prediction))
    os << "9 of 10 times are from " << formatUs(interval->lowNs) << " to "
       << formatUs(interval->highNs) << " us\n";
  else
    os << "unknown: there are no records of " << target.chip << "\n";
}

static void printEstimate(raw_ostream &os, const TimeEstimate &estimate) {
  const TimeEstimate::Term &longest = estimate.getLongest();
  beginLine(os, "estimate")
      << formatUs(estimate.getTotalNs()) << " us = " << longest.name << " "
      << formatUs(estimate.*longest.ns);
  for (const TimeEstimate::Term &term : TimeEstimate::getAddedTerms())
    if (estimate.*term.ns != 0)
      os << " + " << term.name << " " << formatUs(estimate.*term.ns);
  os << "\n";
  beginLine(os, "hidden");
  llvm::ListSeparator separator;
  for (const TimeEstimate::Term &term : TimeEstimate::getParallelTerms())
    if (term.ns != longest.ns)
      os << separator << term.name << " " << formatUs(estimate.*term.ns);
  os << "\n";
  beginLine(os, "grid") << llvm::format("%.2f waves", estimate.waves);
  if (longest.ns != &TimeEstimate::memoryNs)
    os << "; SMs wait for the busiest one in "
       << formatUs(estimate.idleShare * estimate.*longest.ns) << " us of "
       << longest.name;
  os << "\n";
}

/// Factors, so that they are those of the time whatever the trust.
static void printTrees(raw_ostream &os, const Explanation &explanation,
                       const Config &config, bool isKnown) {
  beginLine(os, "trees");
  double trust = explanation.prediction.trust;
  if (trust == 0) {
    os << "no effect";
    if (isKnown)
      os << ": the trees were not trained on " << config.getTemplateName();
    if (explanation.prediction.doubt > 1)
      os << ", so that its estimate counts as longer beside corrected ones";
    os << "\n";
    return;
  }
  auto printFactor = [&](double amount) {
    os << llvm::format("%.4f", std::exp(trust * amount));
  };
  printFactor(explanation.prediction.correction);
  os << " = ";
  printFactor(explanation.mean);
  os << " mean";
  // What moves most first; the index breaks ties.
  SmallVector<std::pair<double, size_t>> order;
  for (auto [index, each] : llvm::enumerate(explanation.contributions))
    order.emplace_back(-std::abs(each.amount), index);
  llvm::sort(order);
  double others = 0;
  for (auto [rank, entry] : llvm::enumerate(order)) {
    const Explanation::Contribution &each =
        explanation.contributions[entry.second];
    if (rank >= kNamedFeatures) {
      others += each.amount;
      continue;
    }
    os << " x ";
    printFactor(each.amount);
    os << " " << each.feature << llvm::format(" (%g)", each.value);
  }
  os << " x ";
  printFactor(others);
  os << " others\n";
}

static void printConfig(raw_ostream &os, const ProblemFact &fact,
                        const TargetInfo &target, const Config &config,
                        bool isKnown) {
  Explanation explanation = explainPrediction(fact, target, config);
  const CostModel::Prediction &prediction = explanation.prediction;
  os << getBrief(config) << "\n";
  beginLine(os, "predicted") << formatUs(prediction.timeNs) << " us = ";
  if (prediction.trust == 0 && prediction.doubt == 1)
    os << "estimate\n";
  else
    os << "launch " << formatUs(kLaunchNs) << " + "
       << formatUs(prediction.estimate.getTotalNs() - kLaunchNs)
       << " of the estimate x "
       << llvm::format("%.4f",
                       prediction.doubt *
                           std::exp(prediction.trust * prediction.correction))
       << "\n";
  printInterval(os, fact, target, config, prediction);
  printEstimate(os, prediction.estimate);
  printTrees(os, explanation, config, isKnown);
}

/// The best predictions among the configs that are not the pick.
static SmallVector<Config> getNextBest(const ProblemFact &fact,
                                       const TargetInfo &target,
                                       const Config &pick,
                                       ArrayRef<Config> others) {
  SmallVector<std::pair<double, size_t>> order;
  for (auto [index, prediction] :
       llvm::enumerate(CostModel::get().predict(fact, target, others)))
    if (others[index] != pick)
      order.emplace_back(prediction.timeNs, index);
  // The index breaks ties.
  llvm::sort(order);
  // Seeds may be in the space too.
  SmallVector<Config> best;
  for (auto [time, index] : order)
    if (best.size() < kNextBest && !llvm::is_contained(best, others[index]))
      best.push_back(others[index]);
  return best;
}

void autotune::printExplanation(raw_ostream &os, const ProblemFact &fact,
                                const TargetInfo &target, const Config &pick,
                                ProvenanceKind kind, ArrayRef<Config> others) {
  bool isKnown = CostModel::get().getTrust(fact, target) > 0;
  printTrust(os, fact, target);
  os << "pick (" << stringifyProvenanceKind(kind) << "): ";
  printConfig(os, fact, target, pick, isKnown);
  for (const Config &config : getNextBest(fact, target, pick, others)) {
    os << "next: ";
    printConfig(os, fact, target, config, isKnown);
  }
}
