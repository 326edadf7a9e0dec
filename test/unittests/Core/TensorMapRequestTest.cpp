//===- TensorMapRequestTest.cpp - What a tensor map is made from ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/TensorMapRequest.h"

#include "gtest/gtest.h"

using namespace mlir::autotune::cuda;

TEST(TensorMapRequestTest, IsOfBytesInnermostFirst) {
  TensorMapRequest request;
  EXPECT_EQ(request.set(kBF16, 5, 96, 200, 4, 64, 128), "");
  EXPECT_EQ(request.dataType, kTensorBFloat16);
  EXPECT_EQ(request.swizzle, kSwizzle128B);
  EXPECT_EQ(request.sizes[0], 96u);
  EXPECT_EQ(request.sizes[1], 5u);
  EXPECT_EQ(request.strides[0], 400u);
  EXPECT_EQ(request.box[0], 64u);
  EXPECT_EQ(request.box[1], 4u);
  request.setBatch(kBF16, 3, 1000);
  EXPECT_EQ(request.rank, 3u);
  EXPECT_EQ(request.sizes[2], 3u);
  EXPECT_EQ(request.strides[1], 2000u);
  EXPECT_EQ(request.box[2], 1u);
  // One row has no next one, whatever its stride.
  TensorMapRequest row;
  EXPECT_EQ(row.set(kF32, 1, 5, 0, 1, 4, 0), "");
  EXPECT_EQ(row.strides[0], 32u);
}

TEST(TensorMapRequestTest, TrimsBoxesToTheMatrix) {
  TensorMapRequest request;
  EXPECT_EQ(request.set(kBF16, 5, 96, 96, -64, 64, 128), "");
  EXPECT_EQ(request.box[1], 5u);
  EXPECT_EQ(request.trimmedRows, 59u);
  EXPECT_EQ(request.set(kBF16, 65, 96, 96, -64, 64, 128), "");
  EXPECT_EQ(request.box[1], 64u);
  EXPECT_EQ(request.trimmedRows, 0u);
  EXPECT_EQ(request.set(kBF16, 5, 96, 96, 64, 64, 128), "");
  EXPECT_EQ(request.box[1], 64u);
  EXPECT_EQ(request.trimmedRows, 0u);
}

TEST(TensorMapRequestTest, RefusesWhatThereIsNot) {
  TensorMapRequest request;
  EXPECT_EQ(request.set(kI4, 1, 1, 1, 1, 1, 0),
            "tensor map: element kind 12 is none of 0 to 11");
  EXPECT_EQ(request.set(-1, 1, 1, 1, 1, 1, 0),
            "tensor map: element kind -1 is none of 0 to 11");
  EXPECT_EQ(request.set(kF16, 1, 1, 1, 1, 1, 16),
            "tensor map: swizzle of 16 bytes; legal are 0, 32, 64 and 128");
}
