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

/// The pick for a matmul without measurements, and its source. The first that
/// exists is taken: a given config, a table's first, the cost model's best if
/// the model knows such matmuls, the heuristics' first, the best estimate.
/// nullopt if there is no config.
std::optional<MeasuredPick> pickUnmeasured(const TuningProblem &problem,
                                           const TargetInfo &target,
                                           std::optional<SpaceLevel> space);

/// Sets such picks on the module, and writes the module to `output` and a
/// table to `tables`. With `explain`, also prints how each pick's time is
/// predicted. If the stage has no module, only the table is written.
llvm::Error writeUnmeasuredPicks(BuildStage &stage,
                                 std::optional<SpaceLevel> space,
                                 StringRef output, bool explain,
                                 raw_ostream &tables);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_UNMEASUREDPICKS_H
