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
#include "mlir-autotune/Tune/PickStage.h"

namespace mlir::autotune::tune {

/// The times of a device for the configs of a problem with unknown sizes, at
/// all sizes that `records` have.
SmallVector<PlanMeasurement, 0> getPlanMeasurements(const ProblemFact &planned,
                                                    const RecordsByKey &records,
                                                    StringRef device);

/// The sizes with which `planned` is the problem of a key; nullopt if it is
/// another problem.
std::optional<ProblemSizes> findPlanSizes(const ProblemFact &planned,
                                          StringRef key);

/// The plan of a device's records for a problem with unknown sizes.
struct RecordedPlan {
  /// Empty if no config was measured that is legal for all sizes.
  std::vector<PlanRow> rows;
  /// The times that the plan is from.
  SmallVector<PlanMeasurement, 0> measurements;

  /// As in "a plan of 5 rows with 3 configs, from 80 times at 20 sizes".
  std::string str() const;
};
RecordedPlan fitRecordedPlan(const ProblemFact &planned,
                             const TargetInfo &target,
                             const PlanOptions &options,
                             const RecordsByKey &records, StringRef device);

/// Sets a plan, or one config, on each matmul of unknown sizes for which
/// `records` have a device's times at some sizes. `target` may be null: the
/// device's name then tells the target. Sets nothing if `options` allow only
/// one config. Appends a line for each plan to `lines`. Removes these matmuls
/// from `matmuls`, and returns how many there were. Fails if the expected sizes
/// of a matmul are not legal.
llvm::Expected<size_t> pickPlans(SmallVectorImpl<ModuleMatmul> &matmuls,
                                 const RecordsByKey &records, StringRef device,
                                 const PickOptions &options,
                                 const SizeHints &hints, std::string &lines);

/// Whether a plan is made for a matmul if there are records.
bool hasMeasurablePlan(const ModuleMatmul &matmul, const PlanOptions &options);

/// Those of `keys` that are of the matmul with some sizes; none if no plan is
/// made for it.
std::vector<std::string> findPlanKeys(const ModuleMatmul &matmul,
                                      const PlanOptions &options,
                                      ArrayRef<std::string> keys);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_LIB_TUNE_PLANPICKS_H
