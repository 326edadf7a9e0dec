//===- WindowPlace.cpp - Where TMA finds windows --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In im2col mode, TMA goes from window to window by itself: along a row of the
// image, to the next row, and to the next image (PTX ISA, "im2col mode"). A
// load names the first pixel of its first window, and how far the pixels that
// it wants are from the windows' first ones.
//
//===----------------------------------------------------------------------===//

#include "WindowPlace.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

using Number = KernelParam::WindowNumber;

WindowPlace tile::getWindowPlace(const KernelContext &context, Emitter &e,
                                 Value first, Value slice, int64_t rows,
                                 ValueRange pixel) {
  auto get = [&](Number number) { return context.getWindowNumber(number); };
  WindowPlace place;
  {
    // Divisions are slow, and LLVM does not move them out of the loop over K:
    // it does not know that the divisors are not 0. They are made where the
    // number of the window is.
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointAfterValue(first);
    Value number = e.toI32(first);
    if (slice)
      number = e.add(number, e.mul(slice, rows));
    Value line = e.div(number, get(Number::PlaceColumns));
    place.image = e.div(line, get(Number::PlaceRows));
    Value column = e.sub(number, e.mul(line, get(Number::PlaceColumns)));
    Value row = e.sub(line, e.mul(place.image, get(Number::PlaceRows)));
    place.column =
        e.sub(e.mul(column, get(Number::ColumnStride)), get(Number::Left));
    place.row = e.sub(e.mul(row, get(Number::RowStride)), get(Number::Top));
  }
  auto getOffset = [&](Value index, Number dilation) -> Value {
    Value offset = e.mul(e.toI32(index), get(dilation));
    return arith::TruncIOp::create(e, e.getI16Type(), offset);
  };
  place.rowOffset = getOffset(pixel[0], Number::RowDilation);
  place.columnOffset = getOffset(pixel[1], Number::ColumnDilation);
  return place;
}
