//===- TransposedMatrix.h - A matrix and its transposed copy -- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_TRANSPOSEDMATRIX_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_TRANSPOSEDMATRIX_H

#include "PackedMatrix.h"

namespace mlir::autotune::tile {

/// Chunks of 16 bytes that the items of such a matrix have, of elements of 1 or
/// 4 bytes.
int64_t getBlockChunks(int64_t elementBytes);

/// Sets the lines of a matrix that is transposed, and what goes with them.
/// Units must be of a multiple of 32 items.
void setBlocks(Emitter &e, Packed &matrix);

/// Emits the transposed copy of unit `unit` of a matrix by all threads of the
/// CTA.
void copyTransposedUnit(Emitter &e, const PackedUnits &units,
                        const Packed &matrix, Value unit);

/// Four words of four bytes, the other way round.
std::array<Value, 4> transposeBytes(Emitter &e, ArrayRef<Value> words);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_TRANSPOSEDMATRIX_H
