//===- Reduction.cpp - Smaller problems for a kernel ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/Reduction.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// Rows whose starts agree modulo so many elements agree in all that kernels
/// ask of alignment: 512 bytes of f32, more than a swizzle's 128.
static constexpr int64_t kStridePeriod = 128;
/// Clusters along M and N that stay whole, so that each has a neighbour.
static constexpr int64_t kClusters = 2;
/// Tiles of a cluster that goes on from one to the next: the second begins in
/// the middle of a ring, and the third has the first consumer's turn again.
static constexpr int64_t kTilesInTurn = 3;
/// For kernels without a ring, which have a tile at a time in shared memory.
static constexpr int64_t kDefaultStages = 2;

/// `size` without what repeats: at most `count` times `period`, and the rest.
static int64_t cut(int64_t size, int64_t period, int64_t count) {
  return std::min(size, count * period + size % period);
}

/// The same for K, where the rest counts: CTAs that share K get equal numbers
/// of steps, and with one step more the last of them could get none.
static int64_t cutDepth(int64_t size, int64_t period, int64_t count) {
  int64_t steps = llvm::divideCeil(size, period);
  return size - (steps - std::min(steps, count)) * period;
}

/// As before, modulo the period, unless rows no longer reach so far.
static int64_t cutStride(int64_t stride, int64_t columns) {
  int64_t least =
      llvm::alignDown(columns, kStridePeriod) + stride % kStridePeriod;
  if (least < columns)
    least += kStridePeriod;
  return std::min(stride, least);
}

static void cutRows(OperandFact &operand, int64_t rows, int64_t columns) {
  if (!ShapedType::isDynamic(operand.rowStride))
    operand.rowStride =
        cutStride(operand.rowStride, operand.transposed ? rows : columns);
}

MatmulFact autotune::reduceForSimulation(const MatmulFact &fact,
                                         const Config &config,
                                         const tile::KernelABI &abi) {
  MatmulFact reduced = fact;
  // The kernel's M is the problem's N where it computes the transposed product.
  bool isSwapped = abi.extents[0].dim == 1;
  reduced.m =
      cut(fact.m, abi.tile[isSwapped] * abi.cluster[isSwapped], kClusters);
  reduced.n =
      cut(fact.n, abi.tile[!isSwapped] * abi.cluster[!isSwapped], kClusters);
  ArrayRef<int64_t> tile = config.get("tile");
  int64_t stages = config.getInt("stages").value_or(kDefaultStages);
  if (tile.size() == 3)
    reduced.k = cutDepth(fact.k, tile[2], (2 * stages + 1) * abi.cluster[2]);
  cutRows(reduced.a, reduced.m, reduced.k);
  cutRows(reduced.b, reduced.k, reduced.n);
  cutRows(reduced.c, reduced.m, reduced.n);
  return reduced;
}

int64_t autotune::getMultiprocessorsForSimulation(const MatmulFact &fact,
                                                  const tile::KernelABI &abi) {
  int64_t clusters = 1;
  for (int i = 0; i < 2; ++i) {
    int64_t extent = abi.extents[i].dim == 0 ? fact.m : fact.n;
    clusters *= llvm::divideCeil(extent, abi.tile[i] * abi.cluster[i]);
  }
  int64_t held = std::max<int64_t>(clusters / kTilesInTurn, 1);
  int64_t size = abi.cluster[0] * abi.cluster[1] * abi.cluster[2];
  return llvm::divideCeil(held * size, abi.ctasPerSM);
}
