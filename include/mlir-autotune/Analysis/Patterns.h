//===- Patterns.h - What of the IR one kernel does --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_PATTERNS_H
#define MLIR_AUTOTUNE_ANALYSIS_PATTERNS_H

#include "mlir-autotune/Analysis/MatmulMatcher.h"

namespace mlir::autotune {

/// What the matmuls of a pattern are, each for itself and with operands as they
/// are.
SmallVector<MatmulFact, 2> getApart(const MatmulPattern &pattern);

/// As much of `most`, as matchMatmul finds it, as is served, which is where
/// `getWhyNot` says nothing of it: with what makes an operand; else with
/// another matmul, unless that one is served with what makes its own; else for
/// itself. The pattern says why it is not more.
MatmulPattern
choosePattern(const MatmulPattern &most,
              llvm::function_ref<std::string(const MatmulPattern &)> getWhyNot);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_PATTERNS_H
