//===- Window.h - The windows of a convolution ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution multiplies the filter with a window of the image for each pixel
// of its result. This header says where the windows are, for all that must
// agree on it: the dialect, host code, the runtime and the simulator.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_WINDOW_H
#define MLIR_AUTOTUNE_CORE_WINDOW_H

#include <array>
#include <cstdint>
#include <string>

namespace mlir::autotune::cuda {

/// Where windows are in an image of rows (dimension 0) and columns
/// (dimension 1).
struct Window {
  using Pair = std::array<int64_t, 2>;

  /// The filter's rows and columns.
  Pair size = {1, 1};
  /// How far a window is from the next one.
  Pair strides = {1, 1};
  /// How far a pixel of a window is from the next one.
  Pair dilations = {1, 1};
  /// Zeros before the first pixel, and after the last one.
  Pair low = {0, 0}, high = {0, 0};

  /// The same as a list, for calls of the runtime and for keys: the members in
  /// order, rows first.
  static constexpr int kNumbers = 10;
  /// No number is larger. Products of such numbers don't overflow.
  static constexpr int64_t kMaxNumber = 1024;
  std::array<int64_t, kNumbers> getNumbers() const;
  static Window get(const int64_t *numbers);

  /// How far the last pixel of a window is from its first one.
  int64_t getReach(int dim) const { return (size[dim] - 1) * dilations[dim]; }
  /// The windows along a dimension of an image of `extent` pixels.
  int64_t countPlaces(int dim, int64_t extent) const;
  /// Where the first pixels of windows may be: from the lower corner, counted
  /// from the image's first pixel, to the upper corner, counted from its last
  /// one. These are the corners of a tensor map in im2col mode.
  int64_t getLowerCorner(int dim) const { return -low[dim]; }
  int64_t getUpperCorner(int dim) const { return high[dim] - getReach(dim); }

  /// Why no tensor map of an image can have such windows; empty if it can.
  std::string getWhyInvalid() const;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_CORE_WINDOW_H
