//===- Kernel.cpp - The kernel of a config of hopper_attention ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a consumer's work, for the block of keys number i:
//
//   start Q * K[i]; start O += P[i-1] * V[i-1];
//   wait for the first, scores, maximum, exponentials; wait for the second;
//   scale O down; round P[i]
//
// so that the tensor cores multiply while a warpgroup computes its softmax.
//
//===----------------------------------------------------------------------===//

#include "HopperAttention/HopperAttention.h"

#include "mlir-autotune/Kernels/AttentionBuilder.h"
#include "mlir-autotune/Kernels/Roles.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class HopperKernel : AttentionBuilder {
public:
  HopperKernel(ImplicitLocOpBuilder &b, const AttentionFact &fact,
               const HopperAttentionConfig &config, problem::AttentionOp op,
               const AttentionViews &views)
      : AttentionBuilder(
            b, fact,
            {config.tile[0], config.tile[1], config.persistent, config.split},
            op, views),
        config(config) {}

  tile::KernelOp create(StringRef name);

private:
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
  void storeMean(const Tile &tile, Value result, Value exponents);

  Value wait(Value ring) {
    return tile::WaitOp::create(b, getSlotType(ring), ring, IntegerAttr());
  }
  void load(Operand operand, Value ring, ValueRange indices) {
    Value slot = tile::AcquireOp::create(b, getSlotType(ring), ring);
    tile::LoadOp::create(b, getArgument(operand), indices, slot, /*tile=*/0,
                         /*half=*/DenseI64ArrayAttr(),
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

  const HopperAttentionConfig config;
};
} // namespace

tile::KernelOp HopperKernel::create(StringRef name) {
  OpBuilder::InsertionGuard guard(b);
  LaunchShape launch;
  launch.ctasPerSM = config.ctasPerSm;
  createKernel(name, launch);
  if (config.dependentLaunch)
    tile::WaitForPreviousOp::create(b);
  createRings(config.stages);
  constexpr int64_t kWarps = 4;
  int64_t consumers = config.tile[0] / 64;
  // 24 + 2 * 240 is what three warpgroups have (64 K registers), 32 + 3 * 160
  // what four have, and 24 + 232 what two have if there are two CTAs.
  {
    OpBuilder::InsertionGuard inRole(b);
    RoleShape producer = {kWarps};
    producer.registers = consumers > 2 ? 32 : 24;
    producer.elect = true;
    createRole(b, "producer", producer);
    produce();
  }
  {
    OpBuilder::InsertionGuard inRole(b);
    RoleShape consumer = {kWarps * consumers};
    consumer.registers = consumers > 2 ? 160 : config.ctasPerSm > 1 ? 232 : 240;
    createRole(b, "consumer", consumer);
    consume();
  }
  return kernel;
}

void HopperKernel::produce() {
  Tile tile = beginTile();
  load(Q, ringQ, {tile.batch, tile.head, tile.query, index(0)});
  auto loop =
      scf::ForOp::create(b, tile.blocks->first, tile.blocks->end, index(1));
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> indices = getKeyIndices(tile, loop.getInductionVar());
  load(K, ringK, indices);
  load(V, ringV, indices);
}

HopperKernel::Carried HopperKernel::beginBlocks(const Tile &tile, Value q) {
  Value k = wait(ringK);
  Value products = multiply(q, k, Value(), Value(), scoreType);
  products = waitForProduct(products, 0);
  release(k, ringK);
  Value scores = getScores(tile, products, tile.blocks->first, KeyMask::All);
  Carried carried;
  Value decrease;
  carried.weights = round(softmax.add(b, scores, carried.state, decrease));
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  carried.result = tile::SplatOp::create(b, resultType, zero);
  return carried;
}

HopperKernel::Carried HopperKernel::addBlock(const Tile &tile, Value q,
                                             Value number, Carried carried,
                                             KeyMask mask) {
  Value k = wait(ringK);
  Value products = multiply(q, k, Value(), Value(), scoreType);
  Value v = wait(ringV);
  Value result =
      multiply(v, Value(), carried.weights, carried.result, resultType);
  products = waitForProduct(products, 1);
  release(k, ringK);
  Value scores = getScores(tile, products, number, mask);
  Value decrease;
  Value exponentials = softmax.add(b, scores, carried.state, decrease);
  result = waitForProduct(result, 0);
  release(v, ringV);
  carried.result = Softmax::multiplyRows(b, result, decrease);
  carried.weights = round(exponentials);
  return carried;
}

/// The CTAs that share a tile store a share of its columns each.
void HopperKernel::storeMean(const Tile &tile, Value result, Value exponents) {
  exponents = Softmax::hideRows(b, exponents, tile.blocks->isEmpty);
  Value rows = arith::SubIOp::create(b, queries, tile.query);
  Value todo = tile::ContributeOp::create(b, b.getI32Type(), result, exponents,
                                          rows, tile.parts, config.split);
  Value bits = arith::IndexCastOp::create(b, b.getIndexType(), todo);
  auto shares = scf::ForOp::create(b, index(0), index(config.split), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(shares.getBody());
  Value share = shares.getInductionVar(), one = index(1);
  Value bit =
      arith::AndIOp::create(b, arith::ShRUIOp::create(b, bits, share), one);
  Value isMine = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, bit, one);
  auto branch = scf::IfOp::create(b, isMine, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  int64_t columns = fact.columns / config.split;
  auto mean = tile::CollectMeanOp::create(
      b,
      tile::FragmentType::get(b.getContext(), {config.tile[0], columns},
                              b.getF32Type()),
      exponents.getType(), result, tile.parts, share, rows,
      op.getZeroMaskedRows());
  Value column = arith::MulIOp::create(b, share, index(columns));
  Value logarithms;
  if (fact.hasLogSumExp)
    logarithms = Softmax::createLogarithms(b, mean.getWeights());
  store(tile, mean.getMean(), logarithms, column);
}

void HopperKernel::consume() {
  Tile tile = beginTile();
  Value q = wait(ringQ);
  Value second = arith::AddIOp::create(b, tile.blocks->first, index(1));
  auto carried = Carried::get(
      addBlocks(tile, second, beginBlocks(tile, q).getValues(),
                [&](Value number, ValueRange before, KeyMask mask) {
                  return addBlock(tile, q, number, Carried::get(before), mask)
                      .getValues();
                }));
  release(q, ringQ);
  Value v = wait(ringV);
  Value result =
      multiply(v, Value(), carried.weights, carried.result, resultType);
  Value factors = softmax.finish(b, carried.state,
                                 config.split > 1 || op.getZeroMaskedRows());
  Value exponents, logarithms;
  if (config.split > 1)
    exponents = softmax.createExponents(b, carried.state);
  else if (fact.hasLogSumExp)
    logarithms = softmax.createLogarithms(b, carried.state);
  result = waitForProduct(result, 0);
  release(v, ringV);
  result = Softmax::multiplyRows(b, result, factors);
  if (config.split > 1)
    return storeMean(tile, result, exponents);
  store(tile, result, logarithms, index(0));
}

Operation *HopperAttention::build(ImplicitLocOpBuilder &b, StringRef name,
                                  const ProblemFact &fact,
                                  const Config &config) const {
  return buildAttention<HopperKernel>(
      b, name, fact.getAttention(), HopperAttentionConfig::fromConfig(config));
}
