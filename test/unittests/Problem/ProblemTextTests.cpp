//===- ProblemTextTests.cpp - Matmuls as text -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedProblem.h"

#include "gtest/gtest.h"

using llvm::StringRef;
using namespace mlir::autotune;

static bool says(StringRef text, StringRef what) {
  return StringRef(parse(text)).contains(what);
}

TEST(ProblemText, IsTheInverseOfTheKey) {
  for (StringRef key :
       {"4096x4096x4096 bf16 B^T -> bf16",
        "?x64x128 i8 zext -> i32 accumulate",
        "3*1x2x3 f16 A^T B^T -> f32",
        "?*9x8x7 bf16 -> bf16 a(broadcast) b(stride=16, batch=200)",
        "4*9x8x? bf16 -> bf16 b(batch=64) c(batch=?, align=2)",
        "1x1x1 bf16,f16 -> f32",
        "8x16x32 f8E5M2,f8E4M3FN B^T -> bf16",
        "8x16x32 tf32 B^T -> f32",
        "8x16x32 3xtf32 B^T -> bf16 accumulate",
        "1x2x3 f64 -> f64 accumulate",
        "1x2x3 f16,i8 zext -> f32",
        "1x2x3 i8,f16 zext -> f32",
        "5x6x7 f32 -> f32 in f64",
        "8x16x32 f16 B^T -> f16 in f16",
        "2*8x16x32 f16 -> bf16 in f16 then 0123456789abcdef f16[n]",
        "9x8x7 i16 -> i64 in i32 a(stride=12, align=4) c(strided)",
        "?x?x?/64 bf16 B^T -> bf16 a(unit=64) b(stride=?) c(unit=8, align=16)",
        "?*?x64x?/8 bf16 -> bf16 a(stride=?, batch=?, unit=8) c(unit=64)",
        "9x8x7 bf16 A^T -> bf16 accumulate a(stride=?) b(strided, align=2) "
        "c(align=16)",
        "9x8x7 bf16 -> f32 then 0123456789abcdef",
        "[256,300,0]x14336x4096 bf16 B^T -> bf16",
        "[5]x8x7 bf16 -> bf16",
        "[?,300]x64x96 bf16 -> bf16",
        "[3,40]x64x96 f16 A^T -> f32 accumulate a(stride=48) c(align=16)",
        "2*9x8x7 bf16 -> f32 accumulate then 0123456789abcdef f32[n] bf16[mn] "
        "i8[1] f64[m] a(broadcast) e0(broadcast) e1(stride=16, align=2)",
        "9x8x7 bf16 B^T x2 -> bf16 then 0123456789abcdef f32[n]",
        "9x8x7 bf16 -> bf16,f32 then 0123456789abcdef",
        "2*9x8x7 bf16 -> f32,f32,i8 accumulate then 0123456789abcdef "
        "f32[n] c(align=16) c2(batch=80) c3(stride=16, strided, align=2) "
        "e0(broadcast)",
        "9x8x7+16 bf16 -> bf16",
        "9x8x3*7 bf16 -> bf16",
        "32*9x8x7 bf16 -> f32 a(stride=112, batch=7, inner=16, outer=1008) "
        "b(batch=64, inner=?, outer=?)",
        "9x8x?*7 i8 A^T B^T zext -> i32 accumulate then 0123456789abcdef "
        "f32[n] a(stride=16, batch=128, align=16) b(broadcast)",
        "2*9x8x?+7 i8 A^T zext -> i32 accumulate a2(broadcast) "
        "b2(stride=24, align=8)",
        "2*9x8x7 i8 zext x2 -> i32 then 0123456789abcdef b(broadcast)",
        "9x8x700 bf16,i8 B^T first 0123456789abcdef bf16[n,k/128] i8[k/32,n] "
        "f32[n] f16[k/64] f32[1] -> bf16 p0(stride=16) p1(align=4)",
        "9x8x70 bf16,f8E4M3FN B^T first 0123456789abcdef bf16[n,k/16] -> f32",
        "9x8x70 f8E5M2,f16 B^T first 0123456789abcdef f16[m] -> f16",
        "9x8x? i8,f16 first 0123456789abcdef f16[m,k/128] -> f32 accumulate "
        "then 0123456789abcdef f32[n] e0(align=2)"})
    EXPECT_EQ(parse(key), key);
}

