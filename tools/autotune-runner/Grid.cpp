//===- Grid.cpp - How many CTAs a launch has ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grid.h"

#include <algorithm>

using namespace mlir::autotune::runner;

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

int64_t mlir::autotune::runner::getClusterSize(const GridRule &rule) {
  return rule.clusterTile[0] * rule.clusterTile[1] * rule.splitK;
}

llvm::Expected<int64_t>
mlir::autotune::runner::getGridSize(const GridRule &rule,
                                    const Problem &problem, int64_t sms) {
  // Sizes fit 31 bits, so the product of two fits 62.
  int64_t clusters = 1;
  for (int i = 0; i < 2; ++i) {
    const Operand &operand = problem.operands[rule.extents[i].operand];
    int64_t extent = rule.extents[i].dim == 0 ? operand.rows : operand.columns;
    clusters *= ceilDiv(ceilDiv(extent, rule.tile[i]), rule.clusterTile[i]);
  }
  int64_t size = getClusterSize(rule);
  if (rule.persistent)
    clusters =
        std::min(clusters, std::max<int64_t>(1, sms * rule.ctasPerSm / size));
  // The limit on grid.x in every CUDA GPU since compute capability 3.0.
  if (clusters > INT32_MAX / size)
    return llvm::createStringError(
        "the grid would have " + llvm::Twine(clusters) + " clusters of " +
        llvm::Twine(size) + " CTAs; a launch has at most 2147483647");
  return clusters * size;
}
