//===- ColumnsTest.cpp - Tables that fit a terminal -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Columns.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

#include <cstdlib>

using namespace mlir::autotune::measure;
using llvm::StringRef;

static const std::vector<std::vector<std::string>> kRows = {
    {"matmul", "config", "heuristics", "time", "GB/s", "ratio"},
    {"4096x14336x4096 bf16 B^T -> bf16 {add,relu}",
     "hopper_wgmma 128x192x64 s4 pingpong persistent tma-store",
     "cluster-m2,wave-fill", "198.5 us", "514", "1.015"},
    {"1x1x1 f32 -> f32", "simt 16x16x8 t1x1", "-", "2.10 us", "1", "-"}};

static llvm::SmallVector<StringRef> getLines(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  return lines;
}

TEST(ColumnsTest, WideTablesAreOneLineARow) {
  EXPECT_EQ(
      formatColumns({{"config", "time"}, {"a", "10.0"}, {"long one", "9"}}, 1),
      "config    time\n"
      "a         10.0\n"
      "long one     9\n");
  EXPECT_EQ(formatColumns({{"a", "b"}, {"long text", "1"}}, 1, {}, 80),
            "a          b\nlong text  1\n");
  EXPECT_EQ(getLines(formatColumns(kRows, 3, {2, 4}, 200)).size(), 3u);
}

// Whatever the width: no line is wider, the figures are whole and on the first
// line of their row, and no word of the config is lost.
TEST(ColumnsTest, LinesFitAndFiguresAreVisible) {
  for (size_t width = 44; width <= 200; ++width) {
    std::string text = formatColumns(kRows, 3, {2, 4}, width);
    for (StringRef line : getLines(text)) {
      EXPECT_LE(line.size(), width) << text;
      EXPECT_FALSE(line.ends_with(" "));
    }
    llvm::SmallVector<StringRef> lines = getLines(text);
    EXPECT_TRUE(lines[0].contains("time") && lines[0].ends_with("ratio"));
    EXPECT_TRUE(lines[1].starts_with("4096x"));
    EXPECT_TRUE(lines[1].contains(" 198.5 us ") && lines[1].ends_with("1.015"))
        << text;
    // Of a wide enough column, no word is cut.
    if (width < 80)
      continue;
    for (StringRef word : {"hopper_wgmma", "128x192x64", "s4", "pingpong",
                           "persistent", "tma-store"})
      EXPECT_TRUE(StringRef(text).contains(word)) << text;
  }
}

TEST(ColumnsTest, LeavesOutWhatIsOptionalFirst) {
  std::string text = formatColumns(kRows, 3, {2, 4}, 80);
  EXPECT_FALSE(StringRef(text).contains("heuristics")) << text;
  // Text of a narrow column needs no wide one.
  text = formatColumns(
      {{"config", "heuristics", "time"}, {"simt", "-", "1 us"}}, 2, {1}, 24);
  EXPECT_EQ(text, "config  heuristics  time\nsimt    -           1 us\n");
}

TEST(ColumnsTest, OneLineARowIsWorthAColumn) {
  std::string text = formatColumns(kRows, 3, {2, 4}, 130);
  EXPECT_EQ(getLines(text).size(), 3u) << text;
  EXPECT_FALSE(StringRef(text).contains("heuristics")) << text;
  EXPECT_TRUE(StringRef(text).contains("GB/s")) << text;
  // Where columns don't help, they stay.
  EXPECT_TRUE(StringRef(formatColumns(kRows, 3, {4}, 120)).contains("GB/s"));
  // What says nothing is the first to go.
  EXPECT_EQ(formatColumns({{"a", "b", "c", "time"}, {"one", "-", "x", "1"}}, 1,
                          {2, 1}, 12),
            "a    c  time\none  x     1\n");
}

TEST(ColumnsTest, BreaksBetweenWordsAndElseAnywhere) {
  EXPECT_EQ(formatColumns({{"one two three", "1"}}, 1, {}, 12),
            "one two  1\n  three\n");
  EXPECT_EQ(formatColumns({{"abcdefghijklmnop", "1"}}, 1, {}, 13),
            "abcdefghij  1\n  klmnop\n");
  // A character of several bytes stays whole.
  EXPECT_EQ(formatColumns({{"abcdefg\xc3\xa9hi", "1"}}, 1, {}, 11),
            "abcdefg  1\n  \xc3\xa9hi\n");
}

TEST(ColumnsTest, TheEnvironmentSaysHowWide) {
  ::setenv("COLUMNS", "57", 1);
  EXPECT_EQ(getTableWidth(), 57u);
  // What is no width is none.
  for (const char *text : {"", "0", "-3", "wide"}) {
    ::setenv("COLUMNS", text, 1);
    EXPECT_GE(getTableWidth(), 80u) << text;
  }
  ::unsetenv("COLUMNS");
  EXPECT_GE(getTableWidth(), 80u);
}
