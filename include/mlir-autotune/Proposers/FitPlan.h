//===- FitPlan.h - Few configs for many sizes -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses few configs for a grid of sizes, and splits the grid into boxes, each
// with the config that loses least over all of its sizes. Times may be
// predicted or measured. Over the sizes, the time of a kernel is a sawtooth,
// because tiles and waves are filled in part, so a config may be best in
// several boxes.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_FITPLAN_H
#define MLIR_AUTOTUNE_PROPOSERS_FITPLAN_H

#include "mlir-autotune/Problem/ExpectedSizes.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::autotune {

/// All combinations of sizes along four axes.
struct SizeGrid {
  /// The sizes along each axis, ascending. A size that is known has an axis of
  /// one size.
  std::array<llvm::SmallVector<int64_t>, kNumSizeDims> axes;
  /// A size that equals another one has no sizes of its own, but an axis of one
  /// number without a meaning.
  SameSizes sameAs;

  size_t getNumPoints() const;
  /// Sets each size that equals another one.
  void setSame(ProblemSizes &sizes) const;
  /// The last axis varies fastest.
  ProblemSizes getPoint(size_t number) const;
};

/// Part of a grid, and its config.
struct PlanBox {
  /// The first and the last index along each axis.
  std::array<unsigned, kNumSizeDims> first, last;
  size_t config;
};

/// The configs of the kernels, `most` at most, that together lose least over a
/// grid if each point has the best config: in ascending order. What a point
/// loses is a part x of its best time, and counts as x + 10 x². `kernels` has
/// the number of each config's kernel, from 0 on. `times` has a time for each
/// point and, within a point, for each config, in nanoseconds; infinity for a
/// config that does not run there. `weights` says how much each point counts;
/// empty for all alike. None if no kernel runs at all points.
llvm::SmallVector<size_t> chooseConfigs(const SizeGrid &grid,
                                        llvm::ArrayRef<double> times,
                                        llvm::ArrayRef<size_t> kernels,
                                        llvm::ArrayRef<double> weights,
                                        size_t most);

/// Splits a grid into boxes, `most` at most, with one of the configs each, so
/// that little is lost: along one axis as little as possible. No boxes if no
/// config runs at all points. The boxes are in the order of their first
/// indices.
llvm::SmallVector<PlanBox>
fitBoxes(const SizeGrid &grid, llvm::ArrayRef<double> times, size_t numConfigs,
         llvm::ArrayRef<double> weights, size_t most);

/// The last size along an axis for which the config before a boundary is to be
/// used. `before` is the index of the last size before the boundary.
using FindBoundary = llvm::function_ref<int64_t(SizeDim axis, unsigned before,
                                                size_t config, size_t next)>;

/// The guard of each box. Boxes at the ends of an axis extend to all smaller
/// and larger sizes. Along the only axis of several sizes, if there is one,
/// `findBoundary` says where boxes meet; otherwise, and if it is null, a box
/// ends at its last size.
llvm::SmallVector<SizeGuard> getGuards(const SizeGrid &grid,
                                       llvm::ArrayRef<PlanBox> boxes,
                                       FindBoundary findBoundary = nullptr);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_FITPLAN_H
