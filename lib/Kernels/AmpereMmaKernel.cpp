//===- AmpereMmaKernel.cpp - The ampere_mma template ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "Problem.h"
#include "Templates.h"
#include "TileScheduler.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {

/// A ring that all warps fill together, `stages - 1` slots ahead of the one
/// that they multiply. Slots beyond the end of K stay empty; they are committed
/// all the same, so that what is pending is always as much.
///
/// Of a slot, warps load a part into registers while they multiply the part
/// before: the first of it while they multiply the last of the slot before. So
/// no product waits for what has just been loaded, and what copies take, a few
/// for each part, is hidden by products.
class MultistageMainloop {
public:
  /// Makes the ring, at the start of the kernel.
  MultistageMainloop(ImplicitLocOpBuilder &b, const Problem &problem,
                     const AmpereMmaConfig &config);

  /// Starts the copies of a tile.
  void fill(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop) const;
  /// The sums of it, added to `initial`.
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
  Value wait(ImplicitLocOpBuilder &b, int64_t pending) const;
  Value read(ImplicitLocOpBuilder &b, Value slot, int64_t part) const;
  Value multiply(ImplicitLocOpBuilder &b, Value operands, Value sums) const;

  const Problem &problem;
  const AmpereMmaConfig &config;
  Value ring;
  tile::SlotType slotType;
  tile::OperandsType operandsType;
  int64_t parts;
};

} // namespace

/// K of what warps load at a time: that of a product, 32 bytes, of f64 too.
static int64_t getPartDepth(Type element) {
  return 256 / element.getIntOrFloatBitWidth();
}

MultistageMainloop::MultistageMainloop(ImplicitLocOpBuilder &b,
                                       const Problem &problem,
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
  auto create = [&](int64_t index, const ProductOperand &operand, Value at) {
    tile::CopyOp::create(
        b, operand.memref, operand.getIndices(loop.getBatchIndex(), at, k),
        slot, index, operand.alignment, /*whole=*/part != nullptr, part);
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

Value MultistageMainloop::wait(ImplicitLocOpBuilder &b, int64_t pending) const {
  return tile::WaitOp::create(b, slotType, ring, b.getI64IntegerAttr(pending));
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
  Value operands = read(b, slot, 0);
  Value sums = initial;
  for (int64_t part = 1; part < parts; ++part) {
    Value next = read(b, slot, part);
    sums = multiply(b, operands, sums);
    operands = next;
  }
  tile::ReleaseOp::create(b, slot, ring);

  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  Value second = arith::AddIOp::create(b, loop.getKBegin(), step);
  Steps steps = {second, sums, operands};
  steps = multiplySlots(b, loop, steps, getWholeEnd(b, loop, second),
                        /*whole=*/true);
  steps = multiplySlots(b, loop, steps, loop.getKEnd(), /*whole=*/false);
  return multiply(b, steps.operands, steps.sums);
}

void autotune::buildAmpereMmaBody(ImplicitLocOpBuilder &b,
                                  tile::KernelOp kernel, const MatmulFact &fact,
                                  const AmpereMmaConfig &config) {
  Problem problem = Problem::create(b, kernel, fact, /*swap=*/false);
  MultistageMainloop mainloop(b, problem, config);
  TileScheduler scheduler(config.tile, TileScheduler::getOrder(config.raster),
                          config.group, /*persistent=*/false);
  auto role = tile::RoleOp::create(
      b, b.getStringAttr("worker"),
      b.getI64IntegerAttr(config.warps[0] * config.warps[1]),
      b.getI64IntegerAttr(1), IntegerAttr(), UnitAttr(),
      b.getDenseI64ArrayAttr(config.warps));
  OpBuilder::InsertionGuard guard(b);
  Block *body = b.createBlock(&role.getBody());
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
  tile::ForEachTileOp loop = scheduler.create(b, problem);
  mainloop.fill(b, loop);

  Type element = getElementType(fact.getSumElement(), b.getContext());
  auto type = tile::FragmentType::get(
      b.getContext(), {config.tile[0], config.tile[1]}, element);
  SmallVector<Value> indices =
      problem.getOutputIndices(loop.getBatchIndex(), loop.getM(), loop.getN());
  Value initial;
  if (fact.init == InitKind::Accumulate) {
    initial = tile::ReadOp::create(b, type, problem.c, indices,
                                   /*transposed=*/false);
  } else {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
    initial = tile::SplatOp::create(b, type, zero);
  }
  Value sums = mainloop.create(b, loop, initial);
  sums = applyEpilogue(b, problem, sums, loop.getBatchIndex(), loop.getM(),
                       loop.getN());
  tile::StoreOp::create(b, sums, problem.c, indices, /*staging=*/Value(),
                        /*copied=*/false, /*transposed=*/false,
                        getOutputAlignment(fact));
}
