//===- AttachedFact.h - What a config was attached for ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A config is chosen for a fact, and the kernel is built of the fact that
// lowering finds. Passes in between, and people, change the IR: then the two
// facts differ, the kernel is right, and nobody knows whether its config is
// good. `autotune.fact` holds what the config was chosen for, so that this does
// not go by in silence, and so that a config means the same to everybody.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_ATTACHEDFACT_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_ATTACHEDFACT_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// Writes down what the config of an operation is for.
void setAttachedFact(Operation *op, const ProblemFact &fact);

/// The pattern of a matmul that has the fact its config was chosen for: with
/// another matmul, with what makes an operand, or neither, whatever estimates
/// would say today. Nothing where nobody says what the config is for, or where
/// no pattern has that fact. An epilogue has none of `taken`.
std::optional<MatmulPattern>
matchAttached(linalg::LinalgOp op, const TakenOperations *taken = nullptr);

/// Warns at the operation if its config was chosen for another fact than this
/// one. A config of which nobody says what it is for is not looked at.
void warnIfNotAttachedFor(Operation *op, const ProblemFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_ATTACHEDFACT_H
