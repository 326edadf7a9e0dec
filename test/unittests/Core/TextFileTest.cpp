//===- TextFileTest.cpp - Text as other systems write it ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/TextFile.h"

#include "gtest/gtest.h"

using namespace mlir::autotune;

TEST(TextFileTest, TakesLines) {
  std::string_view text = "\xef\xbb\xbf"
                          "a\r\n\n\xef\xbb\xbf"
                          "b\r";
  EXPECT_EQ(takeLine(text), "a");
  EXPECT_EQ(takeLine(text), "");
  EXPECT_EQ(takeLine(text), "b");
  EXPECT_TRUE(text.empty());
  EXPECT_EQ(takeLine(text), "");
}

TEST(TextFileTest, SkipsAByteOrderMark) {
  EXPECT_EQ(skipByteOrderMark("\xef\xbb\xbf"
                              "{}"),
            "{}");
  EXPECT_EQ(skipByteOrderMark("\xef\xbb"), "\xef\xbb");
  EXPECT_EQ(skipByteOrderMark(""), "");
}
