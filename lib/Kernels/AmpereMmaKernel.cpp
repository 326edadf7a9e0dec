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
class MultistageMainloop {
public:
  /// Makes the ring, at the start of the kernel.
  MultistageMainloop(ImplicitLocOpBuilder &b, const Problem &problem,
                     const AmpereMmaConfig &config);

  /// The sums of a tile, added to `initial`.
  Value create(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
               Value initial) const;

private:
  void fill(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop, Value k) const;
  void copy(ImplicitLocOpBuilder &b, Value slot, int64_t index,
            const ProductOperand &operand, Value output, Value at,
            Value k) const;

  const Problem &problem;
  const AmpereMmaConfig &config;
  Value ring;
  tile::SlotType slotType;
};

} // namespace

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
}

void MultistageMainloop::copy(ImplicitLocOpBuilder &b, Value slot,
                              int64_t index, const ProductOperand &operand,
                              Value output, Value at, Value k) const {
  tile::CopyOp::create(b, operand.memref, operand.getIndices(output, at, k),
                       slot, index, operand.alignment);
}

void MultistageMainloop::fill(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                              Value k) const {
  Value slot = tile::AcquireOp::create(b, slotType, ring);
  Value inside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, k, loop.getKEnd());
  auto guarded = scf::IfOp::create(b, inside, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(guarded.thenBlock());
    Value output = loop.getBatchIndex();
    copy(b, slot, 0, problem.left, output, loop.getM(), k);
    copy(b, slot, 1, problem.right, output, loop.getN(), k);
  }
  tile::CommitOp::create(b, slot, ring);
}

Value MultistageMainloop::create(ImplicitLocOpBuilder &b,
                                 tile::ForEachTileOp loop,
                                 Value initial) const {
  Value step = arith::ConstantIndexOp::create(b, config.tile[2]);
  Value distance =
      arith::ConstantIndexOp::create(b, (config.stages - 1) * config.tile[2]);
  Value ahead = arith::AddIOp::create(b, loop.getKBegin(), distance);
  auto first = scf::ForOp::create(b, loop.getKBegin(), ahead, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(first.getBody());
  fill(b, loop, first.getInductionVar());

  b.setInsertionPointAfter(first);
  auto kLoop = scf::ForOp::create(b, loop.getKBegin(), loop.getKEnd(), step,
                                  ValueRange{initial});
  b.setInsertionPointToStart(kLoop.getBody());
  Value slot = tile::WaitOp::create(b, slotType, ring,
                                    b.getI64IntegerAttr(config.stages - 2));
  fill(b, loop, arith::AddIOp::create(b, kLoop.getInductionVar(), distance));
  Value sums = tile::MmaOp::create(
      b, initial.getType(), slot, kLoop.getRegionIterArg(0),
      /*rows=*/ValueRange(), /*transpose_a=*/!problem.left.kMajor,
      /*transpose_b=*/problem.right.kMajor,
      /*unsigned_a=*/problem.fact.zeroExtend,
      /*unsigned_b=*/problem.fact.zeroExtend, /*tf32=*/false,
      /*packed_a=*/false);
  Value done = tile::MmaWaitOp::create(b, sums.getType(), 0, sums).getResult();
  tile::ReleaseOp::create(b, slot, ring);
  scf::YieldOp::create(b, done);
  return kLoop.getResult(0);
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

  Type element = getElementType(fact.accumulator, b.getContext());
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
