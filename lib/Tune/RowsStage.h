//===- RowsStage.h - Problems of rows that are tuned ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module has problems of rows only while it is compiled. They are found by
// the beginning of that pipeline, on a copy, and the configs that are chosen
// for them become an attribute of the module.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_ROWSSTAGE_H
#define AUTOTUNE_LIB_TUNE_ROWSSTAGE_H

#include "mlir-autotune/Tune/RecordsFile.h"
#include "mlir-autotune/Tuning/Problems.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::autotune::tune {

/// The distinct measurable problems of rows of a module whose matmuls have
/// configs, each with the heuristics' configs and then those of the space, best
/// estimate first: at most `maxCandidates`. Fails if the module can't be
/// compiled that far; diagnostics say why.
llvm::Expected<std::vector<TuningProblem>> findRows(ModuleOp module,
                                                    const TargetInfo &target,
                                                    SpaceLevel level,
                                                    size_t maxCandidates);

/// The error of a module that has neither matmuls nor problems of rows.
llvm::Error makeNothingToTune(StringRef input);

/// Drops all but the first `count` candidates of each problem.
void keepFirstCandidates(MutableArrayRef<TuningProblem> problems, size_t count);

/// Writes the best config of each problem (chooseBest) into the module's
/// attribute autotune.row_configs. Returns how many have one.
size_t applyRowPicks(ModuleOp module, const TargetInfo &target,
                     ArrayRef<TuningProblem> problems,
                     const RecordsByKey &records);

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_ROWSSTAGE_H
