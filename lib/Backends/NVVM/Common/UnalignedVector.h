//===- UnalignedVector.h - 16 bytes from anywhere ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads load vectors of 16 bytes at multiples of 16. Those that start
// elsewhere lie in two: both are loaded, and the bytes shifted out. A vector
// that is not all inside of its row, and of what is known to lie beside that,
// is left out, for it may be nobody's.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_UNALIGNEDVECTOR_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_UNALIGNEDVECTOR_H

#include "Emitter.h"

namespace mlir::autotune::tile {

/// Of vectors.
inline constexpr int64_t kVectorBytes = 16, kVectorWords = 4;

/// Whether rows lie one behind the other, each of two vectors at least, so that
/// the bytes beside a row are the matrix's too. `columns` is i32, `rowStride`
/// i64.
Value areRowsAdjacent(Emitter &e, Value columns, Value rowStride,
                      int64_t elementBytes);

/// A row in global memory. It may not exist: then nothing of it is loaded.
struct MatrixRow {
  /// Row `number` of `rows`, each of `bytes`. If rows are adjacent, vectors
  /// that begin or end in the rows beside it may be read.
  static MatrixRow create(Emitter &e, Value start, Value bytes, Value number,
                          Value rows, Value areAdjacent, Value exists);

  Value start;
  /// Bytes from its start on that may be read, fewer than 2^32 - 32, and those
  /// before it, 16 at most; i32.
  Value bytes, before;
  Value exists;
};

/// What was loaded for a vector: each aligned one, or zeros where it is not all
/// inside. Loads of several can be on their way before the first is used.
class UnalignedVector {
public:
  /// The 16 bytes of `row` from byte `at` on (i32). With `elsewhere`, a global
  /// address of 16 bytes that may be read, what is left out is loaded from
  /// there: for those who don't look at it, without branches.
  static UnalignedVector load(Emitter &e, const MatrixRow &row, Value at,
                              Value elsewhere = {});

  /// vector<4xi32>, of a row that starts at a multiple of `alignment` bytes, a
  /// power of two that divides `at` too. What was left out is zeros, but with
  /// `elsewhere`.
  Value get(Emitter &e, int64_t alignment) const;
  /// Whether nothing was left out that `get` takes a byte from.
  Value isComplete(Emitter &e) const;

private:
  /// Bytes by which it is behind the first vector.
  Value shift;
  std::array<Value, 2> inside;
  SmallVector<Value, 2 * kVectorWords> words;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_UNALIGNEDVECTOR_H
