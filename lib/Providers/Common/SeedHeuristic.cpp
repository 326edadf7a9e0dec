//===- SeedHeuristic.cpp - What proposes configs to start from ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/SeedHeuristic.h"

#include "mlir-autotune/Space/KernelTemplate.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

SeedHeuristic::~SeedHeuristic() = default;

SmallVector<Config> SeedHeuristic::getNeighbors(const MatmulFact &fact,
                                                const TargetInfo &target,
                                                const Config &config) const {
  return getLegalNeighbors(fact, target, config);
}

/// The values that a search may try in place of `value`: the next ones of the
/// exhaustive domain on either side, or all others of an enumeration.
static SmallVector<int64_t> getMoves(const ParamSchema &param,
                                     const ComponentSchema &component,
                                     int64_t value) {
  ArrayRef<int64_t> domain = component.getDomain(DomainLevel::Exhaustive);
  SmallVector<int64_t> moves;
  if (param.kind == ParamKind::Enum || param.kind == ParamKind::Bool) {
    for (int64_t other : domain)
      if (other != value)
        moves.push_back(other);
    return moves;
  }
  // The value itself may be one that is legal but not enumerated.
  std::optional<int64_t> below, above;
  for (int64_t other : domain) {
    if (other < value)
      below = std::max(below.value_or(other), other);
    if (other > value)
      above = std::min(above.value_or(other), other);
  }
  for (std::optional<int64_t> move : {below, above})
    if (move)
      moves.push_back(*move);
  return moves;
}

SmallVector<Config> autotune::getLegalNeighbors(const MatmulFact &fact,
                                                const TargetInfo &target,
                                                const Config &config) {
  const KernelTemplate *kernel = lookupKernelTemplate(config.getTemplateName());
  SmallVector<Config> neighbors;
  for (const ParamSchema &param : config.getSchema().params)
    for (auto [index, component] : llvm::enumerate(param.components)) {
      SmallVector<int64_t> values(config.get(param.name));
      for (int64_t move : getMoves(param, component, values[index])) {
        Config neighbor = config;
        SmallVector<int64_t> moved = values;
        moved[index] = move;
        if (succeeded(neighbor.set(param.name, moved)) &&
            !kernel->check(fact, target, neighbor))
          neighbors.push_back(std::move(neighbor));
      }
    }
  return neighbors;
}
