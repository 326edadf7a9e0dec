//===- TensorMapRequest.h - What a tensor map is made from ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of cuTensorMapEncodeTiled for a matrix, from what compiled host
// code and bundles say of it. The runtime hands them to the driver and the
// simulator to its own, so it is the same map.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_TENSORMAPREQUEST_H
#define MLIR_AUTOTUNE_CORE_TENSORMAPREQUEST_H

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/TensorMapTypes.h"

#include <cstdint>
#include <string>

namespace mlir::autotune::cuda {

/// An element kind in bytes, and its name in the driver API. Integers of 8 and
/// 16 bits and 8-bit floats are unsigned integers there, because a tensor map
/// only copies. tf32 is an exception: TMA rounds the f32 that it loads. For
/// 3xtf32 it must copy f32 unchanged. Integers of 4 bits have no map: the map
/// has the bytes that two of them share.
struct ElementEntry {
  ElementIndex index;
  int64_t bytes;
  TensorMapDataType dataType;
};

inline constexpr ElementEntry kElements[] = {
    {kBF16, 2, kTensorBFloat16},  {kF16, 2, kTensorFloat16},
    {kF32, 4, kTensorFloat32},    {kF64, 8, kTensorFloat64},
    {kF8E4M3FN, 1, kTensorUInt8}, {kF8E5M2, 1, kTensorUInt8},
    {kTF32, 4, kTensorTFloat32},  {kTF32x3, 4, kTensorFloat32},
    {kI8, 1, kTensorUInt8},       {kI16, 2, kTensorUInt16},
    {kI32, 4, kTensorInt32},      {kI64, 8, kTensorInt64},
    {kI4, 1, kTensorUInt8}};

constexpr bool areElementsInOrder() {
  for (int index = 0; index < kNumElementIndices; ++index)
    if (kElements[index].index != index)
      return false;
  return sizeof(kElements) == kNumElementIndices * sizeof(ElementEntry);
}
static_assert(areElementsInOrder(), "one entry for each, in order");

/// A map over a matrix as stored. Dimensions are innermost first: the driver's
/// dimension 0 is the direction of a row.
struct TensorMapRequest {
  TensorMapDataType dataType = kTensorUInt8;
  /// 3 in a batch of matrices, 4 in a batch of batches.
  uint32_t rank = 2;
  uint64_t sizes[4] = {}, strides[3] = {};
  uint32_t box[4] = {}, elementStrides[4] = {1, 1, 1, 1};
  TensorMapSwizzle swizzle = kSwizzleNone;

  /// `elementKind` is an ElementIndex, the row stride in elements, the swizzle
  /// in bytes. Says what is wrong of a kind or swizzle that there is not; else
  /// empty. All other arguments are the driver's to check.
  std::string set(int elementKind, int64_t rows, int64_t columns,
                  int64_t rowStride, int64_t boxRows, int64_t boxColumns,
                  int64_t swizzleBytes);

  /// The least stride of so many bytes.
  static uint64_t alignStride(int64_t bytes) {
    return (uint64_t(bytes) + 15) / 16 * 16;
  }

  /// Behind set(): makes it a map of so many matrices, a box of one of them.
  /// Again, of so many batches of these.
  /// The stride is in elements.
  void setBatch(int elementKind, int64_t batch, int64_t batchStride);
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_TENSORMAPREQUEST_H
