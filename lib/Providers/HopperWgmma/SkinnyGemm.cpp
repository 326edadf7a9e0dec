//===- SkinnyGemm.cpp - Seeds where one side is much longer ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product with one short side is bound by reading the long operand. So the
// rows of wgmma, of which there are at least 64, run along the long side (with
// operands swapped where M is the short one), the tile's columns cover the
// short side and no more, and K is deep or split, so that enough bytes are in
// flight on every SM.
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "HopperWgmma/HopperSeeds.h"

#include "mlir-autotune/Space/Quantities.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// How many times the short side fits the long one.
static constexpr int64_t kSkinnyRatio = 8;
/// Tiles on the device are too few while they don't fill this share of it.
static constexpr double kFilled = 0.8;
/// A tile of fewer columns waits for memory more than for the tensor cores.
static constexpr int64_t kComputeBound = 128;

namespace {
class SkinnyGemm : public HopperHeuristic {
public:
  StringRef getName() const override { return "skinny-gemm"; }
  StringRef getSummary() const override {
    return "one side at least 8 times the other: a narrow tile on the short "
           "side, operands swapped if that side is M, and a deep or split K";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    if (ShapedType::isDynamic(fact.getMatmul().m) ||
        ShapedType::isDynamic(fact.getMatmul().n))
      return false;
    int64_t shortSide = std::min(fact.getMatmul().m, fact.getMatmul().n);
    return shortSide > 0 &&
           std::max(fact.getMatmul().m, fact.getMatmul().n) / kSkinnyRatio >=
               shortSide &&
           canUseHopper(fact, target);
  }

protected:
  SmallVector<HopperWgmmaConfig>
  createSeeds(const ProblemFact &fact,
              const TargetInfo &target) const override {
    SmallVector<HopperWgmmaConfig> seeds;
    for (const Config &row : getSeedRows(fact, getName()))
      addSeeds(fact, target, row, seeds);
    return seeds;
  }

private:
  static void addSeeds(const ProblemFact &fact, const TargetInfo &target,
                       const Config &row,
                       SmallVectorImpl<HopperWgmmaConfig> &seeds);
};
} // namespace

/// The tile of the short side: clamped to the size, then rounded down to the
/// grid of tiles, but to the narrowest tile at least.
static int64_t getShortTile(int64_t shortSide, int64_t most) {
  return std::max<int64_t>(
      llvm::alignDown(std::min(shortSide, most), kColumnStep), kColumnStep);
}

/// Each CTA of a split adds up a share of the columns. Columns that the matrix
/// lacks are not loaded.
static void setSplit(HopperWgmmaConfig &config, int64_t split) {
  config.splitK = split;
  config.tile[1] = std::max(config.tile[1], split * kColumnStep);
}

/// The splits worth trying: 1 while tiles fill the device; else the first that
/// fills it, the ones around that, and 1 to compare with.
static SmallVector<int64_t> getSplits(const ProblemFact &fact,
                                      const TargetInfo &target,
                                      HopperWgmmaConfig config) {
  // The CTAs of a split are a cluster, and larger ones leave SMs over.
  auto fills = [&](int64_t split) {
    setSplit(config, split);
    return countTiles(fact, config) * split >=
           kFilled * hopper_wgmma::heldCtas(config, fact.getMatmul(), target);
  };
  if (fills(1))
    return {1};
  int64_t split = 2;
  while (split < 8 && !fills(split))
    split *= 2;
  SmallVector<int64_t> splits = {1, split};
  if (split > 2)
    splits.push_back(split / 2);
  if (split < 8)
    splits.push_back(split * 2);
  return splits;
}

void SkinnyGemm::addSeeds(const ProblemFact &fact, const TargetInfo &target,
                          const Config &row,
                          SmallVectorImpl<HopperWgmmaConfig> &seeds) {
  const auto &matmul = fact.getMatmul();
  HopperWgmmaConfig config = startSeed(fact, row);
  bool shortIsM = matmul.m < matmul.n;
  int64_t shortSide = std::min(matmul.m, matmul.n);
  int64_t longSide = std::max(matmul.m, matmul.n);
  config.swap = shortIsM;
  config.tile[1] = getShortTile(shortSide, config.tile[1]);
  // Consumers that take turns pay where a product is bound by its
  // multiply-adds.
  if (longSide < config.tile[0] ||
      (config.schedule == Schedule::Pingpong && config.tile[1] < kComputeBound))
    return;
  evictStreamed(fact, Axis::Rows, config);

  SmallVector<int64_t> splits = {1};
  if (!row.isSet("split_k") && !config.persistent)
    splits = getSplits(fact, target, config);
  for (int64_t split : splits) {
    HopperWgmmaConfig seed = config;
    setSplit(seed, split);
    if (takeDeepestRing(fact, target, seed))
      seeds.push_back(seed);
  }
}

std::unique_ptr<SeedHeuristic> autotune::createSkinnyGemmHeuristic() {
  return std::make_unique<SkinnyGemm>();
}
