//===- LibraryPicksTest.cpp - When a library is faster --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryPicks.h"

#include "gtest/gtest.h"

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

static Record getRecord(double ns, double spread = 0) {
  Record record;
  record.key = "fact";
  record.device.name = "device";
  record.final = true;
  record.timesNs.assign(9, ns);
  record.timeNs = ns;
  record.spread = spread;
  return record;
}

TEST(LibraryPicks, TheGainMustBeMoreThanAHundredth) {
  Record kernel = getRecord(1000);
  EXPECT_EQ(findFasterLibrary(kernel, {getRecord(991)}), nullptr);
  EXPECT_NE(findFasterLibrary(kernel, {getRecord(989)}), nullptr);
  EXPECT_EQ(findFasterLibrary(kernel, {getRecord(1100)}), nullptr);
}

TEST(LibraryPicks, TheGainMustBeMoreThanEitherSpread) {
  EXPECT_EQ(findFasterLibrary(getRecord(1000, 0.05), {getRecord(970)}),
            nullptr);
  EXPECT_EQ(findFasterLibrary(getRecord(1000), {getRecord(970, 0.05)}),
            nullptr);
  EXPECT_NE(findFasterLibrary(getRecord(1000, 0.05), {getRecord(940, 0.05)}),
            nullptr);
}

/// Of a kernel with more passes, the first rounds are those of the library.
TEST(LibraryPicks, RoundsAreComparedOneByOne) {
  Record kernel = getRecord(1000), library = getRecord(1000);
  for (size_t round = 0; round < library.timesNs.size(); ++round) {
    kernel.timesNs[round] = 1000 + 100 * double(round);
    library.timesNs[round] = 0.95 * kernel.timesNs[round];
  }
  kernel.timesNs.insert(kernel.timesNs.end(), 9, 500);
  EXPECT_NE(findFasterLibrary(kernel, {library}), nullptr);
}

TEST(LibraryPicks, OnlyComparableTimesCount) {
  Record kernel = getRecord(1000);
  Record wrong = getRecord(10), first = getRecord(10), other = getRecord(10),
         disturbed = getRecord(10);
  wrong.outcome = Outcome::WrongResult;
  first.final = false;
  other.device.name = "another";
  disturbed.disturbed = true;
  EXPECT_EQ(findFasterLibrary(kernel, {wrong, first, other, disturbed}),
            nullptr);
  Record checked = kernel;
  checked.outcome = Outcome::Checked;
  EXPECT_EQ(findFasterLibrary(checked, {getRecord(10)}), nullptr);
}

TEST(LibraryPicks, TheFastestAlgorithmIsTaken) {
  std::vector<Record> libraries = {getRecord(950), getRecord(900),
                                   getRecord(920)};
  EXPECT_EQ(findFasterLibrary(getRecord(1000), libraries), &libraries[1]);
}