TEST(ProblemText, HasGroups) {
  MatmulFact fact = parseFact("[100,0,28]x64x96 bf16 A^T");
  EXPECT_EQ(fact.m, 128);
  EXPECT_EQ(fact.batch, 1);
  EXPECT_EQ(fact.group, (std::vector<int64_t>{100, 0, 28}));
  EXPECT_EQ(fact.a.rowStride, 100);
  EXPECT_EQ(fact.getFlops(), 2.0 * 128 * 64 * 96);
  // A and C of all rows, and a B for each.
  EXPECT_EQ(fact.getBytes(), 2.0 * (128 * 96 + 3 * 96 * 64 + 128 * 64));
  MatmulFact one = parseFact("128x64x96 bf16 A^T a(stride=100)");
  EXPECT_NE(fact, one);
  one.setGroup({100, 28, 0});
  EXPECT_NE(fact, one);
  // As it lies in memory to be measured.
  MatmulFact batch = fact.getRaggedBatch();
  EXPECT_EQ(batch.batch, 3);
  EXPECT_EQ(batch.m, 100);
  EXPECT_EQ(batch.a.batchStride, 100 * 96);
  EXPECT_EQ(batch.c.batchStride, 100 * 64);
  EXPECT_EQ(batch.group, fact.group);
  EXPECT_EQ(batch.getRaggedBatch(), batch);

  EXPECT_TRUE(isDynamicSize(parseFact("[?,3]x64x96 bf16").m));
  auto says = [](StringRef text, StringRef what) {
    return StringRef(parse(text)).contains(what);
  };
  EXPECT_TRUE(says("[]x2x3 bf16", "'' is no size"));
  EXPECT_TRUE(says("[1,x2x3 bf16", "is no size"));
  EXPECT_TRUE(says("2*[1,2]x2x3 bf16", "a batch and a group"));
  EXPECT_TRUE(says("[" + std::string(128, '1') + "]x2x3 bf16", "is no size"));
  std::string many = "[1";
  for (int i = 0; i < 64; ++i)
    many += ",1";
  EXPECT_TRUE(says(many + "]x2x3 bf16", "at most 64 products, not 65"));
}

TEST(ProblemText, HasParts) {
  MatmulFact fact = parseFact("9x8x3*7 bf16 A^T b(broadcast)");
  EXPECT_TRUE(fact.hasParts());
  EXPECT_FALSE(fact.isBatched());
  EXPECT_EQ(fact.parts, 3);
  EXPECT_EQ(fact.k, 7);
  EXPECT_EQ(fact.a.batchStride, 9 * 7);
  EXPECT_EQ(fact.b.batchStride, 0);
  EXPECT_EQ(fact.c.batchStride, 0);
  EXPECT_EQ(fact.getFlops(), 2.0 * 9 * 8 * 3 * 7);
  EXPECT_EQ(fact.getBytes(), 2.0 * (3 * 9 * 7 + 8 * 7 + 9 * 8));
  EXPECT_EQ(fact.asOneProduct().k, 21);
  EXPECT_FALSE(fact.asOneProduct().hasParts());
  MatmulFact other = fact;
  other.parts = 4;
  EXPECT_NE(fact, other);
  EXPECT_NE(hash_value(fact), hash_value(other));
  EXPECT_FALSE(cantFail(parseProblem("9x8x?*7 bf16")).hasStaticSizes());
  EXPECT_TRUE(isDynamicSize(parseFact("9x8x?*7 bf16").asOneProduct().k));
  EXPECT_EQ(parse("9x8x1*7 bf16 -> bf16"), "9x8x7 bf16 -> bf16");
  EXPECT_TRUE(says("9x8x*7 bf16", "'' is no size"));
  EXPECT_TRUE(says("9x8x2*3*7 bf16", "'3*7' is no size"));
  EXPECT_TRUE(says("9x2*8x7 bf16", "'2*8' is no size"));
  EXPECT_TRUE(says("2*9x8x2*7 bf16", "has a K in parts"));
  EXPECT_TRUE(says("9x8x2*7+8 bf16", "has a K in parts"));
  EXPECT_TRUE(says("[9]x8x2*7 bf16", "has a K in parts"));
  EXPECT_TRUE(says("9x8x2*7 bf16 x2", "'x2' can't have a K in parts"));
  EXPECT_TRUE(says("9x8x2*7 bf16 a(broadcast) b(broadcast)",
                   "all parts of its K are the same"));
  EXPECT_TRUE(says("9x8x2*7 bf16 c(batch=72)", "means nothing in a layout"));
}

