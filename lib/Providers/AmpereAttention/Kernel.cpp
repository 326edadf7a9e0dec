//===- Kernel.cpp - The kernel of a config of ampere_attention ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All warps copy and multiply. There are n stages. A warp does this for the
// block of keys number i:
//
//   wait for K[i]; start to copy V[i + n - 1]; Q * K[i];
//   wait for V[i]; start to copy K[i + n]; softmax; O += P[i] * V[i]
//
// At each wait, all warps meet. The slot that they read before is free then.
// Behind the last block, slots are committed without a copy: the number of
// pending slots is the same at each wait.
//
//===----------------------------------------------------------------------===//

#include "AmpereAttention/AmpereAttention.h"

#include "mlir-autotune/Kernels/AttentionBuilder.h"
#include "mlir-autotune/Kernels/Roles.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// K of one product by mma.sync.
static constexpr int64_t kPartDepth = 16;
/// Rows of operands begin at multiples of so many bytes.
static constexpr int64_t kRowAlignment = 16;

namespace {
class AmpereKernel : AttentionBuilder {
public:
  AmpereKernel(ImplicitLocOpBuilder &b, const AttentionFact &fact,
               const AmpereAttentionConfig &config, problem::AttentionOp op,
               const AttentionViews &views)
      : AttentionBuilder(b, fact, {config.tile[0], config.tile[1]}, op, views),
        config(config) {}

  tile::KernelOp create(StringRef name);

private:
  struct Carried {
    Softmax::State state;
    Value result;

    SmallVector<Value> getValues() const {
      return {state.maximum, state.offset, state.sums, result};
    }
    static Carried get(ValueRange values) {
      return {{values[0], values[1], values[2]}, values[3]};
    }
  };
  void work();
  void copyBlock(Operand operand, Value ring, const Tile &tile, Value number);
  Carried addBlock(const Tile &tile, Value q, Value number, Carried carried,
                   KeyMask mask);
  Value multiply(Value slot, Value left, Value held, Value sums);

  /// Copies a tile, which fills the slot.
  void copy(Operand operand, Value slot, ValueRange indices) {
    tile::CopyOp::create(b, getArgument(operand), indices, slot, /*tile=*/0,
                         kRowAlignment, /*async=*/true, /*whole=*/false,
                         /*part=*/DenseI64ArrayAttr());
  }
  Value wait(Value ring, int64_t pending) {
    return tile::WaitOp::create(b, getSlotType(ring), ring,
                                b.getI64IntegerAttr(pending));
  }
  /// Slots that are committed behind one of K, or of V, when it is waited for.
  int64_t getPending() const { return 2 * (config.stages - 1); }
  Value plus(Value number, int64_t distance) {
    return arith::AddIOp::create(b, number, index(distance));
  }

  const AmpereAttentionConfig config;
};
} // namespace

tile::KernelOp AmpereKernel::create(StringRef name) {
  OpBuilder::InsertionGuard guard(b);
  LaunchShape launch;
  launch.ctasPerSM = config.ctasPerSm;
  createKernel(name, launch);
  createRings(config.stages);
  OpBuilder::InsertionGuard inRole(b);
  RoleShape worker = {config.warps};
  worker.grid = {config.warps, 1};
  createRole(b, "worker", worker);
  work();
  return kernel;
}

/// Copies a block, if the tile has it.
void AmpereKernel::copyBlock(Operand operand, Value ring, const Tile &tile,
                             Value number) {
  Value slot = tile::AcquireOp::create(b, getSlotType(ring), ring);
  Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, number,
                                         tile.blocks->end);
  auto inside = scf::IfOp::create(b, isInside, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(inside.thenBlock());
    copy(operand, slot, getKeyIndices(tile, number));
  }
  tile::CommitOp::create(b, slot, ring);
}

/// Adds the product of rows of `left`, or of the registers `held`, and a slot
/// of keys, or of values. Each part is loaded before the part before it is
/// multiplied.
Value AmpereKernel::multiply(Value slot, Value left, Value held, Value sums) {
  auto of = cast<tile::SlotType>(slot.getType()).getTiles()[0];
  int64_t depth = of.getDimSize(left ? 1 : 0);
  int64_t columns = of.getDimSize(left ? 0 : 1);
  auto type = tile::OperandsType::get(
      b.getContext(), {VectorType::get({config.tile[0], kPartDepth}, element),
                       VectorType::get({columns, kPartDepth}, element)});
  auto read = [&](int64_t part) -> Value {
    return tile::ReadOperandsOp::create(b, type, slot, left, held, part,
                                        /*transpose_a=*/false,
                                        /*transpose_b=*/left != nullptr);
  };
  Value operands = read(0);
  for (int64_t part = 1; part <= depth / kPartDepth; ++part) {
    Value next = part < depth / kPartDepth ? read(part) : Value();
    sums = tile::MultiplyOp::create(b, sums.getType(), operands, sums,
                                    /*unsigned_a=*/false,
                                    /*unsigned_b=*/false);
    operands = next;
  }
  return sums;
}

AmpereKernel::Carried AmpereKernel::addBlock(const Tile &tile, Value q,
                                             Value number, Carried carried,
                                             KeyMask mask) {
  Value k = wait(ringK, getPending());
  copyBlock(V, ringV, tile, plus(number, config.stages - 1));
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  Value products =
      multiply(k, q, Value(), tile::SplatOp::create(b, scoreType, zero));
  release(k, ringK);
  Value v = wait(ringV, getPending());
  copyBlock(K, ringK, tile, plus(number, config.stages));
  Value scores = getScores(tile, products, number, mask);
  Value decrease;
  Value weights = round(softmax.add(b, scores, carried.state, decrease));
  carried.result = decrease
                       ? Softmax::multiplyRows(b, carried.result, decrease)
                       : tile::SplatOp::create(b, resultType, zero).getResult();
  carried.result = multiply(v, Value(), weights, carried.result);
  release(v, ringV);
  return carried;
}

void AmpereKernel::work() {
  Tile tile = beginTile();
  Value slot = tile::AcquireOp::create(b, getSlotType(ringQ), ringQ);
  copy(Q, slot, {tile.batch, tile.head, tile.query, index(0)});
  tile::CommitOp::create(b, slot, ringQ);
  Value first = tile.blocks->first;
  copyBlock(K, ringK, tile, first);
  for (int64_t stage = 0; stage + 1 < config.stages; ++stage) {
    copyBlock(V, ringV, tile, plus(first, stage));
    copyBlock(K, ringK, tile, plus(first, stage + 1));
  }
  Value q = wait(ringQ, getPending() + 1);
  Carried begun = addBlock(tile, q, first, Carried(), KeyMask::All);
  auto carried = Carried::get(
      addBlocks(tile, plus(first, 1), begun.getValues(),
                [&](Value number, ValueRange before, KeyMask mask) {
                  return addBlock(tile, q, number, Carried::get(before), mask)
                      .getValues();
                }));
  release(q, ringQ);
  Value factors = softmax.finish(b, carried.state, op.getZeroMaskedRows());
  Value logarithms;
  if (fact.hasLogSumExp)
    logarithms = softmax.createLogarithms(b, carried.state);
  store(tile, Softmax::multiplyRows(b, carried.result, factors), logarithms,
        index(0));
}

Operation *AmpereAttention::build(ImplicitLocOpBuilder &b, StringRef name,
                                  const ProblemFact &fact,
                                  const Config &config) const {
  return buildAttention<AmpereKernel>(
      b, name, fact.getAttention(), AmpereAttentionConfig::fromConfig(config));
}
