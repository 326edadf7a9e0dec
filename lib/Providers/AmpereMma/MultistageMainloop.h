//===- MultistageMainloop.h - Products by mma.sync ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_AMPEREMMA_MULTISTAGEMAINLOOP_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_AMPEREMMA_MULTISTAGEMAINLOOP_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Kernels/KernelOperands.h"

#include <optional>

namespace mlir::autotune {

/// Of a slot of the ring, warps load a part into registers while they multiply
/// the part before: the first of it while they multiply the last of the slot
/// before. So no product waits for what has just been loaded.
///
/// Either a role of its own fills the ring by TMA, or all warps fill it
/// together, `stages - 1` slots ahead of the one that they multiply, so that
/// what copies take, a few for each part, is hidden by products. Slots beyond
/// the end of K stay empty then; they are committed all the same, so that what
/// is pending is always as much.
class MultistageMainloop {
public:
  /// Makes the ring, at the start of the kernel.
  MultistageMainloop(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                     const AmpereMmaConfig &config);

  /// With TMA: what the role that loads does.
  void produce(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop) const;
  /// And the sums of a tile, added to `initial`.
  Value consume(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                Value initial) const;

  /// Without: starts the copies of a tile.
  void fill(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop) const;
  /// And its sums, as above.
  Value create(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
               Value initial) const;

private:
  /// What is done: K up to `k`, but for what was loaded and not multiplied.
  struct Steps {
    Value k, sums, operands;
  };
  Steps multiplySlots(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                      const Steps &first, Value end, bool whole) const;
  Value getWholeEnd(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                    Value second) const;
  void copy(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop, Value slot,
            Value k, DenseI64ArrayAttr part = {}) const;
  void copyInside(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop, Value slot,
                  Value k) const;
  Value wait(ImplicitLocOpBuilder &b,
             std::optional<int64_t> pending = std::nullopt) const;
  Value read(ImplicitLocOpBuilder &b, Value slot, int64_t part) const;
  Value multiply(ImplicitLocOpBuilder &b, Value operands, Value sums) const;
  void multiplyLoaded(ImplicitLocOpBuilder &b, Value slot, int64_t firstPart,
                      Value &operands, Value &sums) const;

  const KernelOperands &problem;
  const AmpereMmaConfig &config;
  Value ring;
  tile::SlotType slotType;
  tile::OperandsType operandsType;
  int64_t parts;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_AMPEREMMA_MULTISTAGEMAINLOOP_H
