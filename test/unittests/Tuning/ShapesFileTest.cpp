//===- ShapesFileTest.cpp - Matmuls as lines of text ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::test;

using ShapesFolderTest = FolderTest;

TEST(ShapesFile, LayoutsAndTypes) {
  MatmulFact fact = getFact("bf16 tn 16 6144 4096 # a comment\n");
  EXPECT_EQ(fact.getKey(), "16x6144x4096 bf16 B^T -> bf16");
  EXPECT_EQ(fact.b.rowStride, 4096);
  EXPECT_EQ(fact.c.rowStride, 6144);
  EXPECT_EQ(getFact("f16 nn 16 32 64").getKey(), "16x32x64 f16 -> f16");
  MatmulFact both = getFact("f32 tt 16 32 64");
  EXPECT_TRUE(both.a.transposed && both.b.transposed);
  EXPECT_EQ(both.a.rowStride, 16);
  MatmulFact batch = getFact("bf16 tn 8*16 32 64");
  EXPECT_EQ(batch.getKey(), "8*16x32x64 bf16 B^T -> bf16");
  EXPECT_EQ(batch.b.batchStride, 32 * 64);
  EXPECT_EQ(getFact("bf16 tn 1*16 32 64").getKey(),
            "16x32x64 bf16 B^T -> bf16");
  EXPECT_EQ(getFact("i8 tn 16 32 64").c.element, ElementKind::I32);
  EXPECT_EQ(getFact("e4m3 tn 16 32 64").getKey(),
            "16x32x64 f8E4M3FN B^T -> bf16");
  EXPECT_EQ(getFact("e5m2 tn 16 32 64"), getFact("f8E5M2 tn 16 32 64"));
  EXPECT_EQ(getFact("bf16,i8 tn 16 32 64").getKey(),
            "16x32x64 bf16,i8 B^T -> bf16");
  EXPECT_EQ(getFact("i8,f16 tn 16 32 64").getKey(),
            "16x32x64 i8,f16 B^T -> f16");
  EXPECT_EQ(getFact("bf16,i4 tn 16 32 64").getKey(),
            "16x32x64 bf16,i4 B^T -> bf16");
  EXPECT_EQ(getFact("i4,f16 tn 16 32 64").getKey(),
            "16x32x64 i4,f16 B^T -> f16");
  EXPECT_EQ(getFact("f64,i8 tn 16 32 64").getKey(),
            "16x32x64 f64,i8 B^T -> f64");
  EXPECT_EQ(getFact("i8,e5m2 tn 16 32 64").getKey(),
            "16x32x64 i8,f8E5M2 B^T -> bf16");
  EXPECT_EQ(getFact("e5m2,e4m3 tn 16 32 64").getKey(),
            "16x32x64 f8E5M2,f8E4M3FN B^T -> bf16");
  EXPECT_EQ(getFact("tf32 tn 16 32 64").getKey(), "16x32x64 tf32 B^T -> f32");
  EXPECT_EQ(getFact("3xtf32 nn 16 32 64").getKey(), "16x32x64 3xtf32 -> f32");
  EXPECT_EQ(getFact("f64 nn 16 32 64").accumulator, ElementKind::F64);
}

/// A function as modules would have it, whatever it is written as.
TEST(ShapesFile, ProblemsMayHaveEpilogues) {
  EXPECT_EQ(getFact("64x32x16 f16 B^T -> f32 a(stride=24) # strided").getKey(),
            "64x32x16 f16 B^T -> f32 a(stride=24)");
  MatmulFact fact = getFact(
      "64x32x16 bf16 then {func.func @f(%x: f32,  %y: bf16) -> bf16 { %a = "
      "arith.extf %y : bf16 to f32 %b = arith.addf %x, %a fastmath<fast> : f32 "
      "%c = arith.truncf %b : f32 to bf16 return %c : bf16 }} bf16[n] # bias");
  EXPECT_EQ(fact.epilogue.body,
            "func.func @epilogue(%arg0: f32, %arg1: bf16) -> bf16 { %0 = "
            "arith.extf %arg1 : bf16 to f32 %1 = arith.addf %arg0, %0 : f32 %2 "
            "= arith.truncf %1 : f32 to bf16 return %2 : bf16 }");
  ASSERT_EQ(fact.epilogue.operands.size(), 1u);
  EXPECT_TRUE(fact.epilogue.operands[0].overColumns);
}

