//===- ChosenColumnsTest.cpp - Tiles whose columns a launch chooses -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpaceTestUtils.h"

#include "mlir-autotune/Problem/ProblemText.h"

using namespace mlir;
using namespace mlir::autotune;

static int64_t getSharedMemory(StringRef text) {
  return lookupKernelTemplate("hopper_wgmma")
      ->getResources(makeFact(4096, 4096, 4096, /*bTransposed=*/true),
                     getH200(), parseConfig(text).withDefaults())
      .sharedMemory;
}

/// A launch may choose columns up to the widest tile, for which there is room.
TEST(ChosenColumns, HaveRoomForTheWidest) {
  StringRef text = "hopper_wgmma, tile = [128, 72, 64], stages = 4";
  int64_t narrow = getSharedMemory(text),
          shared = getSharedMemory((text + ", widest = 112").str());
  // With half of the columns there are up to twice as many barriers.
  EXPECT_EQ(shared - narrow, 4 * ((112 - 72) * 64 * 2 + 16));
  EXPECT_EQ(shared,
            getSharedMemory("hopper_wgmma, tile = [128, 112, 64], stages = 4") +
                4 * 16);
  Violation registers =
      getViolation("hopper_wgmma, tile = [256, 104, 64], widest = 208");
  EXPECT_EQ(registers.constraint, "accumulator-registers");
  EXPECT_EQ(registers.message,
            "a consumer's 128 x 208 part of the tile takes 208 accumulators a "
            "thread; at most 192 fit with consumers = 2, which is widest <= "
            "192 here");
}

TEST(ChosenColumns, AreOfFewKernels) {
  auto getMessage = [](StringRef params) {
    Violation violation = getViolation(
        ("hopper_wgmma, tile = [128, 96, 64], stages = 3, " + params).str());
    EXPECT_EQ(violation.constraint, "chosen-columns") << violation.message;
    return violation.message;
  };
  EXPECT_EQ(getMessage("widest = 208"),
            "tile[1] = 96 with widest = 208; it must be from 104 to 208");
  EXPECT_EQ(
      getViolation("hopper_wgmma, tile = [128, 120, 64], widest = 112").message,
      "tile[1] = 120 with widest = 112; it must be from 56 to 112");
  StringRef needs =
      "; it needs load = tma, store = direct, split_k = 1 and cluster = [1, 1]";
  EXPECT_EQ(getMessage("widest = 112, cluster = [2, 1]"),
            "widest = 112 with load = tma, store = direct, split_k = 1 and "
            "cluster = [2, 1]" +
                needs.str());
  EXPECT_EQ(getMessage("widest = 112, store = copy"),
            "widest = 112 with load = tma, store = copy, split_k = 1 and "
            "cluster = [1, 1]" +
                needs.str());
  EXPECT_EQ(getMessage("widest = 112, load = copy, consumers = 2"),
            "widest = 112 with load = copy, store = direct, split_k = 1 and "
            "cluster = [1, 1]" +
                needs.str());
  EXPECT_EQ(getMessage("widest = 112, split_k = 2, reduce = shares, "
                       "persistent = false"),
            "widest = 112 with load = tma, store = direct, split_k = 2 and "
            "cluster = [1, 1]" +
                needs.str());
  // The stores of a transposed product take registers.
  Violation swapped = getViolation("hopper_wgmma, tile = [256, 96, 64], swap = "
                                   "true, stages = 3, widest = 192");
  EXPECT_EQ(swapped.constraint, "chosen-columns");
  EXPECT_EQ(swapped.message,
            "widest = 192 with swap = true and 192 accumulators a thread; at "
            "most 160 fit, which is widest <= 160 here");
  Violation integers = getViolation(
      "hopper_wgmma, tile = [128, 96, 128], stages = 3, widest = 112",
      cantFail(parseProblem("4096x4096x4096 i8 B^T -> i32")));
  EXPECT_EQ(integers.constraint, "chosen-columns");
  EXPECT_EQ(integers.message, "widest = 112 for integers; it needs widest = 0");
  // What is not loaded by rows of one right operand.
  StringRef plain =
      "widest = 112 for a matmul that is no plain product with a contiguous K "
      "in the right operand; it needs widest = 0";
  for (StringRef problem :
       {"4096x4096x4096 bf16 -> bf16", "4096x4096x4096 3xtf32 B^T",
        "4096x4096x4096+64 bf16 B^T", "[40,4096]x4096x4096 bf16 B^T"}) {
    Violation violation = getViolation(
        "hopper_wgmma, tile = [128, 96, 64], stages = 3, widest = 112",
        cantFail(parseProblem(problem)));
    EXPECT_EQ(violation.constraint.str(), "chosen-columns") << problem.str();
    EXPECT_EQ(violation.message, plain.str()) << problem.str();
  }
}
