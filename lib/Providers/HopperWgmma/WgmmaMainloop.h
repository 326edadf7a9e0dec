//===- WgmmaMainloop.h - Operands by TMA, products by wgmma --- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_WGMMAMAINLOOP_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_WGMMAMAINLOOP_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Kernels/KernelOperands.h"
#include "mlir-autotune/Kernels/Scales.h"

namespace mlir::autotune {

/// A ring of slots, each with a tile of the left and one of the right operand:
/// the producer fills it, consumers multiply slot after slot. One product stays
/// in flight while the slot of the one before is given back; where sums are
/// promoted, within each part, or while those of the part before are added.
/// Products of three parts of f32 have a second ring, of what is dropped of the
/// first one's slots. An operand that is transposed once it is loaded has one
/// of its own.
class WgmmaMainloop {
public:
  /// Makes the ring, at the start of the kernel.
  WgmmaMainloop(ImplicitLocOpBuilder &b, const KernelOperands &problem,
                const HopperWgmmaConfig &config);

  /// The producer's part of a tile.
  void produce(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop) const;
  /// Whether products are those of high and low parts, which a role of its own
  /// splits slots into.
  bool splits() const { return bool(lowRing); }
  /// That role's part of a tile.
  void split(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop) const;
  /// Whether a role of its own transposes what is loaded of an operand.
  bool transposes() const { return leftRing || rightRing; }
  /// That role's part of a tile.
  void transpose(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop) const;
  /// The consumers' part: the sums of a tile, added to `initial` if there is
  /// one. Ping-pong consumers take turns around it.
  Value consume(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                Value initial) const;

  /// The same mainloop for tiles of fewer columns, which has the same rings.
  /// `narrow` is its config, and must outlive it.
  WgmmaMainloop narrowed(const HopperWgmmaConfig &narrow) const;

  Value getRing() const { return ring; }
  tile::FragmentType getAccumulatorType() const { return accumulator; }

private:
  /// Loads a slot for each step of K from `begin` to `end`.
  void produceRange(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                    Value begin, Value end, const ProductOperand &left,
                    const ProductOperand &right) const;
  void copy(ImplicitLocOpBuilder &b, Value slot, int64_t index,
            const ProductOperand &operand, Value output, Value at,
            Value k) const;
  void load(ImplicitLocOpBuilder &b, Value slot, int64_t index,
            const ProductOperand &operand, Value output, Value at, Value k,
            std::optional<tile::Axis> multicast, tile::CachePolicy policy,
            std::optional<int64_t> half = std::nullopt) const;
  /// The transposes of a slot for each step of K from `begin` to `end`.
  void transposeRange(ImplicitLocOpBuilder &b, Value begin, Value end) const;
  /// The rings that consumers drain, that of the producer first.
  SmallVector<Value, 3> getDrained() const;
  /// Their next slots.
  SmallVector<Value, 3> wait(ImplicitLocOpBuilder &b) const;
  void release(ImplicitLocOpBuilder &b, ValueRange slots) const;
  /// `slots` are what wait() gave, `rows` what the prologue takes for the rows
  /// of the slot.
  Value multiply(ImplicitLocOpBuilder &b, ValueRange slots, Value sums,
                 ValueRange rows = {}) const;
  /// The product of one step, added to `sums` if there are any.
  Value multiplyStep(ImplicitLocOpBuilder &b, Value sums,
                     ValueRange rows = {}) const;
  /// The sums of K from `begin` to `end`, which is one step at least, added to
  /// `initial` if there is one. `issued` may add operations to where all
  /// products have been started.
  Value multiplyRange(ImplicitLocOpBuilder &b, Value begin, Value end,
                      Value initial, llvm::function_ref<void()> issued) const;
  /// The same of a tile, each step waited for before the next: where A is
  /// converted into registers, those of the next step are the same ones. What
  /// its prologue takes is read one step ahead.
  Value multiplyWaiting(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                        Value initial) const;
  /// The same in parts of `promote` steps, which are added up in f32.
  Value addParts(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                 Value initial) const;
  /// The scales of the part of a tile that has `k`.
  PartScales readScales(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                        Value k) const;
  /// The same, each part times its scales, which are read before its first slot
  /// is waited for: those of the first part are there.
  Value addScaledParts(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                       PartScales scales, Value initial) const;
  /// The same of parts of one step: the product of a part runs while the sums
  /// of the part before are added. `scales` are those of the first part, or
  /// none. `issued` is as in multiplyRange.
  Value addOverlappingParts(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                            std::optional<PartScales> scales, Value initial,
                            llvm::function_ref<void()> issued) const;
  /// The sums of the part that begins at `from`.
  Value multiplyPart(ImplicitLocOpBuilder &b, Value from, Value end) const;

  WgmmaMainloop(const WgmmaMainloop &wide, const HopperWgmmaConfig &config)
      : problem(wide.problem), config(config), ring(wide.ring),
        slotType(wide.slotType), accumulator(wide.accumulator) {}

  const KernelOperands &problem;
  const HopperWgmmaConfig &config;
  Value ring;
  /// Null unless products are split.
  Value lowRing;
  /// Null unless the operand is transposed.
  Value leftRing, rightRing;
  tile::SlotType slotType;
  tile::FragmentType accumulator;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERWGMMA_WGMMAMAINLOOP_H
