//===- WaveFill.cpp - Seeds that fill the device to the last wave ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The default. CTAs run in waves of as many as the device holds at once, and
// a last wave that is nearly empty costs as much as a full one. So each base
// tile is clamped to the shape and then shrunk along its larger axis until the
// last wave is full enough; what shared memory is left goes to a deep K tile
// and a long ring.
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "HopperWgmma/HopperSeeds.h"
#include "HopperWgmma/RasterGroups.h"

#include "mlir-autotune/Providers/Ranking.h"
#include "mlir-autotune/Space/Quantities.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// How full the last wave must be.
static constexpr double kLastWave = 0.8;
/// Columns are shrunk in steps of two grid steps: finer ones did not pay on an
/// H200 (NVIDIA), and a multiple of 16 keeps stores whole.
static constexpr int64_t kShrinkColumns = 2 * kColumnStep;
/// Tiles are not shrunk under this: smaller ones are bound by L2.
static constexpr int64_t kMinColumns = 64;
/// A K tile is too deep when fewer stages than this are left.
static constexpr int64_t kMinWaveStages = 4;
/// Where integers are converted a step ends with a wait for its products, so
/// that fewer steps are worth a stage (H100: 6 % at 64x28672x4096).
static constexpr int64_t kMinStagesConverted = 3;

/// Tiles of weights that are converted read the other factor again and again,
/// which has twice or four times their bytes an element: from 32 rows of it on,
/// CTAs of a cluster share it (64x28672x4096 of bf16 by i8 or i4 and scales of
/// groups, H100: 47.3 in place of 49.4 us, and 38.9 of 42.3; clusters of two
/// are as slow as none).
static constexpr int64_t kMinSharedColumns = 32;
static constexpr int64_t kSharingCTAs = 4;

namespace {
/// How the grid of a config fills the device.
struct Waves {
  /// Share of the last wave that has work.
  double last;
  /// The same over all waves.
  double all;
};
} // namespace

static Waves getWaves(const ProblemFact &fact, const TargetInfo &target,
                      const HopperWgmmaConfig &config) {
  int64_t ctas = countTiles(fact, config) * config.splitK;
  int64_t slots = hopper_wgmma::heldCtas(config, fact.getMatmul(), target);
  int64_t rest = ctas % slots;
  double last = rest == 0 ? 1.0 : static_cast<double>(rest) / slots;
  return {last, static_cast<double>(ctas) / llvm::alignTo(ctas, slots)};
}

/// No more rows and columns than the product has, rounded up to the grid.
static void clampToShape(const ProblemFact &fact, HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  int64_t rows = config.swap ? matmul.n : getTypicalRows(fact);
  int64_t columns = config.swap ? getTypicalRows(fact) : matmul.n;
  if (!ShapedType::isDynamic(rows))
    config.tile[0] =
        std::min<int64_t>(config.tile[0], llvm::alignTo(rows, kRowStep));
  if (!ShapedType::isDynamic(columns))
    config.tile[1] =
        std::min<int64_t>(config.tile[1], llvm::alignTo(columns, kColumnStep));
  // Two cooperative consumers need 64 rows each.
  if (config.schedule == Schedule::Cooperative &&
      config.tile[0] % (kRowStep * config.consumers) != 0)
    config.consumers = 1;
}

/// Takes one step off the tile's larger axis (rows, when they are equal); false
/// at the floor.
static bool shrinkLargerAxis(HopperWgmmaConfig &config) {
  int64_t rowStep = config.schedule == Schedule::Pingpong
                        ? kRowStep
                        : kRowStep * config.consumers;
  bool canShrinkRows = config.tile[0] > rowStep;
  bool canShrinkColumns = config.tile[1] - kShrinkColumns >= kMinColumns;
  bool rowsAreLarger = config.tile[0] >= config.tile[1];
  if (canShrinkRows && (rowsAreLarger || !canShrinkColumns)) {
    config.tile[0] -= rowStep;
    return true;
  }
  if (!canShrinkColumns)
    return false;
  // From a clamped width to the next multiple of the step below it.
  config.tile[1] = llvm::alignDown(config.tile[1] - 1, kShrinkColumns);
  return true;
}

/// Shrinks until the last wave is full enough; where no tile makes it so, the
/// one that fills all waves best is taken.
static void fillLastWave(const ProblemFact &fact, const TargetInfo &target,
                         HopperWgmmaConfig &config) {
  HopperWgmmaConfig attempt = config;
  double best = 0;
  do {
    Waves waves = getWaves(fact, target, attempt);
    if (waves.all > best) {
      best = waves.all;
      config = attempt;
    }
    if (waves.last >= kLastWave) {
      config = attempt;
      return;
    }
  } while (shrinkLargerAxis(attempt));
}

