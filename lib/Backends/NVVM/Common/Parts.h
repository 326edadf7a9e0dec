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
#include "FragmentLayout.h"

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

/// A CTA's part of a tile in the workspace: for each warpgroup, what its
/// threads hold of the fragment, 16 bytes of each at a time. Behind it are, if
/// parts have weights, those of the thread's two rows of each block.
struct PartialLayout {
  PartialLayout(FragmentLayout fragment, bool hasWeights)
      : fragment(fragment), hasWeights(hasWeights) {}

  FragmentLayout fragment;
  bool hasWeights;

  /// From the thread's first byte on.
  int64_t getOffset(int64_t block, int64_t group) const {
    return (block * fragment.groups + group) * kGroupBytes;
  }
  int64_t getWeightOffset(int64_t block) const {
    return (fragment.blocks * fragment.groups + block) * kGroupBytes;
  }
  int64_t getWarpgroupBytes() const {
    return getWeightOffset(hasWeights ? fragment.blocks : 0);
  }
  /// Those of a part of `rows` x `columns`, in words of 4 bytes.
  static int64_t getWords(int64_t rows, int64_t columns, bool hasWeights) {
    constexpr int64_t kGroupColumns = 8;
    return rows * (columns + (hasWeights ? kGroupColumns : 0));
  }
};

/// Where this thread's registers of part `part` lie.
Value getPartial(const KernelContext &context, Emitter &e,
                 const RoleLayout &role, const PartialLayout &layout,
                 const Parts &parts, Value part);

inline Value advance(Emitter &e, Value pointer, int64_t bytes) {
  return bytes ? e.gep(pointer, e.getI8Type(), e.i64(bytes)) : pointer;
}

/// Whether one of a thread's rows is among the first `rows`; null, which stands
/// for true, without that number.
Value hasRows(const KernelContext &context, Emitter &e, const RoleLayout &role,
              const FragmentLayout &layout, ValueRange rows);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_PARTS_H
