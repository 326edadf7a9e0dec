//===- Propose.h - Ranked candidates for one matmul -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_PROPOSE_H
#define MLIR_AUTOTUNE_PROPOSERS_PROPOSE_H

#include "mlir-autotune/Proposers/HeuristicRegistry.h"
#include "mlir-autotune/Proposers/LookupTable.h"
#include "mlir-autotune/Providers/Libraries.h"
#include "mlir-autotune/Space/Space.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// Among the names of heuristics to use, stands for all that are not optional.
inline constexpr StringLiteral kAllHeuristics = "all";

struct ProposeOptions {
  /// The heuristics to use (`only`; if empty, all that are not optional) and to
  /// leave out (`disabled`). Unknown names are ignored here;
  /// checkHeuristicNames reports them.
  SmallVector<std::string> only;
  SmallVector<std::string> disabled;
  /// The level of the space whose legal configs follow the seeds, the best
  /// estimate first. A config that the cost model predicts to be
  /// faster than all seeds comes before them. nullopt for none of the space.
  std::optional<SpaceLevel> space;
  /// Whether the space is ordered by the cost model's predictions instead of
  /// estimates. This takes ten times as long, and pays if the proposals are
  /// measured.
  bool predictsSpace = false;
  /// The most candidates; 0 is no limit. The table's configs count towards the
  /// limit but are never cut.
  size_t maxCandidates = 16;
  /// Whether seeds are ordered by the cost model's predictions if the model
  /// has enough trust; otherwise the heuristics take turns.
  bool predictsSeeds = true;
  /// How many more configs of the space are drawn at random, behind all others
  /// and beyond the limit. They train and score proposers, so no proposer may
  /// have chosen them. The draw depends on a hash of each config, so that
  /// matmuls share sampled configs and kernels.
  size_t numSampled = 0;
  /// A table whose configs for the matmul come before the seeds, completed.
  /// May be null.
  std::shared_ptr<const LookupTable> table;
  /// The libraries whose algorithms a table may name before its first kernel.
  AllowedLibraries libraries;
};

/// Fails, with the reason in `whyNot`, if the registry does not know one of
/// `names`.
LogicalResult checkHeuristicNames(ArrayRef<std::string> names,
                                  std::string &whyNot);
/// The same for heuristics that are to propose. Fails, too, if one of them
/// can't be used here (SeedHeuristic::getWhyUnavailable).
LogicalResult checkHeuristicsToUse(ArrayRef<std::string> names,
                                   std::string &whyNot);

/// Stands for the table among the names of heuristics, for configs that it
/// proposed and for those that could not be used.
inline constexpr StringLiteral kTableName = "table";

/// A config that is legal for the matmul.
struct ProposedConfig {
  Config config;
  /// The heuristics that proposed it, in the order of ranks, with the table
  /// first; empty for a config that only comes from the space.
  SmallVector<StringRef, 2> heuristics;
};

/// A heuristic, or one seed of it, that was left out.
struct SkippedHeuristic {
  StringRef name;
  /// A clause, as in "its seed <...> breaks shared-memory: ...".
  std::string reason;
};

struct Proposal {
  /// A library's algorithm that the table has before its first kernel.
  std::optional<Config> library;
  /// Best first: the table's configs, a config of the space that is predicted
  /// to be faster, the seeds, then the space. Each config appears once.
  std::vector<ProposedConfig> candidates;
  /// The heuristics with a legal seed, in the order of ranks; first the table,
  /// if it had a legal config.
  SmallVector<StringRef> fired;
  SmallVector<SkippedHeuristic> skipped;
};

/// Proposes configs of the table, the heuristics and the space for a matmul. A
/// problem of another kind has no table and no model. Deterministic, and safe
/// to call from several threads. If there are no candidates, getWhyNone gives
/// the reason.
Proposal propose(const ProblemFact &fact, const TargetInfo &target,
                 const ProposeOptions &options = {});

/// The configs of a level of the space. Below the exhaustive level, rules
/// choose some parameters (KernelProvider::applyRules).
std::vector<Config> getSearchSpace(const ProblemFact &fact,
                                   const TargetInfo &target, SpaceLevel level);

/// Why no template serves the matmul: one clause for each template, as in
/// "<template>: chip: ...; <template>: size-zero: ...". Empty if one does.
std::string getWhyNone(const ProblemFact &fact, const TargetInfo &target);

/// Completes `partial`, which sets some of its template's parameters. The
/// others come from the best-ranked seed that agrees with it; else from the
/// best-ranked seed whose other parameters are legal with it; else from the
/// config of the space with the best estimate. A complete config is only
/// checked. Fails if no completion is legal, and sets `whyNot` to the violated
/// constraint and what would be legal.
FailureOr<Config> completeConfig(const Config &partial, const ProblemFact &fact,
                                 const TargetInfo &target,
                                 const ProposeOptions &options,
                                 std::string &whyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_PROPOSE_H
