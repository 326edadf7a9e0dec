//===- AttentionBuilder.h - What kernels of attention share -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ATTENTIONBUILDER_H
#define MLIR_AUTOTUNE_KERNELS_ATTENTIONBUILDER_H

#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/KeyBlocks.h"
#include "mlir-autotune/Kernels/Softmax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::autotune {

/// Parts of a kernel of attention that need no instruction of a chip: operands,
/// tiles of queries and the blocks of keys that they see, scores, and the store
/// of the result. A kernel is a class that derives from this one.
class AttentionBuilder {
public:
  /// The part of a config that all templates have.
  struct Shape {
    /// Queries of a tile, and keys of a block.
    int64_t queries, keys;
    bool persistent = false;
    /// CTAs that share a tile; each has a part of its blocks.
    int64_t split = 1;
  };
  AttentionBuilder(ImplicitLocOpBuilder &b, const AttentionFact &fact,
                   const Shape &shape, problem::AttentionOp op,
                   const AttentionViews &views)
      : b(b), fact(fact), op(op), function(op),
        softmax(function, shape.queries, shape.keys), shape(shape),
        views(views) {}

protected:
  enum Operand { Q, K, V, O, Logarithms };

  /// Creates the kernel with its arguments, and moves the builder into it.
  void createKernel(StringRef name, const LaunchShape &launch);

  /// A tile, as a role sees it.
  struct Tile {
    Value query;
    /// The number in the batch, of the query's head, and of the key's.
    Value batch, head, keyHead;
    std::optional<KeyBlocks> blocks;
    /// Those of the keys, if CTAs share them.
    Value parts;
  };
  /// Opens the loop over tiles, moves the builder into it, and finds the tile's
  /// blocks of keys.
  Tile beginTile();
  /// The first index of a block in K or V.
  SmallVector<Value> getKeyIndices(const Tile &tile, Value number);

  /// Adds a block to what is carried, and returns that.
  using AddBlock = llvm::function_ref<SmallVector<Value>(
      Value number, ValueRange carried, KeyMask mask)>;
  /// Loops over the tile's blocks from `second` on, which comes behind its
  /// first. There are loops of their own for blocks that need other masks.
  SmallVector<Value> addBlocks(const Tile &tile, Value second,
                               SmallVector<Value> carried, AddBlock addBlock);

  /// The scores of block `number`, from the products of Q and K.
  Value getScores(const Tile &tile, Value products, Value number, KeyMask mask);
  /// Weights as elements of V.
  Value round(Value exponentials);
  /// Stores columns of the result from `column` on and, with the first ones,
  /// the logarithms of the rows' sums, if they are a result.
  void store(const Tile &tile, Value result, Value logarithms, Value column);

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value getArgument(Operand operand) {
    return kernel.getBody().getArgument(operand);
  }
  /// One slot for Q, and so many for blocks of keys and of values.
  void createRings(int64_t stages);
  static tile::SlotType getSlotType(Value ring) {
    auto type = cast<tile::RingType>(ring.getType());
    return tile::SlotType::get(ring.getContext(), type.getTiles());
  }
  void release(Value slot, Value ring) {
    tile::ReleaseOp::create(b, slot, ring);
  }

  ImplicitLocOpBuilder &b;
  const AttentionFact &fact;
  problem::AttentionOp op;
  ScoreFunction function;
  Softmax softmax;

  tile::KernelOp kernel;
  Type element;
  tile::FragmentType scoreType, resultType;
  /// Sizes, at the kernel's start.
  Value queries, keys, batch, heads;
  Value ringQ, ringK, ringV;

private:
  Value loadPlace(const Tile &tile, unsigned input, Value row);
  /// What the score function reads.
  ValueRange getExtras() {
    return kernel.getBody().getArguments().drop_front(Logarithms +
                                                      fact.hasLogSumExp);
  }
  Value getSize(Operand operand, int64_t dim) {
    return memref::DimOp::create(b, getArgument(operand), index(dim));
  }

  const Shape shape;
  const AttentionViews &views;
  /// Heads of Q for each one of K, if they differ.
  Value sharing;
};

/// Calls `build` with a fact's problem, whose score function has only what
/// kernels compute. Emits an error and returns null if the fact is none.
Operation *
buildAttention(ImplicitLocOpBuilder &b, const AttentionFact &fact,
               llvm::function_ref<Operation *(problem::AttentionOp,
                                              const AttentionViews &)>
                   build);

/// Builds a config's kernel by a class that derives from AttentionBuilder.
template <typename Kernel, typename Config>
Operation *buildAttention(ImplicitLocOpBuilder &b, StringRef name,
                          const AttentionFact &fact, const Config &config) {
  return buildAttention(
      b, fact,
      [&](problem::AttentionOp op, const AttentionViews &views) -> Operation * {
        return Kernel(b, fact, config, op, views).create(name);
      });
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ATTENTIONBUILDER_H
