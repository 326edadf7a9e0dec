//===- Evaluation.h - How good proposals were ----------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a proposer is worth on matmuls that were measured, over the configs that
// were: how much slower the best of its first few is than the best of all.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_EVALUATION_H
#define MLIR_AUTOTUNE_TUNE_EVALUATION_H

#include "mlir-autotune/Tune/MeasuredTable.h"

#include "llvm/Support/JSON.h"

#include <array>

namespace mlir::autotune::tune {

/// How many of the first proposals count.
inline constexpr std::array<size_t, 4> kBudgets = {1, 4, 8, 16};

/// Of one matmul, for each budget.
struct Scores {
  /// By how much of the best time the best of the first few is slower. Where
  /// none of them ran, the slowest that was measured stands for it.
  std::array<double, kBudgets.size()> regret = {};
  /// Whether one of them is within 1% of the best; a share, where it is left to
  /// luck.
  std::array<double, kBudgets.size()> covered = {};
};

/// Of the configs `order`, indices into the problem's, the best first.
Scores scoreOrder(const MeasuredProblem &problem, llvm::ArrayRef<size_t> order);

/// What is expected of drawing without any knowledge.
Scores scoreDraws(const MeasuredProblem &problem);

/// A proposer's scores, one a problem.
struct Evaluation {
  std::string proposer;
  std::vector<Scores> scores;

  /// The geometric mean over matmuls, and the 95th percentile.
  double getMeanRegret(size_t budget) const;
  double getHighRegret(size_t budget) const;
  double getCoverage(size_t budget) const;
};

/// As columns that a person reads.
std::string formatEvaluations(llvm::ArrayRef<Evaluation> evaluations);

llvm::json::Value toJson(llvm::ArrayRef<Evaluation> evaluations,
                         const MeasuredTable &table);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EVALUATION_H
