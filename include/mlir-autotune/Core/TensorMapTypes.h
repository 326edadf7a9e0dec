//===- TensorMapTypes.h - What a tensor map is described by -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of the CUDA driver API that describe a tensor map, for all that
// make one: the runtime has the driver do it, the simulator does it itself.
// Names follow the API's without their prefix; values are those of the CUDA
// driver API documentation (13.0), which keeps them stable across versions.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_TENSORMAPTYPES_H
#define MLIR_AUTOTUNE_CORE_TENSORMAPTYPES_H

namespace mlir::autotune::cuda {

enum TensorMapDataType : int {
  kTensorUInt8 = 0,
  kTensorUInt16 = 1,
  kTensorUInt32 = 2,
  kTensorInt32 = 3,
  kTensorUInt64 = 4,
  kTensorInt64 = 5,
  kTensorFloat16 = 6,
  kTensorFloat32 = 7,
  kTensorFloat64 = 8,
  kTensorBFloat16 = 9,
  kTensorFloat32Ftz = 10,
  kTensorTFloat32 = 11,
  kTensorTFloat32Ftz = 12
};

/// Bytes of one element; 0 for what is packed, and for what is no type.
inline int getTensorMapElementBytes(int type) {
  constexpr int kBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return type >= 0 && type <= kTensorTFloat32Ftz ? kBytes[type] : 0;
}

enum TensorMapInterleave : int { kInterleaveNone = 0 };
enum TensorMapSwizzle : int {
  kSwizzleNone = 0,
  kSwizzle32B = 1,
  kSwizzle64B = 2,
  kSwizzle128B = 3
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_TENSORMAPTYPES_H
