//===- WgmmaMainloop.cpp - Operands by TMA, products by wgmma -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/WgmmaMainloop.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/Prologue.h"
#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Space/Quantities.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

WgmmaMainloop::WgmmaMainloop(ImplicitLocOpBuilder &b,
                             const KernelOperands &problem,
                             const HopperWgmmaConfig &config)
    : problem(problem), config(config) {
  auto [rows, columns, depth] = config.tile;
  SmallVector<VectorType> tiles = {problem.left.getTileType(rows, depth),
                                   problem.right.getTileType(columns, depth)};
  MLIRContext *context = b.getContext();
  ring = tile::RingOp::create(b, tile::RingType::get(context, tiles),
                              config.stages);
  slotType = tile::SlotType::get(context, tiles);
  if (int64_t lowSlots =
          hopper_wgmma::lowSlots(config, problem.fact, TargetInfo()))
    lowRing =
        tile::RingOp::create(b, tile::RingType::get(context, tiles), lowSlots);
  auto createRing = [&](const ProductOperand &operand, int64_t extent) {
    auto type = VectorType::get({extent, config.tile[2]}, operand.element);
    return tile::RingOp::create(
        b, tile::RingType::get(context, type),
        hopper_wgmma::transposedSlots(config, problem.fact, TargetInfo()));
  };
  if (hopper_wgmma::transposesLeft(config, problem.fact, TargetInfo()))
    leftRing = createRing(problem.left, rows);
  if (hopper_wgmma::transposesRight(config, problem.fact, TargetInfo()))
    rightRing = createRing(problem.right, columns);
  accumulator = tile::FragmentType::get(
      context, {rows, columns},
      getElementType(problem.fact.accumulator, context));
}

WgmmaMainloop WgmmaMainloop::narrowed(const HopperWgmmaConfig &narrow) const {
  assert(!lowRing && !leftRing && !rightRing && "a plain product");
  WgmmaMainloop mainloop(*this, narrow);
  mainloop.accumulator = tile::FragmentType::get(
      ring.getContext(), {narrow.tile[0], narrow.tile[1]},
      accumulator.getElementType());
  return mainloop;
}

