//===- StoreEpilogue.cpp - What happens to the sums -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperWgmma/StoreEpilogue.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Space/Quantities.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// Rows of a box of a staged store, those of one wgmma, and its bytes
/// along a row (the widest swizzle).
static constexpr int64_t kBoxRows = 64, kBoxBytes = 128;
/// Buffers of a warpgroup: one is filled while the other is read.
static constexpr int64_t kStagingBuffers = 2;

/// Whether a CTA has only a part of a tile's sum.
static bool sharesDepth(const HopperWgmmaConfig &config) {
  return config.splitK > 1;
}

StoreEpilogue::StoreEpilogue(ImplicitLocOpBuilder &b,
                             const KernelOperands &problem,
                             const HopperWgmmaConfig &config, Value ring)
    : problem(problem), config(config) {
  if (config.store == Store::Direct)
    return;
  Type element = getElementType(problem.fact.c.element, b.getContext());
  int64_t columns = kBoxBytes / getElementBytes(problem.fact.c.element);
  SmallVector<int64_t> box = {kBoxRows, columns};
  if (config.swap)
    box = {config.tile[1], kBoxRows};
  staging = tile::StagingOp::create(
      b, tile::StagingType::get(b.getContext(), box, element), kStagingBuffers,
      hopper_wgmma::stagesInRing(config, problem.fact, TargetInfo()) ? ring
                                                                     : Value());
}

Value StoreEpilogue::getInitial(ImplicitLocOpBuilder &b,
                                tile::ForEachTileOp loop,
                                tile::FragmentType type) const {
  if (problem.fact.init == InitKind::Zero || sharesDepth(config))
    return {};
  return tile::ReadOp::create(
      b, type, problem.c,
      problem.getOutputIndices(loop.getBatchIndex(), loop.getM(), loop.getN()),
      problem.swap, getOutputAlignment(problem.fact));
}

/// `sums` is the tile's, or that of some of its columns, from one CTA.
void StoreEpilogue::store(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                          Value sums, Value column) const {
  SmallVector<Value, 3> indices =
      problem.getOutputIndices(loop.getBatchIndex(), loop.getM(), column);
  if (problem.fact.init == InitKind::Accumulate && sharesDepth(config))
    sums = addFragments(
        b, sums,
        tile::ReadOp::create(b, cast<tile::FragmentType>(sums.getType()),
                             problem.c, indices, problem.swap,
                             getOutputAlignment(problem.fact)));
  sums = applyEpilogue(b, problem, sums, loop.getBatchIndex(), loop.getM(),
                       column);
  tile::StoreOp::create(b, sums, problem.c, indices, staging,
                        config.store == Store::Copy, problem.swap,
                        getOutputAlignment(problem.fact));
}

/// The type of one of `shares` equal shares of a fragment's columns.
static tile::FragmentType getShareType(Value sums, int64_t shares) {
  auto type = cast<tile::FragmentType>(sums.getType());
  return tile::FragmentType::get(
      type.getContext(), {type.getShape()[0], type.getShape()[1] / shares},
      type.getElementType());
}

void StoreEpilogue::reduceInCluster(ImplicitLocOpBuilder &b,
                                    tile::ForEachTileOp loop, Value sums,
                                    Value ring) const {
  auto reduce = tile::ClusterReduceOp::create(
      b, getShareType(sums, config.splitK), b.getIndexType(), sums, ring);
  Value column = arith::AddIOp::create(b, loop.getN(), reduce.getOffset());
  store(b, loop, reduce.getResult(), column);
}

void StoreEpilogue::collectShares(ImplicitLocOpBuilder &b,
                                  tile::ForEachTileOp loop, Value sums) const {
  Type type = getShareType(sums, config.splitK);
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value todo =
      tile::ContributeOp::create(b, sums, loop.getParts(), config.splitK);
  Value bits = arith::IndexCastOp::create(b, b.getIndexType(), todo);
  auto shares = scf::ForOp::create(b, index(0), index(config.splitK), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(shares.getBody());
  Value share = shares.getInductionVar();
  Value bit = arith::AndIOp::create(b, arith::ShRUIOp::create(b, bits, share),
                                    index(1));
  Value isMine =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bit, index(0));
  auto branch = scf::IfOp::create(b, isMine, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  Value sum = tile::CollectOp::create(b, type, sums, loop.getParts(), share);
  Value offset =
      arith::MulIOp::create(b, share, index(config.tile[1] / config.splitK));
  store(b, loop, sum, arith::AddIOp::create(b, loop.getN(), offset));
}

void StoreEpilogue::finish(ImplicitLocOpBuilder &b, tile::ForEachTileOp loop,
                           Value sums, Value ring) const {
  // Sums in f16 are C itself, or else what they are to all that follows.
  const auto &fact = problem.fact;
  if (sharesDepth(config) || !fact.epilogue.isNone() ||
      fact.c.element != fact.accumulator)
    sums = extendFragment(b, sums,
                          getElementType(fact.getSumElement(), b.getContext()));
  if (!sharesDepth(config))
    return store(b, loop, sums, loop.getN());
  if (config.reduce == Reduce::Shares)
    return collectShares(b, loop, sums);
  reduceInCluster(b, loop, sums, ring);
}
