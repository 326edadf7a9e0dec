//===- Memory.h - Whether memrefs share memory ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_MEMORY_H
#define MLIR_AUTOTUNE_ANALYSIS_MEMORY_H

#include "mlir/IR/Value.h"

namespace mlir::autotune {

/// Whether two memrefs share no memory, as operands of a matmul are taken to:
/// different arguments of a function, globals and allocations are different
/// memory; subviews of one memref are where they are apart along a dimension,
/// and its type shows no elements that share a place: their offsets and sizes
/// are constants, or one's offset is a sum of the other's offset, its size and
/// more sizes.
bool shareNoMemory(Value first, Value second);

/// Whether that can be seen, without taking anything for granted: an allocation
/// is neither another one nor what was there before the function was entered,
/// and of subviews of one memref all strides are known.
bool areKnownApart(Value first, Value second);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_MEMORY_H
