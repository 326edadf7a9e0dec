//===- TileScheduler.cpp - Which CTA has which tile -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileScheduler.h"

using namespace mlir;
using namespace mlir::autotune;

tile::ForEachTileOp TileScheduler::create(ImplicitLocOpBuilder &b,
                                          const Problem &problem) const {
  auto loop = tile::ForEachTileOp::create(b, problem.rows, problem.columns,
                                          problem.depth, tile, raster, group,
                                          persistent);
  Block *body =
      b.createBlock(&loop.getBody(), {}, SmallVector<Type>(4, b.getIndexType()),
                    SmallVector<Location>(4, b.getLoc()));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
  return loop;
}
