//===- UnmeasuredPicks.h - Picks without a device ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_UNMEASUREDPICKS_H
#define MLIR_AUTOTUNE_TUNE_UNMEASUREDPICKS_H

#include "mlir-autotune/Tune/BuildStage.h"
#include "mlir-autotune/Tuning/Picks.h"

namespace mlir::autotune::tune {

/// What is picked for a matmul of which nothing is measured, and where that
/// comes from: what was given, a table's first, the cost model's best where the
/// matmul is like those that it was trained on, the heuristics' first, the best
/// estimate. Nothing where there is no config at all.
std::optional<MeasuredPick> pickUnmeasured(const TuningProblem &problem,
                                           const TargetInfo &target,
                                           std::optional<SpaceLevel> space);

/// Writes such picks into the module, the module to `output`, and a table to
/// `tables`, with `explain` also what each pick's time is predicted from.
/// Without a module in the stage there is the table alone.
llvm::Error writeUnmeasuredPicks(BuildStage &stage,
                                 std::optional<SpaceLevel> space,
                                 StringRef output, bool explain,
                                 raw_ostream &tables);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_UNMEASUREDPICKS_H
