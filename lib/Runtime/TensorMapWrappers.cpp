//===- TensorMapWrappers.cpp - Tensor maps for compiled host code ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMapCache.h"
#include "WrapperContext.h"

#include <cstring>

using namespace mlir::autotune::cuda;

/// The driver's limit on a tensor map's rank.
static constexpr int64_t kMaxRank = 5;

AUTOTUNE_EXPORT void mgpuTensorMapEncodeTiled(
    TensorMap *map, TensorMapDataType type, uint32_t rank, void *address,
    const uint64_t *dims, const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, TensorMapInterleave interleave,
    TensorMapSwizzle swizzle, TensorMapL2Promotion l2Promotion,
    TensorMapOutOfBoundsFill fill) {
  ScopedContext cuda;
  if (!cuda)
    return;
  if (!cuda->tensorMapEncodeTiled)
    return fail("the CUDA driver has no cuTensorMapEncodeTiled");
  report(cuda->tensorMapEncodeTiled(map, type, rank, address, dims, strides,
                                    box, elementStrides, interleave, swizzle,
                                    l2Promotion, fill),
         "cuTensorMapEncodeTiled", "rank " + std::to_string(rank));
}

/// Never destroyed: host code may launch while the process ends.
static TensorMapCache &getCache() {
  static TensorMapCache &cache = *new TensorMapCache;
  return cache;
}

/// Encoding is work of the host before every launch, and a program launches on
/// the same matrices again and again: maps are made once and kept.
static void encode(void *hostMap, void *base, int32_t elementKind, int64_t rows,
                   int64_t columns, int64_t rowStrideElements, int32_t boxRows,
                   int32_t boxColumns, int32_t swizzleBytes, MatrixBatch batch,
                   const Window *window = nullptr) {
  auto &map = *static_cast<TensorMap *>(hostMap);
  // The driver takes none. Of a group a problem may be empty, and none of its
  // tiles is asked for.
  if (rows == 0 || columns == 0) {
    std::memset(hostMap, 0, sizeof(TensorMap));
    return;
  }
  const TensorMapKey key = {getDefaultDevice(),
                            int64_t(asDevice(base)),
                            elementKind,
                            rows,
                            columns,
                            rowStrideElements,
                            boxRows,
                            boxColumns,
                            swizzleBytes,
                            batch.count,
                            batch.stride,
                            batch.outerCount,
                            batch.outerStride,
                            window ? window->getNumbers()
                                   : decltype(TensorMapKey::window)()};
  if (getCache().find(key, map))
    return;
  ScopedContext cuda;
  if (!cuda)
    return;
  Status status = encodeTensorMap(map, asDevice(base), elementKind, rows,
                                  columns, rowStrideElements, boxRows,
                                  boxColumns, swizzleBytes, batch, window);
  if (!status.failed())
    return getCache().insert(key, map);
  report(status);
  // The launch that is to take the map comes next on this thread.
  std::memset(hostMap, 0, sizeof(TensorMap));
  launchIsVain() = true;
}

AUTOTUNE_EXPORT void
mgpuAutotuneTensorMapEncode2D(void *hostMap, void *base, int32_t elementKind,
                              int64_t rows, int64_t columns,
                              int64_t rowStrideElements, int32_t boxRows,
                              int32_t boxColumns, int32_t swizzleBytes) {
  encode(hostMap, base, elementKind, rows, columns, rowStrideElements, boxRows,
         boxColumns, swizzleBytes, {});
}

AUTOTUNE_EXPORT void
mgpuAutotuneTensorMapEncode3D(void *hostMap, void *base, int32_t elementKind,
                              int64_t rows, int64_t columns,
                              int64_t rowStrideElements, int32_t boxRows,
                              int32_t boxColumns, int32_t swizzleBytes,
                              int64_t batch, int64_t batchStrideElements) {
  encode(hostMap, base, elementKind, rows, columns, rowStrideElements, boxRows,
         boxColumns, swizzleBytes, {batch, batchStrideElements});
}

AUTOTUNE_EXPORT void mgpuAutotuneTensorMapEncode4D(
    void *hostMap, void *base, int32_t elementKind, int64_t rows,
    int64_t columns, int64_t rowStrideElements, int32_t boxRows,
    int32_t boxColumns, int32_t swizzleBytes, int64_t batch,
    int64_t batchStrideElements, int64_t outer, int64_t outerStrideElements) {
  encode(hostMap, base, elementKind, rows, columns, rowStrideElements, boxRows,
         boxColumns, swizzleBytes,
         {batch, batchStrideElements, outer, outerStrideElements});
}

/// Of images: `rows` are the columns of an image, the batch its rows, and the
/// outer batch the images. `numbers` are Window::getNumbers().
AUTOTUNE_EXPORT void mgpuAutotuneTensorMapEncodeWindows(
    void *hostMap, void *base, int32_t elementKind, int64_t rows,
    int64_t columns, int64_t rowStrideElements, int32_t boxRows,
    int32_t boxColumns, int32_t swizzleBytes, int64_t batch,
    int64_t batchStrideElements, int64_t outer, int64_t outerStrideElements,
    const int64_t *numbers) {
  Window window = Window::get(numbers);
  encode(hostMap, base, elementKind, rows, columns, rowStrideElements, boxRows,
         boxColumns, swizzleBytes,
         {batch, batchStrideElements, outer, outerStrideElements}, &window);
}

/// A map over a ranked memref, in device memory that the caller owns. Box sizes
/// come outermost first, as the memref's do.
AUTOTUNE_EXPORT void *mgpuTensorMapEncodeTiledMemref(
    int64_t rank, MemRefDescriptor *descriptor, TensorMapDataType type,
    TensorMapInterleave interleave, TensorMapSwizzle swizzle,
    TensorMapL2Promotion l2Promotion, TensorMapOutOfBoundsFill fill,
    const int64_t *boxSizes) {
  ScopedContext cuda;
  int64_t bytes = getTensorMapElementBytes(type);
  if (!cuda)
    return nullptr;
  if (rank < 1 || rank > kMaxRank || bytes == 0) {
    fail("mgpuTensorMapEncodeTiledMemref: rank " + std::to_string(rank) +
         ", data type " + std::to_string(int(type)) +
         "; legal are ranks 1 to 5 and types 0 to 12");
    return nullptr;
  }
  uint64_t dims[kMaxRank], strides[kMaxRank];
  uint32_t box[kMaxRank], elementStrides[kMaxRank];
  for (int64_t i = 0; i < rank; ++i) {
    int64_t outer = rank - 1 - i;
    dims[i] = uint64_t(descriptor->sizes[outer]);
    box[i] = uint32_t(boxSizes[outer]);
    elementStrides[i] = 1;
    // The innermost stride is one element and not told.
    if (i > 0)
      strides[i - 1] = uint64_t(descriptor->sizes[rank + outer] * bytes);
  }
  TensorMap map;
  mgpuTensorMapEncodeTiled(&map, type, uint32_t(rank),
                           descriptor->aligned + descriptor->offset * bytes,
                           dims, strides, box, elementStrides, interleave,
                           swizzle, l2Promotion, fill);
  DevicePtr device = 0;
  report(cuda->memAlloc(&device, sizeof(map)), "cuMemAlloc", "a tensor map");
  if (!device)
    return nullptr;
  report(cuda->memcpyHtoDAsync(device, &map, sizeof(map), nullptr),
         "cuMemcpyHtoDAsync", "a tensor map");
  report(cuda->streamSynchronize(nullptr), "cuStreamSynchronize");
  return reinterpret_cast<void *>(device);
}
