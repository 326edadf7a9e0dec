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

/// How near to the functions expansions of them are.
enum class MathAccuracy {
  /// Of f32: a few units in the last place.
  Full,
  /// For results that are rounded to f16: a share of 2^-16.
  Half,
  /// For results of 8 significant bits or fewer, as bf16 has: a share of 2^-11.
  Bfloat
};

/// What takes fewer operations together than one by one: k (1 + erf(c x)), as
/// gelu has it, and division by 1 + e^x, as a sigmoid is. To be applied before
/// the others, which leave nothing of it to be seen.
void populateCombinedMathPatterns(RewritePatternSet &patterns,
                                  MathAccuracy accuracy);

/// Expansions of exp and erf in f32, for what is computed of each element of a
/// product: without branches, so that those of many elements run side by side,
/// and few operations. exp2 is the one function they leave, which GPUs have an
/// instruction for.
void populateExpAndErfPatterns(RewritePatternSet &patterns,
                               MathAccuracy accuracy);

/// Expansions of all that is fused (FusedOps.h) and that no GPU has an
/// instruction for, those above included.
void populateEpilogueMathPatterns(RewritePatternSet &patterns,
                                  MathAccuracy accuracy);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_EPILOGUEMATH_H
