//===- SM90.h - Instructions of Hopper and later chips ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_SM90_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_SM90_H

#include "NVVM/Common/Architecture.h"

namespace mlir::autotune::tile {

/// Warpgroups: TMA, wgmma and setmaxnreg; clusters and dependent launches.
const Architecture &getSM90();

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_SM90_H
