//===- EpilogueViews.h - What an epilogue reads, as matrices -- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_EPILOGUEVIEWS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_EPILOGUEVIEWS_H

#include "mlir-autotune/Analysis/MatmulMatcher.h"

namespace mlir::autotune {

/// The matrices that the pattern's epilogue reads, as a launch takes them: with
/// sizes of 1 where they are broadcast, and of three dimensions where there is
/// one for each product. Behind them comes what its prologue reads. On memrefs
/// scalars are stored to the stack.
SmallVector<Value> createExtras(OpBuilder &builder,
                                const MatmulPattern &pattern);

/// A, B or another one of them as a launch takes it: as its fact, of
/// matchInputLayout(), describes it.
Value createInputView(OpBuilder &builder, Location loc, Value input);

/// A and B, then of a pair the other B (a matrix of its own, or both are halves
/// of one), of a sum the other A and B.
SmallVector<Value> createInputs(OpBuilder &builder,
                                const MatmulPattern &pattern);

/// What the epilogue's results are written to: C, and the other outputs.
SmallVector<Value> createEpilogueDestinations(OpBuilder &builder,
                                              const MatmulPattern &pattern);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_EPILOGUEVIEWS_H
