//===- PrologueMatcher.h - What precedes a matmul ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PROLOGUEMATCHER_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PROLOGUEMATCHER_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

namespace mlir::autotune {

/// Finds what A or B of a linalg.matmul on tensors is dequantized from, if it
/// is made of integers or floats of 8 bits by what a prologue can do. Otherwise
/// nothing, and `whyNot` says why if there are such; it stays empty if there
/// are none.
std::optional<MatchedPrologue> matchPrologue(linalg::LinalgOp op,
                                             std::string &whyNot);

/// Finds another matrix of floats of 16 or 32 bits that the larger operand of a
/// linalg.matmul on tensors is a function of, or else the other one. Otherwise
/// nothing, and `whyNot` is a sentence if there are such matrices.
std::optional<MatchedPrologue> matchFloatPrologue(linalg::LinalgOp op,
                                                  std::string &whyNot);

/// What both operands of a matmul of f32 are made of, and that it may be
/// multiplied so.
struct ScaledMatch {
  ScaledFactors factors;
  BlockScales scales;
  /// Whether A and B are stored K x M and N x K.
  std::array<bool, 2> transposed;
};

/// Finds the floats of 8 bits and the scales that both operands of a
/// linalg.matmul on tensors are products of. Otherwise nothing, and `whyNot`
/// says why, unless it does so already, if there are such floats.
std::optional<ScaledMatch> matchScales(linalg::LinalgOp op,
                                       std::string &whyNot);

/// Whether it is a matmul of which operands may be looked through.
bool mayBeSeenThrough(linalg::LinalgOp op);
/// The map from a row along the output and a place along K to an element of
/// operand number `number`; null if it is indexed otherwise.
AffineMap getOperandMap(linalg::LinalgOp op, unsigned number);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_PROLOGUEMATCHER_H
