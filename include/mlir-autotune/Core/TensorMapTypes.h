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
  kTensorInt32 = 3,
  kTensorInt64 = 5,
  kTensorFloat16 = 6,
  kTensorFloat32 = 7,
  kTensorFloat64 = 8,
  kTensorBFloat16 = 9,
  kTensorTFloat32 = 11
};
enum TensorMapInterleave : int { kInterleaveNone = 0 };
enum TensorMapSwizzle : int {
  kSwizzleNone = 0,
  kSwizzle32B = 1,
  kSwizzle64B = 2,
  kSwizzle128B = 3
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_TENSORMAPTYPES_H
