//===- Float8.h - Floats of 8 bits by arithmetic -------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM has no 8-bit float types, and only some of the supported chips convert
// them. This file converts between 8-bit and wider floats with arithmetic that
// every chip and host has, and with the same bits everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_FLOAT8_H
#define MLIR_AUTOTUNE_ANALYSIS_FLOAT8_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::autotune {

/// Whether `type` is an 8-bit float that facts can name (Elements.td).
bool isFloat8(Type type);
/// Whether an 8-bit float has the bits of the upper half of an f16 of the same
/// value: the exponents of both are alike, infinity and NaN too.
bool isUpperHalfOfF16(Type type);
/// Whether an operation extends an 8-bit float argument of the function to a
/// float of up to 32 bits, which holds the value exactly.
bool isFloat8Argument(Operation *op);
/// The type of an element in memory and in LLVM: i8 for these floats, else
/// `element` itself.
Type getStoredType(Type element);

/// An 8-bit float as an f32, exactly.
Value decodeFloat8(ImplicitLocOpBuilder &b, Value value);
/// Rounds an f32 to the 8-bit float `type`, to nearest even as arith.truncf
/// does. A value that is too large becomes infinity, or NaN if the type has no
/// infinity.
Value encodeFloat8(ImplicitLocOpBuilder &b, Value value, Type type);

/// Whether the operation rounds an f32 to an 8-bit float and the function does
/// nothing but return the result.
bool isLastRounding(Operation *op);

/// Patterns that replace arith.extf and arith.truncf of 8-bit floats by that
/// arithmetic. `keepsArguments` leaves extensions of function arguments up to
/// f32 alone, `keepsLast` a last rounding.
void populateFloat8Patterns(RewritePatternSet &patterns, bool keepsArguments,
                            bool keepsLast);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_FLOAT8_H
