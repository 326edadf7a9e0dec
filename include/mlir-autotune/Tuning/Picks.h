//===- Picks.h - Measured picks onto the matmuls of a module ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_PICKS_H
#define MLIR_AUTOTUNE_TUNING_PICKS_H

#include "mlir-autotune/Tuning/Problems.h"

#include "llvm/ADT/StringMap.h"

#include <optional>

namespace mlir::autotune {

/// Rounds a time as #autotune.provenance has it; nullopt for a time that is
/// not from 1 to 2^63 - 1 ns.
std::optional<int64_t> getNanoseconds(double time);

/// The best config for a fact.
struct MeasuredPick {
  /// A kernel's.
  Config config;
  /// A library's algorithm that is faster. The attribute is then a plan of
  /// both, in which the kernel is the last row.
  std::optional<Config> library;
  /// The source of the pick. A pick that was not measured has heuristics, and
  /// none of the fields behind these.
  ProvenanceKind kind = ProvenanceKind::Measured;
  std::vector<std::string> heuristics;
  /// Whether the pick is from records of this fusion of the matmul.
  bool isRecorded = false;
  /// Nanoseconds of one launch, and of the baseline's in the same run; 0 for
  /// no baseline. Measured times are in the range of getNanoseconds(), and
  /// their device has a name.
  double timeNs = 0;
  double baselineNs = 0;
  std::string device;
  /// The next best config's time in the same rounds; 0 if there was none.
  double nextNs = 0;
  /// The number of configs that were tried; 0 if unknown.
  int64_t trials = 0;
  /// As in a record; empty if unknown.
  std::string date;

  explicit MeasuredPick(Config config) : config(std::move(config)) {}
};

/// Picks by ProblemFact::getKey().
using MeasuredPicks = llvm::StringMap<MeasuredPick>;

/// Sets `autotune.config` and `autotune.provenance` of every matmul whose fact
/// has a pick. Also sets `autotune.fusion` if the pick is recorded and other
/// fusions are possible. Candidates stay, with the pick among them. Other
/// matmuls are unchanged and get a remark. Picks are not checked; see
/// getWhyNotLegal. Returns how many were set.
size_t applyPicks(ArrayRef<ModuleMatmul> matmuls, const MeasuredPicks &picks);

/// The target of a record's config: `target` or, if null, the product that
/// `device` names ("NVIDIA H200"), else the target that the IR names for `op`;
/// nullopt if there is none.
std::optional<TargetInfo> findPickTarget(Operation *op, StringRef device,
                                         const TargetInfo *target);

/// Why a complete config is not legal for the matmul, as a sentence without a
/// full stop; empty if it is legal. Checks the target of findPickTarget().
/// Without one, the config must be legal on some known target. Records may be
/// of another device, or of another version of the template.
std::string getWhyNotLegal(const ModuleMatmul &matmul, const Config &config,
                           StringRef device, const TargetInfo *target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_PICKS_H
