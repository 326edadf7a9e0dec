//===- PlanPicks.h - Plans from records -------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TUNE_PLANPICKS_H
#define MLIR_AUTOTUNE_LIB_TUNE_PLANPICKS_H

#include "mlir-autotune/FormProblems/ModuleMatmuls.h"
#include "mlir-autotune/Proposers/Plans.h"
#include "mlir-autotune/Tune/RecordsFile.h"

namespace mlir::autotune::tune {

/// The times of a device for the configs of a problem with unknown sizes, at
/// all sizes that `records` have.
SmallVector<PlanMeasurement, 0>
getPlanMeasurements(const ProblemFact &planned, const RecordsByKey &records,
                    StringRef device);

/// Sets a plan, or one config, on each matmul of unknown sizes for which
/// `records` have a device's times at some sizes. `target` may be null: the
/// device's name then tells the target. Sets nothing if `options` allow only
/// one config. Appends a line for each plan to `lines`. Removes these matmuls
/// from `matmuls`, and returns how many there were.
size_t pickPlans(SmallVectorImpl<ModuleMatmul> &matmuls,
                 const RecordsByKey &records, StringRef device,
                 const TargetInfo *target, const PlanOptions &options,
                 std::string &lines);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_LIB_TUNE_PLANPICKS_H
