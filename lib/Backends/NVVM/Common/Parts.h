//===- Parts.h - The CTAs that share a tile ---------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PARTS_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PARTS_H

#include "Emitter.h"

namespace mlir::autotune::tile {

/// What a !tile.parts becomes: three i32.
struct Parts {
  static constexpr int64_t kNumValues = 3;

  explicit Parts(ValueRange values)
      : counter(values[0]), slot(values[1]), number(values[2]) {}
  Parts(Value counter, Value slot, Value number)
      : counter(counter), slot(slot), number(number) {}
  SmallVector<Value> getValues() const { return {counter, slot, number}; }

  /// The tile's, among those of tiles.
  Value counter;
  /// That of the cluster of the first part, in slots of a partial sum.
  Value slot;
  /// This CTA's part.
  Value number;

  /// A cluster leaves a first part in its second slot, and any other part in
  /// its first (cuda::kPartialsPerCta). The clusters of a tile's parts follow
  /// each other.
  Value getSlot(Emitter &e, Value part, int64_t clusterSize) const {
    Value inClusters = arith::MaxUIOp::create(e, e.mul(part, 2), e.i32(1));
    return e.add(slot, e.mul(inClusters, clusterSize));
  }
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PARTS_H