TEST(ProblemText, HasBatchesInTwo) {
  MatmulFact fact =
      parseFact("32*9x8x7 bf16 a(stride=112, batch=7, inner=16, outer=9)");
  EXPECT_TRUE(fact.a.hasOuterBatch());
  EXPECT_EQ(fact.a.innerBatch, 16);
  EXPECT_EQ(fact.a.outerStride, 9);
  EXPECT_FALSE(fact.b.hasOuterBatch());
  MatmulFact other = fact;
  other.a.outerStride = 10;
  EXPECT_NE(fact, other);
  EXPECT_NE(hash_value(fact), hash_value(other));
  EXPECT_TRUE(says("32*9x8x7 bf16 a(inner=16)", "must be given together"));
  EXPECT_TRUE(says("32*9x8x7 bf16 a(outer=16)", "must be given together"));
  EXPECT_TRUE(says("32*9x8x7 bf16 a(broadcast, inner=16, outer=8)",
                   "must be given together"));
  EXPECT_TRUE(
      says("32*9x8x7 bf16 c(inner=16, outer=8)", "is only for A and B"));
  EXPECT_EQ(parse("9x8x8*7 bf16 -> bf16 a(batch=7, inner=2, outer=8)"),
            "9x8x8*7 bf16 -> bf16 a(batch=7, inner=2, outer=8)");
  EXPECT_TRUE(says("9x8x7 bf16 a(inner=16, outer=8)", "means nothing"));
}

TEST(ProblemText, HasSums) {
  MatmulFact fact = parseFact("9x8x7+16 bf16 A^T a2(stride=12)");
  ASSERT_TRUE(fact.isSum());
  EXPECT_TRUE(fact.hasTwoProducts());
  EXPECT_EQ(fact.added->k, 16);
  EXPECT_TRUE(fact.added->a.transposed);
  EXPECT_EQ(fact.added->a.rowStride, 12);
  EXPECT_EQ(fact.added->b.rowStride, 8);
  EXPECT_EQ(fact.getFlops(), 2.0 * 9 * 8 * (7 + 16));
  EXPECT_EQ(fact.getBytes(), 2.0 * ((9 + 8) * (7 + 16) + 9 * 8));
  EXPECT_EQ(fact.asOneProduct().k, 23);
  EXPECT_FALSE(fact.asOneProduct().isSum());
  MatmulFact other = fact;
  other.added->k = 24;
  EXPECT_NE(fact, other);
  EXPECT_NE(hash_value(fact), hash_value(other));
  EXPECT_FALSE(cantFail(parseProblem("9x8x7+? bf16")).hasStaticSizes());
  EXPECT_TRUE(says("9x8x7+ bf16", "'' is no size"));
  EXPECT_TRUE(says("9x8x7+1+2 bf16", "'1+2' is no size"));
  EXPECT_TRUE(says("9x8x7+8 bf16 x2", "'x2' can't be a sum of products"));
  EXPECT_TRUE(says("[9]x8x7+8 bf16", "a group of sums of products"));
  EXPECT_TRUE(says("9x8x7 bf16 a2(stride=8)", "means nothing here"));
}

