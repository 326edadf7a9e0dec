//===- AttentionTile.cpp - A tile of queries, and its scores --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperAttention/AttentionKernel.h"

#include "mlir-autotune/Kernels/TileScheduler.h"

using namespace mlir;
using namespace mlir::autotune;

/// Opens the loop over tiles, and finds the tile's blocks of keys.
AttentionKernel::Tile AttentionKernel::beginTile() {
  // Masks decide which blocks a tile has: CTAs that share a tile have a part's
  // number for their step along K.
  bool isShared = config.split > 1;
  TileScheduler scheduler({config.tile[0], 1, isShared ? 1 : config.tile[1]},
                          tile::RasterOrder::AlongN, /*group=*/1,
                          config.persistent, config.split);
  tile::ForEachTileOp loop = scheduler.create(
      b, queries, heads, isShared ? index(config.split) : keys, batch);
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
    Value size = index(config.tile[0]);
    Value up = arith::AddIOp::create(b, queries, index(config.tile[0] - 1));
    Value tiles = arith::DivUIOp::create(b, up, size);
    Value last = arith::MulIOp::create(
        b, arith::SubIOp::create(b, tiles, index(1)), size);
    tile.query = arith::SubIOp::create(b, last, tile.query);
  }
  int64_t fewQueries = op.getSize(op.getDimM());
  KeyBlocks::Queries ofTile = {tile.query, config.tile[0], queries};
  if (hasHeads)
    ofTile = {index(0), fewQueries, index(fewQueries)};
  tile.blocks.emplace(
      b, seen, hasHeads ? std::nullopt : op.getKeyRange(), ofTile, keys,
      config.tile[1],
      [&](unsigned input, Value row) { return loadPlace(tile, input, row); });
  if (isShared)
    tile.blocks->takePart(b, loop.getKBegin(), config.split);
  return tile;
}

/// An element of an input of the score function, for all keys.
Value AttentionKernel::loadPlace(const Tile &tile, unsigned input, Value row) {
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

Value AttentionKernel::getScores(const Tile &tile, Value products, Value number,
                                 KeyMask mask) {
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
