//===- Float8.h - Floats of 8 bits by arithmetic -------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM knows no such floats, and of the chips that kernels are made for only
// some convert them. Here they become others, and others become them, by what
// every chip and every host has, to the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_FLOAT8_H
#define MLIR_AUTOTUNE_ANALYSIS_FLOAT8_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::autotune {

/// Whether it is an 8-bit float that facts can name (Elements.td).
bool isFloat8(Type type);
/// Whether an 8-bit float has the bits of the upper half of an f16 of the same
/// value: the exponents of both are alike, infinity and NaN too.
bool isUpperHalfOfF16(Type type);
/// Whether an operation makes an argument of such a type a float of up to 32
/// bits, which holds it exactly.
bool isFloat8Argument(Operation *op);
/// What holds an element in memory and in LLVM: of these floats an i8.
Type getStoredType(Type element);

/// An 8-bit float as an f32, exactly.
Value decodeFloat8(ImplicitLocOpBuilder &b, Value value);
/// An f32 as one of them, rounded to nearest even as arith.truncf says: what is
/// too large is infinite, or, of a type that has no infinity, NaN.
Value encodeFloat8(ImplicitLocOpBuilder &b, Value value, Type type);

/// Whether the operation rounds an f32 to one of them, which is all that a
/// function returns.
bool isLastRounding(Operation *op);

/// Patterns that do so in place of arith.extf and arith.truncf; with
/// `keepsArguments` not of what a function is given, up to f32, and with
/// `keepsLast` not of a last rounding.
void populateFloat8Patterns(RewritePatternSet &patterns, bool keepsArguments,
                            bool keepsLast);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_FLOAT8_H
