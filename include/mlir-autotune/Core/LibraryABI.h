//===- LibraryABI.h - How host code describes matrices to libraries -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled host code and the runtime agree on these numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_LIBRARYABI_H
#define MLIR_AUTOTUNE_CORE_LIBRARYABI_H

#include <cstdint>

namespace mlir::autotune::cuda {

/// A matrix of a call as it is stored, or a batch of such, as six 64-bit
/// integers. Strides are in elements.
struct LibraryMatrix {
  int64_t matrices = 1, rows = 0, columns = 0;
  /// Of a single matrix, the first is 0.
  int64_t batchStride = 0, rowStride = 0, columnStride = 1;

  friend bool operator==(const LibraryMatrix &lhs, const LibraryMatrix &rhs) {
    return lhs.matrices == rhs.matrices && lhs.rows == rhs.rows &&
           lhs.columns == rhs.columns && lhs.batchStride == rhs.batchStride &&
           lhs.rowStride == rhs.rowStride &&
           lhs.columnStride == rhs.columnStride;
  }
};
inline constexpr int64_t kLibraryMatrixFields = 6;
static_assert(sizeof(LibraryMatrix) == kLibraryMatrixFields * sizeof(int64_t),
              "host code stores the fields one behind the other");

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_LIBRARYABI_H
