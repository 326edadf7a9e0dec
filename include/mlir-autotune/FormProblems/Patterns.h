//===- Patterns.h - What of the IR one kernel does --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_PATTERNS_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_PATTERNS_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/Proposers/Pairs.h"

namespace mlir::autotune {

/// Adds the operations that the kernel of a pattern does in its epilogue.
void addTaken(const MatmulPattern &pattern, TakenOperations &taken);

/// Whether all that the kernel of a pattern does in its epilogue is in `done`.
bool isDoneBy(const MatmulPattern &pattern, const TakenOperations &done);

/// No epilogue contains an operation of `taken`, which may be null. An
/// operation that could be in the epilogue of both matmuls is in the first
/// one's.
ApartMatmuls getApart(const MatmulPattern &pattern,
                      const TakenOperations *taken);

/// Why a pattern is better not served as one, a clause; empty if it is. It may
/// be of the other matmul of a pair or sum, with a config of its own. With
/// `isAsked` its matmul asks for it (`autotune.fusion`), so that only what
/// can't be served counts.
using WhyNotServed = llvm::function_ref<std::string(
    const MatmulPattern &, const ApartMatmuls &, bool isAsked)>;

/// Chooses how much of `most`, as matchMatmul finds it with `taken`, one kernel
/// computes. `autotune.fusion` decides if it is set. Otherwise the first
/// supported form is taken: with the operations that make an operand; with
/// another matmul, unless that one has a prologue of its own or another
/// `autotune.fusion`; or the matmul alone. The pattern says why it is not more.
MatmulPattern choosePattern(const MatmulPattern &most,
                            const TakenOperations *taken,
                            WhyNotServed getWhyNot);

/// choosePattern as it is served on the target, each matmul with the config
/// that it carries.
MatmulPattern chooseServed(const MatmulPattern &most,
                           const TakenOperations *taken,
                           const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_PATTERNS_H
