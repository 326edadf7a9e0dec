//===- SharedKernel.cpp - One kernel for tiles of many widths -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/HopperSeeds.h"
#include "HopperWgmma/HopperWgmma.h"

using namespace mlir;
using namespace mlir::autotune;

/// The widest tiles of shared kernels. The first one that is wide enough and
/// legal is taken.
static constexpr int64_t kInsteadOf208 = 192;
static constexpr int64_t kWidest[] = {144, 208, kInsteadOf208, 256};
/// Tiles of so few columns are for few rows, all of which one tile serves.
static constexpr int64_t kFewColumns = 64;
/// With fewer slots, loads are too late.
static constexpr int64_t kLeastStages = 3;

SmallVector<int64_t> HopperWgmma::getChoices(const HopperWgmmaConfig &config) {
  SmallVector<int64_t> choices;
  for (int64_t columns = config.widest / 2; columns <= config.widest;
       columns += kColumnStep)
    choices.push_back(columns);
  return choices;
}

std::optional<int64_t>
HopperWgmma::getChosenColumns(const Config &config) const {
  auto typed = HopperWgmmaConfig::fromConfig(config);
  return typed.widest ? std::optional(typed.tile[1]) : std::nullopt;
}

Config HopperWgmma::getKernelConfig(const Config &config) const {
  auto typed = HopperWgmmaConfig::fromConfig(config);
  if (!typed.widest)
    return config;
  typed.tile[1] = typed.widest;
  return typed.toConfig();
}

/// The config with a kernel for many widths; nullopt if there is none.
static std::optional<HopperWgmmaConfig> shareKernel(const ProblemFact &fact,
                                                    const TargetInfo &target,
                                                    HopperWgmmaConfig config) {
  if (config.widest)
    return config;
  if (config.tile[1] <= kFewColumns)
    return std::nullopt;
  // Shared kernels store directly. If rows of C are not aligned, they store
  // single elements. That takes two to three times as long as a store through
  // shared memory (NVIDIA H100, 46 x 2047 x 2047 x 128).
  if (config.store != Store::Direct && !canStoreByTma(fact))
    return std::nullopt;
  for (int64_t widest : kWidest) {
    if (widest < config.tile[1] || widest > 2 * config.tile[1])
      continue;
    HopperWgmmaConfig shared = config;
    shared.widest = widest;
    shared.store = Store::Direct;
    // With one tile for each CTA they take as long, and with more they are 3
    // to 5 % faster (NVIDIA H100, 301 matmuls).
    if (shared.consumers > 1)
      shared.persistent = true;
    for (; shared.stages >= kLeastStages; --shared.stages)
      if (isLegal(fact, target, shared))
        return shared;
  }
  return std::nullopt;
}

/// The widest tile of the next narrower kernel, which has its widths, too.
static int64_t getNarrower(int64_t widest) {
  int64_t narrower = 0;
  for (int64_t each : kWidest)
    if (each < widest && each != kInsteadOf208)
      narrower = std::max(narrower, each);
  return narrower;
}

SmallVector<Config> HopperWgmma::getPlanConfigs(const ProblemFact &fact,
                                                const TargetInfo &target,
                                                const Config &config) const {
  auto typed = HopperWgmmaConfig::fromConfig(config);
  std::optional<HopperWgmmaConfig> shared = shareKernel(fact, target, typed);
  SmallVector<Config> configs;
  // Boxes of a store have one width.
  if (!shared || typed.store != Store::Direct)
    configs.push_back(config);
  if (!shared)
    return configs;
  configs.push_back(shared->toConfig());
  int64_t narrower = getNarrower(shared->widest);
  for (int64_t columns : getChoices(*shared)) {
    if (columns == typed.tile[1] || columns <= narrower)
      continue;
    shared->tile[1] = columns;
    if (isLegal(fact, target, *shared))
      configs.push_back(shared->toConfig());
  }
  return configs;
}
