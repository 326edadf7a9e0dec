//===- RowsFactTests.cpp - Problems of rows as text -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedProblem.h"

#include "mlir-autotune/Problem/Measurable.h"

#include "gtest/gtest.h"

using llvm::StringRef;
using namespace mlir::autotune;

TEST(RowsFact, TextIsParsedAgain) {
  for (StringRef text :
       {"rows 4096x1024 bf16*4194304 -> bf16*4194304 by 0123456789abcdef",
        "rows 1x8 -> f32*8 by 0123456789abcdef",
        "rows 7x76 f32*532,i64*7<100,i8*7<2 -> f32*7,f32*532 reducing 3 by "
        "0123456789abcdef",
        "rows 7x76 f32*532 -> f32*532 scanning 2 by 0123456789abcdef",
        "rows 7x76 f32*532 -> f32*532 crossing 1 by 0123456789abcdef",
        "rows 12x76 f32*912 -> f32*912 crossing 1 sliding 4 by {x}",
        "rows 7x76 f32*532 -> f32*532 reducing 1 scanning 2 by {x}",
        "rows 7x76 f32*532 -> f32*7 reducing 1 by {\"a\" { b } by {c}}"}) {
    ProblemFact fact = cantFail(parseProblem(text));
    EXPECT_TRUE(fact.isRows());
    EXPECT_FALSE(fact.isMatmul());
    EXPECT_EQ(fact.getText(), text);
    EXPECT_EQ(cantFail(parseProblem(fact.getText())), fact);
    EXPECT_EQ(cantFail(parseProblem(fact.getKey())).getKey(), fact.getKey());
  }
}

TEST(RowsFact, KnowsBytesAndElements) {
  ProblemFact fact = cantFail(parseProblem(
      "rows 4x16 bf16*64,f32*4 -> f8E4M3FN*64,f32*4 reducing 1 by {x}"));
  EXPECT_EQ(fact.getBytes(), 64 * 2 + 4 * 4 + 64 + 4 * 4);
  EXPECT_EQ(fact.getFlops(), 0);
  EXPECT_EQ(fact.getRows().getNarrowestBytes(), 1);
  EXPECT_EQ(fact.getRows().countOperands(), 4u);
  EXPECT_TRUE(fact.hasStaticSizes());
}

TEST(RowsFact, DiffersInEachMember) {
  const StringRef texts[] = {"rows 4x16 f32*64 -> f32*64 by {x}",
                             "rows 8x16 f32*64 -> f32*64 by {x}",
                             "rows 4x8 f32*64 -> f32*64 by {x}",
                             "rows 4x16 f16*64 -> f32*64 by {x}",
                             "rows 4x16 f32*64 -> f32*32 by {x}",
                             "rows 4x16 f32*64 -> f32*64 reducing 1 by {x}",
                             "rows 4x16 f32*64 -> f32*64 scanning 1 by {x}",
                             "rows 4x16 f32*64 -> f32*64 sliding 2 by {x}",
                             "rows 4x16 f32*64 -> f32*64 by {y}",
                             "rows 4x16 i32*64 -> f32*64 by {x}",
                             "rows 4x16 i32*64<5 -> f32*64 by {x}"};
  for (StringRef one : texts)
    for (StringRef other : texts) {
      ProblemFact a = cantFail(parseProblem(one));
      ProblemFact b = cantFail(parseProblem(other));
      EXPECT_EQ(a == b, one == other);
      EXPECT_EQ(a.getKey() == b.getKey(), one == other);
      if (one == other)
        EXPECT_EQ(hash_value(a), hash_value(b));
    }
  EXPECT_NE(ProblemFact(), cantFail(parseProblem(texts[0])));
}

TEST(RowsFact, NamesWhatIsWrong) {
  auto says = [](StringRef text, StringRef what) {
    return StringRef(getFault(text)).contains(what);
  };
  EXPECT_TRUE(says("rows", "is no number of rows and columns"));
  EXPECT_TRUE(says("rows 4 f32*4 -> f32*4 by {x}", "'4' is no number of rows"));
  EXPECT_TRUE(says("rows 0x4 -> f32*4 by {x}", "'0x4' is no number"));
  EXPECT_TRUE(says("rows 1099511627776x1099511627776 -> f32*4 by {x}",
                   "is no number of rows"));
  EXPECT_TRUE(says("rows 4x4 f33*4 -> f32*4 by {x}", "'f33*4' is no tensor"));
  EXPECT_TRUE(says("rows 4x4 i4*4 -> f32*4 by {x}", "'i4*4' is no tensor"));
  EXPECT_TRUE(says("rows 4x4 f32*0 -> f32*4 by {x}", "'f32*0' is no tensor"));
  EXPECT_TRUE(says("rows 4x4 i64*4< -> f32*4 by {x}", "'i64*4<' is no tensor"));
  EXPECT_TRUE(
      says("rows 4x4 f32*4<5 -> f32*4 by {x}", "only integers are indices"));
  EXPECT_TRUE(says("rows 4x4 f32*4 f32*4 by {x}", "expected '->'"));
  EXPECT_TRUE(says("rows 4x4 f32*4 -> f32*4 reducing 0 by {x}",
                   "'0' is no number of reductions"));
  EXPECT_TRUE(says("rows 4x4 f32*4 -> f32*4 scanning x by {x}",
                   "'x' is no number of scans"));
  EXPECT_TRUE(says("rows 4x4 f32*4 -> f32*4 scanning 1 reducing 1 by {x}",
                   "expected 'by'"));
  EXPECT_TRUE(says("rows 4x4 f32*4 -> f32*4", "expected 'by'"));
  EXPECT_TRUE(says("rows 4x4 f32*4 -> f32*4 by x", "'x' is neither"));
  EXPECT_TRUE(says("rows 4x4 f32*4 -> f32*4 by {0123456789abcdef}",
                   "is neither an operation in braces"));
}

TEST(RowsFact, IsNoMatmul) {
  llvm::Expected<ProblemFact> fact =
      parseMatmul("rows 4x4 f32*16 -> f32*16 by {x}");
  ASSERT_FALSE(bool(fact));
  EXPECT_EQ(llvm::toString(fact.takeError()),
            "it is a problem of rows; expected a matmul, as in '100x72x96 "
            "bf16'");
}

TEST(RowsFact, IsMeasuredIfItsOperationIsKnown) {
  auto getWhy = [](StringRef text) {
    return getWhyNotMeasurable(cantFail(parseProblem(text)));
  };
  EXPECT_EQ(getWhy("rows 4x4 f32*16 -> f32*16 by {x}"), "");
  EXPECT_EQ(getWhy("rows 4x4 f32*16 -> f32*16 by 0123456789abcdef"),
            "only the hash of its operation is known");
  EXPECT_EQ(getWhy("rows 65536x65536 f32*4294967296 -> f32*4294967296 by {x}"),
            "its operands have more than 8 GB");
}
