//===- SearchStrategy.h - What to measure next ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strategy proposes configs of one matmul and is told what they took. It
// knows neither devices nor files nor budgets: who measures decides how often
// it is asked. The same seed and the same answers give the same proposals.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_SEARCHSTRATEGY_H
#define MLIR_AUTOTUNE_PROPOSERS_SEARCHSTRATEGY_H

#include "mlir-autotune/Proposers/Propose.h"

#include <functional>
#include <memory>
#include <vector>

namespace mlir::autotune {

/// What is searched.
struct SearchProblem {
  MatmulFact fact;
  TargetInfo target;
  /// What is named, by the module or by a table; then what heuristics propose,
  /// in the order of their ranks. Without a limit no strategy drops any of
  /// these; when they come, docs/tuning.md says.
  std::vector<ProposedConfig> seeds;
  /// All that may be proposed beside them, legal, in any order: a level of the
  /// space, or what a table has measurements of. Seeds may be in it. Without
  /// it, "evolutionary" goes wherever neighbors lead; the others have the seeds
  /// alone.
  std::vector<Config> space;
  /// What configs are predicted to take, in nanoseconds, one for each. By
  /// default the cost model's word: who scores a strategy has predictions of a
  /// model that did not see the matmul.
  std::function<SmallVector<double>(ArrayRef<Config>)> predict = nullptr;
  /// Of `predict`, where that is given; by default whether the cost model
  /// trusts itself at all. Without trust all seeds come first, as they are.
  bool trustsPredictions = true;
  /// How many of the seeds are named: the first ones, which come first.
  size_t numNamed = 0;
  /// How many of the others come before what the strategy chooses.
  size_t numLeading = 1;
  /// The most configs that the strategy will be asked for in all; 0 is no
  /// limit.
  size_t maxProposals = 0;
  /// With a limit, so many of the seeds that are neither named nor leading are
  /// proposed at least, or all of them: what the strategy itself has not chosen
  /// comes at the end, the best predictions first.
  size_t numKept = SIZE_MAX;
};

/// What was measured of a config.
struct Trial {
  Config config;
  /// One launch, in nanoseconds; 0 where it is not known, since the config
  /// failed.
  double timeNs = 0;
  /// Relative distance between the quartiles of the replays.
  double spread = 0;
};

class SearchStrategy {
public:
  virtual ~SearchStrategy();

  /// What options and records call it: lower case with hyphens.
  virtual StringRef getName() const = 0;

  /// At most `count` configs to be measured next, the most promising first,
  /// none of which was proposed or observed before. Fewer, when no more are
  /// worth it; none when the search has ended.
  virtual SmallVector<Config> propose(size_t count) = 0;

  /// What is known by now, in any order: what was proposed, and what records of
  /// earlier runs have. A config may come again, with a better time.
  virtual void observe(ArrayRef<Trial> trials) = 0;
};

/// "exhaustive", "model-topk", "evolutionary", "surrogate", "random".
ArrayRef<StringRef> getSearchStrategyNames();

/// nullptr for a name that is none of these.
std::unique_ptr<SearchStrategy>
createSearchStrategy(StringRef name, SearchProblem problem, uint64_t seed);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_SEARCHSTRATEGY_H
