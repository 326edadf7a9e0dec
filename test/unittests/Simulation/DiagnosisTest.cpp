//===- DiagnosisTest.cpp - Why results are wrong --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrongOutput.h"

using namespace mlir;
using namespace mlir::autotune;

static const char *const kProblems[] = {"136x72x200 bf16 -> bf16",
                                        "72x136x200 bf16 A^T B^T -> f32"};

TEST(Diagnosis, NothingIsWrong) {
  for (const char *problem : kProblems)
    EXPECT_EQ(Wrong(problem).diagnose(), "");
}

TEST(Diagnosis, ProductsAreMissingOrCountedOften) {
  for (const char *problem : kProblems) {
    Wrong w(problem);
    auto count = [&](std::function<double(int64_t)> times) {
      w.make([&w, times](int64_t i, int64_t j, int64_t k) {
        return times(k) * w.a(i, k) * w.b(k, j);
      });
    };
    count([](int64_t k) { return k / 64 == 1 ? 0 : 1; });
    EXPECT_SAYS(w, "lacks the products of k 64 to 127");
    count([](int64_t k) { return k % 64 / 16 == 3 ? 2 : 1; });
    EXPECT_SAYS(w, "has the products of k 48 to 63 of every 64 twice");
    count([](int64_t k) { return k < 192 ? 0 : 1; });
    EXPECT_SAYS(w, "has only the products of k 192 to 199");
    count([](int64_t k) { return k >= 32 && k < 48 ? -1 : 1; });
    EXPECT_SAYS(w, "has the products of k 32 to 47 subtracted");
    count([](int64_t k) { return k < 64 ? 2 : k < 128 ? 1 : 0; });
    EXPECT_SAYS(w, "lacks the products of k 128 to 199, and has the products "
                   "of k 0 to 63 twice");
  }
}

TEST(Diagnosis, WhatIsAddedToIsMissingOrCountedTwice) {
  Wrong w("72x80x96 bf16 -> f32 accumulate");
  auto term = [&](int64_t i, int64_t j, int64_t k) {
    return w.a(i, k) * w.b(k, j);
  };
  w.make(term, 0);
  EXPECT_SAYS(w, "lacks C's old value");
  w.make(term, 2);
  EXPECT_SAYS(w, "has C's old value twice");
}

TEST(Diagnosis, IntegersAreExplained) {
  // Beside floats, too, and without a sign.
  for (const char *problem : {"72x80x96 i8", "72x80x96 bf16,i8 zext -> f32"}) {
    Wrong w(problem);
    w.make([&](int64_t i, int64_t j, int64_t k) {
      return k % 32 == 31 ? 0 : w.a(i, k) * w.b(k, j);
    });
    EXPECT_SAYS(w, "lacks the products of k 31 of every 32");
    w.make([&](int64_t i, int64_t j, int64_t k) {
      return w.a(i, k) * w.b(k, j ^ 8);
    });
    EXPECT_SAYS(w, "is the value that belongs at its column xor 8");
  }
}

TEST(Diagnosis, ValuesBelongElsewhere) {
  for (const char *problem : kProblems) {
    Wrong w(problem);
    auto move =
        [&](std::function<std::pair<int64_t, int64_t>(int64_t, int64_t)> from) {
          w.make(
              [&w, from](int64_t i, int64_t j, int64_t k) {
                auto [row, column] = from(i, j);
                return w.a(row, k) * w.b(k, column);
              },
              1,
              [&w, from](int64_t i, int64_t j) {
                return from(i, j).second < w.fact.n;
              });
        };
    move([](int64_t i, int64_t j) { return std::pair(i, (j + 8)); });
    EXPECT_SAYS(w, "is the value that belongs 8 columns to the right");
    move([](int64_t i, int64_t j) { return std::pair(i ^ 4, j); });
    EXPECT_SAYS(w, "is the value that belongs at its row xor 4");
    move([](int64_t i, int64_t j) {
      return std::pair(i / 8 * 8 + j % 8, j / 8 * 8 + i % 8);
    });
    EXPECT_SAYS(w, "stands transposed in its block of 8 by 8");
    move([](int64_t i, int64_t j) {
      return std::pair(i / 8 * 8 + (3 * i + 1) % 8, j);
    });
    EXPECT_SAYS(w, "stands in another row of its group of 8");
  }
}

