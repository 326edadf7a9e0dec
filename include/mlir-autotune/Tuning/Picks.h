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

namespace mlir::autotune {

/// The config that was measured to be the best for a fact.
struct MeasuredPick {
  Config config;
  std::vector<std::string> heuristics;
  /// One launch, and the baseline's in the same run; no baseline is 0.
  double timeNs = 0;
  double baselineNs = 0;
  std::string device;
};

/// By MatmulFact::getKey().
using MeasuredPicks = llvm::StringMap<MeasuredPick>;

/// Sets `autotune.config` and `autotune.provenance` of every matmul whose fact
/// has a pick; candidates stay, with the pick among them. The others are left
/// as they are, with a remark. Where `target` is given, a pick that is not
/// legal there is an error at the operation. Returns how many were set.
FailureOr<size_t> applyPicks(ArrayRef<ModuleMatmul> matmuls,
                             const MeasuredPicks &picks,
                             const TargetInfo *target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_PICKS_H
