//===- MathExpansions.h - Functions by arithmetic ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of f32, over the whole of its range, without branches: NaN,
// infinities, zeros and subnormals are arguments like others, and give what
// IEEE 754 recommends. Common functions are computed in f32 (FloatMath.cpp),
// rare ones in f64, where a short polynomial has bits to spare (DoubleMath.cpp,
// AngleMath.cpp). Coefficients are Chebyshev interpolations that were computed
// in 50 digits.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_ANALYSIS_MATHEXPANSIONS_H
#define MLIR_AUTOTUNE_LIB_ANALYSIS_MATHEXPANSIONS_H

#include "EpilogueMath.h"
#include "MathBuilder.h"

namespace mlir::autotune {

// In f32.
enum class LogBase { E, Two, Ten };
Value expandLog(MathBuilder &a, Value x, LogBase base);
Value expandExpM1(MathBuilder &a, Value x);
Value expandTanh(MathBuilder &a, Value x, MathAccuracy accuracy);

// In f64.
Value expandLog1p(MathBuilder &a, Value x);
Value expandSinh(MathBuilder &a, Value x);
Value expandCosh(MathBuilder &a, Value x);
Value expandAsinh(MathBuilder &a, Value x);
Value expandAcosh(MathBuilder &a, Value x);
Value expandAtanh(MathBuilder &a, Value x);
Value expandErfc(MathBuilder &a, Value x);
Value expandCbrt(MathBuilder &a, Value x);
/// x to the power of y, an f32.
Value expandPower(MathBuilder &a, Value x, Value y);
/// x to the power of y, an i32.
Value expandWholePower(MathBuilder &a, Value x, Value y);

// Angles.
Value expandSin(MathBuilder &a, Value x);
Value expandCos(MathBuilder &a, Value x);
Value expandTan(MathBuilder &a, Value x);
Value expandAsin(MathBuilder &a, Value x);
Value expandAcos(MathBuilder &a, Value x);
Value expandAtan(MathBuilder &a, Value x);
Value expandAtan2(MathBuilder &a, Value y, Value x);

/// x to the power of a constant, in f32 or f64, by a few multiplications or a
/// root; null if that is impossible.
Value expandConstantPower(MathBuilder &a, Value x, double y);
/// Whether expandConstantPower() supports the power.
bool isSimplePower(double y);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_ANALYSIS_MATHEXPANSIONS_H
