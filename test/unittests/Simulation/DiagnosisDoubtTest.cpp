//===- DiagnosisDoubtTest.cpp - What must not be said of wrong results ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongOutput.h"

using namespace mlir;
using namespace mlir::autotune;

#define EXPECT_SAYS_NOT(wrong, text)                                           \
  do {                                                                         \
    std::string said = (wrong).diagnose();                                     \
    EXPECT_EQ(said.find(text), std::string::npos) << said;                     \
  } while (false)

TEST(DiagnosisDoubt, ZerosComeFromNothing) {
  for (const char *problem :
       {"4x4x512 f32", "32x32x16 i32", "8x24x40 i8", "136x72x200 bf16 -> bf16",
        "40x36x40 bf16 -> f32 accumulate"}) {
    Wrong w(problem);
    for (int64_t i = 0; i < w.fact.m / 4 * 3; ++i)
      for (int64_t j = 0; j < w.fact.n; ++j)
        w.setBits(i, j, 0);
    EXPECT_SAYS(w, " is 0, as if nothing had been multiplied or staged");
    EXPECT_SAYS_NOT(w, "is read");
  }
}

TEST(DiagnosisDoubt, ZerosBesideACauseAreCounted) {
  Wrong w("128x72x200 bf16 -> f32");
  // As a buffer is stored from 8 rows too far, behind which is nothing.
  w.make([&](int64_t i, int64_t j, int64_t k) {
    return i % 64 < 56 ? w.a(i + 8, k) * w.b(k, j) : 0;
  });
  EXPECT_SAYS(
      w,
      "of rows 0 to 55 of every 64, columns 0 to 71 is the value that belongs "
      "8 rows below (or A is read 8 rows further on); ");
  EXPECT_SAYS(w, " are 0, as if nothing had been multiplied or staged");
  // What the cause gives, too, needs no word.
  w.make([&](int64_t i, int64_t j, int64_t k) {
    return w.a(i + 8, k) * w.b(k, j);
  });
  EXPECT_SAYS(w, "each element of rows 0 to 127, columns 0 to 71 is the value "
                 "that belongs 8 rows below (or A is read 8 rows further on)");
  EXPECT_SAYS_NOT(w, "are 0");
}

TEST(DiagnosisDoubt, WhatIsStoredElsewhereIsNoRead) {
  Wrong w("200x136x64 bf16 -> bf16");
  w.make([&](int64_t i, int64_t j, int64_t k) {
    return w.a(i, k) * w.b(k, j - 128);
  });
  EXPECT_SAYS(
      w, " is the value that belongs 128 columns to the left (or B is read 128 "
         "columns before)");
  // What is added to moves only with a store.
  Wrong sums("72x136x96 bf16 -> f32 accumulate");
  for (int64_t i = 0; i < 64; ++i)
    for (int64_t j = 0; j < 136; ++j) {
      double sum = sums.init(i + 8, j);
      for (int64_t k = 0; k < 96; ++k)
        sum += sums.a(i + 8, k) * sums.b(k, j);
      sums.set(i, j, sum);
    }
  EXPECT_SAYS(sums, " is the value that belongs 8 rows below");
  EXPECT_SAYS_NOT(sums, "is read");
}

TEST(DiagnosisDoubt, WhatHasItsOldValueMayHaveBeenWritten) {
  Wrong w("100x72x96 bf16 -> f32 accumulate");
  auto multiply = [&](std::function<bool(int64_t, int64_t)> has) {
    w.make([&w, has](int64_t i, int64_t j, int64_t k) {
      return has(i, k) ? w.a(i, k) * w.b(k, j) : 0;
    });
  };
  // A few sums of what is left are 0 by chance.
  multiply([](int64_t, int64_t k) { return k / 16 % 2 == 0; });
  EXPECT_SAYS(w, "lacks the products of k 16 to 31 of every 32");
  EXPECT_SAYS_NOT(w, "old value");
  multiply([](int64_t i, int64_t) { return i < 32; });
  EXPECT_SAYS(w, "each element of rows 32 to 99, columns 0 to 71 holds C's old "
                 "value, as if nothing had been added");
  // -1 is what C held.
  Wrong bytes("72x80x96 i8 -> i8");
  bytes.make([&](int64_t i, int64_t j, int64_t k) {
    return bytes.a(i, k) * bytes.b(k, j ^ 8);
  });
  EXPECT_SAYS(bytes, "is the value that belongs at its column xor 8");
  EXPECT_SAYS_NOT(bytes, "old value");
  Wrong lost("72x80x96 bf16 -> f32");
  for (int64_t i = 0; i < 8; ++i)
    lost.setBits(i, i, 0xFFFFFFFF);
  EXPECT_EQ(
      lost.diagnose(),
      "unexplained: rows 0 to 7, columns 0 to 7 (12 %) hold C's old value");
}

TEST(DiagnosisDoubt, WhichRowsAreFirstDoesNotMatter) {
  for (int64_t garbage : {0, 1})
    for (const char *problem : {"136x72x40 bf16 -> f32", "32x32x3 f32"}) {
      Wrong w(problem);
      w.make([&](int64_t i, int64_t j, int64_t k) {
        return w.a(i + 1, k) * w.b(k, j + 1);
      });
      // The first or the last quarter of the rows.
      w.makeGarbage([&](int64_t i, int64_t) {
        return garbage ? i * 4 < w.fact.m : i * 4 >= 3 * w.fact.m;
      });
      EXPECT_SAYS(
          w, "is the value that belongs 1 row below, 1 column to the right");
    }
}

TEST(DiagnosisDoubt, AFewElementsProveNothing) {
  for (const char *problem :
       {"8x1x1 f32", "2x3x1 f32", "3x3x1 f32 accumulate", "1x11x2 f32"})
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Wrong w(problem, seed);
      w.make([&](int64_t i, int64_t j, int64_t k) {
        return w.a(i, k) + w.b(k, j);
      });
      std::string said = w.diagnose();
      EXPECT_NE(said.compare(0, 12, "wrong-result"), 0)
          << problem << ", seed " << seed << ": " << said;
    }
  // More of them do, unless they are all alike.
  Wrong w("64x1x1 f32");
  w.make([&](int64_t i, int64_t j, int64_t k) {
    return w.a(i + 1, k) * w.b(k, j);
  });
  EXPECT_SAYS(w, "is the value that belongs 1 row below");
  w.make([](int64_t, int64_t, int64_t) { return 4; });
  EXPECT_EQ(w.diagnose().compare(0, 12, "unexplained:"), 0) << w.diagnose();
}

TEST(DiagnosisDoubt, LongSumsAreLimited) {
  for (const char *problem :
       {"16x16x16384 bf16 -> f32", "4x4x65536 bf16 -> f32",
        "16x16x262144 bf16 -> f32"}) {
    Wrong w(problem);
    w.makeGarbage();
    std::string said = w.diagnose();
    std::string want =
        "unexplained: rows 0 to " + std::to_string(w.fact.m - 1) +
        ", columns 0 to " + std::to_string(w.fact.n - 1) +
        " belong to a problem that is too large for all causes to be tried";
    EXPECT_EQ(said.substr(0, want.size()), want);
  }
}

TEST(DiagnosisDoubt, LargeProblemsAreNotLookedAt) {
  Wrong w("1x70000x512 bf16 -> f32");
  EXPECT_EQ(w.diagnose(), "");
  w.set(0, 5, 12345);
  EXPECT_EQ(w.diagnose(), "unexplained: rows 0, columns 5 belong to a problem "
                          "that is too large for all causes to be tried");
}
