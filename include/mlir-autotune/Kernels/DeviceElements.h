//===- DeviceElements.h - Elements as a thread loads them -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that take addresses load and store with operations of the LLVM
// dialect, which lacks some element types.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_DEVICEELEMENTS_H
#define MLIR_AUTOTUNE_KERNELS_DEVICEELEMENTS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::autotune {

/// The type of an element in memory: a byte for a boolean or a float of 8 bits,
/// and an i64 for an index.
Type getMemoryType(Type element);
/// Bytes of an element in memory. The element is an integer, a float or an
/// index.
int64_t getMemoryBytes(Type element);

/// Convert between what was loaded, or is stored, and an element.
Value fromMemory(ImplicitLocOpBuilder &b, Value loaded, Type element);
Value toMemory(ImplicitLocOpBuilder &b, Value element);

/// The kernels of a gpu.module by their text, without the name.
using KernelsByText = llvm::StringMap<gpu::GPUFuncOp>;

/// Returns a kernel that is equal to `kernel`, which is erased. If there is
/// none, `kernel` gets a free name that begins with `prefix`.
gpu::GPUFuncOp unifyKernel(KernelsByText &kernels, gpu::GPUFuncOp kernel,
                           StringRef prefix);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_DEVICEELEMENTS_H
