//===- TensorMapRequest.h - What a tensor map is made from ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of cuTensorMapEncodeTiled for a matrix, or of
// cuTensorMapEncodeIm2col for images, computed from what compiled host code and
// bundles state about it. The runtime hands them to the driver and the
// simulator to its own encoder, so both make the same map.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_TENSORMAPREQUEST_H
#define MLIR_AUTOTUNE_CORE_TENSORMAPREQUEST_H

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/TensorMapTypes.h"
#include "mlir-autotune/Core/Window.h"

#include <cstdint>
#include <string>

namespace mlir::autotune::cuda {

/// A map over a matrix as stored. Dimensions are innermost first: the driver's
/// dimension 0 is the direction of a row.
struct TensorMapRequest {
  TensorMapDataType dataType = kTensorUInt8;
  /// 3 in a batch of matrices, 4 in a batch of batches.
  uint32_t rank = 2;
  uint64_t sizes[4] = {}, strides[3] = {};
  uint32_t box[4] = {}, elementStrides[4] = {1, 1, 1, 1};
  TensorMapSwizzle swizzle = kSwizzleNone;
  /// How many rows fewer the box has than a tile, because the matrix has fewer.
  uint32_t trimmedRows = 0;
  /// Whether the map is made by cuTensorMapEncodeIm2col. `box` then has the
  /// channels of a pixel and the pixels of a column. Corners are innermost
  /// first, like all that is here.
  bool isIm2col = false;
  int lowerCorner[2] = {}, upperCorner[2] = {};

  /// `elementKind` is an ElementIndex. 4-bit integers have no map: a map sees
  /// the bytes that two of them share. The row stride is in elements, the
  /// swizzle in bytes. With negative `boxRows`, the box is trimmed: it has
  /// -boxRows rows, or those of the matrix if these are fewer. Returns a
  /// message for a kind or swizzle that does not exist, else an empty text. The
  /// driver checks all other arguments.
  std::string set(int elementKind, int64_t rows, int64_t columns,
                  int64_t rowStride, int64_t boxRows, int64_t boxColumns,
                  int64_t swizzleBytes);

  /// The least legal stride, in bytes, that is not below `bytes`.
  static uint64_t alignStride(int64_t bytes) {
    return (uint64_t(bytes) + 15) / 16 * 16;
  }

  /// Call after set(). Makes this a map of `batch` matrices, with a box of one
  /// matrix. A second call makes it a map of `batch` such batches. The stride
  /// is in elements.
  void setBatch(int elementKind, int64_t batch, int64_t batchStride);

  /// Call after set() and two calls of setBatch(), which describe images by
  /// their columns, rows and number. Makes this a map of their windows: a box
  /// has a pixel of as many windows as it had rows. Returns a message if there
  /// is no such map, else an empty text.
  std::string setWindow(const Window &window);
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_TENSORMAPREQUEST_H
