//===- MultistageMainloop.cpp - Products by mma.sync ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpereMma/MultistageMainloop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// K of what warps load at a time: that of a product, 32 bytes, of f64 too.
static int64_t getPartDepth(Type element) {
  return 256 / element.getIntOrFloatBitWidth();
}

MultistageMainloop::MultistageMainloop(ImplicitLocOpBuilder &b,
                                       const KernelOperands &problem,
                                       const AmpereMmaConfig &config)
    : problem(problem), config(config) {
  auto [rows, columns, depth] = config.tile;
  SmallVector<VectorType> tiles = {problem.left.getTileType(rows, depth),
                                   problem.right.getTileType(columns, depth)};
  ring = tile::RingOp::create(b, tile::RingType::get(b.getContext(), tiles),
                              config.stages);
  slotType = tile::SlotType::get(b.getContext(), tiles);
  Type element = tiles[0].getElementType();
  int64_t partDepth = getPartDepth(element);
  operandsType = tile::OperandsType::get(
      b.getContext(), {VectorType::get({rows, partDepth}, element),
                       VectorType::get({columns, partDepth}, element)});
  parts = depth / partDepth;
}

/// Copies tiles, or a part of whole ones.
void MultistageMainloop::copy(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                              Value slot, Value k,
                              DenseI64ArrayAttr part) const {
  DepthPlace place = problem.locate(b, loop.getBatchIndex(), k);
  auto create = [&](int64_t index, const ProductOperand &operand, Value at) {
    tile::CopyOp::create(b, operand.memref,
                         operand.getIndices(b, place.part, at, place.k), slot,
                         index, operand.alignment, operand.copiedAsync,
                         /*whole=*/part != nullptr, part);
  };
  create(0, problem.left, loop.getM());
  create(1, problem.right, loop.getN());
}

/// Copies nothing behind the end of K.
void MultistageMainloop::copyInside(ImplicitLocOpBuilder &b,
                                    tile::ForEachTileOp loop, Value slot,
                                    Value k) const {
  Value inside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, k, loop.getKEnd());
  auto guarded = scf::IfOp::create(b, inside, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  copy(b, loop, slot, k);
}

Value MultistageMainloop::wait(ImplicitLocOpBuilder &b,
                               std::optional<int64_t> pending) const {
  return tile::WaitOp::create(b, slotType, ring,
                              pending ? b.getI64IntegerAttr(*pending)
                                      : IntegerAttr());
}

Value MultistageMainloop::read(ImplicitLocOpBuilder &b, Value slot,
                               int64_t part) const {
  return tile::ReadOperandsOp::create(b, operandsType, slot, part,
                                      /*transpose_a=*/!problem.left.kMajor,
                                      /*transpose_b=*/problem.right.kMajor);
}

Value MultistageMainloop::multiply(ImplicitLocOpBuilder &b, Value operands,
                                   Value sums) const {
  return tile::MultiplyOp::create(b, sums.getType(), operands, sums,
                                  /*unsigned_a=*/problem.fact.zeroExtend,
                                  /*unsigned_b=*/problem.fact.zeroExtend);
}

/// Slots from `first.k` on multiply what was loaded before, and load theirs. Of
/// `whole` ones all that is copied meanwhile is in the matrices.
MultistageMainloop::Steps
MultistageMainloop::multiplySlots(ImplicitLocOpBuilder &b,
                                  tile::ForEachTileOp loop, const Steps &first,
                                  Value end, bool whole) const {
  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  Value distance =
      arith::ConstantIndexOp::create(b, (config.stages - 1) * config.tile[2]);
  SmallVector<Value> carried = {first.sums, first.operands};
  // Where it ends the next loop goes on.
  if (whole)
    carried.push_back(first.k);
  auto kLoop = scf::ForOp::create(b, first.k, end, step, carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(kLoop.getBody());
  Value sums = kLoop.getRegionIterArg(0), operands = kLoop.getRegionIterArg(1);
  Value slot = wait(b, config.stages - 2);
  Value k = arith::AddIOp::create(b, kLoop.getInductionVar(), distance);
  Value filled = tile::AcquireOp::create(b, slotType, ring);
  if (!whole)
    copyInside(b, loop, filled, k);
  for (int64_t part = 0; part < parts; ++part) {
    Value next = read(b, slot, part);
    if (whole)
      copy(b, loop, filled, k, b.getDenseI64ArrayAttr({part, parts}));
    sums = multiply(b, operands, sums);
    operands = next;
  }
  tile::CommitOp::create(b, filled, ring);
  tile::ReleaseOp::create(b, slot, ring);
  SmallVector<Value> next = {sums, operands};
  if (whole)
    next.push_back(arith::AddIOp::create(b, kLoop.getInductionVar(), step));
  scf::YieldOp::create(b, next);
  return {whole ? kLoop.getResult(2) : Value(), kLoop.getResult(0),
          kLoop.getResult(1)};
}

/// Where the slots end beside whose products whole tiles are copied.
Value MultistageMainloop::getWholeEnd(ImplicitLocOpBuilder &b,
                                      tile::ForEachTileOp loop,
                                      Value second) const {
  auto isWhole = [&](Value at, int64_t tile, Value size) -> Value {
    Value end =
        arith::AddIOp::create(b, at, arith::ConstantIndexOp::create(b, tile));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ule, end, size);
  };
  Value areWhole = arith::AndIOp::create(
      b, isWhole(loop.getM(), config.tile[0], loop.getMSize()),
      isWhole(loop.getN(), config.tile[1], loop.getNSize()));
  // Where each part of K ends with a whole tile they are whole, too.
  if (problem.partDepth)
    areWhole = arith::AndIOp::create(
        b, areWhole,
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, problem.partDepth,
                              problem.partStep));
  // The last slot that is copied then begins at most so far before the end.
  Value last =
      arith::ConstantIndexOp::create(b, config.stages * config.tile[2] - 1);
  Value end = arith::SubIOp::create(b, loop.getKEnd(), last);
  return arith::SelectOp::create(b, areWhole, end, second);
}

