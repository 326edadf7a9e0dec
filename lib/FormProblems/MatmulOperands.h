//===- MatmulOperands.h - What types say of a matmul ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_MATMULOPERANDS_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_MATMULOPERANDS_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

namespace mlir::autotune {

/// Sets element types, the accumulator and how integers are extended.
LogicalResult matchTypes(linalg::TypeFn cast, Type a, Type b, Type c,
                         MatmulFact &fact, std::string *whyNot);
/// Names f32 that `op` allows to be multiplied as tf32, and f16 that it allows
/// products of f16 to be summed in.
void matchPrecision(Operation *op, MatmulFact &fact);
/// Sets the sizes, of operands that are transposed as the fact says.
void matchSizes(ShapedType a, ShapedType b, ShapedType c, MatmulFact &fact);
/// Sets sizes that only the type of an output shows, a tensor, and how it lies.
void takeSizes(Value output, MatmulFact &fact);
/// Whether `op` does nothing but truncate its only input, element by element.
bool isElementwiseTruncation(linalg::GenericOp op);

/// The truncation from f32 to a type of 16 bits that alone uses `result`, and
/// that type; null for none.
Operation *matchCast(Value result, ElementKind &element);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_MATMULOPERANDS_H
