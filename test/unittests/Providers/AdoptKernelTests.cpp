//===- AdoptKernelTests.cpp - Kernels of others as configs ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proposers/TestFacts.h"

#include "mlir-autotune/Providers/OutsideKernel.h"
#include "mlir-autotune/Providers/Registry.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// What the first provider that serves a product makes of a kernel: the values
/// that are set, or the reason for none.
std::string adopt(const OutsideKernel &kernel, const TargetInfo &target,
                  const MatmulFact &fact = getFact(1024, 1024, 1024)) {
  for (const KernelProvider *provider : getProviders()) {
    if (!provider->serves(fact, target))
      continue;
    std::string whyNot;
    std::optional<Config> config =
        provider->adoptKernel(fact, target, kernel, whyNot);
    return config ? config->str() : whyNot;
  }
  return "no provider";
}

OutsideKernel getKernel(int64_t rows, int64_t columns) {
  OutsideKernel kernel;
  kernel.tile = {rows, columns, 64};
  kernel.warpTile = {64, columns, 64};
  return kernel;
}

TEST(AdoptKernel, SetsWhatTheKernelDetermines) {
  OutsideKernel kernel = getKernel(128, 128);
  kernel.cluster = {2, 1};
  EXPECT_EQ(adopt(kernel, getH200()),
            "hopper_wgmma, tile = [128, 128, 64], stages = 6, cluster = [2, "
            "1], split_k = 1, swap = false");
  // Eight warps are two warpgroups.
  kernel.warpTile = {64, 32, 64};
  EXPECT_NE(adopt(kernel, getH200()).find("consumers = 2"), std::string::npos);
}

TEST(AdoptKernel, RowsOfWgmmaAreAMultipleOf64) {
  OutsideKernel kernel = getKernel(16, 128);
  kernel.cluster = {1, 2};
  std::string turned = adopt(kernel, getH200());
  EXPECT_NE(turned.find("tile = [128, 16, 64]"), std::string::npos) << turned;
  EXPECT_NE(turned.find("cluster = [2, 1]"), std::string::npos) << turned;
  EXPECT_NE(turned.find("swap = true"), std::string::npos) << turned;
  kernel.transposed = true;
  EXPECT_NE(adopt(kernel, getH200()).find("swap = false"), std::string::npos);
}

TEST(AdoptKernel, TakesTheNextLegalValueBelow) {
  OutsideKernel kernel = getKernel(64, 16);
  // Slices of four columns.
  kernel.cluster = {4, 1};
  kernel.splitK = 7;
  std::string config = adopt(kernel, getH200());
  EXPECT_NE(config.find("cluster = [4, 1]"), std::string::npos) << config;
  EXPECT_NE(config.find("split_k = 4"), std::string::npos) << config;
}

/// Without groups, an order of CTAs says nothing.
TEST(AdoptKernel, TakesAnOrderWithItsGroup) {
  OutsideKernel kernel = getKernel(128, 128);
  kernel.alongColumns = true;
  EXPECT_EQ(adopt(kernel, getH200()).find("raster"), std::string::npos);
  kernel.group = 4;
  EXPECT_NE(adopt(kernel, getH200()).find("raster = along_n, group = 4"),
            std::string::npos);
  // No value of the parameter.
  kernel.group = 5;
  EXPECT_EQ(adopt(kernel, getH200()).find("raster"), std::string::npos);
}

TEST(AdoptKernel, GivesAReasonForNone) {
  EXPECT_NE(adopt(getKernel(128, 512), getH200()).find("512"),
            std::string::npos);
  const TargetInfo &ampere = *lookupTarget("a100-sxm");
  OutsideKernel kernel = getKernel(128, 128);
  kernel.stages = 4;
  EXPECT_EQ(adopt(kernel, ampere),
            "ampere_mma, tile = [128, 128, 64], warps = [2, 1], stages = 4");
  kernel.splitK = 2;
  EXPECT_EQ(adopt(kernel, ampere),
            "the template has neither split K nor clusters");
  kernel.splitK = 1;
  kernel.warpTile = {0, 0, 0};
  EXPECT_EQ(adopt(kernel, ampere), "it has no tile of a warp");
  // A product that CUDA cores compute.
  MatmulFact onCores = getFact(1024, 1024, 1024);
  onCores.a.element = onCores.b.element = ElementKind::F32;
  onCores.c.element = ElementKind::F32;
  EXPECT_EQ(adopt(kernel, ampere, onCores),
            "the template takes no kernels of others");
}
} // namespace
