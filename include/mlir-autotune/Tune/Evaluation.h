//===- Evaluation.h - How good proposals were ----------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scores proposers on measured matmuls and configs: by how much the best of
// the first few proposals is slower than the best of all configs.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_EVALUATION_H
#define MLIR_AUTOTUNE_TUNE_EVALUATION_H

#include "mlir-autotune/Tune/MeasuredTable.h"

#include "llvm/Support/JSON.h"

#include <array>

namespace mlir::autotune::tune {

/// How many of the first proposals count, for each score.
inline constexpr std::array<size_t, 4> kBudgets = {1, 4, 8, 16};

/// The scores of one matmul, one for each budget.
struct Scores {
  /// The best time of the first few proposals over the best time of all, minus
  /// one. If none of them ran, the slowest measured time is used.
  std::array<double, kBudgets.size()> regret = {};
  /// Whether one of them is within 1% of the best: 0 or 1, or a probability
  /// for random draws.
  std::array<double, kBudgets.size()> covered = {};
};

/// Scores `order`, indices into the problem's configs, the best first.
Scores scoreOrder(const TableProblem &problem, llvm::ArrayRef<size_t> order);

/// The expected scores of random draws.
Scores scoreDraws(const TableProblem &problem);

/// A proposer's scores, one for each problem.
struct Evaluation {
  std::string proposer;
  std::vector<Scores> scores;
  /// Over all problems: how many configs it proposed, how many of them were not
  /// measured, and for how many problems none was measured. All are 0 if it
  /// orders measured configs.
  size_t numProposed = 0, numUnmeasured = 0, numWithout = 0;
  /// The library behind it, as "<heuristic> <version>"; may be empty.
  std::string library;

  /// The geometric mean of the regret over matmuls, and its 95th percentile.
  double getMeanRegret(size_t budget) const;
  double getHighRegret(size_t budget) const;
  double getCoverage(size_t budget) const;
};

/// Formats the scores as a table.
std::string formatEvaluations(llvm::ArrayRef<Evaluation> evaluations);

/// Says of each proposer how many of its configs were measured, a line each,
/// and which libraries proposed.
std::string formatMeasured(llvm::ArrayRef<Evaluation> evaluations);

llvm::json::Value toJson(llvm::ArrayRef<Evaluation> evaluations,
                         const MeasuredTable &table);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EVALUATION_H
