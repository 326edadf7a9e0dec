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
#include "mlir-autotune/Space/Space.h"
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
  /// The level of the space that strategies search, besides the seeds, as far
  /// as it was measured; if not set, all that was measured.
  std::optional<SpaceLevel> space;
};

/// The proposers that are scored by default: "random", which has no order; the
/// other proposers; and "search:" with the name of each strategy.
std::vector<std::string> getProposerNames();

/// Fails, with a message, if `name` is no proposer that can be used here.
/// Beside getProposerNames() there are the name of each heuristic, which stands
/// for its seeds; "heuristics+" and that name, for its seeds in turn with those
/// of the others; and "nearest:" before either or before "heuristics". With
/// "nearest:", a proposal that was not measured stands for a measured config
/// that is like it.
llvm::Error checkProposer(llvm::StringRef name);

/// The library behind a proposer, as "nv-matmul-heuristics 0.1.0"; empty if
/// there is none.
std::string getLibraryVersion(llvm::StringRef proposer);

/// A proposer's choices for one matmul.
struct Choices {
  /// The measured configs among them, the best first: indices into the
  /// problem's configs. As many as are scored at most, or all.
  std::vector<size_t> order;
  /// How many configs it proposed, and how many of them were not measured; 0 if
  /// it orders measured configs.
  size_t numProposed = 0, numUnmeasured = 0;
};

/// Returns a proposer's choices. Empty for "random".
Choices propose(llvm::StringRef proposer, const TableProblem &problem,
                const ProposerSettings &settings);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EVALUATEDPROPOSERS_H
