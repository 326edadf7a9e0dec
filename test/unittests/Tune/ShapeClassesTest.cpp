//===- ShapeClassesTest.cpp - Which shape is in which class ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Tune/ShapeClasses.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// The names of its classes, but for the one that has all.
static std::string getClasses(llvm::StringRef line) {
  MatmulFact fact = test::getFact(line);
  EXPECT_TRUE(getShapeClasses().front().contains(fact));
  std::string names;
  for (const ShapeClass &shapeClass : getShapeClasses().drop_front())
    if (shapeClass.contains(fact))
      names += (names.empty() ? "" : "; ") + shapeClass.name.str();
  return names;
}

TEST(ShapeClasses, Large) {
  EXPECT_EQ(getClasses("bf16 tn 2048 2048 2048"), "large");
  EXPECT_EQ(getClasses("bf16 tn 4096 4096 4096"), "large");
  EXPECT_EQ(getClasses("bf16 tn 4096 4096 1984"), "");
}

TEST(ShapeClasses, FewRows) {
  EXPECT_EQ(getClasses("bf16 tn 64 28672 4096"), "few rows; streamed weights");
  EXPECT_EQ(getClasses("bf16 tn 128 28672 4096"), "");
  // 200 MB are 10^6 bytes each, of the type that B has.
  EXPECT_EQ(getClasses("bf16 tn 16 25000 4000"),
            "few rows; streamed weights; small; odd");
  EXPECT_EQ(getClasses("bf16 nn 64 24960 4000"), "few rows; odd");
  EXPECT_EQ(getClasses("f32 nn 64 24960 4032"), "few rows; streamed weights");
}

TEST(ShapeClasses, FewTilesAndLongK) {
  EXPECT_EQ(getClasses("bf16 tn 256 256 16384"), "few tiles, long K; small");
  EXPECT_EQ(getClasses("bf16 tn 64 2112 7168"),
            "few rows; few tiles, long K; small");
  EXPECT_EQ(getClasses("bf16 tn 1024 1024 4096"), "few tiles, long K");
  EXPECT_EQ(getClasses("bf16 tn 1024 1088 4096"), "");
  EXPECT_EQ(getClasses("bf16 tn 1024 1024 4032"), "");
}

TEST(ShapeClasses, Small) {
  EXPECT_EQ(getClasses("bf16 tn 512 512 512"), "small");
  EXPECT_EQ(getClasses("bf16 tn 1024 1024 1024"), "small");
  EXPECT_EQ(getClasses("bf16 tn 128 4096 4096"), "few tiles, long K; small");
  EXPECT_EQ(getClasses("bf16 tn 128 7168 2048"), "small");
  EXPECT_EQ(getClasses("bf16 tn 1024 1024 2112"), "");
}

TEST(ShapeClasses, Odd) {
  EXPECT_EQ(getClasses("bf16 tn 1000 1024 4032"), "");
  EXPECT_EQ(getClasses("bf16 tn 1024 1000 4032"), "odd");
  EXPECT_EQ(getClasses("bf16 tn 1024 1088 4100"), "odd");
  // The same strides in elements are multiples in bytes.
  EXPECT_EQ(getClasses("f32 tn 1024 1056 4032"), "");
  EXPECT_EQ(getClasses("bf16 tn 1024 1056 4032"), "odd");
}
