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

/// The names of the features that the model reads, in order.
ArrayRef<StringRef> getFeatureNames();

/// Appends the features' values, rounded to f32. `estimate` is the result of
/// estimateTerms(). Returns false and appends nothing if the template is not
/// modelled, because its provider has no features.
bool getFeatures(const ProblemFact &fact, const TargetInfo &target,
                 const Config &config, const TimeEstimate &estimate,
                 SmallVectorImpl<float> &values);

/// Whether a modelled template serves the matmul.
bool isModelled(const ProblemFact &fact, const TargetInfo &target);

/// The trees of this build.
class CostModel {
public:
  /// A device whose records trained the model; docs/reference/cost-model.md
  /// lists the model's errors.
  struct Device {
    StringLiteral name, chip, driver, firstDate, lastDate;
    int64_t records, matmuls;
  };

  /// A prediction and its parts.
  struct Prediction {
    /// One launch, in nanoseconds.
    double timeNs = 0;
    TimeEstimate estimate;
    /// The trees' correction: the logarithm of a factor for the estimated time
    /// without the launch.
    double correction = 0;
    /// The weight of the correction: 1 near measured matmuls, 0 if no tree
    /// corrects the estimate.
    double trust = 0;
    /// The factor for the estimated time of a template without trees: 1, or up
    /// to getDoubt() where the matmul's other configs are corrected.
    double doubt = 1;
  };

  /// A matmul that was measured.
  struct Neighbor {
    int64_t m = 0, n = 0, k = 0, batch = 1;
    /// The distance to another matmul, in doublings of M, N, K and the batch
    /// together.
    double distance = 0;
    /// Whether it has such types and layouts: A and B are each transposed or
    /// not, loaded by TMA or not, and as wide, floating-point or not.
    bool isAlike = false;
  };

  static const CostModel &get();

  /// Predicts a time for each config; all must be legal for `fact` and
  /// `target`. One call for many configs is faster than many calls.
  SmallVector<Prediction> predict(const ProblemFact &fact,
                                  const TargetInfo &target,
                                  ArrayRef<Config> configs) const {
    return predict(fact, target, configs, getTrust(fact, target));
  }
  /// Like predict() above, with the result of getTrust().
  SmallVector<Prediction> predict(const ProblemFact &fact,
                                  const TargetInfo &target,
                                  ArrayRef<Config> configs, double trust) const;

  /// Evaluates the trees. `features` holds rows of getFeatures(), one behind
  /// the other; `sums` gets the sum of all trees for each row.
  void evaluate(ArrayRef<float> features, MutableArrayRef<double> sums) const;

  /// Splits a sum of the trees into its parts. Returns the mean over all
  /// training data; `contributions` gets the part of each feature. In each
  /// tree, a step is credited to the feature that the node splits on, by the
  /// change of the mean of the remaining data. Exact except for the rounding of
  /// sums.
  double attribute(ArrayRef<float> features,
                   MutableArrayRef<double> contributions) const;

  /// The nearest measured matmul on the same kind of chip: of those that have
  /// such types and layouts, else of all if kernels load its operands as those
  /// of other types. If there is none, `whyNot` gets the reason, as a clause.
  std::optional<Neighbor> findNeighbor(const ProblemFact &fact,
                                       const TargetInfo &target,
                                       std::string *whyNot = nullptr) const;

  /// From 0 to 1: the weight of the trees with which predictions of matmuls
  /// with such a neighbor erred least when the trees had not seen them. 0 on
  /// other chips, without static sizes, with a prologue, scales or a group, and
  /// if no modelled template serves the matmul.
  double getTrust(const ProblemFact &fact, const TargetInfo &target) const;
  static double getTrust(const Neighbor &neighbor);
  /// By how much errors grow with the distance from the neighbor: 1 for the
  /// usual distances.
  static double getErrorGrowth(const Neighbor &neighbor);

  /// Whether the records are of such a chip.
  bool knowsChip(const TargetInfo &target) const;

  /// With less trust than this, the matmul is too far from the training data,
  /// and the heuristics decide.
  static constexpr double kEnoughTrust = 0.5;

  /// The most that an uncorrected estimate is multiplied by beside corrected
  /// ones. Without it, a template with optimistic estimates would come first.
  static double getDoubt();

private:
  CostModel() = default;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_COSTMODEL_H
