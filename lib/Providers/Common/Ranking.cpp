//===- Ranking.cpp - Configs in the order of their estimates --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/Ranking.h"

#include "mlir-autotune/Providers/Estimate.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

SmallVector<Config> autotune::rankBy(ArrayRef<Config> configs,
                                     ArrayRef<double> times) {
  SmallVector<std::pair<double, unsigned>> order;
  order.reserve(configs.size());
  for (auto [index, time] : llvm::enumerate(times))
    order.emplace_back(time, index);
  // The index breaks ties.
  llvm::sort(order);
  SmallVector<Config> ranked;
  ranked.reserve(order.size());
  for (auto [time, index] : order)
    ranked.push_back(configs[index]);
  return ranked;
}

SmallVector<Config> autotune::rankByEstimate(const ProblemFact &fact,
                                             const TargetInfo &target,
                                             ArrayRef<Config> configs) {
  return rankBy(configs,
                llvm::map_to_vector(configs, [&](const Config &config) {
                  return estimateTime(fact, target, config);
                }));
}

/// How far behind is hopeless: on the shapes explored on an H200 the estimate
/// was never off by so much between two configs of one shape.
static constexpr double kHopeless = 1.6;

SmallVector<Config> autotune::dropHopeless(const ProblemFact &fact,
                                           const TargetInfo &target,
                                           ArrayRef<Config> ranked) {
  SmallVector<double> times;
  for (const Config &config : ranked)
    times.push_back(estimateTime(fact, target, config));
  SmallVector<Config> kept;
  for (auto [config, time] : llvm::zip_equal(ranked, times))
    if (time <= kHopeless * *llvm::min_element(times))
      kept.push_back(config);
  return kept;
}
