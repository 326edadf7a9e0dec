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

#include "HopperAttention/AttentionKernel.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/Roles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

tile::KernelOp AttentionKernel::create(StringRef name) {
  MLIRContext *context = b.getContext();
  element = getElementType(fact.element, context);
  auto getType = [](Type of) -> Type {
    return getOperandType(of, /*rank=*/4, /*isAdjacent=*/true);
  };
  Type loaded = getType(element);
  SmallVector<Type> types = {loaded, loaded, loaded,
                             getType(getElementType(fact.output, context))};
  if (fact.hasLogSumExp)
    types.push_back(getType(b.getF32Type()));
  // Of what the score function reads, dimensions of size 1 are broadcast.
  for (unsigned extra = 3; extra < op.getInputs().size(); ++extra) {
    Type stored = getElementTypeOrSelf(op.getInputs()[extra]);
    // A boolean is a byte in memory.
    MemRefType type = getOperandType(
        getElementType(*getReadKind(stored), context), /*rank=*/4);
    SmallVector<int64_t> sizes(type.getShape());
    for (auto dim : {AttentionViews::Batch, AttentionViews::Head,
                     AttentionViews::Row, AttentionViews::Column})
      if (views.isBroadcast(extra, dim))
        sizes[dim] = 1;
    types.push_back(MemRefType::Builder(type).setShape(sizes));
  }
  OpBuilder::InsertionGuard guard(b);
  kernel = createKernel(b, name, types, LaunchShape());
  scoreType = tile::FragmentType::get(context, {config.tile[0], config.tile[1]},
                                      b.getF32Type());
  resultType = tile::FragmentType::get(context, {config.tile[0], fact.columns},
                                       b.getF32Type());
  batch = getSize(Q, 0);
  heads = getSize(Q, 1);
  queries = getSize(Q, 2);
  keys = getSize(K, 2);
  if (fact.keyHeads != fact.heads)
    sharing = arith::DivUIOp::create(b, heads, getSize(K, 1));
  ringQ = createRing(config.tile[0], fact.depth, 1);
  ringK = createRing(config.tile[1], fact.depth, config.stages);
  ringV = createRing(config.tile[1], fact.columns, config.stages);
  constexpr int64_t kWarps = 4;
  int64_t consumers = config.tile[0] / 64;
  // 24 + 2 * 240 is what three warpgroups have (64 K registers), 32 + 3 * 160
  // what four have.
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
    consumer.registers = consumers > 2 ? 160 : 240;
    createRole(b, "consumer", consumer);
    consume();
  }
  return kernel;
}

void AttentionKernel::produce() {
  Tile tile = beginTile();
  Value zero = index(0), one = index(1);
  load(Q, ringQ, {tile.batch, tile.head, tile.query, zero});
  auto loop = scf::ForOp::create(b, tile.blocks->first, tile.blocks->end, one);
  b.setInsertionPointToStart(loop.getBody());
  Value key = tile.blocks->getFirstKey(b, loop.getInductionVar());
  load(K, ringK, {tile.batch, tile.keyHead, key, zero});
  load(V, ringV, {tile.batch, tile.keyHead, key, zero});
}

Value AttentionKernel::round(Value exponentials) {
  return tile::RoundOp::create(
      b, tile::FragmentType::get(b.getContext(), scoreType.getShape(), element),
      exponentials);
}

AttentionKernel::Carried AttentionKernel::beginBlocks(const Tile &tile,
                                                      Value q) {
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

AttentionKernel::Carried AttentionKernel::addBlock(const Tile &tile, Value q,
                                                   Value number,
                                                   Carried carried,
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

AttentionKernel::Carried AttentionKernel::addBlocks(const Tile &tile, Value q,
                                                    Value from, Value to,
                                                    Carried carried,
                                                    KeyMask mask) {
  auto loop = scf::ForOp::create(b, from, to, index(1), carried.getValues());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Carried next = addBlock(tile, q, loop.getInductionVar(),
                          Carried::get(loop.getRegionIterArgs()), mask);
  scf::YieldOp::create(b, next.getValues());
  return Carried::get(loop.getResults());
}

/// Stores columns of the result from `column` on, and the logarithms of the
/// rows' sums, if they are a result.
void AttentionKernel::store(const Tile &tile, Value result, Value logarithms,
                            Value column) {
  tile::StoreOp::create(b, result, kernel.getBody().getArgument(O),
                        {tile.batch, tile.head, tile.query, column},
                        /*staging=*/Value(), /*copied=*/false,
                        /*transposed=*/false, /*alignment=*/16);
  if (!fact.hasLogSumExp)
    return;
  // Once for all columns.
  OpBuilder::InsertionGuard guard(b);
  if (!getConstantIntValue(column)) {
    Value isFirst =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, column, index(0));
    auto first = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
    b.setInsertionPointToStart(first.thenBlock());
  }
  tile::StoreRowsOp::create(b, logarithms,
                            kernel.getBody().getArgument(Logarithms),
                            {tile.batch, tile.head, tile.query, index(0)});
}

/// The CTAs that share a tile store a share of its columns each.
void AttentionKernel::storeMean(const Tile &tile, Value result,
                                Value exponents) {
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

void AttentionKernel::consume() {
  Tile tile = beginTile();
  const KeyBlocks &blocks = *tile.blocks;
  Value q = wait(ringQ);
  Carried carried = beginBlocks(tile, q);
  Value second = arith::AddIOp::create(b, blocks.first, index(1));
  if (blocks.mayBeMaskedFirst)
    carried =
        addBlocks(tile, q, second, blocks.whole, carried, blocks.highMask);
  if (blocks.mayBeWhole)
    carried =
        addBlocks(tile, q, blocks.whole, blocks.cut, carried, KeyMask::None);
  if (blocks.mayBeCut)
    carried =
        addBlocks(tile, q, blocks.cut, blocks.end, carried, blocks.lowMask);
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
  std::string whyNot;
  OwningOpRef<ModuleOp> problem =
      parseAttentionProblem(b.getContext(), fact.getAttention(), whyNot);
  FailureOr<AttentionViews> views = failure();
  if (problem)
    shortenTangents(getAttentionProblem(*problem));
  if (problem && succeeded(expandElementMath(*problem)))
    views = AttentionViews::create(getAttentionProblem(*problem), whyNot);
  if (failed(views)) {
    emitError(b.getLoc()) << "can't build the attention: " << whyNot;
    return nullptr;
  }
  auto typed = HopperAttentionConfig::fromConfig(config);
  return AttentionKernel(b, fact.getAttention(), typed,
                         getAttentionProblem(*problem), *views)
      .create(name);
}