/// Of an epilogue the text has what the key has not.
TEST(ProblemText, IsTheInverseOfTheText) {
  for (StringRef text :
       {"9x8x7 bf16 -> bf16 then {func.func @epilogue(%s: f32) -> bf16 { %0 = "
        "arith.truncf %s : f32 to bf16 return %0 : bf16 }}",
        "9x8x7 f32 -> f32 then {f { g { } } h} f32[n] f32[m] e1(align=4)"}) {
    MatmulFact fact = parseFact(text);
    EXPECT_EQ(fact.getText(), text);
    EXPECT_FALSE(fact.epilogue.isNamed());
    EXPECT_EQ(parse(fact.getKey()), fact.getKey());
  }
  MatmulFact fact = parseFact("9x8x7 f32 then {f} bf16[n] f32[mn]");
  ASSERT_EQ(fact.epilogue.operands.size(), 2u);
  const EpilogueOperand &row = fact.epilogue.operands[0];
  EXPECT_EQ(row.matrix.element, ElementKind::BF16);
  EXPECT_EQ(row.getRows(fact.m), 1);
  EXPECT_EQ(row.getColumns(fact.n), 8);
  EXPECT_EQ(fact.epilogue.operands[1].getRows(fact.m), 9);
}

/// What has an element for each block of rows, columns or both.
TEST(ProblemText, HasBlocksInEpilogues) {
  StringRef text = "300x70x7 f32 -> f32 then {f} f32[m/128,n/32] bf16[m,n/64] "
                   "f32[m/3,n] f32[m/128] f32[n/8] f32[mn] e1(stride=9)";
  MatmulFact fact = parseFact(text);
  EXPECT_EQ(fact.getText(), text);
  ASSERT_EQ(fact.epilogue.operands.size(), 6u);
  std::array<std::array<int64_t, 2>, 6> sizes = {
      {{3, 3}, {300, 2}, {100, 70}, {3, 1}, {1, 9}, {300, 70}}};
  for (auto [operand, size] : llvm::zip_equal(fact.epilogue.operands, sizes)) {
    EXPECT_EQ(operand.getRows(fact.m), size[0]);
    EXPECT_EQ(operand.getColumns(fact.n), size[1]);
    EXPECT_EQ(operand.getRows(kDynamicSize),
              operand.overRows ? kDynamicSize : 1);
  }
  EXPECT_EQ(fact.epilogue.operands[0].matrix.rowStride, 3);
  EXPECT_EQ(fact.epilogue.operands[1].matrix.rowStride, 9);
  // Facts that differ have keys and hashes that differ.
  for (int64_t EpilogueOperand::*group :
       {&EpilogueOperand::rowGroup, &EpilogueOperand::columnGroup}) {
    MatmulFact other = fact;
    other.epilogue.operands[0].*group = 16;
    EXPECT_NE(other, fact);
    EXPECT_NE(hash_value(other), hash_value(fact));
    EXPECT_NE(other.getKey(), fact.getKey());
  }
  EXPECT_EQ(parse("8x8x8 f32 then 0123456789abcdef f32[m/1,n/1] f32[m,n]"),
            "8x8x8 f32 -> f32 then 0123456789abcdef f32[mn] f32[mn]");
  for (StringRef wrong : {"m/0", "n/-1", "n,m", "m/8,n/", "mn/8", "m,m", "/8",
                          "m/8,n/8,1", "m/9999999999"})
    EXPECT_TRUE(says("8x8x8 f32 then {f} f32[" + wrong.str() + "]",
                     "means nothing here"))
        << wrong.str();
}

TEST(ProblemText, HasPrologues) {
  StringRef text = "9x8x70 bf16,i8 B^T first {f} bf16[k/32,n] f32[n] -> f32";
  MatmulFact fact = parseFact(text);
  EXPECT_EQ(fact.getText(), text);
  EXPECT_TRUE(fact.convertsB());
  EXPECT_EQ(fact.getMultiplied(), ElementKind::BF16);
  ASSERT_EQ(fact.prologue.operands.size(), 2u);
  const PrologueOperand &scale = fact.prologue.operands[0];
  EXPECT_TRUE(scale.matrix.transposed);
  EXPECT_EQ(scale.getRows(8), 8);
  EXPECT_EQ(scale.getColumns(fact.k), 3);
  EXPECT_EQ(scale.matrix.rowStride, 8);
  EXPECT_EQ(fact.prologue.operands[1].getColumns(fact.k), 1);
  EXPECT_EQ(fact.getBytes(),
            2.0 * 9 * 70 + 8 * 70 + 4.0 * 9 * 8 + 2.0 * 3 * 8 + 4.0 * 8);
  // Facts that differ have keys and hashes that differ.
  MatmulFact other = fact;
  other.prologue.operands[0].group = 64;
  EXPECT_NE(fact, other);
  EXPECT_NE(hash_value(fact), hash_value(other));
  EXPECT_NE(fact.getKey(), other.getKey());
  other = fact;
  other.prologue.body = "g";
  EXPECT_NE(fact, other);
  EXPECT_NE(fact.getKey(), other.getKey());
}