/// The last rows of tiles begin at row 37, so that two tiles have rows 37
/// to 63. Whatever these hold, the others tell.
TEST(Diagnosis, TilesOverlap) {
  Wrong w("101x128x64 bf16 -> f32");
  w.make([&](int64_t row, int64_t column, int64_t k) {
    int64_t start = row < 64 ? 0 : 37;
    return w.a(start + ((row - start) ^ 8), k) * w.b(k, column);
  });
  w.makeGarbage([](int64_t row, int64_t) { return row >= 37 && row < 64; });
  std::string said = w.diagnose({{64, 64}, {true, false}});
  EXPECT_NE(said.find("each element of rows 0 to 100, columns 0 to 127 is the "
                      "value that belongs at its row xor 8"),
            std::string::npos)
      << said;
  // Tiles that begin at multiples of 64 explain less.
  EXPECT_EQ(w.diagnose().find("each element of"), std::string::npos);
}

TEST(Diagnosis, OperandsAreReadElsewhere) {
  for (const char *problem : kProblems) {
    Wrong w(problem);
    w.make([&](int64_t i, int64_t j, int64_t k) {
      return w.a(i, k + 64) * w.b(k, j);
    });
    EXPECT_SAYS(w, "if A is read 64 of k further on");
    w.make([&](int64_t i, int64_t j, int64_t k) {
      return w.a(i, k) * w.b(k, j + (k % 64 / 16 == 1 ? 8 : 0));
    });
    EXPECT_SAYS(w, "if B is read 8 columns further on for k 16 to 31 of every "
                   "64");
    w.make([&](int64_t i, int64_t j, int64_t k) {
      return w.a(k / 64 * 64 + i % 64, i / 64 * 64 + k % 64) * w.b(k, j);
    });
    EXPECT_SAYS(w, "if the coordinates of A's loads are swapped");
  }
}

TEST(Diagnosis, OperandsAreReadInAnotherLayout) {
  Wrong w("128x72x192 bf16 -> f32");
  // Pieces of 16 bytes stand where the swizzle has put them.
  w.make([&](int64_t i, int64_t j, int64_t k) {
    return w.a(i, k ^ (i & 4) << 3) * w.b(k, j);
  });
  EXPECT_SAYS(w, "if A is read from shared memory with ");
  // Not the same, and no layout.
  w.make([&](int64_t i, int64_t j, int64_t k) {
    return w.a((7 * i + k) % 128, (k * 5 + 3 * i) % 192) * w.b(k, j);
  });
  EXPECT_EQ(w.diagnose().compare(0, 11, "unexplained"), 0) << w.diagnose();
}

TEST(Diagnosis, OnlyAPlaceIsWrong) {
  Wrong w("136x72x200 bf16 -> f32");
  w.make([&](int64_t i, int64_t j,
             int64_t k) { return k < 64 ? 0 : w.a(i, k) * w.b(k, j); },
         1, [](int64_t i, int64_t j) { return i < 64 && j % 16 >= 8; });
  EXPECT_SAYS(w, "each element of rows 0 to 63, columns 8 to 15 of every 16 "
                 "lacks");
  for (int64_t i = 128; i < 136; ++i)
    for (int64_t j = 0; j < 72; ++j)
      w.setBits(i, j, ~uint64_t(0));
  EXPECT_SAYS(w, "; 576 hold C's old value");
}

TEST(Diagnosis, GarbageIsNotExplained) {
  for (const char *problem :
       {"136x72x200 bf16 -> bf16", "136x72x200 bf16 -> f32", "9x7x5 f32",
        "40x36x40 i8 B^T -> i32 accumulate", "40x36x40 i64", "16x16x8 i8 -> i8",
        "3x3x1 bf16", "200x136x1000 f16 -> f16"}) {
    Wrong w(problem);
    w.makeGarbage();
    std::string said = w.diagnose();
    EXPECT_EQ(said.compare(0, 13, "unexplained: "), 0)
        << problem << ": " << said;
    EXPECT_EQ(said, w.diagnose());
  }
}
