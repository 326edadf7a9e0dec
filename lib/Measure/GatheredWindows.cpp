//===- GatheredWindows.cpp - The matrix of all windows --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatheredWindows.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Runtime/CudaDriver.h"

#include <algorithm>
#include <vector>

using namespace mlir::autotune;
using namespace mlir::autotune::measure;
using cuda::Status;

Status GatheredWindows::create(const MeasuredProblem &of,
                               cuda::StreamHandle onStream) {
  if (!of.fact.getWindows())
    return {};
  problem = &of;
  stream = onStream;
  return cuda::DeviceBuffer::create(size_t(getMatrix().getStoredBytes()),
                                    matrix);
}

cuda::DeviceMatrix GatheredWindows::getMatrix() const {
  return {matrix.get(),
          problem->operands[0].element,
          problem->m,
          problem->k,
          problem->k,
          problem->batch,
          problem->m * problem->k};
}

Status GatheredWindows::gather(const Buffers &buffers, int64_t set) const {
  if (!problem)
    return {};
  const cuda::Driver *driver = cuda::Driver::get();
  cuda::DeviceMatrix images = buffers.getMatrix(set, /*operand=*/0);
  std::vector<unsigned char> pixels(size_t(images.getStoredBytes()));
  if (Status status =
          cuda::check(driver->memcpyDtoHAsync(pixels.data(), images.base,
                                              pixels.size(), stream),
                      "cuMemcpyDtoHAsync", "the images of a convolution"))
    return status;
  if (Status status = cuda::check(driver->streamSynchronize(stream),
                                  "cuStreamSynchronize", "images"))
    return status;
  const WindowsFact &windows = *problem->fact.getWindows();
  int64_t bytes = cuda::getElementBytes(images.elementKind);
  int64_t ofProduct = images.columns / problem->batch * bytes;
  int64_t padded = windows.getPaddedChannels(problem->k) * bytes;
  // Zeros of all element types have no bits.
  std::vector<unsigned char> gathered(size_t(getMatrix().getStoredBytes()));
  auto place = gathered.begin();
  for (int64_t product = 0; product < problem->batch; ++product)
    for (int64_t row = 0; row < problem->m; ++row)
      for (int64_t pixel = 0; pixel < windows.getPixels(); ++pixel) {
        if (auto found = windows.findPixel(row, pixel))
          std::copy_n(pixels.begin() + *found * images.rowStride * bytes +
                          product * ofProduct,
                      ofProduct, place);
        place += padded;
      }
  if (Status status =
          cuda::check(driver->memcpyHtoDAsync(matrix.get(), gathered.data(),
                                              gathered.size(), stream),
                      "cuMemcpyHtoDAsync", "the windows of a convolution"))
    return status;
  return cuda::check(driver->streamSynchronize(stream), "cuStreamSynchronize",
                     "windows");
}
