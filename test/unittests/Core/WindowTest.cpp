//===- WindowTest.cpp - The windows of a convolution ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/Window.h"

#include "mlir-autotune/Core/TensorMapRequest.h"

#include "gtest/gtest.h"

using namespace mlir::autotune::cuda;

namespace {

/// 3 x 5 pixels, every second row, every second pixel of a row.
const Window kWindow = {{3, 5}, {2, 1}, {1, 2}, {1, 4}, {2, 3}};

TEST(WindowTest, IsAListOfNumbers) {
  std::array<int64_t, Window::kNumbers> numbers = {3, 5, 2, 1, 1,
                                                   2, 1, 4, 2, 3};
  EXPECT_EQ(kWindow.getNumbers(), numbers);
  EXPECT_EQ(Window::get(numbers.data()).getNumbers(), numbers);
}

TEST(WindowTest, CountsPlaces) {
  // 10 + 1 + 2 rows: windows of 3 begin at 0, 2, ... 10.
  EXPECT_EQ(kWindow.countPlaces(0, 10), 6);
  EXPECT_EQ(kWindow.countPlaces(0, 11), 6);
  EXPECT_EQ(kWindow.countPlaces(0, 12), 7);
  // 10 + 4 + 3 columns: windows reach over 9.
  EXPECT_EQ(kWindow.countPlaces(1, 10), 9);
  EXPECT_EQ(kWindow.countPlaces(1, 2), 1);
  EXPECT_EQ(kWindow.countPlaces(1, 1), 0);
  EXPECT_EQ(Window().countPlaces(0, 7), 7);
}

TEST(WindowTest, GivesTheCornersOfAMap) {
  EXPECT_EQ(kWindow.getLowerCorner(0), -1);
  EXPECT_EQ(kWindow.getLowerCorner(1), -4);
  EXPECT_EQ(kWindow.getUpperCorner(0), 0);
  EXPECT_EQ(kWindow.getUpperCorner(1), -5);
  TensorMapRequest request;
  EXPECT_EQ(request.set(kF16, /*rows=*/11, /*columns=*/64, /*rowStride=*/64,
                        /*boxRows=*/128, /*boxColumns=*/64, 128),
            "");
  request.setBatch(kF16, 10, 704);
  request.setBatch(kF16, 2, 7040);
  EXPECT_EQ(request.setWindow(kWindow), "");
  EXPECT_TRUE(request.isIm2col);
  EXPECT_EQ(request.rank, 4u);
  // Columns come before rows.
  EXPECT_EQ(request.lowerCorner[0], -4);
  EXPECT_EQ(request.lowerCorner[1], -1);
  EXPECT_EQ(request.upperCorner[0], -5);
  EXPECT_EQ(request.upperCorner[1], 0);
  EXPECT_EQ(request.elementStrides[1], 1u);
  EXPECT_EQ(request.elementStrides[2], 2u);
  EXPECT_EQ(request.box[0], 64u);
  EXPECT_EQ(request.box[1], 128u);
}

TEST(WindowTest, RefusesWhatNoMapHas) {
  EXPECT_EQ(kWindow.getWhyInvalid(), "");
  auto why = [](Window::Pair Window::*member, int64_t value) {
    Window window = kWindow;
    (window.*member)[1] = value;
    return window.getWhyInvalid();
  };
  EXPECT_EQ(why(&Window::size, 0), "the window's size 0 is not in 1 to 1024");
  EXPECT_EQ(why(&Window::strides, 8), "");
  EXPECT_EQ(why(&Window::strides, 9), "the stride 9 is not in 1 to 8");
  EXPECT_EQ(why(&Window::dilations, 0), "the dilation 0 is not in 1 to 1024");
  EXPECT_EQ(why(&Window::dilations, 32), "");
  EXPECT_EQ(why(&Window::dilations, 33),
            "the padding less (the window's size - 1) * dilation, -129 is not "
            "in -128 to 127");
  EXPECT_EQ(why(&Window::low, 128), "");
  EXPECT_EQ(why(&Window::low, 129), "the padding 129 is not in 0 to 128");
  EXPECT_EQ(why(&Window::high, 135), "");
  EXPECT_EQ(why(&Window::high, 136),
            "the padding less (the window's size - 1) * dilation, 128 is not "
            "in -128 to 127");
  TensorMapRequest request;
  Window window;
  window.strides = {1, 0};
  EXPECT_EQ(request.setWindow(window),
            "tensor map: the stride 0 is not in 1 to 8");
}

} // namespace
