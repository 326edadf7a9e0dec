//===- ScalarOps.h - What kernels of CUDA cores compute with -- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_SCALAROPS_H
#define MLIR_AUTOTUNE_KERNELS_SCALAROPS_H

#include "mlir-autotune/Kernels/Problem.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::autotune {

// Of indices.
inline Value constant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}
inline Value add(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::AddIOp::create(b, x, y);
}
inline Value mul(ImplicitLocOpBuilder &b, Value x, int64_t y) {
  return arith::MulIOp::create(b, x, constant(b, y));
}
inline Value divide(ImplicitLocOpBuilder &b, Value x, int64_t y) {
  return arith::DivUIOp::create(b, x, constant(b, y));
}
inline Value remainder(ImplicitLocOpBuilder &b, Value x, int64_t y) {
  return arith::RemUIOp::create(b, x, constant(b, y));
}
inline Value less(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, y);
}

/// Between element types, the way linalg casts: signed, or else unsigned.
/// Floats of 8 bits are rounded as f32.
Value convert(ImplicitLocOpBuilder &b, Value value, Type to,
              bool zeroExtend = false);

/// A number, or a vector of one, that changes no sum: floats have -0.0, for
/// 0.0 would turn a sum of -0.0 into 0.0.
Value createNeutral(ImplicitLocOpBuilder &b, Type type);

/// What a kernel's sums begin with. Sums that alone are C begin with 0, as the
/// matmul's init does.
Value createEmptySum(ImplicitLocOpBuilder &b, InitKind init, Type type);

/// `x + y`, both integers or both floats.
Value addElements(ImplicitLocOpBuilder &b, Value x, Value y);

/// The same of two fragments of one type, element by element.
Value addFragments(ImplicitLocOpBuilder &b, Value x, Value y);

/// A fragment as one of elements in which all of its own fit.
Value extendFragment(ImplicitLocOpBuilder &b, Value fragment, Type element);

/// `x * y + sum`, of numbers or of vectors of them. Floats are contracted to
/// one fused operation, as every GPU product is.
Value multiplyAdd(ImplicitLocOpBuilder &b, Value x, Value y, Value sum);

/// Memory of `shape` that the CTA shares, of the kernel's own.
Value createShared(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                   StringRef suffix, ArrayRef<int64_t> shape, Type element);

/// Stores a sum to C, number `output` of the batch, to which it is added if C
/// accumulates, if it is inside; or what the epilogue makes of it, to each
/// output.
void storeSum(ImplicitLocOpBuilder &b, const Problem &problem, Value sum,
              Value output, Value row, Value column);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_SCALAROPS_H
