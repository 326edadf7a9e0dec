//===- WindowsTests.cpp - Convolutions as products of windows -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedProblem.h"

#include "mlir-autotune/Problem/Operands.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using llvm::StringRef;
using testing::HasSubstr;
using namespace mlir::autotune;

TEST(Windows, HaveText) {
  for (StringRef text :
       {"60x16x288 f16 B^T windows 3x3 of 2x5x6x32 padding 1,1,1,1 -> f16",
        "?x16x64 i8 windows 1x1 of ?x8x8x64 strides 2,2 -> i32",
        "12x8x96 bf16 B^T windows 1x3 of 1x3x10x20 dilations 1,3 -> bf16 "
        "a(stride=24, align=16)"})
    EXPECT_EQ(parse(text), text);
}

TEST(Windows, DescribeTheImages) {
  MatmulFact fact = parseFact(
      "60x16x360 f16 B^T windows 3x3 of 2x5x6x32 padding 1,1,1,1 -> f16");
  ASSERT_TRUE(fact.isConvolution());
  EXPECT_EQ(fact.getPaddedChannels(), 40);
  auto operands = listOperands(fact);
  EXPECT_EQ(operands[0].getStoredRows(), 60);
  EXPECT_EQ(operands[0].getStoredColumns(), 32);
  EXPECT_EQ(fact.a.rowStride, 32);
  // The images once, and not once for each window.
  EXPECT_EQ(fact.getBytes(), 2.0 * (60 * 32 + 16 * 360 + 60 * 16));
  EXPECT_EQ(fact.getFlops(), 2.0 * 60 * 16 * 360);
}

TEST(Windows, FindTheirPixels) {
  MatmulFact fact = parseFact("12x16x192 f16 B^T windows 2x3 of 2x5x6x32 "
                              "strides 2,3 dilations 1,2 padding 1,1,0,1 -> "
                              "f16");
  const WindowsFact &windows = *fact.windows;
  // An image has six: they begin at rows -1, 1 and 3, and at columns -1 and 2.
  EXPECT_EQ(windows.countWindows(), 12);
  EXPECT_EQ(windows.findPixel(0, 0), std::nullopt);
  EXPECT_EQ(windows.findPixel(0, 4), 0 * 6 + 1);
  EXPECT_EQ(windows.findPixel(3, 0), 1 * 6 + 2);
  // The last pixel is at column 6, which there is not.
  EXPECT_EQ(windows.findPixel(3, 5), std::nullopt);
  EXPECT_EQ(windows.findPixel(6 + 3, 1), 30 + 1 * 6 + 4);
}

TEST(Windows, AreRefused) {
  EXPECT_THAT(getFault("59x16x288 f16 B^T windows 3x3 of 2x5x6x32 padding "
                       "1,1,1,1 -> f16"),
              HasSubstr("the images have 60 windows; M must say the same"));
  EXPECT_THAT(getFault("60x16x287 f16 B^T windows 3x3 of 2x5x6x32 padding "
                       "1,1,1,1 -> f16"),
              HasSubstr("K must be known, and have the channels of an image "
                        "for each of the 9 pixels of a window"));
  EXPECT_THAT(getFault("60x16x288 f16 A^T windows 3x3 of 2x5x6x32 padding "
                       "1,1,1,1 -> f16"),
              HasSubstr("an A with windows is not transposed"));
  // A batch, whose products share the channels.
  EXPECT_EQ(getFault("2*30x16x144 f16 windows 3x3 of 1x5x6x32 padding "
                     "1,1,1,1 -> f16 a(broadcast)"),
            "");
  for (const char *text : {"2*30x16x288 f16 windows 3x3 of 1x5x6x32 padding "
                           "1,1,1,1 -> f16 a(broadcast)",
                           "3*30x16x90 f16 windows 3x3 of 1x5x6x32 padding "
                           "1,1,1,1 -> f16 a(broadcast)"})
    EXPECT_THAT(getFault(text), HasSubstr("an equal share of the channels"));
  EXPECT_THAT(getFault("60x16x288 f16 windows 3x3 of 2x5x6x32 strides 0,1 -> "
                       "f16"),
              HasSubstr("sizes, strides and dilations of windows are from 1 to "
                        "1024, and paddings are from 0 to as many"));
  EXPECT_THAT(getFault("60x16x288 f16 windows 3x3 of 2x5x?x32 -> f16"),
              HasSubstr("the sizes of images with windows must be known"));
  EXPECT_THAT(getFault("60x16x288 f16 windows 3x3 of "
                       "2000000000x2000000000x2000000000x32 -> f16"),
              HasSubstr("more than 1048543 images, or pixels along one "
                        "dimension"));
  EXPECT_THAT(getFault("60x16x288 f16 windows 3 of 2x5x6x32 -> f16"),
              HasSubstr("expected the pixels of a window, as in 3x3, not '3'"));
  EXPECT_THAT(getFault("60x16x288 f16 windows 3x3 in 2x5x6x32 -> f16"),
              HasSubstr("expected 'of' and the images"));
  EXPECT_THAT(getFault("60x16x288 f16 windows 3x3 of 5x6x32 -> f16"),
              HasSubstr("expected images, as in 8x56x56x64, not '5x6x32'"));
  EXPECT_THAT(getFault("60x16x288 f16 windows 3x3 of 2x5x6x32 padding 1 -> "
                       "f16"),
              HasSubstr("expected zeros above, left, below and right"));
}
