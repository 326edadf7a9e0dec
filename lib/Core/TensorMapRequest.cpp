//===- TensorMapRequest.cpp - What a tensor map is made from --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/TensorMapRequest.h"

#include "mlir-autotune/Core/Elements.h"

#include <algorithm>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

std::string TensorMapRequest::set(int elementKind, int64_t rows,
                                  int64_t columns, int64_t rowStride,
                                  int64_t boxRows, int64_t boxColumns,
                                  int64_t swizzleBytes) {
  if (elementKind < 0 || elementKind > kI64)
    return "tensor map: element kind " + std::to_string(elementKind) +
           " is none of 0 to " + std::to_string(kI64);
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
    return "tensor map: swizzle of " + std::to_string(swizzleBytes) +
           " bytes; legal are 0, 32, 64 and 128";
  }
  const ElementInfo &element = kElementInfos[elementKind];
  dataType = element.tensorMap;
  sizes[0] = uint64_t(columns);
  sizes[1] = uint64_t(rows);
  strides[0] = uint64_t(rowStride * element.getBytes());
  // From a row that has no next one nothing is stepped, but its stride, which
  // may be anything then, must not be shorter than it is.
  if (rows == 1)
    strides[0] =
        std::max(strides[0], alignStride(columns * element.getBytes()));
  box[0] = uint32_t(boxColumns);
  box[1] = uint32_t(boxRows < 0 ? std::min(-boxRows, rows) : boxRows);
  trimmedRows = boxRows < 0 ? uint32_t(-boxRows) - box[1] : 0;
  return "";
}

void TensorMapRequest::setBatch(int elementKind, int64_t batch,
                                int64_t batchStride) {
  sizes[rank] = uint64_t(batch);
  strides[rank - 1] =
      uint64_t(batchStride * kElementInfos[elementKind].getBytes());
  box[rank] = 1;
  ++rank;
}

std::string TensorMapRequest::setWindow(const Window &window) {
  if (std::string why = window.getWhyInvalid(); !why.empty())
    return "tensor map: " + why;
  isIm2col = true;
  for (int i : {0, 1}) {
    int dim = 1 - i;
    lowerCorner[i] = int(window.getLowerCorner(dim));
    upperCorner[i] = int(window.getUpperCorner(dim));
    elementStrides[1 + i] = uint32_t(window.strides[dim]);
  }
  return "";
}
