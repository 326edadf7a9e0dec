//===- ReductionTest.cpp - Smaller problems for a kernel ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/Reduction.h"
#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Problem/ProblemText.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class ReductionTest : public ::testing::Test {
protected:
  ReductionTest() { context.loadDialect<AutotuneDialect>(); }

  ProblemFact parse(StringRef text) { return cantFail(parseProblem(text)); }

  /// Of a kernel that computes tiles of 128 x 64, in clusters of 2 x 1, with
  /// three stages of 64.
  std::string reduce(StringRef problem, int64_t splitK = 1,
                     bool isSwapped = false, StringRef more = "") {
    Config config = *Config::parse(
        ("hopper_wgmma, tile = [128, 64, 64], stages = 3" + more).str(),
        &context);
    tile::KernelABI abi;
    abi.extents = {tile::KernelExtent{2, isSwapped ? 1 : 0},
                   tile::KernelExtent{2, isSwapped ? 0 : 1}};
    abi.tile = {128, 64};
    abi.cluster = {2, 1, splitK};
    return reduceForSimulation(parse(problem), config, abi).getKey();
  }

  MLIRContext context;
};
} // namespace

TEST_F(ReductionTest, CutsWhatRepeats) {
  // 2 * 256 along M, 2 * 64 along N, 7 steps of 64 along K.
  EXPECT_EQ(reduce("4096x4096x4096 bf16 B^T"),
            parse("512x128x448 bf16 B^T a(stride=512) b(stride=512)").getKey());
  // A's last M and both last K are as they were.
  EXPECT_EQ(reduce("4099x4096x4104 bf16 B^T").substr(0, 11), "515x128x392");
}

// A ring of three stages for the widest tile may have up to six for fewer.
TEST_F(ReductionTest, LeavesTwoRingsOfChosenSlots) {
  EXPECT_EQ(reduce("4096x4096x4096 bf16 B^T", 1, false, ", widest = 144"),
            parse("512x128x832 bf16 B^T a(stride=896) b(stride=896)").getKey());
}

// Three products: one has a neighbour on both sides. Strides between matrices
// are as aligned as they were.
TEST_F(ReductionTest, CutsABatch) {
  EXPECT_EQ(reduce("64*512x128x448 bf16 B^T"),
            parse("3*512x128x448 bf16 B^T").getKey());
  EXPECT_EQ(reduce("2*512x128x448 bf16 b(broadcast)"),
            parse("2*512x128x448 bf16 b(broadcast)").getKey());
  EXPECT_EQ(reduce("64*4096x128x448 bf16 c(batch=524296)"),
            parse("3*512x128x448 bf16 c(batch=65544)").getKey());
}

TEST_F(ReductionTest, LeavesSmallProblemsAlone) {
  for (const char *problem :
       {"1x1x1 bf16", "512x128x448 bf16 A^T", "77x33x5 f16 a(stride=24)"})
    EXPECT_EQ(reduce(problem), parse(problem).getKey());
}

TEST_F(ReductionTest, FollowsTheKernelsAxes) {
  EXPECT_EQ(reduce("1000x5000x64 bf16", 1, /*isSwapped=*/true).substr(0, 11),
            // 1000 is 15 * 64 + 40, and 5000 is 19 * 256 + 136.
            "168x648x64 ");
}

/// What decides on alignment and on whether a row is wider than the matrix.
TEST_F(ReductionTest, KeepsStridesModuloThePeriod) {
  for (const char *problem :
       {"4096x4096x4096 bf16", "4096x4100x4097 bf16 A^T a(stride=5000)",
        "8192x8200x16384 bf16 B^T c(stride=8201)", "64x64x1000 bf16 B^T"}) {
    MatmulFact fact = parse(problem).getMatmul(),
               reduced = parse(reduce(problem)).getMatmul();
    for (auto operand : {&MatmulFact::a, &MatmulFact::b, &MatmulFact::c})
      EXPECT_EQ((fact.*operand).rowStride % 128,
                (reduced.*operand).rowStride % 128)
          << problem;
    EXPECT_EQ(fact.m % 256, reduced.m % 256) << problem;
    EXPECT_EQ(fact.n % 64, reduced.n % 64) << problem;
    EXPECT_EQ(fact.k % 64, reduced.k % 64) << problem;
  }
}

