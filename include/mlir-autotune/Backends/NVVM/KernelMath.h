//===- KernelMath.h - Functions of elements in a kernel ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELMATH_H
#define MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELMATH_H

#include "mlir/IR/Operation.h"

namespace mlir::autotune {

/// Lowers the operations of math in a kernel, and those of arith that upstream
/// lowers to calls, to intrinsics of LLVM. Fails if there is another function
/// than expandElementMath (Analysis/Epilogue.h) leaves.
LogicalResult lowerElementMath(Operation *kernel);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_BACKENDS_NVVM_KERNELMATH_H