TEST(ProblemText, HasProloguesOfFloats) {
  StringRef text = "9x8x70 bf16 B^T first a {f} f32[m] bf16[k/1] -> f32";
  MatmulFact fact = parseFact(text);
  EXPECT_EQ(fact.getText(), text);
  EXPECT_FALSE(fact.convertsB());
  EXPECT_TRUE(fact.hasWidePrologue());
  EXPECT_EQ(fact.getConvertedRows(), 9);
  EXPECT_EQ(fact.prologue.operands[1].getColumns(fact.k), 70);
  // Whose it is tells facts apart.
  MatmulFact other = fact;
  other.prologue.number = 1;
  EXPECT_NE(fact, other);
  EXPECT_NE(hash_value(fact), hash_value(other));
  EXPECT_NE(fact.getKey(), other.getKey());
  // As wide floats are multiplied in the other factor's type.
  text = "9x8x70 bf16,f32 first b {f} -> f32";
  fact = parseFact(text);
  EXPECT_EQ(fact.getText(), text);
  EXPECT_EQ(fact.getMultiplied(), ElementKind::BF16);
  EXPECT_EQ(fact.getFactorElement(1), ElementKind::BF16);
  EXPECT_EQ(fact.b.element, ElementKind::F32);
  // Of the narrower one nobody has to say it.
  fact = parseFact("9x8x70 bf16,i8 first b {f} -> f32");
  EXPECT_EQ(fact.getText(), "9x8x70 bf16,i8 first {f} -> f32");
}

TEST(ProblemText, HasScales) {
  StringRef text = "9x200x300 f8E4M3FN,f8E5M2 B^T scaled f32[k/128,m] "
                   "f32[n/128,k/128] -> f32 sa(stride=12) sb(align=4)";
  MatmulFact fact = parseFact(text);
  EXPECT_EQ(fact.getText(), text);
  ASSERT_TRUE(fact.isScaled());
  const PrologueOperand &a = fact.scales->a, &b = fact.scales->b;
  EXPECT_TRUE(a.matrix.transposed);
  EXPECT_EQ(a.rowGroup, 1);
  EXPECT_EQ(a.getRows(fact.m), 9);
  EXPECT_EQ(a.getColumns(fact.k), 3);
  EXPECT_EQ(a.matrix.rowStride, 12);
  EXPECT_EQ(b.rowGroup, 128);
  EXPECT_EQ(b.getRows(fact.n), 2);
  EXPECT_EQ(b.getRows(kDynamicSize), kDynamicSize);
  EXPECT_EQ(fact.getBytes(), 9.0 * 300 + 200.0 * 300 + 4.0 * 9 * 200 +
                                 4.0 * 9 * 3 + 4.0 * 2 * 3);
  // Facts that differ have keys and hashes that differ.
  MatmulFact other = fact;
  other.scales->b.rowGroup = 64;
  EXPECT_NE(fact, other);
  EXPECT_NE(hash_value(fact), hash_value(other));
  EXPECT_NE(fact.getKey(), other.getKey());
  other = fact;
  other.scales.reset();
  EXPECT_NE(fact, other);
  EXPECT_NE(fact.getKey(), other.getKey());
  // Of all rows, of all K, of everything.
  text = "9x200x300 f8E4M3FN B^T scaled f32[1] f32[k/64] -> bf16";
  EXPECT_EQ(parse(text), text);
  // Of both products of a pair.
  text = "9x200x300 f8E5M2 B^T x2 scaled f32[m,k/128] f32[k/128,n/128] -> bf16 "
         "then {f} sa(align=4) sb(stride=4, align=16)";
  EXPECT_EQ(parseFact(text).getText(), text);
}

