//===- Patterns.h - Patterns for cp.async and mma.sync ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_PATTERNS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_PATTERNS_H

#include "NVVM/Common/KernelPattern.h"

namespace mlir::autotune::tile {

void populateCopyPatterns(KernelPatterns &patterns);
void populateWarpMmaPatterns(KernelPatterns &patterns);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM80_PATTERNS_H
