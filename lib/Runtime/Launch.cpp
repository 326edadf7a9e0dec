//===- Launch.cpp - Launches and tensor maps ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/TensorMapRequest.h"
#include "mlir-autotune/Runtime/CudaDriver.h"

using namespace mlir::autotune::cuda;

int64_t mlir::autotune::cuda::getElementBytes(int elementKind) {
  return (getIndexBits(elementKind) + 7) / 8;
}

int64_t mlir::autotune::cuda::getBytesOf(int elementKind, int64_t elements) {
  return isInt4Index(elementKind) ? elements / 2
                                  : elements * getElementBytes(elementKind);
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
  LaunchAttribute attributes[2];
  LaunchConfig config;
  config.attributes = attributes;
  config.grid[0] = shape.grid;
  config.block[0] = shape.threads;
  config.sharedMemoryBytes = shape.sharedMemoryBytes;
  config.stream = stream;
  unsigned clusterSize = 1;
  for (unsigned size : shape.cluster)
    clusterSize *= size;
  if (clusterSize > 1) {
    LaunchAttribute &attribute = attributes[config.attributeCount++];
    for (int i = 0; i < 3; ++i)
      attribute.value.clusterDim[i] = shape.cluster[i];
    // More than 8 CTAs a cluster is not portable and has to be asked for.
    if (clusterSize > 8)
      (void)driver->funcSetAttribute(function, kNonPortableClusterSizeAllowed,
                                     1);
  }
  if (shape.dependent) {
    LaunchAttribute &attribute = attributes[config.attributeCount++];
    attribute.id = LaunchAttribute::kProgrammaticStreamSerialization;
    attribute.value.programmaticStreamSerializationAllowed = 1;
  }
  Result result = driver->launchKernelEx(&config, function, params, nullptr);
  if (result == kSuccess)
    return {};
  return check(result, "cuLaunchKernelEx",
               "grid " + std::to_string(shape.grid) + ", threads " +
                   std::to_string(shape.threads) + ", shared memory " +
                   std::to_string(shape.sharedMemoryBytes) + ", cluster " +
                   std::to_string(clusterSize) +
                   (shape.dependent ? ", dependent" : ""));
}

Status mlir::autotune::cuda::encodeTensorMap(
    TensorMap &map, DevicePtr base, int elementKind, int64_t rows,
    int64_t columns, int64_t rowStride, int boxRows, int boxColumns,
    int swizzleBytes, MatrixBatch batch, const Window *window) {
  const Driver *driver = Driver::get();
  if (!driver)
    return {kErrorNoDriver, Driver::getLoadError()};
  const char *function =
      window ? "cuTensorMapEncodeIm2col" : "cuTensorMapEncodeTiled";
  if (window ? !driver->tensorMapEncodeIm2col : !driver->tensorMapEncodeTiled)
    return {kErrorNoDriver, "the CUDA driver has no " + std::string(function) +
                                ": tensor maps need a driver of CUDA 12 or "
                                "later"};
  TensorMapRequest request;
  std::string wrong = request.set(elementKind, rows, columns, rowStride,
                                  boxRows, boxColumns, swizzleBytes);
  if (!wrong.empty())
    return {kErrorInvalidValue, wrong};
  if (batch.count > 0)
    request.setBatch(elementKind, batch.count, batch.stride);
  if (batch.outerCount > 0)
    request.setBatch(elementKind, batch.outerCount, batch.outerStride);
  if (window)
    wrong = request.setWindow(*window);
  if (!wrong.empty())
    return {kErrorInvalidValue, wrong};
  int64_t bytes = getElementBytes(elementKind);
  auto *address = reinterpret_cast<void *>(base);
  Result result =
      window
          ? driver->tensorMapEncodeIm2col(
                &map, request.dataType, request.rank, address, request.sizes,
                request.strides, request.lowerCorner, request.upperCorner,
                request.box[0], request.box[1], request.elementStrides,
                kInterleaveNone, request.swizzle, kL2Promotion128B, kFillZeros)
          : driver->tensorMapEncodeTiled(
                &map, request.dataType, request.rank, address, request.sizes,
                request.strides, request.box, request.elementStrides,
                kInterleaveNone, request.swizzle, kL2Promotion128B, kFillZeros);
  if (result == kSuccess)
    return {};
  return check(
      result, function,
      std::to_string(rows) + " x " + std::to_string(columns) + " elements of " +
          std::to_string(bytes) + " bytes, row stride " +
          std::to_string(rowStride) + ", box " +
          std::to_string(request.box[1]) + " x " + std::to_string(boxColumns) +
          ", swizzle " + std::to_string(swizzleBytes) +
          (batch.count > 0 ? ", batch of " + std::to_string(batch.count) +
                                 " by " + std::to_string(batch.stride)
                           : ""));
}
