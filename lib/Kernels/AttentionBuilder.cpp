//===- AttentionBuilder.cpp - What kernels of attention share -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/AttentionBuilder.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Kernels/TileScheduler.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

void AttentionBuilder::createKernel(StringRef name, const LaunchShape &launch) {
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
  // The inputs of the score function are broadcast along dimensions of size 1.
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
  kernel = autotune::createKernel(b, name, types, launch);
  scoreType = tile::FragmentType::get(context, {shape.queries, shape.keys},
                                      b.getF32Type());
  resultType = tile::FragmentType::get(context, {shape.queries, fact.columns},
                                       b.getF32Type());
  batch = getSize(Q, 0);
  heads = getSize(Q, 1);
  queries = getSize(Q, 2);
  keys = getSize(K, 2);
  if (fact.keyHeads != fact.heads)
    sharing = arith::DivUIOp::create(b, heads, getSize(K, 1));
}

void AttentionBuilder::createRings(int64_t stages) {
  auto create = [&](int64_t rows, int64_t columns, int64_t stages) -> Value {
    auto tile = VectorType::get({rows, columns}, element);
    return tile::RingOp::create(b, tile::RingType::get(b.getContext(), tile),
                                stages);
  };
  ringQ = create(shape.queries, fact.depth, /*stages=*/1);
  ringK = create(shape.keys, fact.depth, stages);
  ringV = create(shape.keys, fact.columns, stages);
}

AttentionBuilder::Tile AttentionBuilder::beginTile() {
  // Masks decide which blocks a tile has: CTAs that share a tile have a part's
  // number for their step along K.
  bool isShared = shape.split > 1;
  TileScheduler scheduler({shape.queries, 1, isShared ? 1 : shape.keys},
                          tile::RasterOrder::AlongN, /*group=*/1,
                          shape.persistent, shape.split);
  tile::ForEachTileOp loop = scheduler.create(
      b, queries, heads, isShared ? index(shape.split) : keys, batch);
  Tile tile;
  tile.query = loop.getM();
  tile.head = loop.getN();
  tile.batch = loop.getBatchIndex();
  if (isShared)
    tile.parts = loop.getParts();
  tile.keyHead = tile.head;
  if (sharing)
    tile.keyHead = arith::DivUIOp::create(b, tile.head, sharing);
  const SeenKeys &seen = function.getSeenKeys();
  // Then rows are heads, and each tile has all of the few queries.
  bool hasHeads = !views.getRowDims().empty();
  // The last queries see most keys: they come first, so that the kernel ends
  // with short tiles.
  bool isRelative = llvm::any_of(
      seen.highest, [](const KeyBound &bound) { return bound.isRelative; });
  if (isRelative && !hasHeads) {
    Value size = index(shape.queries);
    Value up = arith::AddIOp::create(b, queries, index(shape.queries - 1));
    Value tiles = arith::DivUIOp::create(b, up, size);
    Value last = arith::MulIOp::create(
        b, arith::SubIOp::create(b, tiles, index(1)), size);
    tile.query = arith::SubIOp::create(b, last, tile.query);
  }
  int64_t fewQueries = op.getSize(op.getDimM());
  KeyBlocks::Queries ofTile = {tile.query, shape.queries, queries};
  if (hasHeads)
    ofTile = {index(0), fewQueries, index(fewQueries)};
  tile.blocks.emplace(b, seen, hasHeads ? std::nullopt : op.getKeyRange(),
                      ofTile, keys, shape.keys, [&](unsigned input, Value row) {
                        return loadPlace(tile, input, row);
                      });
  if (isShared)
    tile.blocks->takePart(b, loop.getKBegin(), shape.split);
  return tile;
}

SmallVector<Value> AttentionBuilder::getKeyIndices(const Tile &tile,
                                                   Value number) {
  return {tile.batch, tile.keyHead, tile.blocks->getFirstKey(b, number),
          index(0)};
}

SmallVector<Value> AttentionBuilder::addBlocks(const Tile &tile, Value second,
                                               SmallVector<Value> carried,
                                               AddBlock addBlock) {
  auto addAll = [&](Value from, Value to, KeyMask mask) {
    auto loop = scf::ForOp::create(b, from, to, index(1), carried);
    carried = loop.getResults();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    scf::YieldOp::create(
        b, addBlock(loop.getInductionVar(), loop.getRegionIterArgs(), mask));
  };
  const KeyBlocks &blocks = *tile.blocks;
  if (blocks.mayBeMaskedFirst)
    addAll(second, blocks.whole, blocks.highMask);
  if (blocks.mayBeWhole)
    addAll(blocks.whole, blocks.cut, KeyMask::None);
  if (blocks.mayBeCut)
    addAll(blocks.cut, blocks.end, blocks.lowMask);
  return carried;
}

/// An element of an input of the score function, for all keys.
Value AttentionBuilder::loadPlace(const Tile &tile, unsigned input, Value row) {
  auto at = [&](AttentionViews::Dim dim, Value place) {
    return views.isBroadcast(input, dim) ? index(0) : place;
  };
  Value element = memref::LoadOp::create(
      b, getExtras()[input - V - 1],
      ValueRange{at(AttentionViews::Batch, tile.batch),
                 at(AttentionViews::Head, tile.head),
                 at(AttentionViews::Row, row), index(0)});
  return createPlace(b, b.getLoc(), element);
}

Value AttentionBuilder::getScores(const Tile &tile, Value products,
                                  Value number, KeyMask mask) {
  Softmax::Place place;
  auto getSizes = [&](ArrayRef<unsigned> dims) {
    return llvm::map_to_vector(dims,
                               [&](unsigned dim) { return op.getSize(dim); });
  };
  place.batch = splitIndex(b, tile.batch, getSizes(views.getOuterDims()));
  llvm::append_range(place.batch,
                     splitIndex(b, tile.head, getSizes(views.getHeadDims())));
  place.rowSizes = getSizes(views.getRowDims());
  if (!place.rowSizes.empty())
    place.rowSizes.push_back(op.getSize(op.getDimM()));
  place.views = {tile.batch, tile.head};
  llvm::append_range(place.extras, getExtras());
  place.query = tile.query;
  place.key = tile.blocks->getFirstKey(b, number);
  place.keys = keys;
  return softmax.createScores(b, products, place, mask);
}

Value AttentionBuilder::round(Value exponentials) {
  return tile::RoundOp::create(
      b, tile::FragmentType::get(b.getContext(), scoreType.getShape(), element),
      exponentials);
}

void AttentionBuilder::store(const Tile &tile, Value result, Value logarithms,
                             Value column) {
  tile::StoreOp::create(b, result, getArgument(O),
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
  tile::StoreRowsOp::create(b, logarithms, getArgument(Logarithms),
                            {tile.batch, tile.head, tile.query, index(0)});
}

Operation *
autotune::buildAttention(ImplicitLocOpBuilder &b, const AttentionFact &fact,
                         llvm::function_ref<Operation *(problem::AttentionOp,
                                                        const AttentionViews &)>
                             build) {
  std::string whyNot;
  OwningOpRef<ModuleOp> problem =
      parseAttentionProblem(b.getContext(), fact, whyNot);
  FailureOr<AttentionViews> views = failure();
  if (problem)
    shortenTangents(getAttentionProblem(*problem));
  if (problem && succeeded(expandElementMath(*problem)))
    views = AttentionViews::create(getAttentionProblem(*problem), whyNot);
  if (failed(views)) {
    emitError(b.getLoc()) << "can't build the attention: " << whyNot;
    return nullptr;
  }
  return build(getAttentionProblem(*problem), *views);
}
