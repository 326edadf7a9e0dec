//===- Memory.h - Whether memrefs share memory ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_MEMORY_H
#define MLIR_AUTOTUNE_ANALYSIS_MEMORY_H

#include "mlir-autotune/Problem/Sizes.h"

#include "mlir/IR/Value.h"

namespace mlir::autotune {

/// Whether two memrefs share no memory, under the assumptions about operands of
/// a matmul. Different arguments of a function, globals and allocations count
/// as different memory. Subviews of one memref are apart if they are apart
/// along a dimension, and if no elements of its type share a place. Their
/// offsets and sizes must be constants, or one's offset must be a sum of the
/// other's offset, its size and more sizes.
bool shareNoMemory(Value first, Value second);

/// Whether two memrefs visibly share no memory, without assumptions. An
/// allocation is neither another one nor memory from before the function was
/// entered. For subviews of one memref, all strides must be known.
bool areKnownApart(Value first, Value second);

/// Whether an address space can hold a memref or tensor type: its elements, its
/// offset, and each size and stride in bytes are below kMaxAddressableBytes.
/// Products of these then fit 64 bits. Unknown sizes and strides count as small
/// ones. True for types that have no elements of a known width.
bool isAddressable(Type type);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_MEMORY_H
