//===- Explain.h - Why a config should take that long -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of both models, the estimate (Estimate.h) and the trees (CostModel.h): for
// who asks why. Nobody who only predicts pays for it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_EXPLAIN_H
#define MLIR_AUTOTUNE_PROPOSERS_EXPLAIN_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Proposers/CostModel.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::autotune {

/// A prediction, and what the trees make of each feature.
struct Explanation {
  struct Contribution {
    StringRef feature;
    float value = 0;
    /// What it adds to prediction.correction.
    double amount = 0;
  };

  CostModel::Prediction prediction;
  /// prediction.correction where no feature says anything. With all
  /// contributions it is that of the config.
  double mean = 0;
  /// One for each feature, in their order. None where the trees have no say.
  SmallVector<Contribution, 0> contributions;
};

/// `config` must be legal for `fact` and `target`.
Explanation explainPrediction(const ProblemFact &fact, const TargetInfo &target,
                              const Config &config);

/// Prints a paragraph on how well the matmul is known, and why its pick and the
/// best of `others` are predicted to take as long as they do. All configs must
/// be legal; `others` may have the pick.
void printExplanation(llvm::raw_ostream &os, const ProblemFact &fact,
                      const TargetInfo &target, const Config &pick,
                      ProvenanceKind kind, ArrayRef<Config> others);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_EXPLAIN_H