TEST(ProblemText, NamesWhatIsNoPrologue) {
  EXPECT_TRUE(says("1x2x3 bf16,i8 first f", "the prologue in braces at 'f'"));
  EXPECT_TRUE(says("1x2x3 bf16,i8 first {} -> f32", "prologue is empty"));
  EXPECT_TRUE(says("1x2x3 bf16 first {f}", "needs 'a' or 'b' after it"));
  for (StringRef text : {"1x2x3 i8 first a {f}", "1x2x3 f32,i8 first {f}",
                         "1x2x3 bf16,f64 first b {f}",
                         "1x2x3 bf16,i32 first b {f}", "1x2x3 f32 first b {f}"})
    EXPECT_TRUE(says(text, "or floats of up to 32, times bf16 or f16"));
  EXPECT_TRUE(
      says("2*1x2x3 bf16,i8 first {f}", "not for a batch, group, pair or sum"));
  EXPECT_TRUE(
      says("[1]x2x3 bf16,i8 first {f}", "not for a batch, group, pair or sum"));
  EXPECT_TRUE(says("1x2x3 bf16,i8 x2 first {f}",
                   "not for a batch, group, pair or sum"));
  EXPECT_TRUE(
      says("1x2x3+4 bf16,i8 first {f}", "not for a batch, group, pair or sum"));
  EXPECT_TRUE(says("1x2x3 bf16,i8 zext first {f}", "'zext' is for integers"));
  EXPECT_TRUE(says("1x2x3 bf16,i8 first {f} tf32[n]", "a prologue reads f32"));
  EXPECT_TRUE(
      says("1x2x3 bf16,i8 first {f} f8E5M2[n]", "reads no floats of 8 bits"));
  EXPECT_TRUE(says("1x2x3 bf16,i8 first {f} f32[m]", "means nothing here"));
  EXPECT_TRUE(says("1x2x3 bf16,i8 first {f} f32[n,k/0]", "means nothing here"));
  EXPECT_TRUE(says("1x2x3 bf16,i8 first {f} f32[k,n]", "means nothing here"));
}

TEST(ProblemText, DefaultsMayBeLeftOut) {
  EXPECT_EQ(parse(" 1x2x3\tbf16 "), "1x2x3 bf16 -> bf16");
  EXPECT_EQ(parse("1x2x3 f8E4M3FN"), "1x2x3 f8E4M3FN -> bf16");
  EXPECT_EQ(parse("1x2x3 i8 accumulate"), "1x2x3 i8 -> i32 accumulate");
  EXPECT_EQ(parse("1x2x3 i64"), "1x2x3 i64 -> i64");
  EXPECT_EQ(parse("1x2x3 i8,f16"), "1x2x3 i8,f16 -> f16");
  EXPECT_EQ(parse("1x2x3 f16,i8"), "1x2x3 f16,i8 -> f16");
  EXPECT_EQ(parse("1x2x3 tf32"), "1x2x3 tf32 -> f32");
  EXPECT_EQ(parse("1x2x3 3xtf32"), "1x2x3 3xtf32 -> f32");
  EXPECT_EQ(parse("1x2x3 f32 a( align=4 , stride=5 )b(stride=9)"),
            "1x2x3 f32 -> f32 a(stride=5, align=4) b(stride=9)");
  EXPECT_EQ(parse("2*1x2x3 f32 b(batch=6)"), "2*1x2x3 f32 -> f32");
  // Rows that are as far apart as they are long need not be spelt out.
  EXPECT_EQ(parse("1x2x3 f32 a(stride=3)"), "1x2x3 f32 -> f32");
}

TEST(ProblemText, NamesWhatMeansNothing) {
  EXPECT_TRUE(says("1x2x3 f32 B^T A^T", "'A^T' means nothing here"));
  EXPECT_TRUE(says("1x2x3 f32 ->", "no element type ''"));
  EXPECT_TRUE(says("1x2x3 tf32 -> tf32", "'tf32' is only for A and B"));
  EXPECT_TRUE(says("1x2x3 f32 -> 3xtf32", "'3xtf32' is only for A and B"));
  EXPECT_TRUE(says("1x2x99999999999 f32", "'99999999999' is no size"));
  EXPECT_TRUE(says("1x2x3 f32 a()", "'' means nothing in a layout"));
  // What is in no batch has no stride of it.
  EXPECT_TRUE(says("1x2x3 f32 a(batch=9)", "'batch=9' means nothing"));
  EXPECT_TRUE(says("1x2x3 f32 in", "no element type ''"));
}

