//===- WgmmaMainloop.cpp - Operands by TMA, products by wgmma -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaMainloop.h"
#include "ScalarOps.h"

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
                         const ProductOperand &operand, Value output, Value at,
                         Value k) const {
  tile::CopyOp::create(b, operand.memref, operand.getIndices(output, at, k),
                       slot, index, operand.alignment);
}

void WgmmaMainloop::load(ImplicitLocOpBuilder &b, Value slot, int64_t index,
                         const ProductOperand &operand, Value output, Value at,
                         Value k, std::optional<tile::Axis> multicast,
                         tile::CachePolicy policy,
                         std::optional<int64_t> half) const {
  tile::AxisAttr axis;
  if (multicast)
    axis = tile::AxisAttr::get(b.getContext(), *multicast);
  // That of its rows or columns, wherever these lie in memory.
  DenseI64ArrayAttr halfOfTile;
  if (half)
    halfOfTile = b.getDenseI64ArrayAttr({operand.kMajor ? 0 : 1, *half});
  tile::LoadOp::create(b, operand.memref, operand.getIndices(output, at, k),
                       slot, index, halfOfTile, axis, policy);
}

void WgmmaMainloop::produce(ImplicitLocOpBuilder &b,
                            tile::ForEachTileOp loop) const {
  const std::optional<AddedOperands> &added = problem.added;
  produceRange(b, loop, loop.getKBegin(), added ? added->begin : loop.getKEnd(),
               problem.left, problem.right);
  // A slot has K of one product alone: each begins with a tile of its own.
  if (added)
    produceRange(b, loop, constant(b, 0), added->depth, added->left,
                 added->right);
}

void WgmmaMainloop::produceRange(ImplicitLocOpBuilder &b,
                                 tile::ForEachTileOp loop, Value begin,
                                 Value end, const ProductOperand &left,
                                 const ProductOperand &right) const {
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
  auto kLoop = scf::ForOp::create(b, begin, end, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(kLoop.getBody());
  Value slot = tile::AcquireOp::create(b, slotType, ring);
  Value k = kLoop.getInductionVar(), output = loop.getBatchIndex();
  if (config.load == Load::Copy) {
    copy(b, slot, 0, left, output, loop.getM(), k);
    copy(b, slot, 1, right, output, loop.getN(), k);
    tile::CommitOp::create(b, slot, ring);
    return;
  }
  load(b, slot, 0, left, output, loop.getM(), k, shareLeft,
       policy(!problem.swap));
  if (!problem.gate) {
    load(b, slot, 1, right, output, loop.getN(), k, shareRight,
         policy(problem.swap));
    return;
  }
  // Side by side, so that one product of all columns gives both sums of an
  // element to one thread.
  load(b, slot, 1, right, output, loop.getN(), k, shareRight,
       policy(problem.swap), /*half=*/0);
  load(b, slot, 1, *problem.gate, output, loop.getN(), k, shareRight,
       policy(problem.swap), /*half=*/1);
}

Value WgmmaMainloop::multiply(ImplicitLocOpBuilder &b, Value slot,
                              Value sums) const {
  return tile::MmaOp::create(b, accumulator, slot, sums,
                             /*transpose_a=*/!problem.left.kMajor,
                             /*transpose_b=*/problem.right.kMajor,
                             /*unsigned_a=*/problem.fact.zeroExtend,
                             /*unsigned_b=*/problem.fact.zeroExtend,
                             /*tf32=*/problem.fact.a.element ==
                                 ElementKind::TF32);
}

Value WgmmaMainloop::multiplyRange(ImplicitLocOpBuilder &b, Value begin,
                                   Value end, Value initial,
                                   llvm::function_ref<void()> issued) const {
  // The first step stands before the loop: it overwrites the sums, where zeros
  // carried into the loop would make ptxas serialise the products.
  Value first = tile::WaitOp::create(b, slotType, ring);
  Value sums = multiply(b, first, initial);
  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  Value second = arith::AddIOp::create(b, begin, step);
  auto kLoop =
      scf::ForOp::create(b, second, end, step, ValueRange{sums, first});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(kLoop.getBody());
    Value slot = tile::WaitOp::create(b, slotType, ring);
    Value next = multiply(b, slot, kLoop.getRegionIterArg(0));
    tile::MmaWaitOp::create(b, Type(), 1, Value());
    tile::ReleaseOp::create(b, kLoop.getRegionIterArg(1), ring);
    scf::YieldOp::create(b, ValueRange{next, slot});
  }
  issued();
  Value done = tile::MmaWaitOp::create(b, accumulator, 0, kLoop.getResult(0))
                   .getResult();
  tile::ReleaseOp::create(b, kLoop.getResult(1), ring);
  return done;
}

Value WgmmaMainloop::multiplyWaiting(ImplicitLocOpBuilder &b, Value begin,
                                     Value end, Value initial) const {
  Value first = multiplyStep(b, initial);
  Value step = constant(b, config.tile[2]);
  auto kLoop =
      scf::ForOp::create(b, add(b, begin, step), end, step, ValueRange{first});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(kLoop.getBody());
  scf::YieldOp::create(b, multiplyStep(b, kLoop.getRegionIterArg(0)));
  return kLoop.getResult(0);
}

Value WgmmaMainloop::addParts(ImplicitLocOpBuilder &b, Value begin, Value end,
                              Value initial) const {
  Value step = constant(b, config.promote * config.tile[2]);
  auto multiplyPart = [&](Value from) {
    if (config.promote == 1)
      return multiplyStep(b, Value());
    Value to = add(b, from, step);
    to = arith::SelectOp::create(b, less(b, to, end), to, end);
    return multiplyRange(b, from, to, Value(), [] {});
  };
  // Without sums to begin with, the first part is these.
  Value sums = initial;
  if (!sums) {
    sums = multiplyPart(begin);
    begin = add(b, begin, step);
  }
  auto parts = scf::ForOp::create(b, begin, end, step, ValueRange{sums});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parts.getBody());
  Value part = multiplyPart(parts.getInductionVar());
  scf::YieldOp::create(b, addFragments(b, parts.getRegionIterArg(0), part));
  return parts.getResult(0);
}

Value WgmmaMainloop::multiplyStep(ImplicitLocOpBuilder &b, Value sums) const {
  Value slot = tile::WaitOp::create(b, slotType, ring);
  Value product = multiply(b, slot, sums);
  Value done = tile::MmaWaitOp::create(b, accumulator, 0, product).getResult();
  tile::ReleaseOp::create(b, slot, ring);
  return done;
}

Value WgmmaMainloop::consume(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                             Value initial) const {
  bool pingpong = config.schedule == Schedule::Pingpong;
  if (pingpong)
    tile::TakeTurnOp::create(b);
  auto passTurn = [&] {
    if (pingpong)
      tile::PassTurnOp::create(b);
  };
  if (isa<IntegerType>(problem.left.element) &&
      isa<FloatType>(problem.right.element)) {
    Value sums = multiplyWaiting(b, loop.getKBegin(), loop.getKEnd(), initial);
    passTurn();
    return sums;
  }
  if (!isFloat8(problem.fact.a.element) || config.promote == 0)
    return multiplyRange(b, loop.getKBegin(), loop.getKEnd(), initial,
                         passTurn);
  Value sums = addParts(b, loop.getKBegin(), loop.getKEnd(), initial);
  passTurn();
  return sums;
}
