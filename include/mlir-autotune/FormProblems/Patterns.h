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

/// Whether `done` has all operations that the pattern's kernel does in its
/// epilogue.
bool isDoneBy(const MatmulPattern &pattern, const TakenOperations &done);

/// Returns the two matmuls of a pattern as patterns of their own; those of a
/// pair with scales have their scales. No epilogue contains an operation of
/// `taken`, which may be null. An operation that could be in either epilogue is
/// in the first one's.
ApartMatmuls getApart(const MatmulPattern &pattern,
                      const TakenOperations *taken);

/// Returns a clause that says why a pattern should not be one kernel; empty if
/// it should. The pattern may be that of the second matmul of a pair or sum,
/// which has its own config. With `isAsked` the matmul demands the pattern by
/// `autotune.fusion`, so only a pattern that is not supported is refused.
using WhyNotServed = llvm::function_ref<std::string(
    const MatmulPattern &, const ApartMatmuls &, bool isAsked)>;

/// Chooses how much of `most`, as matchMatmul finds it with `taken`, one kernel
/// computes. `autotune.fusion` decides if it is set. Otherwise the first
/// supported form is taken: with the operations that make operands and another
/// matmul, for a pair with scales; with the operations that make an operand;
/// with another matmul, unless that one has a prologue of its own or another
/// `autotune.fusion`; or the matmul alone. The pattern says why it is not more.
MatmulPattern choosePattern(const MatmulPattern &most,
                            const TakenOperations *taken,
                            WhyNotServed getWhyNot);

/// choosePattern with the target's rules, each matmul with the config that it
/// carries.
MatmulPattern chooseServed(const MatmulPattern &most,
                           const TakenOperations *taken,
                           const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_PATTERNS_H
