//===- PlanRowLowering.h - The runtime's choice of a row --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_PLANROWLOWERING_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_PLANROWLOWERING_H

#include "LaunchChecks.h"

namespace mlir::autotune::tile {

/// Replaces the operation by calls of the runtime. Must run before the launches
/// that the row selects are lowered. `getABI` reads the ABI of a launch's
/// kernel. `stagesAll` says that launches copy all operands to the device. If
/// the result does not select launches, one in each region, the result is the
/// operation's row.
LogicalResult
lowerPlanRow(PlanRowOp op,
             llvm::function_ref<FailureOr<KernelABI>(LaunchOp)> getABI,
             bool stagesAll);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_PLANROWLOWERING_H
