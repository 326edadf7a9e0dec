//===- OperandViews.h - What a problem takes, as matrices ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_OPERANDVIEWS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_OPERANDVIEWS_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

namespace mlir::autotune {

/// The factors of a pattern: A and B, then of a pair the other B (a matrix of
/// its own, or both are halves of one), of a sum the other A and B.
SmallVector<Value> createFactors(OpBuilder &builder,
                                 const MatmulPattern &pattern);

/// The scales of the factors of a pattern that has some, as matrices: those of
/// A and of B, then of a pair those of the other B.
SmallVector<Value> createScales(OpBuilder &builder,
                                const MatmulPattern &pattern);

/// A value that a function reads, or scales, as a matrix, or as a batch of them
/// if it varies along the batch of an output of `rank` dimensions. It has sizes
/// of 1 where it is broadcast. On memrefs a scalar is stored to the stack.
Value createMatrix(OpBuilder &builder, Location loc, const EpilogueValue &value,
                   int64_t rank, bool isOfTensors);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_OPERANDVIEWS_H
