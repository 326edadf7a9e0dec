//===- TileRaster.cpp - From a tile's number to its place -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CTAs that run at one time should read few rows of A and few columns of B,
// which L2 then holds. along_m visits groups of `group` rows of tiles one after
// the other, each column by column; along_n the same with the axes exchanged.
//
// hilbert is along_m with another order inside every whole square of group x
// group tiles: a Hilbert curve, of which any run of numbers covers a compact
// patch. The curve enters a square at one end of its first row and leaves at
// the other, next to where the following square begins, and every other group
// of rows is mirrored, so that it begins in the columns where the one before it
// ended. What is left over at the edges keeps the order of along_m. As only
// tiles of one square change places, every tile of any grid is still visited
// once, and the cost is a step for each doubling of the square's side. Two
// alternatives were rejected. A curve over the enclosing power of two must skip
// what lies outside, up to three quarters of the numbers, which no CTA can do
// without counting them. Generalised curves of any rectangle take three
// divisions of the rectangle a step, and a step for each doubling of the whole
// grid, to be compact where CTAs that run at one time don't meet anyway.
//
//===----------------------------------------------------------------------===//

#include "TileRaster.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {
/// A tile in the order of groups along an axis, the inner one: groups are of
/// `group` lines of it, the last may have fewer.
struct PlaceInGroup {
  Value group, firstInner, lines;
  /// The tile's line within the group, and its place on the other axis.
  Value line, outer;
};
} // namespace

static PlaceInGroup createPlaceInGroup(Emitter &e, Value inner, Value outer,
                                       int64_t group, Value index) {
  PlaceInGroup p;
  Value perGroup = e.mul(outer, group);
  p.group = e.div(index, perGroup);
  Value inGroup = e.sub(index, e.mul(p.group, perGroup));
  p.firstInner = e.mul(p.group, group);
  p.lines = e.min(e.sub(inner, p.firstInner), e.i32(group));
  p.outer = e.div(inGroup, p.lines);
  p.line = e.sub(inGroup, e.mul(p.outer, p.lines));
  return p;
}

/// Column and row of tile number `index` of a Hilbert curve in a square of
/// 2^`doublings` tiles, from (0, 0) to the other end of row 0. Each step takes
/// two bits of the number, the least significant first: which quarter of a
/// square twice as large the curve so far becomes, turned as that quarter asks.
static std::pair<Value, Value> createCurve(Emitter &e, int64_t doublings,
                                           Value index) {
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(e, value);
  };
  // Counted in index: an i32 counts tiles (Faults/Loops.cpp).
  auto loop =
      scf::ForOp::create(e, constant(0), constant(doublings), constant(1),
                         ValueRange{e.i32(0), e.i32(0), index});
  {
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(loop.getBody());
    Value column = loop.getRegionIterArg(0), row = loop.getRegionIterArg(1);
    Value rest = loop.getRegionIterArg(2);
    Value side =
        arith::ShLIOp::create(e, e.i32(1), e.toI32(loop.getInductionVar()));
    Value right = e.bitAnd(e.shr(rest, 1), 1);
    Value down = e.bitAnd(e.bitXor(rest, right), 1);
    Value isFlat = e.equal(down, 0);
    // The last quarter is mirrored along both axes: column and row are less
    // than the side, so that it takes an xor.
    Value isLast = e.bitAnd(right, e.bitXor(down, 1));
    Value mirror = e.mul(isLast, e.add(side, -1));
    column = e.bitXor(column, mirror);
    row = e.bitXor(row, mirror);
    // The first and the last are transposed.
    Value newColumn = e.select(isFlat, row, column);
    Value newRow = e.select(isFlat, column, row);
    scf::YieldOp::create(e, ValueRange{e.add(newColumn, e.mul(side, right)),
                                       e.add(newRow, e.mul(side, down)),
                                       e.shr(rest, 2)});
  }
  return {loop.getResult(0), loop.getResult(1)};
}

static std::pair<Value, Value> createHilbertPlace(Emitter &e, int64_t group,
                                                  Value rows, Value columns,
                                                  Value index) {
  PlaceInGroup p = createPlaceInGroup(e, rows, columns, group, index);
  Value inSquare = e.bitAnd(p.outer, group - 1);
  Value firstColumn = e.sub(p.outer, inSquare);
  Value number = e.add(e.mul(inSquare, group), p.line);
  auto [column, row] = createCurve(e, llvm::Log2_64(group), number);
  // Of a square that ends with the grid, nothing is left over behind it.
  Value isHigh = e.equal(p.lines, group);
  Value isWide = e.less(e.add(firstColumn, group - 1), columns);
  Value isWhole = e.bitAnd(isHigh, isWide);
  row = e.add(p.firstInner, e.select(isWhole, row, p.line));
  column = e.select(isWhole, e.add(firstColumn, column), p.outer);
  Value isOdd = e.notEqual(e.bitAnd(p.group, 1), 0);
  Value mirrored = e.sub(columns, e.add(column, 1));
  return {row, e.select(isOdd, mirrored, column)};
}

std::pair<Value, Value> tile::createTilePlace(Emitter &e, RasterOrder raster,
                                              int64_t group, Value rows,
                                              Value columns, Value index) {
  if (raster == RasterOrder::Hilbert)
    return createHilbertPlace(e, group, rows, columns, index);
  bool alongM = raster == RasterOrder::AlongM;
  PlaceInGroup p = createPlaceInGroup(e, alongM ? rows : columns,
                                      alongM ? columns : rows, group, index);
  Value inner = e.add(p.firstInner, p.line);
  return alongM ? std::pair(inner, p.outer) : std::pair(p.outer, inner);
}
