//===- ScalarOps.h - What kernels of CUDA cores compute with -- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_SCALAROPS_H
#define MLIR_AUTOTUNE_KERNELS_SCALAROPS_H

#include "mlir-autotune/Kernels/KernelOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::autotune {

// Arithmetic on values of index type.
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

/// Converts between element types as linalg casts do: signed, or unsigned with
/// `zeroExtend`. 8-bit floats are rounded from f32.
Value convert(ImplicitLocOpBuilder &b, Value value, Type to,
              bool zeroExtend = false);

/// A scalar or vector that changes no sum. For floats it is -0.0, because 0.0
/// would turn a sum of -0.0 into 0.0.
Value createNeutral(ImplicitLocOpBuilder &b, Type type);

/// The initial value of a kernel's sums. If C is only the sum, it is 0 like
/// the matmul's init.
Value createEmptySum(ImplicitLocOpBuilder &b, InitKind init, Type type);

/// `x + y`, both integers or both floats.
Value addElements(ImplicitLocOpBuilder &b, Value x, Value y);

/// Adds two fragments of the same type, element by element.
Value addFragments(ImplicitLocOpBuilder &b, Value x, Value y);

/// Extends a fragment to an element type that holds all its values exactly.
Value extendFragment(ImplicitLocOpBuilder &b, Value fragment, Type element);

/// `x * y + sum`, on scalars or vectors. Floats use one fused multiply-add, as
/// every GPU product does.
Value multiplyAdd(ImplicitLocOpBuilder &b, Value x, Value y, Value sum);

/// Allocates shared memory of `shape` for the CTA; each kernel has its own.
Value createShared(ImplicitLocOpBuilder &b, tile::KernelOp kernel,
                   StringRef suffix, ArrayRef<int64_t> shape, Type element);

/// Stores a sum to C, in product number `output`, if the element is inside;
/// adds it if C accumulates. With an epilogue, stores the epilogue's results
/// to each output instead.
void storeSum(ImplicitLocOpBuilder &b, const KernelOperands &problem, Value sum,
              Value output, Value row, Value column);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_SCALAROPS_H
