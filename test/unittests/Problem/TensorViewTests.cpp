//===- TensorViewTests.cpp - How kernels of attention see operands --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/KernelABI.h"
#include "mlir-autotune/Problem/TensorView.h"

#include "gtest/gtest.h"

#include <limits>

using namespace mlir::autotune;
using tile::KernelParam;

TEST(TensorView, ParametersNumberDimensionsFromTheRows) {
  TensorView view;
  view.sizes = {2, 3, 5, 7};
  view.strides = {1000, 7, 21, 1};
  EXPECT_EQ(view.getSize(KernelParam::kRows), 5);
  EXPECT_EQ(view.getSize(KernelParam::kColumns), 7);
  EXPECT_EQ(view.getSize(KernelParam::kBatch), 3);
  EXPECT_EQ(view.getSize(KernelParam::kOuterBatch), 2);
  EXPECT_EQ(view.getStride(KernelParam::kRows), 21);
  EXPECT_EQ(view.getStride(KernelParam::kBatch), 7);
  EXPECT_EQ(view.getStride(KernelParam::kOuterBatch), 1000);
  EXPECT_EQ(view.getLastOffset(), 1000 + 2 * 7 + 4 * 21 + 6);
}

TEST(TensorView, LargeOffsetsStopAtTheLargestNumber) {
  TensorView view;
  view.sizes.fill(std::numeric_limits<int32_t>::max());
  view.strides.fill(int64_t(1) << 39);
  EXPECT_EQ(view.getLastOffset(), std::numeric_limits<int64_t>::max());
}
