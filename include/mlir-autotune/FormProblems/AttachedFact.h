//===- AttachedFact.h - What a config was attached for ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A config is chosen for a fact, but the kernel is built from the fact that
// lowering finds. If a pass or a person changes the IR in between, the two
// facts differ: the kernel is right, but nobody knows whether its config is
// good. `autotune.fact` records the fact that the config was chosen for, so
// that lowering can warn, and so that a config always means the same fusion.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_ATTACHEDFACT_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_ATTACHEDFACT_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// The text of a fact in `autotune.fact`.
std::string getAttachedText(const ProblemFact &fact);

/// Records on `op` the fact that its config was chosen for.
void setAttachedFact(Operation *op, const ProblemFact &fact);

/// The pattern of a matmul whose fact is the one its config was chosen for:
/// with another matmul, with a prologue, or neither, whatever the estimates
/// prefer now. nullopt if the operation has no `autotune.fact`, or if no
/// pattern has that fact. The epilogue contains no operation of `taken`.
std::optional<MatmulPattern>
matchAttached(linalg::LinalgOp op, const TakenOperations *taken = nullptr);

/// Warns at the operation if its config was chosen for another fact than
/// `fact`. Does nothing if the operation has no `autotune.fact`.
void warnIfNotAttachedFor(Operation *op, const ProblemFact &fact);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_ATTACHEDFACT_H
