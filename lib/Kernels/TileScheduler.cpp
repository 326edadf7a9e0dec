//===- TileScheduler.cpp - Which CTA has which tile -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/TileScheduler.h"

using namespace mlir;
using namespace mlir::autotune;

tile::RasterOrder TileScheduler::getOrder(Raster raster) {
  switch (raster) {
  case Raster::AlongM:
    return tile::RasterOrder::AlongM;
  case Raster::AlongN:
    return tile::RasterOrder::AlongN;
  case Raster::Hilbert:
    return tile::RasterOrder::Hilbert;
  }
  llvm_unreachable("every raster is listed");
}

tile::ForEachTileOp TileScheduler::create(ImplicitLocOpBuilder &b,
                                          const KernelOperands &problem) const {
  return create(b, problem.rows, problem.columns, problem.depth, problem.batch);
}

tile::ForEachTileOp TileScheduler::create(ImplicitLocOpBuilder &b, Value rows,
                                          Value columns, Value depth,
                                          Value batch) const {
  auto loop =
      tile::ForEachTileOp::create(b, rows, columns, depth, batch, tile, raster,
                                  group, persistent, split, fitM, fitN, chosen);
  SmallVector<Type> types(loop.getNumCoordinates(), b.getIndexType());
  if (loop.hasParts())
    types.push_back(tile::PartsType::get(b.getContext()));
  Block *body = b.createBlock(&loop.getBody(), {}, types,
                              SmallVector<Location>(types.size(), b.getLoc()));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
  return loop;
}
