//===- VerifyProblem.h - What problems have in common -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_DIALECT_PROBLEM_VERIFYPROBLEM_H
#define MLIR_AUTOTUNE_LIB_DIALECT_PROBLEM_VERIFYPROBLEM_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

namespace mlir::autotune::problem {

/// Adds the effects of a problem: buffers that are inputs are read, and those
/// that are inits are written. With `readsInits`, these are read before.
void getOperandEffects(
    DestinationStyleOpInterface op, bool readsInits,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

/// That a problem has only tensors as operands, and a result for each init, or
/// only buffers. `inits` is what its text calls the inits.
LogicalResult verifyOperandKinds(DestinationStyleOpInterface op,
                                 StringRef inits);

/// That a region is a function of elements, from those types to these: one
/// block of arithmetic and a problem.yield. `name` is what a user calls it, and
/// `meaning`, if any, a clause that explains its arguments.
LogicalResult verifyFunction(Operation *op, Region &region, StringRef name,
                             TypeRange arguments, TypeRange results,
                             StringRef meaning = "");

} // namespace mlir::autotune::problem

#endif // MLIR_AUTOTUNE_LIB_DIALECT_PROBLEM_VERIFYPROBLEM_H
