//===- EvaluatedProposers.h - All that proposes configs ------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_EVALUATEDPROPOSERS_H
#define MLIR_AUTOTUNE_TUNE_EVALUATEDPROPOSERS_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Proposers/LookupTable.h"
#include "mlir-autotune/Tune/MeasuredTable.h"

#include "llvm/ADT/StringMap.h"

#include <optional>

namespace mlir::autotune::tune {

/// Predictions by trees that saw no config of the matmul, in nanoseconds: by
/// the matmul's key, then by config.
using Predictions = llvm::StringMap<llvm::StringMap<double>>;

/// Reads lines of key, device, config and nanoseconds, as train --predictions
/// writes them. Lines of other devices are skipped. An error names file and
/// line.
llvm::Expected<Predictions> readPredictions(llvm::StringRef path,
                                            llvm::StringRef device);

/// The inputs of the proposers.
struct ProposerSettings {
  TargetInfo target;
  /// The lookup table of all matmuls. Each matmul is scored with the entries
  /// of the others.
  LookupTable table;
  /// If not set, this build's model predicts.
  std::optional<Predictions> predictions;
  /// For strategies: their seed, how many configs they propose before they are
  /// told the results, and how many seeds come before their own choices.
  uint64_t seed = 1;
  unsigned batch = 4, seedsFirst = 1;
};

/// "random", which has no order; the other proposers; and "search:" with the
/// name of each strategy.
std::vector<std::string> getProposerNames();

/// Returns a proposer's first choices among the measured configs, as many as
/// are scored at most; fewer if it has no more. Empty for "random".
std::vector<size_t> propose(llvm::StringRef proposer,
                            const MeasuredProblem &problem,
                            const ProposerSettings &settings);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EVALUATEDPROPOSERS_H
