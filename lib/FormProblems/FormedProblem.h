//===- FormedProblem.h - Parts of a problem that is formed ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMEDPROBLEM_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMEDPROBLEM_H

#include "ElementGraph.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune {

/// Creates a tensor without dimensions that holds a scalar. An index becomes an
/// i64.
Value createScalarInput(ImplicitLocOpBuilder &b, Value scalar);

/// Creates the block of a problem's function, whose arguments are of the type
/// `first`, of the elements of inputs, and `indices` indices. The insertion
/// point moves into it.
Block *createFunction(ImplicitLocOpBuilder &b, Region &region, Type first,
                      ValueRange inputs, unsigned indices);

/// Creates the element of an input, which is of `type`, from its argument of
/// the function. A boolean's is a byte, and an index's an i64.
Value createInputElement(ImplicitLocOpBuilder &b, Value argument, Type type);

/// Creates the operation of an element that is computed from others.
Value createApplied(ImplicitLocOpBuilder &b, const Element &element,
                    ValueRange operands);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_FORMEDPROBLEM_H
