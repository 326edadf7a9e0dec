//===- WgmmaMainloop.cpp - Operands by TMA, products by wgmma -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaMainloop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

WgmmaMainloop::WgmmaMainloop(ImplicitLocOpBuilder &b, const Problem &problem,
                             const HopperWgmmaConfig &config)
    : problem(problem), config(config) {
  auto [rows, columns, depth] = config.tile;
  SmallVector<VectorType> tiles = {problem.left.getTileType(rows, depth),
                                   problem.right.getTileType(columns, depth)};
  MLIRContext *context = b.getContext();
  ring = tile::RingOp::create(b, tile::RingType::get(context, tiles),
                              config.stages);
  slotType = tile::SlotType::get(context, tiles);
  accumulator = tile::FragmentType::get(
      context, {rows, columns},
      getElementType(problem.fact.accumulator, context));
}

void WgmmaMainloop::copy(ImplicitLocOpBuilder &b, Value slot, int64_t index,
                         const ProductOperand &operand, Value at,
                         Value k) const {
  tile::CopyOp::create(b, operand.memref, operand.getIndices(at, k), slot,
                       index, operand.alignment);
}

void WgmmaMainloop::load(ImplicitLocOpBuilder &b, Value slot, int64_t index,
                         const ProductOperand &operand, Value at, Value k,
                         std::optional<tile::Axis> multicast,
                         tile::CachePolicy policy) const {
  tile::AxisAttr axis;
  if (multicast)
    axis = tile::AxisAttr::get(b.getContext(), *multicast);
  tile::LoadOp::create(b, operand.memref, operand.getIndices(at, k), slot,
                       index, axis, policy);
}

void WgmmaMainloop::produce(ImplicitLocOpBuilder &b,
                            tile::ForEachTileOp loop) const {
  auto policy = [&](bool isA) {
    if (config.evictFirst == (isA ? EvictFirst::A : EvictFirst::B))
      return tile::CachePolicy::EvictFirst;
    if (config.evictLast == (isA ? EvictLast::A : EvictLast::B))
      return tile::CachePolicy::EvictLast;
    return tile::CachePolicy::Normal;
  };
  // CTAs along N have the same rows of the left operand, those along M the same
  // columns of the right one.
  std::optional<tile::Axis> shareLeft, shareRight;
  if (config.cluster[1] > 1)
    shareLeft = tile::Axis::N;
  if (config.cluster[0] > 1)
    shareRight = tile::Axis::M;
  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  auto kLoop = scf::ForOp::create(b, loop.getKBegin(), loop.getKEnd(), step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(kLoop.getBody());
  Value slot = tile::AcquireOp::create(b, slotType, ring);
  Value k = kLoop.getInductionVar();
  if (config.load == Load::Copy) {
    copy(b, slot, 0, problem.left, loop.getM(), k);
    copy(b, slot, 1, problem.right, loop.getN(), k);
    tile::CommitOp::create(b, slot, ring);
    return;
  }
  load(b, slot, 0, problem.left, loop.getM(), k, shareLeft,
       policy(!problem.swap));
  load(b, slot, 1, problem.right, loop.getN(), k, shareRight,
       policy(problem.swap));
}

Value WgmmaMainloop::multiply(ImplicitLocOpBuilder &b, Value slot,
                              Value sums) const {
  return tile::MmaOp::create(b, accumulator, slot, sums,
                             /*transpose_a=*/!problem.left.kMajor,
                             /*transpose_b=*/problem.right.kMajor,
                             /*unsigned_a=*/problem.fact.zeroExtend,
                             /*unsigned_b=*/problem.fact.zeroExtend,
                             /*tf32=*/false);
}

Value WgmmaMainloop::consume(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                             Value initial) const {
  bool pingpong = config.schedule == Schedule::Pingpong;
  if (pingpong)
    tile::TakeTurnOp::create(b);
  // The first step stands before the loop: it overwrites the sums, where zeros
  // carried into the loop would make ptxas serialise the products.
  Value first = tile::WaitOp::create(b, slotType, ring);
  Value sums = multiply(b, first, initial);
  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  Value begin = arith::AddIOp::create(b, loop.getKBegin(), step);
  auto kLoop = scf::ForOp::create(b, begin, loop.getKEnd(), step,
                                  ValueRange{sums, first});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(kLoop.getBody());
    Value slot = tile::WaitOp::create(b, slotType, ring);
    Value next = multiply(b, slot, kLoop.getRegionIterArg(0));
    tile::MmaWaitOp::create(b, Type(), 1, Value());
    tile::ReleaseOp::create(b, kLoop.getRegionIterArg(1), ring);
    scf::YieldOp::create(b, ValueRange{next, slot});
  }
  if (pingpong)
    tile::PassTurnOp::create(b);
  Value done = tile::MmaWaitOp::create(b, accumulator, 0, kLoop.getResult(0))
                   .getResult();
  tile::ReleaseOp::create(b, kLoop.getResult(1), ring);
  return done;
}
