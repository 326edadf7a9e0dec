//===- OutsideKernel.h - A kernel that others suggest -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_OUTSIDEKERNEL_H
#define MLIR_AUTOTUNE_PROVIDERS_OUTSIDEKERNEL_H

#include <array>
#include <cstdint>
#include <string>

namespace mlir::autotune {

/// A kernel in the terms that tuners of other projects share, for C = A B. It
/// belongs to no template: providers say which of their configs is like it
/// (KernelProvider::adoptKernel).
struct OutsideKernel {
  /// Rows, columns and depth that a CTA and a warp hold, in elements.
  std::array<int64_t, 3> tile = {0, 0, 0}, warpTile = {0, 0, 0};
  /// CTAs of a cluster along rows and columns.
  std::array<int64_t, 2> cluster = {1, 1};
  /// Slots of the ring of loads.
  int64_t stages = 1;
  /// CTAs that share the K of a tile; any number from 1 on.
  int64_t splitK = 1;
  /// Tiles of the other axis that are taken together; 1 for none.
  int64_t group = 1;
  /// Whether neighbouring CTAs are neighbours along columns, not rows.
  bool alongColumns = false;
  /// Whether rows, columns and cluster are those of C^T = B^T A^T.
  bool transposed = false;

  /// As "128x256x64 cluster 2x1 stages 4 split 3", for messages.
  std::string str() const;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_OUTSIDEKERNEL_H