/// Each CTA that shares K gets a step, as it did before.
TEST_F(ReductionTest, LeavesStepsForEverySplit) {
  for (int64_t split : {2, 4, 8})
    for (int64_t k = 64 * split; k < 20000; k += 8) {
      int64_t steps = llvm::divideCeilSigned(k, 64);
      if ((split - 1) * llvm::divideCeilSigned(steps, split) >= steps)
        continue;
      MatmulFact reduced =
          parse(reduce("64x64x" + std::to_string(k) + " bf16", split))
              .getMatmul();
      int64_t left = llvm::divideCeilSigned(reduced.k, 64);
      EXPECT_LT((split - 1) * llvm::divideCeilSigned(left, split), left)
          << "K = " << k << " over " << split;
      EXPECT_EQ(reduced.k % 64, k % 64);
    }
}

/// Three tiles of a cluster or more, where there are so many.
TEST_F(ReductionTest, LeavesClustersSeveralTiles) {
  tile::KernelABI abi;
  abi.extents = {tile::KernelExtent{2, 0}, tile::KernelExtent{2, 1}};
  abi.tile = {128, 64};
  abi.cluster = {2, 1, 1};
  abi.persistent = true;
  auto get = [&](StringRef problem) {
    return getMultiprocessorsForSimulation(parse(problem), abi);
  };
  // Four clusters of two CTAs: one goes through all. Nine: three of them.
  EXPECT_EQ(get("512x128x64 bf16"), 2);
  EXPECT_EQ(get("515x130x64 bf16"), 6);
  EXPECT_EQ(get("1x1x1 bf16"), 2);
  // Two multiprocessors would hold four of the nine.
  abi.ctasPerSM = 4;
  EXPECT_EQ(get("515x130x64 bf16"), 1);
}

/// The same in the grids that come of it, whatever a multiprocessor holds.
TEST_F(ReductionTest, LeavesTilesForAllThatAreHeld) {
  Config config = *Config::parse(
      "hopper_wgmma, tile = [128, 64, 64], stages = 3", &context);
  for (bool isSwapped : {false, true})
    for (int64_t ctas : {1, 2, 3, 4})
      for (std::array<int64_t, 2> cluster :
           {std::array<int64_t, 2>{1, 1}, {2, 1}, {1, 2}, {2, 2}})
        for (const char *problem : {"4096x4096x64 bf16", "100x9000x64 bf16",
                                    "9000x50x64 bf16", "4100x4000x64 bf16"}) {
          tile::KernelABI abi;
          abi.extents = {tile::KernelExtent{2, isSwapped},
                         tile::KernelExtent{2, !isSwapped}};
          abi.tile = {128, 64};
          abi.cluster = {cluster[0], cluster[1], 1};
          abi.persistent = true;
          abi.ctasPerSM = ctas;
          MatmulFact reduced =
              reduceForSimulation(parse(problem), config, abi).getMatmul();
          cuda::GridShape grid;
          grid.extent = {reduced.m, reduced.n};
          if (isSwapped)
            std::swap(grid.extent[0], grid.extent[1]);
          grid.tile = abi.tile;
          grid.clusterTile = cluster;
          int64_t tiles = grid.getClusterCount(1);
          grid.persistent = true;
          grid.ctasPerSm = ctas;
          int64_t clusters = grid.getClusterCount(
              getMultiprocessorsForSimulation(reduced, abi));
          EXPECT_GE(tiles / clusters, 3)
              << problem << " as " << reduced.getKey() << ", " << ctas;
          // No more than that takes.
          EXPECT_LE(tiles, 18) << problem << " as " << reduced.getKey();
        }
}

/// A problem that has fewer tiles keeps them.
TEST_F(ReductionTest, CutsNothingFromTooFewTiles) {
  Config config = *Config::parse(
      "hopper_wgmma, tile = [128, 64, 64], stages = 3", &context);
  tile::KernelABI abi;
  abi.extents = {tile::KernelExtent{2, 0}, tile::KernelExtent{2, 1}};
  abi.tile = {128, 64};
  abi.persistent = true;
  abi.ctasPerSM = 4;
  for (const char *problem : {"500x100x64 bf16", "1x1x64 bf16"}) {
    MatmulFact fact = parse(problem).getMatmul();
    EXPECT_EQ(reduceForSimulation(fact, config, abi).getKey(), fact.getKey());
    EXPECT_EQ(getMultiprocessorsForSimulation(fact, abi), 1);
  }
}
