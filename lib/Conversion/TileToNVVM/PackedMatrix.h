//===- PackedMatrix.h - A matrix and its packed copy ---------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILETONVVM_PACKEDMATRIX_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILETONVVM_PACKEDMATRIX_H

#include "Emitter.h"

namespace mlir::autotune::tile {

/// Elements of 16 bytes, in which matrices are packed, and the bytes of one.
inline constexpr int64_t kPackedChunk = 8, kPackedElementBytes = 2;
/// Chunks that a thread has on their way at a time, of eight registers each.
inline constexpr int64_t kPackedInFlight = 4;

/// A matrix and its copy.
struct Packed {
  Value source, rowStride, dest, destStride;
  Value rows, columns, chunksPerRow;
  /// Of the whole matrix, i64.
  Value chunks;
  /// Whether rows lie one behind the other, each of two vectors at least, so
  /// that what is beside one is the matrix's too.
  Value isDense;
  int64_t alignment;
  /// Units of this one, i32.
  Value units;
};

/// What all units of a launch have in common.
struct PackedUnits {
  int64_t threads;
  /// i32: this thread's number, and the chunks of a unit, a multiple of the
  /// threads.
  Value thread, chunks;
  /// A global address of 16 bytes that may be read.
  Value elsewhere;
};

/// Emits the copy of unit `unit` of a matrix by all threads of the CTA.
void copyPackedUnit(Emitter &e, const PackedUnits &units, const Packed &matrix,
                    Value unit);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILETONVVM_PACKEDMATRIX_H
