//===- CostModel.h - What measuring taught of times -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees that correct the estimate (Estimate.h), trained offline on records. A
// prediction is an estimate too: it ranks, and never becomes a record.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_COSTMODEL_H
#define MLIR_AUTOTUNE_PROPOSERS_COSTMODEL_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Providers/Estimate.h"

#include <optional>
#include <string>

namespace mlir::autotune {

/// The names of the features that the model sees of a config, in order.
ArrayRef<StringRef> getFeatureNames();

/// Appends the values of these, rounded to f32. `estimate` is that of
/// estimateTerms(). False, with nothing appended, for a template that is not
/// modelled: its provider has no features.
bool getFeatures(const ProblemFact &fact, const TargetInfo &target,
                 const Config &config, const TimeEstimate &estimate,
                 SmallVectorImpl<float> &values);

/// Whether any template that is modelled serves the matmul.
bool isModelled(const ProblemFact &fact, const TargetInfo &target);

/// The trees of this build.
class CostModel {
public:
  /// A device that the model comes from; docs/reference/cost-model.md has its
  /// errors.
  struct Device {
    StringLiteral name, chip, driver, firstDate, lastDate;
    int64_t records, matmuls;
  };

  /// A prediction, and what it is made of.
  struct Prediction {
    /// One launch, in nanoseconds.
    double timeNs = 0;
    TimeEstimate estimate;
    /// The logarithm of the factor by which the trees correct the estimate's
    /// time without the launch.
    double correction = 0;
    /// How much of that counts: 1 among what was measured, 0 where the estimate
    /// is left to itself.
    double trust = 0;
  };

  /// A matmul that was measured.
  struct Neighbor {
    int64_t m = 0, n = 0, k = 0;
    /// Doublings of M, N and K together to another.
    double distance = 0;
  };

  /// Distances up to which a matmul is as well known as one that was measured,
  /// and from which on nothing is known of it. The list that the model is
  /// trained on leaves gaps of one to two.
  static constexpr double kFamiliar = 3, kStrange = 6;

  static const CostModel &get();

  /// One for each config; they must be legal for `fact` and `target`. Many at
  /// once take less time than one by one.
  SmallVector<Prediction> predict(const ProblemFact &fact,
                                  const TargetInfo &target,
                                  ArrayRef<Config> configs) const {
    return predict(fact, target, configs, getTrust(fact, target));
  }
  /// The same where getTrust() is known.
  SmallVector<Prediction> predict(const ProblemFact &fact,
                                  const TargetInfo &target,
                                  ArrayRef<Config> configs, double trust) const;

  /// The sums of all trees for rows of getFeatures(), one behind the other.
  void evaluate(ArrayRef<float> features, MutableArrayRef<double> sums) const;

  /// Splits a sum of the trees into its parts. Returns the mean over all
  /// training data; `contributions` gets the part of each feature. In each
  /// tree, a step is credited to the feature that the node splits on, by the
  /// change of the mean of the remaining data. Exact except for the rounding of
  /// sums.
  double attribute(ArrayRef<float> features,
                   MutableArrayRef<double> contributions) const;

  /// The nearest measured matmul, at any distance, on such a device and with
  /// such types and layouts. If there is none, `whyNot` gets the reason, as a
  /// clause.
  std::optional<Neighbor> findNeighbor(const ProblemFact &fact,
                                       const TargetInfo &target,
                                       std::string *whyNot = nullptr) const;

  /// From 0 to 1: how close a matmul is to one that was measured, of the same
  /// layouts and of inputs as wide, on a chip of that kind. Without sizes it is
  /// not, nor where no template serves it that is modelled.
  double getTrust(const ProblemFact &fact, const TargetInfo &target) const;

  /// Below this, the matmul is too far from what the model has seen for it to
  /// overrule the heuristics.
  static constexpr double kEnoughTrust = 0.5;

private:
  CostModel() = default;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_COSTMODEL_H
