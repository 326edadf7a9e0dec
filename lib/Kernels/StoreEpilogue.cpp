//===- StoreEpilogue.cpp - What happens to the sums -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreEpilogue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

/// Rows of a box of a staged store, those of one wgmma, and its bytes
/// along a row (the widest swizzle).
static constexpr int64_t kBoxRows = 64, kBoxBytes = 128;
/// Buffers of a warpgroup: one is filled while the other is read.
static constexpr int64_t kStagingBuffers = 2;

StoreEpilogue::StoreEpilogue(ImplicitLocOpBuilder &b, const Problem &problem,
                             const HopperWgmmaConfig &config)
    : problem(problem), config(config) {
  if (config.store == Store::Direct)
    return;
  Type element = getElementType(problem.fact.c.element, b.getContext());
  int64_t columns = kBoxBytes / getElementBytes(problem.fact.c.element);
  SmallVector<int64_t> box = {kBoxRows, columns};
  if (config.swap)
    box = {config.tile[1], kBoxRows};
  staging = tile::StagingOp::create(
      b, tile::StagingType::get(b.getContext(), box, element), kStagingBuffers);
}

Value StoreEpilogue::getInitial(ImplicitLocOpBuilder &b,
                                tile::ForEachTileOp loop,
                                tile::FragmentType type) const {
  if (problem.fact.init == InitKind::Zero || config.splitK > 1)
    return {};
  return tile::ReadOp::create(
      b, type, problem.c, problem.getOutputIndices(loop.getM(), loop.getN()),
      problem.swap);
}

/// Adds C's old values to the sums.
static Value addOutput(ImplicitLocOpBuilder &b, const Problem &problem,
                       Value sums, ArrayRef<Value> indices) {
  auto type = cast<tile::FragmentType>(sums.getType());
  Value old = tile::ReadOp::create(b, type, problem.c, indices, problem.swap);
  auto map = tile::MapOp::create(b, type, ValueRange{sums, old});
  OpBuilder::InsertionGuard guard(b);
  Type element = type.getElementType();
  Block *body = b.createBlock(&map.getBody(), {}, {element, element},
                              {b.getLoc(), b.getLoc()});
  Value sum =
      arith::AddFOp::create(b, body->getArgument(0), body->getArgument(1));
  tile::YieldOp::create(b, ValueRange{sum});
  return map.getResult();
}

void StoreEpilogue::finish(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                           Value sums, Value ring) const {
  Value column = loop.getN();
  if (config.splitK > 1) {
    auto type = cast<tile::FragmentType>(sums.getType());
    auto share = tile::FragmentType::get(
        b.getContext(),
        {type.getShape()[0], type.getShape()[1] / config.splitK},
        type.getElementType());
    auto reduce =
        tile::ClusterReduceOp::create(b, share, b.getIndexType(), sums, ring);
    sums = reduce.getResult();
    column = arith::AddIOp::create(b, column, reduce.getOffset());
  }
  SmallVector<Value, 2> indices = problem.getOutputIndices(loop.getM(), column);
  if (problem.fact.init == InitKind::Accumulate && config.splitK > 1)
    sums = addOutput(b, problem, sums, indices);
  tile::StoreOp::create(b, sums, problem.c, indices, staging,
                        config.store == Store::Copy, problem.swap,
                        getOutputAlignment(problem.fact));
}
