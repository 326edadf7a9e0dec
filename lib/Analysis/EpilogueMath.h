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

/// How accurate expansions of functions are.
enum class MathAccuracy {
  /// Of f32: a few units in the last place.
  Full,
  /// For results that are rounded to f16: a relative error of 2^-16.
  Half,
  /// For results of 8 significant bits or fewer, such as bf16: a relative
  /// error of 2^-11.
  Bfloat
};

/// Patterns for combinations that take fewer operations than their parts:
/// k (1 + erf(c x)), as in gelu, and division by 1 + e^x, as in a sigmoid.
/// Apply these before the other patterns, which rewrite the parts.
void populateCombinedMathPatterns(RewritePatternSet &patterns,
                                  MathAccuracy accuracy);

/// Expansions of exp and erf in f32 for each element of a product. They have
/// no branches, so that many elements run side by side, and few operations.
/// The only function left is exp2, for which GPUs have an instruction.
void populateExpAndErfPatterns(RewritePatternSet &patterns,
                               MathAccuracy accuracy);

/// Expansions of all fused functions (FusedOps.h) for which no GPU has an
/// instruction, those above included.
void populateEpilogueMathPatterns(RewritePatternSet &patterns,
                                  MathAccuracy accuracy);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_EPILOGUEMATH_H
