//===- ClusterM2.cpp - Seeds in which two CTAs share B --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two CTAs that lie side by side along M need the same tile of B. As a cluster
// each loads half of it for both, which halves B's way from L2.
//
//===----------------------------------------------------------------------===//

#include "Common/SeedTables.h"
#include "HopperWgmma/HopperSeeds.h"

using namespace mlir;
using namespace mlir::autotune;

/// CTAs of the cluster along M.
static constexpr int64_t kClusterM = 2;
/// The grid holds at least this share of the SMs in clusters: 1/4. With fewer,
/// half the device idles whatever they share.
static constexpr int64_t kSMsPerCluster = 4;
/// Stages that the ring needs, so that a slot can wait for the other CTA.
static constexpr int64_t kMinClusterStages = 4;
/// The same of tiles of more than so many elements, whose steps take as much
/// longer.
static constexpr int64_t kMinLargeStages = 3;
static constexpr int64_t kLargeTile = 128 * 256;

/// Whether both sizes divide the cluster's tile and there are enough clusters.
static bool suits(const ProblemFact &fact, const TargetInfo &target,
                  const HopperWgmmaConfig &config) {
  const auto &matmul = fact.getMatmul();
  int64_t clusterRows = kClusterM * config.tile[0];
  if (matmul.m % clusterRows != 0 || matmul.n % config.tile[1] != 0)
    return false;
  int64_t clusters = (matmul.m / clusterRows) * (matmul.n / config.tile[1]) *
                     getKnownBatch(fact);
  return clusters * kSMsPerCluster >= target.sms;
}

/// The row as it would be on this matmul, or nothing where it does not suit.
static std::optional<HopperWgmmaConfig>
adapt(const ProblemFact &fact, const TargetInfo &target, const Config &row) {
  HopperWgmmaConfig config = startSeed(fact, row);
  config.cluster = {kClusterM, 1};
  // What two sets of sums leave of 256 columns divides few products: half of
  // them, which suits more (H100: within 1 % of cuBLASLt at 4096 cubed in
  // e4m3).
  int64_t columns = HopperWgmmaConfig::fromConfig(row.withDefaults()).tile[1];
  if (config.tile[1] < columns && fact.getMatmul().n % config.tile[1] != 0)
    config.tile[1] = columns / 2;
  fitToLoad(fact, config);
  bool isLarge = config.tile[0] * config.tile[1] > kLargeTile;
  if (!suits(fact, target, config) || !hasRegistersForSums(fact, config) ||
      !takeDeepestRing(fact, target, config,
                       isLarge ? kMinLargeStages : kMinClusterStages))
    return std::nullopt;
  return config;
}

namespace {
class ClusterM2 : public SeedHeuristic {
public:
  StringRef getName() const override { return "cluster-m2"; }
  StringRef getSummary() const override {
    return "two CTAs along M share B by multicast, where the cluster's tile "
           "divides M and N and the grid is large enough";
  }

  bool isEligible(const ProblemFact &fact,
                  const TargetInfo &target) const override {
    if (ShapedType::isDynamic(fact.getMatmul().m) ||
        ShapedType::isDynamic(fact.getMatmul().n) ||
        !canUseHopper(fact, target))
      return false;
    return llvm::any_of(getSeedRows(fact, getName()), [&](const Config &row) {
      return adapt(fact, target, row).has_value();
    });
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    SmallVector<HopperWgmmaConfig> seeds;
    for (const Config &row : getSeedRows(fact, getName()))
      if (std::optional<HopperWgmmaConfig> seed = adapt(fact, target, row))
        seeds.push_back(*seed);
    addVariants(fact, target, seeds);
    return rankByEstimate(fact, target, seeds);
  }
};
} // namespace

std::unique_ptr<SeedHeuristic> autotune::createClusterM2Heuristic() {
  return std::make_unique<ClusterM2>();
}