TEST(ShapesFile, EqualLinesCountOnce) {
  std::vector<std::string> skipped;
  auto facts = cantFail(parseShapes(
      "bf16 tn 1 2 3\n\nbf16 tn 1 2 3\nbf17 tn 1 2 3", "f", skipped));
  EXPECT_EQ(facts.size(), 1u);
  ASSERT_EQ(skipped.size(), 1u);
  EXPECT_EQ(skipped[0].find("f:4: left out: no element type 'bf17'"), 0u);
}

/// What editors of other systems write: a byte order mark, \r\n, no last
/// newline.
TEST(ShapesFile, TextsOfOtherSystems) {
  std::vector<std::string> skipped;
  auto facts = cantFail(parseShapes(
      "\xef\xbb\xbf# shapes\r\nbf16 tn 1 2 3\r\n\r\n4x8x16 f32 -> f32\r\n"
      "\xef\xbb\xbf"
      "bf16 tn 4 5 6 # joined by cat\r\nbf16 tn 7 8 9",
      "f", skipped));
  EXPECT_EQ(facts.size(), 4u);
  EXPECT_TRUE(skipped.empty());
  facts = cantFail(parseShapes("\xef\xbb\xbf"
                               "bf16 tn 1 2 3",
                               "f", skipped));
  EXPECT_EQ(facts.size(), 1u);
  EXPECT_TRUE(skipped.empty());
}

TEST(ShapesFile, ErrorsNameTheLine) {
  auto getError = [](StringRef text) {
    std::vector<std::string> skipped;
    auto facts = parseShapes(text, "f", skipped);
    return facts ? std::string() : llvm::toString(facts.takeError());
  };
  EXPECT_EQ(getError("# only a comment\n").find("f: has no shapes"), 0u);
  EXPECT_EQ(getError("bf16 tn 1 2\n").find("f:1: expected"), 0u);
  EXPECT_EQ(getError("\nbf16 xy 1 2 3").find("f:2: 'xy' is no layout"), 0u);
  EXPECT_EQ(getError("bf16 tn 0 2 3").find("f:1: '0' is no size"), 0u);
  EXPECT_EQ(getError("bf16 tn 0*1 2 3").find("f:1: '0' is no size"), 0u);
  EXPECT_EQ(getError("\n1x2 f32").find("f:2: '1x2' is no MxNxK"), 0u);
  EXPECT_EQ(getError("1x2x3 f32 then {func.func @f(%x: f64) -> f64 { return %x "
                     ": f64 }}")
                .find("f:1: its epilogue: its type is (f64) -> f64, not "),
            0u);
  EXPECT_EQ(getError("bf16 tn *1 2 3").find("f:1: '' is no size"), 0u);
  EXPECT_EQ(getError("bf16 tn 1 2*2 3").find("f:1: '2*2' is no size"), 0u);
  EXPECT_EQ(getError("bf16 tn 99999999999 2 3").find("f:1: '99999999999'"), 0u);
}

/// What C would be of by the one or by the other type, is not guessed.
TEST(ShapesFile, OtherPairsAreRefused) {
  for (StringRef types :
       {"i64,i8", "i8,i64", "f16,f64", "f64,f16", "bf16,f16", "i16,f32",
        "f32,i32", "f32,tf32", "f32,e4m3", "i4", "i4,i8", "i32,i4"}) {
    std::vector<std::string> skipped;
    auto facts = parseShapes((types + " tn 1 2 3").str(), "f", skipped);
    ASSERT_FALSE(bool(facts)) << types.str();
    EXPECT_EQ(
        llvm::toString(facts.takeError())
            .find("f:1: '" + types.str() +
                  "' is no pair of element types; a pair is two 8-bit floats, "
                  "one 8-bit float and bf16 or f16, or i8 or i4 and a float"),
        0u);
  }
}

/// What has no end is an error, too.
TEST_F(ShapesFolderTest, LongFilesAreRefused) {
  std::string path = getPath("shapes");
  for (size_t size : {kMaxShapesFileBytes, kMaxShapesFileBytes + 1}) {
    std::error_code code;
    llvm::raw_fd_ostream(path, code) << std::string(size, '#');
    auto text = readShapesFile(path);
    ASSERT_EQ(static_cast<bool>(text), size == kMaxShapesFileBytes);
    if (text)
      EXPECT_EQ(text->size(), size);
    else
      EXPECT_NE(llvm::toString(text.takeError())
                    .find("shapes: has more than 1048576 bytes, the limit"),
                std::string::npos);
  }
  EXPECT_TRUE(llvm::errorToBool(readShapesFile("/dev/zero").takeError()));
  EXPECT_NE(llvm::toString(readShapesFile(getPath("none")).takeError())
                .find("none: No such file"),
            std::string::npos);
}
