//===- SearchStrategy.h - What to measure next ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strategy proposes configs for one matmul and is told their measured times.
// It knows no devices, files or budgets: the caller decides how often to ask.
// The same seed and the same answers give the same proposals.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_SEARCHSTRATEGY_H
#define MLIR_AUTOTUNE_PROPOSERS_SEARCHSTRATEGY_H

#include "mlir-autotune/Proposers/Propose.h"

#include <functional>
#include <memory>
#include <vector>

namespace mlir::autotune {

/// The search for one matmul.
struct SearchProblem {
  ProblemFact fact;
  TargetInfo target;
  /// The configs that the module or a table names, then the heuristics'
  /// proposals in the order of their ranks. Without a limit, no strategy drops
  /// any of these. docs/design/tuning.md says when they are proposed.
  std::vector<ProposedConfig> seeds;
  /// All legal configs that may be proposed beside the seeds, in any order: a
  /// level of the space, or a table's measured configs. It may contain seeds.
  std::vector<Config> space;
  /// Predicts the times of configs, in nanoseconds. By default this is the cost
  /// model. A program that scores strategies passes predictions of a model that
  /// did not see the matmul.
  std::function<SmallVector<double>(ArrayRef<Config>)> predict = nullptr;
  /// Whether `predict` can be trusted; by default, whether the cost model has
  /// any trust. Without trust, all seeds come first, in their order.
  bool trustsPredictions = true;
  /// How many of the seeds were named by the module or a table; these are
  /// first.
  size_t numNamed = 0;
  /// How many of the other seeds are proposed before the strategy's own
  /// choices.
  size_t numLeading = 1;
  /// The most configs that the strategy will be asked for in all; 0 is no
  /// limit.
  size_t maxProposals = 0;
  /// With a limit, at least this many of the seeds that are neither named nor
  /// leading are proposed, or all of them. Seeds that the strategy has not
  /// chosen itself come at the end, the best predictions first.
  size_t numKept = SIZE_MAX;
};

/// A measured config.
struct Trial {
  Config config;
  /// Nanoseconds of one launch; 0 if the config failed.
  double timeNs = 0;
  /// Relative distance between the quartiles of the replays.
  double spread = 0;
};

class SearchStrategy {
public:
  virtual ~SearchStrategy();

  /// The name in options and records: lower case with hyphens.
  virtual StringRef getName() const = 0;

  /// Returns at most `count` configs to measure next, the most promising
  /// first, none of which was proposed or observed before. Fewer if no more
  /// are worth it; none if the search has ended.
  virtual SmallVector<Config> propose(size_t count) = 0;

  /// Tells the strategy all results so far, in any order: those of its
  /// proposals, and records of earlier runs. A config may come again with a
  /// better time.
  virtual void observe(ArrayRef<Trial> trials) = 0;
};

/// "exhaustive", "model-topk", "surrogate", "random".
ArrayRef<StringRef> getSearchStrategyNames();

/// nullptr if no strategy has this name.
std::unique_ptr<SearchStrategy>
createSearchStrategy(StringRef name, SearchProblem problem, uint64_t seed);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_SEARCHSTRATEGY_H