namespace {
class WaveFill : public SeedHeuristic {
public:
  StringRef getName() const override { return "wave-fill"; }
  StringRef getSummary() const override {
    return "the default: the tile is shrunk until the last wave of CTAs is "
           "0.8 full, then the deepest K tile and ring that fit";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    return canUseHopper(fact, target);
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    // Tiles that only fit the shape come behind: over many waves the last one
    // weighs little, and then the larger tile may win all the same.
    SmallVector<HopperWgmmaConfig> filled, clamped;
    for (const Config &row : getSeedRows(fact, getName())) {
      addSeed(fact, target, row, /*fillWaves=*/true, filled);
      addSeed(fact, target, row, /*fillWaves=*/false, clamped);
    }
    if (fact.getMatmul().isGrouped())
      addGroupSeeds(fact, target, getSeedRows(fact, getName()).front(), filled);
    addVariants(fact, target, filled);
    addVariants(fact, target, clamped);
    SmallVector<Config> seeds = rankByEstimate(fact, target, filled);
    for (const Config &seed : rankByEstimate(fact, target, clamped))
      if (!llvm::is_contained(seeds, seed))
        seeds.push_back(seed);
    return fitGroups(fact, target, dropHopeless(fact, target, seeds));
  }

private:
  static void addSeed(const ProblemFact &fact, const TargetInfo &target,
                      const Config &row, bool fillWaves,
                      SmallVectorImpl<HopperWgmmaConfig> &seeds);
  static void addGroupSeeds(const ProblemFact &fact, const TargetInfo &target,
                            const Config &row,
                            SmallVectorImpl<HopperWgmmaConfig> &seeds);
};
} // namespace

/// Gives the rest of shared memory to a deep K tile and a long ring.
static bool takeDepth(const ProblemFact &fact, const TargetInfo &target,
                      HopperWgmmaConfig &config) {
  int64_t minimum = hopper_wgmma::convertsRows(config, fact.getMatmul(), target)
                        ? kMinStagesConverted
                        : kMinWaveStages;
  for (int64_t bytes : {256, 128}) {
    config.tile[2] =
        8 * bytes / hopper_wgmma::elementBits(config, fact.getMatmul(), target);
    if (fact.getMatmul().multipliesFloat8() && config.tile[2] > kShortSumDepth)
      continue;
    if (takeDeepestRing(fact, target, config, minimum))
      return true;
  }
  // A shallow ring is better than no seed.
  return takeDeepestRing(fact, target, config);
}

void WaveFill::addSeed(const ProblemFact &fact, const TargetInfo &target,
                       const Config &row, bool fillWaves,
                       SmallVectorImpl<HopperWgmmaConfig> &seeds) {
  const auto &matmul = fact.getMatmul();
  HopperWgmmaConfig config = startSeed(fact, row);
  if (!hasRegistersForSums(fact, config))
    return;
  // 64 rows of wgmma on fewer rows of A would be empty; on columns they are
  // not. Integers that are converted have their side already.
  if (!hopper_wgmma::convertsRows(config, matmul, target))
    config.swap = !ShapedType::isDynamic(matmul.m) &&
                  getTypicalRows(fact) < kRowStep &&
                  (ShapedType::isDynamic(matmul.n) || matmul.n > matmul.m);
  clampToShape(fact, config);
  bool isStatic =
      !ShapedType::isDynamic(matmul.m) && !ShapedType::isDynamic(matmul.n);
  if (fillWaves && isStatic)
    fillLastWave(fact, target, config);
  if (isStatic)
    evictStreamed(fact, config);
  if (!takeDepth(fact, target, config) || isRedundant(fact, target, config))
    return;
  seeds.push_back(config);
  if (!hopper_wgmma::convertsRows(config, matmul, target) ||
      config.tile[1] < kMinSharedColumns)
    return;
  config.cluster[0] = kSharingCTAs;
  if (takeDepth(fact, target, config) && !isRedundant(fact, target, config))
    seeds.push_back(config);
}

/// With the columns of B as the rows of the tile, how many rows of a product it
/// has can be chosen in smaller steps, and less of each product's last tile is
/// empty.
void WaveFill::addGroupSeeds(const ProblemFact &fact, const TargetInfo &target,
                             const Config &row,
                             SmallVectorImpl<HopperWgmmaConfig> &seeds) {
  const auto &matmul = fact.getMatmul();
  if (getElementBytes(matmul.a.element) != getElementBytes(matmul.b.element))
    return;
  for (Schedule schedule : {Schedule::Cooperative, Schedule::Pingpong})
    for (int64_t width : {64, 96, 128, 192}) {
      HopperWgmmaConfig config = startSeed(fact, row);
      config.swap = true;
      config.persistent = true;
      config.schedule = schedule;
      config.consumers = 2;
      config.tile[0] = schedule == Schedule::Cooperative ? 256 : 128;
      config.tile[1] = width;
      evictStreamed(fact, config);
      if (takeDepth(fact, target, config) && !isRedundant(fact, target, config))
        seeds.push_back(config);
    }
}

std::unique_ptr<SeedHeuristic> autotune::createWaveFillHeuristic() {
  return std::make_unique<WaveFill>();
}
