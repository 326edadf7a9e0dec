//===- Patterns.h - Patterns for TMA, wgmma and clusters --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PATTERNS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PATTERNS_H

#include "NVVM/Common/KernelPattern.h"

namespace mlir::autotune::tile {

void populateLoadPatterns(KernelPatterns &patterns);
void populateMmaPatterns(KernelPatterns &patterns);
void populateReadRowsPatterns(KernelPatterns &patterns);
void populateScalePatterns(KernelPatterns &patterns);
void populateSplitPatterns(KernelPatterns &patterns);
void populateTransposePatterns(KernelPatterns &patterns);
void populateStagedStorePatterns(KernelPatterns &patterns);
void populateReducePatterns(KernelPatterns &patterns);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_SM90_PATTERNS_H
