//===- AttentionKernel.h - The kernel of an attention -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_ATTENTIONKERNEL_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_ATTENTIONKERNEL_H

#include "HopperAttention/HopperAttention.h"
#include "HopperAttention/KeyBlocks.h"
#include "HopperAttention/Softmax.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Kernels/AttentionProblem.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::autotune {

/// Builds the kernel of a config.
class AttentionKernel {
public:
  AttentionKernel(ImplicitLocOpBuilder &b, const AttentionFact &fact,
                  const HopperAttentionConfig &config, problem::AttentionOp op,
                  const AttentionViews &views)
      : b(b), fact(fact), config(config), op(op), views(views), function(op),
        softmax(function, config.tile[0], config.tile[1]) {}

  tile::KernelOp create(StringRef name);

private:
  enum Operand { Q, K, V, O, Logarithms };

  /// What a role has of a tile.
  struct Tile {
    Value query;
    /// The number in the batch, of the query's head, and of the key's.
    Value batch, head, keyHead;
    std::optional<KeyBlocks> blocks;
    /// Those of the keys, if CTAs share them.
    Value parts;
  };
  Tile beginTile();
  Value loadPlace(const Tile &tile, unsigned input, Value row);
  void produce();
  void consume();
  /// What a consumer carries from one block to the next.
  struct Carried {
    Softmax::State state;
    Value weights, result;

    SmallVector<Value> getValues() const {
      return {state.maximum, state.offset, state.sums, weights, result};
    }
    static Carried get(ValueRange values) {
      return {{values[0], values[1], values[2]}, values[3], values[4]};
    }
  };
  Carried beginBlocks(const Tile &tile, Value q);
  Carried addBlock(const Tile &tile, Value q, Value number, Carried carried,
                   KeyMask mask);
  Carried addBlocks(const Tile &tile, Value q, Value from, Value to,
                    Carried carried, KeyMask mask);
  Value getScores(const Tile &tile, Value products, Value number, KeyMask mask);
  Value round(Value exponentials);
  void store(const Tile &tile, Value result, Value logarithms, Value column);
  void storeMean(const Tile &tile, Value result, Value exponents);

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// What the score function reads.
  ValueRange getExtras() {
    return kernel.getBody().getArguments().drop_front(Logarithms +
                                                      fact.hasLogSumExp);
  }
  Value getSize(Operand operand, int64_t dim) {
    return memref::DimOp::create(b, kernel.getBody().getArgument(operand),
                                 index(dim));
  }
  Value wait(Value ring) {
    return tile::WaitOp::create(b, getSlotType(ring), ring, IntegerAttr());
  }
  void release(Value slot, Value ring) {
    tile::ReleaseOp::create(b, slot, ring);
  }
  static tile::SlotType getSlotType(Value ring) {
    auto type = cast<tile::RingType>(ring.getType());
    return tile::SlotType::get(ring.getContext(), type.getTiles());
  }
  Value createRing(int64_t rows, int64_t columns, int64_t stages) {
    auto tile = VectorType::get({rows, columns}, element);
    return tile::RingOp::create(b, tile::RingType::get(b.getContext(), tile),
                                stages);
  }
  void load(Operand operand, Value ring, ValueRange indices) {
    Value slot = tile::AcquireOp::create(b, getSlotType(ring), ring);
    tile::LoadOp::create(b, kernel.getBody().getArgument(operand), indices,
                         slot, /*tile=*/0, /*half=*/DenseI64ArrayAttr(),
                         /*trim=*/false, /*chosen=*/false,
                         /*multicast=*/tile::AxisAttr(),
                         tile::CachePolicy::Normal);
  }
  Value multiply(Value slot, Value right, Value held, Value sums,
                 tile::FragmentType type) {
    return tile::MmaOp::create(
        b, type, slot, sums, /*low=*/Value(), /*left=*/Value(), right, held,
        /*rows=*/ValueRange(), /*transpose_a=*/false,
        /*transpose_b=*/held == nullptr, /*unsigned_a=*/false,
        /*unsigned_b=*/false, /*tf32=*/false, /*packed_a=*/false,
        /*reordered_a=*/false, /*in_turn=*/config.inTurn && !held);
  }
  Value waitForProduct(Value sums, int64_t pending) {
    return tile::MmaWaitOp::create(b, sums.getType(), pending, sums)
        .getResult();
  }

  ImplicitLocOpBuilder &b;
  const AttentionFact &fact;
  const HopperAttentionConfig &config;
  problem::AttentionOp op;
  const AttentionViews &views;
  ScoreFunction function;
  Softmax softmax;

  tile::KernelOp kernel;
  Type element;
  tile::FragmentType scoreType, resultType;
  Value ringQ, ringK, ringV;
  /// Sizes, at the kernel's start.
  Value queries, keys, batch, heads, sharing;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_ATTENTIONKERNEL_H
