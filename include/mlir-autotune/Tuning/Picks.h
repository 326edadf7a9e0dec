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

/// A time as #autotune.provenance has it, rounded: nothing for one that is not
/// from 1 to 2^63 - 1 ns.
std::optional<int64_t> getNanoseconds(double time);

/// The config that is the best for a fact.
struct MeasuredPick {
  Config config;
  /// Where it comes from. What was not measured has heuristics, and nothing of
  /// what follows them.
  ProvenanceKind kind = ProvenanceKind::Measured;
  std::vector<std::string> heuristics;
  /// Whether records stand behind it, of this way to do the matmul.
  bool isRecorded = false;
  /// One launch, and the baseline's in the same run; no baseline is 0. Times
  /// that were measured are such as getNanoseconds() takes, and their device
  /// has a name.
  double timeNs = 0;
  double baselineNs = 0;
  std::string device;
  /// What the next best needed, in the same rounds; 0 where there was none.
  double nextNs = 0;
  /// Configs that were tried; 0 is not known.
  int64_t trials = 0;
  /// As in a record; empty is not known.
  std::string date;

  explicit MeasuredPick(Config config) : config(std::move(config)) {}
};

/// By ProblemFact::getKey().
using MeasuredPicks = llvm::StringMap<MeasuredPick>;

/// Sets `autotune.config`, `autotune.provenance` and, where it is recorded and
/// could be otherwise, `autotune.fusion` of every matmul whose fact has a pick;
/// candidates stay, with the pick among them. The others are left
/// as they are, with a remark. Picks are not checked: getWhyNotLegal does.
/// Returns how many were set.
size_t applyPicks(ArrayRef<ModuleMatmul> matmuls, const MeasuredPicks &picks);

/// What a config of a record is for: `target` or, where that is null, the
/// product that `device` names ("NVIDIA H200"), else the target that the IR
/// names for `op`; nothing if there is none of these.
std::optional<TargetInfo> findPickTarget(Operation *op, StringRef device,
                                         const TargetInfo *target);

/// Why a complete config is not legal for the matmul, as a sentence without its
/// stop; empty when it is. It is asked of findPickTarget(), else of all known
/// targets: what is legal on none of them is illegal. Records may be of another
/// device, or of another version of the template.
std::string getWhyNotLegal(const ModuleMatmul &matmul, const Config &config,
                           StringRef device, const TargetInfo *target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_PICKS_H
