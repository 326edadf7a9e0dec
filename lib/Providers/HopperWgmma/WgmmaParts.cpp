//===- WgmmaParts.cpp - Sums of 8-bit floats, part by part ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor cores keep few bits of such a sum. K is therefore multiplied in parts,
// and CUDA cores add their sums in f32.
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/WgmmaMainloop.h"

#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Space/Quantities.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

Value WgmmaMainloop::multiplyPart(ImplicitLocOpBuilder &b, Value from,
                                  Value end) const {
  if (config.promote == 1)
    return multiplyStep(b, Value());
  Value to = add(b, from, constant(b, config.promote * config.tile[2]));
  to = arith::SelectOp::create(b, less(b, to, end), to, end);
  return multiplyRange(b, from, to, Value(), [] {});
}

Value WgmmaMainloop::addParts(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                              Value initial) const {
  Value begin = loop.getKBegin(), end = loop.getKEnd();
  Value step = constant(b, config.promote * config.tile[2]);
  // Without sums to begin with, the first part is these.
  Value sums = initial;
  if (!sums) {
    sums = multiplyPart(b, begin, end);
    begin = add(b, begin, step);
  }
  auto parts = scf::ForOp::create(b, begin, end, step, ValueRange{sums});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parts.getBody());
  Value part = multiplyPart(b, parts.getInductionVar(), end);
  scf::YieldOp::create(b, addFragments(b, parts.getRegionIterArg(0), part));
  return parts.getResult(0);
}

PartScales WgmmaMainloop::readScales(ImplicitLocOpBuilder &b,
                                     tile::ForEachTileOp loop, Value k) const {
  return autotune::readScales(
      b, problem, config.tile[0], config.tile[1] / problem.fact.getProducts(),
      loop.getBatchIndex(), loop.getM(), loop.getN(), k);
}

Value WgmmaMainloop::addScaledParts(ImplicitLocOpBuilder &b,
                                    tile::ForEachTileOp loop, PartScales scales,
                                    Value initial) const {
  Value begin = loop.getKBegin(), end = loop.getKEnd();
  Value step = constant(b, config.promote * config.tile[2]);
  Value first = multiplyPart(b, begin, end);
  Value sums =
      tile::ScaleOp::create(b, first, scales.rows, scales.columns, initial);
  auto parts =
      scf::ForOp::create(b, add(b, begin, step), end, step, ValueRange{sums});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(parts.getBody());
  Value k = parts.getInductionVar();
  // Those of the next part were carried into it at first: ptxas then copies
  // what was loaded between registers before the products begin, and waits for
  // it.
  scales = readScales(b, loop, k);
  Value part = multiplyPart(b, k, end);
  Value sum = tile::ScaleOp::create(b, part, scales.rows, scales.columns,
                                    parts.getRegionIterArg(0));
  scf::YieldOp::create(b, sum);
  return parts.getResult(0);
}

namespace {
/// A part whose product is in flight, the slots that this reads, and what its
/// sums are multiplied by, if anything.
struct StartedPart {
  Value product;
  SmallVector<Value, 3> slots;
  std::optional<PartScales> scales;
};
} // namespace

/// The sums of the parts before the one in flight, and this part, as a loop
/// carries them.
static SmallVector<Value> carry(Value sums, const StartedPart &part) {
  SmallVector<Value> carried = {sums, part.product};
  if (part.scales) {
    carried.push_back(part.scales->rows);
    llvm::append_range(carried, part.scales->columns);
  }
  llvm::append_range(carried, part.slots);
  return carried;
}

/// The same from what a loop carries. `scales` are those of any part.
static std::pair<Value, StartedPart>
take(ValueRange carried, const std::optional<PartScales> &scales) {
  Value sums = carried[0];
  StartedPart part;
  part.product = carried[1];
  carried = carried.drop_front(2);
  if (scales) {
    size_t columns = scales->columns.size();
    part.scales = PartScales{carried[0], carried.slice(1, columns)};
    carried = carried.drop_front(1 + columns);
  }
  part.slots.append(carried.begin(), carried.end());
  return {sums, part};
}

Value WgmmaMainloop::addOverlappingParts(
    ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
    std::optional<PartScales> scales, Value initial,
    llvm::function_ref<void()> issued) const {
  bool isScaled = scales.has_value();
  auto startFirst = [&] {
    StartedPart part;
    part.scales = scales;
    part.slots = wait(b);
    part.product = multiply(b, part.slots, Value());
    return part;
  };
  // Scales are read before the product of the part before is waited for: there
  // is time for them until the part's own product ends.
  auto start = [&](Value k) {
    if (isScaled)
      scales = readScales(b, loop, k);
    return startFirst();
  };
  // Waits until `pending` newer products are left, and adds the part.
  auto finish = [&](Value sums, const StartedPart &part,
                    int64_t pending) -> Value {
    Value done = tile::MmaWaitOp::create(b, accumulator, pending, part.product)
                     .getResult();
    release(b, part.slots);
    if (!isScaled)
      return addFragments(b, sums, done);
    return tile::ScaleOp::create(b, done, part.scales->rows,
                                 part.scales->columns, sums);
  };

  Value depth = constant(b, config.tile[2]);
  Value begin = loop.getKBegin(), end = loop.getKEnd();
  Value sums = initial;
  if (!sums)
    sums = tile::SplatOp::create(
        b, accumulator, createNeutral(b, accumulator.getElementType()));
  StartedPart first = startFirst();
  // Two parts an iteration, so that each of the two in flight has registers of
  // its own: sums can't be moved to others before their product ends.
  Value second = add(b, begin, depth);
  Value last = arith::SubIOp::create(b, end, depth);
  SmallVector<Value> carried = carry(sums, first);
  carried.push_back(second);
  auto pairs = scf::ForOp::create(b, second, last,
                                  constant(b, 2 * config.tile[2]), carried);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(pairs.getBody());
    auto [sums, part] = take(pairs.getRegionIterArgs().drop_back(), scales);
    Value k = pairs.getInductionVar(), next = add(b, k, depth);
    StartedPart other = start(k);
    Value sum = finish(sums, part, /*pending=*/1);
    StartedPart third = start(next);
    sum = finish(sum, other, /*pending=*/1);
    carried = carry(sum, third);
    carried.push_back(add(b, next, depth));
    scf::YieldOp::create(b, carried);
  }
  // One is left to start if their number is even. Only the sums of finished
  // products leave the branches, which may move them.
  StartedPart part;
  std::tie(sums, part) = take(pairs.getResults().drop_back(), scales);
  Value rest = pairs.getResults().back();
  auto isEven = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, rest, end);
  auto branches = scf::IfOp::create(b, accumulator, isEven, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branches.thenBlock());
  StartedPart other = start(rest);
  issued();
  Value sum = finish(sums, part, /*pending=*/1);
  scf::YieldOp::create(b, finish(sum, other, /*pending=*/0));
  b.setInsertionPointToStart(branches.elseBlock());
  issued();
  scf::YieldOp::create(b, finish(sums, part, /*pending=*/0));
  return branches.getResult(0);
}
