//===- Window.cpp - The windows of a convolution --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/Window.h"

using namespace mlir::autotune::cuda;

/// Limits of a tensor map of four dimensions (CUDA driver API,
/// cuTensorMapEncodeIm2col): steps between windows, and corners.
static constexpr int64_t kMaxStride = 8;
static constexpr int64_t kMinCorner = -128, kMaxCorner = 127;

std::array<int64_t, Window::kNumbers> Window::getNumbers() const {
  return {size[0],      size[1], strides[0], strides[1], dilations[0],
          dilations[1], low[0],  low[1],     high[0],    high[1]};
}

Window Window::get(const int64_t *numbers) {
  auto pair = [&](int first) -> Pair {
    return {numbers[first], numbers[first + 1]};
  };
  return {pair(0), pair(2), pair(4), pair(6), pair(8)};
}

int64_t Window::countPlaces(int dim, int64_t extent) const {
  int64_t room = extent + low[dim] + high[dim] - getReach(dim);
  return room <= 0 ? 0 : (room + strides[dim] - 1) / strides[dim];
}

static std::string describe(const char *what, int64_t value, int64_t least,
                            int64_t most) {
  return std::string(what) + " " + std::to_string(value) + " is not in " +
         std::to_string(least) + " to " + std::to_string(most);
}

std::string Window::getWhyInvalid() const {
  for (int dim : {0, 1}) {
    if (size[dim] < 1 || size[dim] > kMaxNumber)
      return describe("the window's size", size[dim], 1, kMaxNumber);
    if (strides[dim] < 1 || strides[dim] > kMaxStride)
      return describe("the stride", strides[dim], 1, kMaxStride);
    if (dilations[dim] < 1 || dilations[dim] > kMaxNumber)
      return describe("the dilation", dilations[dim], 1, kMaxNumber);
    if (low[dim] < 0 || low[dim] > -kMinCorner)
      return describe("the padding", low[dim], 0, -kMinCorner);
    if (high[dim] < 0 || high[dim] > kMaxNumber)
      return describe("the padding", high[dim], 0, kMaxNumber);
    if (int64_t corner = getUpperCorner(dim);
        corner < kMinCorner || corner > kMaxCorner)
      return describe("the padding less (the window's size - 1) * dilation,",
                      corner, kMinCorner, kMaxCorner);
  }
  return "";
}
