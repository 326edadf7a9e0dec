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
#include "mlir-autotune/Space/Space.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

struct ProposeOptions {
  /// Only these heuristics, when there are any, and never those. In both,
  /// names that the registry does not know are ignored: checkHeuristicNames.
  SmallVector<std::string> only;
  SmallVector<std::string> disabled;
  /// Behind the seeds come the legal configs of this level of the space, the
  /// best estimate first. One that the cost model predicts to be clearly faster
  /// than all seeds comes before them. Nothing without it.
  std::optional<SpaceLevel> space;
  /// Whether the space is in the order of the cost model's predictions instead
  /// of estimates, which takes ten times as long: for those who measure what is
  /// proposed.
  bool predictsSpace = false;
  /// The most candidates. 0 is no limit. What the table names counts, but is
  /// never cut.
  size_t maxCandidates = 16;
  /// Whether seeds stand in the order of the cost model's predictions, where it
  /// knows such matmuls; else in turn.
  bool predictsSeeds = true;
  /// So many more of the space, behind all others and over the limit, drawn
  /// without regard to any rule: what a proposer is trained on or scored with
  /// must not be what another has chosen. The draw goes by a hash of each
  /// config, so that matmuls have configs, and with them kernels, in common.
  size_t numSampled = 0;
  /// Before the seeds come the configs that it has for the matmul, completed.
  /// May be null.
  std::shared_ptr<const LookupTable> table;
};

/// Fails, with the reason in `whyNot`, when `names` has one that the registry
/// does not know.
LogicalResult checkHeuristicNames(ArrayRef<std::string> names,
                                  std::string &whyNot);

/// The name among the heuristics for a table that proposed a config, or had one
/// that could not be used.
inline constexpr StringLiteral kTableName = "table";

/// A config that is legal for the matmul.
struct ProposedConfig {
  Config config;
  /// The heuristics that proposed it, in the order of ranks, the table before
  /// them; none for a config that comes from the space alone.
  SmallVector<StringRef, 2> heuristics;
};

/// A heuristic, or one seed of it, that was left out.
struct SkippedHeuristic {
  StringRef name;
  /// A clause, as in "its seed <...> breaks shared-memory: ...".
  std::string reason;
};

struct Proposal {
  /// Best first: what the table has, one of the space if it is clearly faster,
  /// the seeds, then the space. No config is there twice.
  std::vector<ProposedConfig> candidates;
  /// The heuristics with a legal seed, in the order of ranks; before them the
  /// table, when it had a config that is legal.
  SmallVector<StringRef> fired;
  SmallVector<SkippedHeuristic> skipped;
};

/// What the heuristics and the space have for this matmul. Deterministic, and
/// safe to call from several threads. Without candidates, getWhyNone has the
/// reason.
Proposal propose(const ProblemFact &fact, const TargetInfo &target,
                 const ProposeOptions &options = {});

/// The configs of a level of the space. Below the exhaustive level, rules
/// choose some parameters (KernelProvider::applyRules).
std::vector<Config> getSearchSpace(const ProblemFact &fact,
                                   const TargetInfo &target, SpaceLevel level);

/// Why no template serves the matmul: one clause a template, as in
/// "<template>: chip: ...; <template>: size-zero: ...". Empty when one does.
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