/// Fills all slots, as none is read yet.
void MultistageMainloop::fill(ImplicitLocOpBuilder &b,
                              tile::ForEachTileOp loop) const {
  int64_t depth = config.tile[2];
  Value begin = loop.getKBegin(),
        step = arith::ConstantIndexOp::create(b, depth);
  Value ahead = arith::AddIOp::create(
      b, begin, arith::ConstantIndexOp::create(b, config.stages * depth));
  auto first = scf::ForOp::create(b, begin, ahead, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(first.getBody());
  Value slot = tile::AcquireOp::create(b, slotType, ring);
  copyInside(b, loop, slot, first.getInductionVar());
  tile::CommitOp::create(b, slot, ring);
}

Value MultistageMainloop::create(ImplicitLocOpBuilder &b,
                                 tile::ForEachTileOp loop,
                                 Value initial) const {
  Value slot = wait(b, config.stages - 1);
  Value operands = read(b, slot, 0), sums = initial;
  multiplyLoaded(b, slot, /*firstPart=*/1, operands, sums);

  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  Value second = arith::AddIOp::create(b, loop.getKBegin(), step);
  Steps steps = {second, sums, operands};
  // A part of a copy through registers would wait for them.
  if (problem.left.copiedAsync && problem.right.copiedAsync)
    steps = multiplySlots(b, loop, steps, getWholeEnd(b, loop, second),
                          /*whole=*/true);
  steps = multiplySlots(b, loop, steps, loop.getKEnd(), /*whole=*/false);
  return multiply(b, steps.operands, steps.sums);
}

void MultistageMainloop::produce(ImplicitLocOpBuilder &b,
                                 tile::ForEachTileOp loop) const {
  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  auto kLoop = scf::ForOp::create(b, loop.getKBegin(), loop.getKEnd(), step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(kLoop.getBody());
  Value slot = tile::AcquireOp::create(b, slotType, ring);
  DepthPlace place =
      problem.locate(b, loop.getBatchIndex(), kLoop.getInductionVar());
  auto load = [&](int64_t index, const ProductOperand &operand, Value at) {
    tile::LoadOp::create(
        b, operand.memref, operand.getIndices(b, place.part, at, place.k), slot,
        index, /*half=*/DenseI64ArrayAttr(), /*trim=*/false, /*chosen=*/false,
        /*multicast=*/tile::AxisAttr(), tile::CachePolicy::Normal);
  };
  load(0, problem.left, loop.getM());
  load(1, problem.right, loop.getN());
}

/// Loads the parts of a slot from `firstPart` on, each beside the product of
/// the one before.
void MultistageMainloop::multiplyLoaded(ImplicitLocOpBuilder &b, Value slot,
                                        int64_t firstPart, Value &operands,
                                        Value &sums) const {
  for (int64_t part = firstPart; part < parts; ++part) {
    Value next = read(b, slot, part);
    sums = multiply(b, operands, sums);
    operands = next;
  }
  tile::ReleaseOp::create(b, slot, ring);
}

Value MultistageMainloop::consume(ImplicitLocOpBuilder &b,
                                  tile::ForEachTileOp loop,
                                  Value initial) const {
  Value slot = wait(b);
  Value operands = read(b, slot, 0), sums = initial;
  multiplyLoaded(b, slot, /*firstPart=*/1, operands, sums);
  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  Value second = arith::AddIOp::create(b, loop.getKBegin(), step);
  auto kLoop = scf::ForOp::create(b, second, loop.getKEnd(), step,
                                  ValueRange{sums, operands});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(kLoop.getBody());
    sums = kLoop.getRegionIterArg(0);
    operands = kLoop.getRegionIterArg(1);
    multiplyLoaded(b, wait(b), /*firstPart=*/0, operands, sums);
    scf::YieldOp::create(b, ValueRange{sums, operands});
  }
  return multiply(b, kLoop.getResult(1), kLoop.getResult(0));
}
