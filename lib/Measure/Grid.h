//===- Grid.h - How many CTAs a launch has ----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_GRID_H
#define AUTOTUNE_LIB_MEASURE_GRID_H

#include "mlir-autotune/Measure/Manifest.h"

namespace mlir::autotune::measure {

/// CTAs along x (y and z are 1), by the rule of Core/Grid.h. An error when a
/// launch cannot have that many.
llvm::Expected<int64_t> getGridSize(const tile::KernelABI &abi,
                                    const MeasuredProblem &problem,
                                    int64_t sms);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_GRID_H
