//===- Explain.h - Why a config should take that long -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explains the predictions of both models, the estimate (Estimate.h) and the
// trees (CostModel.h). Code that only predicts does not pay for explanations.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_EXPLAIN_H
#define MLIR_AUTOTUNE_PROPOSERS_EXPLAIN_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Proposers/CostModel.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::autotune {

/// A prediction, and the contribution of each feature to it.
struct Explanation {
  struct Contribution {
    StringRef feature;
    float value = 0;
    /// The feature's part of prediction.correction.
    double amount = 0;
  };

  CostModel::Prediction prediction;
  /// The correction before any feature is considered. `mean` plus all
  /// contributions is prediction.correction.
  double mean = 0;
  /// One for each feature, in order; empty if the trees have no weight.
  SmallVector<Contribution, 0> contributions;
};

/// `config` must be legal for `fact` and `target`.
Explanation explainPrediction(const ProblemFact &fact, const TargetInfo &target,
                              const Config &config);

/// Prints a paragraph: how well the matmul is known, and why the pick and the
/// best of `others` are predicted to take their times. All configs must be
/// legal; `others` may contain the pick.
void printExplanation(llvm::raw_ostream &os, const ProblemFact &fact,
                      const TargetInfo &target, const Config &pick,
                      ProvenanceKind kind, ArrayRef<Config> others);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_EXPLAIN_H
