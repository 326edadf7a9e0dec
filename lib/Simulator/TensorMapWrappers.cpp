//===- TensorMapWrappers.cpp - Tensor maps of compiled host code ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCalls.h"

#include "mlir-autotune/Core/SimulatorABI.h"
#include "mlir-autotune/Core/TensorMapRequest.h"
#include "mlir-autotune/Simulator/Simulator.h"

#include <cstring>

using namespace mlir::autotune;
using namespace mlir::autotune::sim;

static void encode(void *map, void *base, int32_t elementKind, int64_t rows,
                   int64_t columns, int64_t rowStrideElements, int32_t boxRows,
                   int32_t boxColumns, int32_t swizzleBytes, int64_t batch = 0,
                   int64_t batchStrideElements = 0, int64_t outer = 0,
                   int64_t outerStrideElements = 0,
                   const cuda::Window *window = nullptr) {
  std::memset(map, 0, 128);
  // Nobody reads an empty matrix.
  if (rows == 0 || columns == 0)
    return;
  cuda::TensorMapRequest request;
  std::string wrong = request.set(elementKind, rows, columns, rowStrideElements,
                                  boxRows, boxColumns, swizzleBytes);
  if (!wrong.empty())
    return fail(wrong);
  if (batch > 0)
    request.setBatch(elementKind, batch, batchStrideElements);
  if (outer > 0)
    request.setBatch(elementKind, outer, outerStrideElements);
  if (window)
    wrong = request.setWindow(*window);
  if (!wrong.empty())
    return fail(wrong);
  std::optional<std::string> error =
      window
          ? encodeIm2colMap(map, request.dataType, request.rank, base,
                            request.sizes, request.strides, request.lowerCorner,
                            request.upperCorner, request.box[0], request.box[1],
                            request.elementStrides, cuda::kInterleaveNone,
                            request.swizzle,
                            /*outOfBoundsFill=*/0)
          : encodeTensorMap(map, request.dataType, request.rank, base,
                            request.sizes, request.strides, request.box,
                            request.elementStrides, cuda::kInterleaveNone,
                            request.swizzle, /*outOfBoundsFill=*/0,
                            request.trimmedRows);
  if (error)
    fail("tensor map: " + *error);
}

AUTOTUNE_SIM_EXPORT void
mgpuAutotuneTensorMapEncode2D(void *map, void *base, int32_t elementKind,
                              int64_t rows, int64_t columns,
                              int64_t rowStrideElements, int32_t boxRows,
                              int32_t boxColumns, int32_t swizzleBytes) {
  encode(map, base, elementKind, rows, columns, rowStrideElements, boxRows,
         boxColumns, swizzleBytes);
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneTensorMapEncode3D(
    void *map, void *base, int32_t elementKind, int64_t rows, int64_t columns,
    int64_t rowStrideElements, int32_t boxRows, int32_t boxColumns,
    int32_t swizzleBytes, int64_t batch, int64_t batchStrideElements) {
  encode(map, base, elementKind, rows, columns, rowStrideElements, boxRows,
         boxColumns, swizzleBytes, batch, batchStrideElements);
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneTensorMapEncode4D(
    void *map, void *base, int32_t elementKind, int64_t rows, int64_t columns,
    int64_t rowStrideElements, int32_t boxRows, int32_t boxColumns,
    int32_t swizzleBytes, int64_t batch, int64_t batchStrideElements,
    int64_t outer, int64_t outerStrideElements) {
  encode(map, base, elementKind, rows, columns, rowStrideElements, boxRows,
         boxColumns, swizzleBytes, batch, batchStrideElements, outer,
         outerStrideElements);
}

AUTOTUNE_SIM_EXPORT void mgpuAutotuneTensorMapEncodeWindows(
    void *map, void *base, int32_t elementKind, int64_t rows, int64_t columns,
    int64_t rowStrideElements, int32_t boxRows, int32_t boxColumns,
    int32_t swizzleBytes, int64_t batch, int64_t batchStrideElements,
    int64_t outer, int64_t outerStrideElements, const int64_t *numbers) {
  cuda::Window window = cuda::Window::get(numbers);
  encode(map, base, elementKind, rows, columns, rowStrideElements, boxRows,
         boxColumns, swizzleBytes, batch, batchStrideElements, outer,
         outerStrideElements, &window);
}
