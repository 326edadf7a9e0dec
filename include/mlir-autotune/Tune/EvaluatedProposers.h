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

/// What trees that saw no config of a matmul predict of it: by key, then by
/// config, in nanoseconds.
using Predictions = llvm::StringMap<llvm::StringMap<double>>;

/// Lines of key, device, config and nanoseconds, as train --predictions writes
/// them; those of other devices are passed over. An error names file and line.
llvm::Expected<Predictions> readPredictions(llvm::StringRef path,
                                            llvm::StringRef device);

/// What the proposers are told.
struct ProposerSettings {
  TargetInfo target;
  /// The table of all matmuls; each is scored with the entries of the others.
  LookupTable table;
  /// The model of this build without.
  std::optional<Predictions> predictions;
  /// Of strategies: what they draw by, how many configs they are asked for
  /// before they are told, and how many seeds come before what they choose.
  uint64_t seed = 1;
  unsigned batch = 4, seedsFirst = 1;
};

/// "random", which nothing orders; the others; "search:" with each strategy.
std::vector<std::string> getProposerNames();

/// The first configs that a proposer names of those measured, as many as are
/// scored at most; fewer, where it has no more. "random" has none.
std::vector<size_t> propose(llvm::StringRef proposer,
                            const MeasuredProblem &problem,
                            const ProposerSettings &settings);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EVALUATEDPROPOSERS_H
