//===- SM80.h - Instructions of Ampere and later chips ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_SM80_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_SM80_H

#include "NVVM/Common/Architecture.h"

namespace mlir::autotune::tile {

/// Grids of warps: cp.async, ldmatrix and mma.sync.
const Architecture &getSM80();

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_SM80_H