TEST(ProblemText, RefusesWhatNoAddressSpaceHolds) {
  EXPECT_TRUE(says("2*2147483647x64x2147483647 f32",
                   "no address space can hold a matrix of a"));
}

TEST(ProblemText, NamesWhatIsNoEpilogue) {
  EXPECT_TRUE(says("1x2x3 f32 then f32[n]", "in braces at 'f32[n]'"));
  EXPECT_TRUE(says("1x2x3 f32 then {a { }", "in braces at '{a { }'"));
  EXPECT_TRUE(says("1x2x3 f32 then { }", "the function of the epilogue is "));
  EXPECT_TRUE(says("1x2x3 f32 then {0123456789abcdef}", "hashes have no "));
  EXPECT_TRUE(says("1x2x3 f32 then {f} f33[n]", "no element type 'f33'"));
  EXPECT_TRUE(says("1x2x3 f32 then {f} tf32[n]", "an epilogue reads f32"));
  EXPECT_TRUE(says("1x2x3 f32 then {f} 3xtf32[n]", "an epilogue reads f32"));
  EXPECT_TRUE(says("1x2x3 f32 then {f} f32[nm]", "'f32[nm]' means nothing"));
  EXPECT_TRUE(says("1x2x3 f32 then {f} e0(align=4)", "means nothing here"));
  EXPECT_TRUE(says("1x2x3 bf16 x2", "'then' and its function are missing"));
}

/// Work and traffic of a pair are those of two products that share A and C.
/// Further outputs are of C's shape, and count.
TEST(ProblemText, HasOutputs) {
  MatmulFact fact =
      parseFact("9x8x7 bf16 -> bf16,f32 then 0123456789abcdef c2(stride=12)");
  ASSERT_EQ(fact.epilogue.outputs.size(), 1u);
  EXPECT_EQ(fact.getNumOutputs(), 2u);
  EXPECT_EQ(fact.getOutput(0), fact.c);
  EXPECT_EQ(fact.getOutput(1).element, ElementKind::F32);
  EXPECT_EQ(fact.getOutput(1).rowStride, 12);
  MatmulFact one = parseFact("9x8x7 bf16 -> bf16 then 0123456789abcdef");
  EXPECT_EQ(fact.getBytes(), one.getBytes() + 9 * 8 * 4);
  EXPECT_NE(fact, one);
  EXPECT_NE(hash_value(fact), hash_value(one));
  EXPECT_TRUE(says(
      "1x2x3 bf16 -> bf16,f32",
      "several results need an epilogue; 'then' and its function are missing"));
  EXPECT_TRUE(says("1x2x3 bf16 -> bf16, then {f}", "no element type ''"));
  EXPECT_TRUE(says("1x2x3 f32 -> f32,tf32 then {f}", "their C is f32"));
  EXPECT_TRUE(says("1x2x3 bf16 x2 -> bf16,f32 then {f}",
                   "combines into one matrix, not 2"));
  EXPECT_TRUE(
      says("1x2x3 bf16 -> bf16 then {f} c2(align=2)", "means nothing here"));
}

TEST(ProblemText, PairsCountBothProducts) {
  MatmulFact fact = parseFact("16x32x64 bf16 x2 -> f32 then {f}");
  EXPECT_TRUE(fact.isPair);
  EXPECT_EQ(fact.getFlops(), 2 * 2.0 * 16 * 32 * 64);
  EXPECT_EQ(fact.getBytes(), 2.0 * (16 * 64 + 2 * 64 * 32) + 4.0 * 16 * 32);
  MatmulFact one = fact;
  one.isPair = false;
  EXPECT_NE(fact, one);
  EXPECT_EQ(fact.asOneProduct().n, 64);
  EXPECT_FALSE(fact.asOneProduct().isPair);
  EXPECT_EQ(one.asOneProduct(), one);
}
