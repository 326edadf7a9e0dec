//===- EpilogueMath.h - Functions that kernels are quick at -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_EPILOGUEMATH_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_EPILOGUEMATH_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::autotune {

/// Expansions of exp and erf in f32, for what is computed of each element of a
/// product: without branches, so that those of many elements run side by side,
/// and few operations. exp2 is the one function they leave, which GPUs have an
/// instruction for.
void populateEpilogueMathPatterns(RewritePatternSet &patterns);

/// Expands 1 + erf(x) in f32, as gelu has it, in less than the two take. To be
/// applied before the above, which leave no erf to be seen.
void populateOnePlusErfPattern(RewritePatternSet &patterns);

/// Whether there is a pattern above for an operation of this name: others must
/// leave it alone.
bool hasEpilogueMathPattern(StringRef operationName);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_EPILOGUEMATH_H
