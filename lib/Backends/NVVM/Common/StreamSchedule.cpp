//===- StreamSchedule.cpp - Tiles cut across CTAs -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamSchedule.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static Value truncate(Emitter &e, Value a) {
  return arith::TruncIOp::create(e, e.getI32Type(), a);
}

static Value max(Emitter &e, Value a, Value b) {
  return arith::MaxUIOp::create(e, a, b);
}

StreamSchedule::StreamSchedule(Emitter &e, Value tiles, Value steps,
                               Value cluster, Value clusters)
    : steps(steps), cluster(cluster), clusters(clusters) {
  Value rounds = e.div(tiles, clusters);
  Value left = e.sub(tiles, e.mul(rounds, clusters));
  Value isEven = e.equal(left, 0);
  shared = e.select(isEven, e.i32(0), e.min(e.add(left, clusters), tiles));
  wholeTiles = e.div(e.sub(tiles, shared), clusters);
  // 64 bits: a long K has millions of steps.
  Value all = e.mul(e.toI64(shared), e.toI64(steps));
  share = e.div(all, e.toI64(clusters));
  longer = e.sub(all, e.mul(share, e.toI64(clusters)));
  begin = getRangeBegin(e, cluster);
  end = getRangeBegin(e, e.add(cluster, 1));
  Value wideSteps = e.toI64(steps);
  firstTile = truncate(e, e.div(begin, wideSteps));
  Value endTile =
      truncate(e, e.div(e.add(end, e.add(wideSteps, -1)), wideSteps));
  // A range may be empty: there may be fewer steps than clusters.
  touched = e.select(e.less(begin, end), e.sub(endTile, firstTile), e.i32(0));
}

Value StreamSchedule::getRangeBegin(Emitter &e, Value number) const {
  Value wide = e.toI64(number);
  return e.add(e.mul(wide, share), e.min(wide, longer));
}

/// The cluster whose range has a step, an i64.
Value StreamSchedule::getClusterOf(Emitter &e, Value step) const {
  Value inLonger = e.mul(longer, e.add(share, 1));
  Value ofLonger = e.div(step, e.add(share, 1));
  Value behind = e.sub(max(e, step, inLonger), inLonger);
  // No step is behind the longer ranges if the others are empty.
  Value ofOthers = e.add(longer, e.div(behind, max(e, share, e.i64(1))));
  return truncate(e, e.select(e.less(step, inLonger), ofLonger, ofOthers));
}

Value StreamSchedule::getNumSegments(Emitter &e) const {
  return e.add(touched, wholeTiles);
}

StreamSegment StreamSchedule::getSegment(Emitter &e, Value number) const {
  Value isShared = e.less(number, touched);
  Value round = e.sub(number, touched);
  Value whole = e.add(shared, e.add(e.mul(round, clusters), cluster));
  StreamSegment segment;
  segment.tile = e.select(isShared, e.add(firstTile, number), whole);
  Value tileBegin = e.mul(e.toI64(segment.tile), e.toI64(steps));
  Value tileEnd = e.add(tileBegin, e.toI64(steps));
  Value from = truncate(e, e.sub(max(e, begin, tileBegin), tileBegin));
  Value to = truncate(e, e.sub(e.min(end, tileEnd), tileBegin));
  segment.stepBegin = e.select(isShared, from, e.i32(0));
  segment.stepEnd = e.select(isShared, to, steps);
  Value first = getClusterOf(e, tileBegin);
  Value last = getClusterOf(e, e.add(tileEnd, -1));
  segment.first = e.select(isShared, first, cluster);
  segment.count = e.select(isShared, e.add(e.sub(last, first), 1), e.i32(1));
  return segment;
}
