//===- Launch.cpp - Launches and tensor maps ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Runtime/CudaDriver.h"
#include "mlir-autotune/Runtime/ElementIndex.h"

#include <iterator>

using namespace mlir::autotune::cuda;

namespace {
/// An element kind in bytes and as the driver calls it. Integers of 8 and 16
/// bits travel as unsigned ones: a tensor map only copies.
struct ElementEntry {
  ElementIndex index;
  int64_t bytes;
  TensorMapDataType dataType;
};
} // namespace

static constexpr ElementEntry kElements[] = {
    {kBF16, 2, kTensorBFloat16}, {kF16, 2, kTensorFloat16},
    {kF32, 4, kTensorFloat32},   {kF64, 8, kTensorFloat64},
    {kI8, 1, kTensorUInt8},      {kI16, 2, kTensorUInt16},
    {kI32, 4, kTensorInt32},     {kI64, 8, kTensorInt64}};
static constexpr bool areInOrder() {
  for (int index = 0; index < kNumElementIndices; ++index)
    if (kElements[index].index != index)
      return false;
  return true;
}
static_assert(std::size(kElements) == kNumElementIndices && areInOrder(),
              "one entry for each, in order");

int64_t mlir::autotune::cuda::getElementBytes(int elementKind) {
  return elementKind >= 0 && elementKind < kNumElementIndices
             ? kElements[elementKind].bytes
             : 0;
}

Status mlir::autotune::cuda::allowSharedMemory(FunctionHandle function,
                                               unsigned bytes) {
  const Driver *driver = Driver::get();
  if (!driver)
    return {kErrorNoDriver, Driver::getLoadError()};
  // Up to 48 KiB need no permission.
  if (bytes <= 48 * 1024)
    return {};
  if (Result result = driver->funcSetAttribute(
          function, kMaxDynamicSharedSizeBytes, int(bytes)))
    return check(result, "cuFuncSetAttribute",
                 std::to_string(bytes) + " bytes of dynamic shared memory");
  // A preference: the driver may ignore it.
  (void)driver->funcSetAttribute(function, kPreferredSharedMemoryCarveout, 100);
  return {};
}

Status mlir::autotune::cuda::launch(FunctionHandle function,
                                    const Launch &shape, void **params,
                                    StreamHandle stream) {
  const Driver *driver = Driver::get();
  if (!driver)
    return {kErrorNoDriver, Driver::getLoadError()};
  LaunchAttribute attribute;
  LaunchConfig config;
  config.grid[0] = shape.grid;
  config.block[0] = shape.threads;
  config.sharedMemoryBytes = shape.sharedMemoryBytes;
  config.stream = stream;
  unsigned clusterSize = 1;
  for (int i = 0; i < 3; ++i) {
    attribute.value.clusterDim[i] = shape.cluster[i];
    clusterSize *= shape.cluster[i];
  }
  if (clusterSize > 1) {
    config.attributes = &attribute;
    config.attributeCount = 1;
    // More than 8 CTAs a cluster is not portable and has to be asked for.
    if (clusterSize > 8)
      (void)driver->funcSetAttribute(function, kNonPortableClusterSizeAllowed,
                                     1);
  }
  Result result = driver->launchKernelEx(&config, function, params, nullptr);
  if (result == kSuccess)
    return {};
  return check(result, "cuLaunchKernelEx",
               "grid " + std::to_string(shape.grid) + ", threads " +
                   std::to_string(shape.threads) + ", shared memory " +
                   std::to_string(shape.sharedMemoryBytes) + ", cluster " +
                   std::to_string(clusterSize));
}

Status mlir::autotune::cuda::encodeTensorMap2D(TensorMap &map, DevicePtr base,
                                               int elementKind, int64_t rows,
                                               int64_t columns,
                                               int64_t rowStride, int boxRows,
                                               int boxColumns,
                                               int swizzleBytes) {
  const Driver *driver = Driver::get();
  if (!driver)
    return {kErrorNoDriver, Driver::getLoadError()};
  if (!driver->tensorMapEncodeTiled)
    return {kErrorNoDriver, "the CUDA driver has no cuTensorMapEncodeTiled: "
                            "tensor maps need a driver of CUDA 12 or later"};
  int64_t bytes = getElementBytes(elementKind);
  if (bytes == 0)
    return {kErrorInvalidValue, "tensor map: element kind " +
                                    std::to_string(elementKind) +
                                    " is none of 0 to 7"};
  TensorMapSwizzle swizzle;
  switch (swizzleBytes) {
  case 0:
    swizzle = kSwizzleNone;
    break;
  case 32:
    swizzle = kSwizzle32B;
    break;
  case 64:
    swizzle = kSwizzle64B;
    break;
  case 128:
    swizzle = kSwizzle128B;
    break;
  default:
    return {kErrorInvalidValue, "tensor map: swizzle of " +
                                    std::to_string(swizzleBytes) +
                                    " bytes; legal are 0, 32, 64 and 128"};
  }
  // Innermost first: the driver's dimension 0 is the row's direction.
  uint64_t dims[2] = {uint64_t(columns), uint64_t(rows)};
  uint64_t strides[1] = {uint64_t(rowStride * bytes)};
  uint32_t box[2] = {uint32_t(boxColumns), uint32_t(boxRows)};
  uint32_t elementStrides[2] = {1, 1};
  Result result = driver->tensorMapEncodeTiled(
      &map, kElements[elementKind].dataType, 2, reinterpret_cast<void *>(base),
      dims, strides, box, elementStrides, kInterleaveNone, swizzle,
      kL2Promotion128B, kFillZeros);
  if (result == kSuccess)
    return {};
  return check(result, "cuTensorMapEncodeTiled",
               std::to_string(rows) + " x " + std::to_string(columns) +
                   " elements of " + std::to_string(bytes) +
                   " bytes, row stride " + std::to_string(rowStride) +
                   ", box " + std::to_string(boxRows) + " x " +
                   std::to_string(boxColumns) + ", swizzle " +
                   std::to_string(swizzleBytes));
}