void WgmmaMainloop::copy(ImplicitLocOpBuilder &b, Value slot, int64_t index,
                         const ProductOperand &operand, Value output, Value at,
                         Value k) const {
  tile::CopyOp::create(b, operand.memref, operand.getIndices(b, output, at, k),
                       slot, index, operand.alignment, operand.copiedAsync,
                       /*whole=*/false, /*part=*/DenseI64ArrayAttr());
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
  if (operand.packed)
    k = divide(b, k, 2);
  // No sum of a row that the matrix lacks is stored. Each problem of a group
  // has another number of rows.
  bool trim = config.load == Load::Tma && operand.kMajor && !half &&
              !multicast && !problem.fact.isGrouped() && !operand.windows;
  bool chosen = config.widest != 0 && index == 1;
  tile::LoadOp::create(b, operand.memref, operand.getIndices(b, output, at, k),
                       operand.getPixel(b, k), slot, index, halfOfTile, trim,
                       chosen, axis, policy);
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
  auto [output, k] =
      problem.locate(b, loop.getBatchIndex(), kLoop.getInductionVar());
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

void WgmmaMainloop::split(ImplicitLocOpBuilder &b,
                          tile::ForEachTileOp loop) const {
  Value step = constant(b, config.tile[2]);
  auto kLoop = scf::ForOp::create(b, loop.getKBegin(), loop.getKEnd(), step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(kLoop.getBody());
  Value slot = tile::WaitOp::create(b, slotType, ring);
  Value low = tile::AcquireOp::create(b, slotType, lowRing);
  tile::SplitOp::create(b, slot, low);
  tile::CommitOp::create(b, low, lowRing);
  tile::ReleaseOp::create(b, slot, ring);
}

static tile::SlotType getSlotType(Value ring) {
  auto type = cast<tile::RingType>(ring.getType());
  return tile::SlotType::get(ring.getContext(), type.getTiles());
}

void WgmmaMainloop::transpose(ImplicitLocOpBuilder &b,
                              tile::ForEachTileOp loop) const {
  const std::optional<AddedOperands> &added = problem.added;
  transposeRange(b, loop.getKBegin(), added ? added->begin : loop.getKEnd());
  if (added)
    transposeRange(b, constant(b, 0), added->depth);
}

void WgmmaMainloop::transposeRange(ImplicitLocOpBuilder &b, Value begin,
                                   Value end) const {
  auto kLoop = scf::ForOp::create(b, begin, end, constant(b, config.tile[2]));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(kLoop.getBody());
  Value slot = tile::WaitOp::create(b, slotType, ring);
  for (auto [tile, to] : llvm::enumerate(std::array{leftRing, rightRing})) {
    if (!to)
      continue;
    Value transposed = tile::AcquireOp::create(b, getSlotType(to), to);
    tile::TransposeOp::create(b, slot, tile, transposed);
    tile::CommitOp::create(b, transposed, to);
  }
  tile::ReleaseOp::create(b, slot, ring);
}

SmallVector<Value, 3> WgmmaMainloop::getDrained() const {
  SmallVector<Value, 3> rings = {ring};
  for (Value other : {lowRing, leftRing, rightRing})
    if (other)
      rings.push_back(other);
  return rings;
}

SmallVector<Value, 3> WgmmaMainloop::wait(ImplicitLocOpBuilder &b) const {
  SmallVector<Value, 3> slots;
  for (Value drained : getDrained())
    slots.push_back(tile::WaitOp::create(b, getSlotType(drained), drained));
  return slots;
}

void WgmmaMainloop::release(ImplicitLocOpBuilder &b, ValueRange slots) const {
  for (auto [slot, drained] : llvm::zip_equal(slots, getDrained()))
    tile::ReleaseOp::create(b, slot, drained);
}

Value WgmmaMainloop::multiply(ImplicitLocOpBuilder &b, ValueRange slots,
                              Value sums, ValueRange rows) const {
  auto getSlot = [&, others = getDrained()](Value other) {
    const auto *it = llvm::find(others, other);
    return it == others.end() ? Value() : slots[it - others.begin()];
  };
  bool isUnsigned = problem.fact.zeroExtend && !problem.fact.convertsFactor();
  auto mma =
      tile::MmaOp::create(b, accumulator, slots.front(), sums, getSlot(lowRing),
                          getSlot(leftRing), getSlot(rightRing),
                          /*held=*/Value(), rows,
                          /*transpose_a=*/!problem.left.kMajor && !leftRing,
                          /*transpose_b=*/problem.right.kMajor || rightRing,
                          /*unsigned_a=*/isUnsigned,
                          /*unsigned_b=*/isUnsigned,
                          /*tf32=*/isTf32(problem.fact.a.element),
                          /*packed_a=*/problem.left.packed,
                          /*reordered_a=*/problem.left.reordered,
                          /*in_turn=*/config.inTurn);
  addPrologue(b, problem.fact, mma);
  return mma;
}

Value WgmmaMainloop::multiplyRange(ImplicitLocOpBuilder &b, Value begin,
                                   Value end, Value initial,
                                   llvm::function_ref<void()> issued) const {
  // The first step stands before the loop: it overwrites the sums, where zeros
  // carried into the loop would make ptxas serialise the products.
  SmallVector<Value, 3> first = wait(b);
  SmallVector<Value> carried = {multiply(b, first, initial)};
  llvm::append_range(carried, first);
  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  Value second = arith::AddIOp::create(b, begin, step);
  auto kLoop = scf::ForOp::create(b, second, end, step, carried);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(kLoop.getBody());
    SmallVector<Value, 3> slots = wait(b);
    SmallVector<Value> next = {multiply(b, slots, kLoop.getRegionIterArg(0))};
    tile::MmaWaitOp::create(b, Type(), 1, Value());
    release(b, kLoop.getRegionIterArgs().drop_front());
    llvm::append_range(next, slots);
    scf::YieldOp::create(b, next);
  }
  issued();
  Value done = tile::MmaWaitOp::create(b, accumulator, 0, kLoop.getResult(0))
                   .getResult();
  release(b, kLoop.getResults().drop_front());
  return done;
}

Value WgmmaMainloop::multiplyWaiting(ImplicitLocOpBuilder &b,
                                     tile::ForEachTileOp loop,
                                     Value initial) const {
  auto [tileRows, columns, depth] = config.tile;
  // Of each row alone, once a tile.
  SmallVector<Value> fixed = readRows(b, problem, tileRows, depth, loop.getM(),
                                      loop.getKBegin(), /*alongK=*/false);
  auto read = [&, rows = tileRows, depth = depth](Value k) {
    return readRows(b, problem, rows, depth, loop.getM(), k, /*alongK=*/true,
                    fixed);
  };
  ArrayRef<PrologueOperand> operands = problem.fact.prologue.operands;
  // Those that a step hands on to the next one.
  auto takeVarying = [&](ArrayRef<Value> rows) {
    SmallVector<Value> varying;
    for (auto [operand, value] : llvm::zip_equal(operands, rows))
      if (operand.group)
        varying.push_back(value);
    return varying;
  };
  Value step = constant(b, depth);
  Value second = add(b, loop.getKBegin(), step);
  SmallVector<Value> rows = read(loop.getKBegin()), next = read(second);
  SmallVector<Value> carried = {multiplyStep(b, initial, rows)};
  llvm::append_range(carried, takeVarying(next));
  auto kLoop = scf::ForOp::create(b, second, loop.getKEnd(), step, carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(kLoop.getBody());
  SmallVector<Value> current = fixed;
  auto taken = kLoop.getRegionIterArgs().begin();
  Value sums = *taken++;
  for (auto [operand, value] : llvm::zip_equal(operands, current))
    if (operand.group)
      value = *taken++;
  next = read(add(b, kLoop.getInductionVar(), step));
  SmallVector<Value> results = {multiplyStep(b, sums, current)};
  llvm::append_range(results, takeVarying(next));
  scf::YieldOp::create(b, results);
  return kLoop.getResult(0);
}

Value WgmmaMainloop::multiplyStep(ImplicitLocOpBuilder &b, Value sums,
                                  ValueRange rows) const {
  SmallVector<Value, 3> slots = wait(b);
  Value product = multiply(b, slots, sums, rows);
  Value done = tile::MmaWaitOp::create(b, accumulator, 0, product).getResult();
  release(b, slots);
  return done;
}

Value WgmmaMainloop::consume(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                             Value initial) const {
  bool pingpong = config.schedule == Schedule::Pingpong;
  // Their latency passes while the other consumer has its turn.
  std::optional<PartScales> scales;
  if (problem.leftScales)
    scales = readScales(b, loop, loop.getKBegin());
  if (pingpong)
    tile::TakeTurnOp::create(b);
  auto passTurn = [&] {
    if (pingpong)
      tile::PassTurnOp::create(b);
  };
  // By the threads that multiply.
  if (problem.fact.convertsFactor()) {
    Value sums = multiplyWaiting(b, loop, initial);
    passTurn();
    return sums;
  }
  if (!problem.fact.multipliesFloat8() || config.promote == 0)
    return multiplyRange(b, loop.getKBegin(), loop.getKEnd(), initial,
                         passTurn);
  if (hopper_wgmma::overlapsParts(config, problem.fact, TargetInfo()))
    return addOverlappingParts(b, loop, scales, initial, passTurn);
  Value sums = scales ? addScaledParts(b, loop, *scales, initial)
                      : addParts(b, loop, initial);
  passTurn();
  return sums;
}
