//===- RowScans.cpp - Running sums of rows --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread scans its own columns of each chunk. The threads of a warp then scan
// their totals with shuffles, and the warps of a row theirs through shared
// memory. One barrier is enough for all chunks. A thread then knows the value
// before its own columns in a chunk. The total of a chunk is carried to the
// next one.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// A value that a scan reads at its own rows and columns, or at its own rows.
RowElements RowBuilder::getScanned(Value tensor, bool hasColumns) {
  Value source = getReshaped(tensor);
  if (isRowOp(source.getDefiningOp()))
    return values.at(source);
  if (auto fill = source.getDefiningOp<linalg::FillOp>())
    return get(fill.getInputs().front());
  if (hasColumns)
    return loadFromMemory(tensor);
  return load(tensor, int64_t(op.getRows()), RowElements{row});
}

/// The elements that are combined, one for each column. Columns beyond the last
/// count as nothing, and so does the last one if no running value includes it.
RowElements RowBuilder::getMasked(problem::ScanOp scan, Value neutral) {
  RowElements given = getScanned(scan.getInput(), /*hasColumns=*/true);
  RowElements elements;
  bool leavesLast = !scan.getInclusive() && !scan.getLast().use_empty();
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk)
    for (int64_t i = 0; i < layout.vector; ++i) {
      size_t number = chunk * layout.vector + i;
      Value element = given[given.size() == 1 ? 0 : number];
      if (inside[chunk])
        element = arith::SelectOp::create(b, inside[chunk], element, neutral);
      if (leavesLast && number + 1 == allColumns.size()) {
        Value isLast = arith::CmpIOp::create(
            b, arith::CmpIPredicate::eq, columns[chunk],
            constant(int64_t(op.getColumns()) - layout.vector));
        element = arith::SelectOp::create(b, isLast, neutral, element);
      }
      elements.push_back(element);
    }
  return elements;
}

/// Each thread gets what those up to it have, among so many that lie next to
/// each other. `lane` is its number among these.
void RowBuilder::scanLanes(Operation *combiner, MutableArrayRef<Value> scanned,
                           Value lane, int64_t lanes) {
  for (int64_t offset = 1; offset < lanes; offset *= 2) {
    Value hasOther = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, lane,
                                           constant(offset));
    for (Value &value : scanned) {
      Value other = shuffle(value, gpu::ShuffleMode::UP, constantWord(offset));
      value = arith::SelectOp::create(b, hasOther,
                                      combine(combiner, other, value), value);
    }
  }
}

/// What the lane before has.
Value RowBuilder::getBeforeLane(Value value, Value isFirst, Value neutral) {
  Value other = shuffle(value, gpu::ShuffleMode::UP, constantWord(1));
  return arith::SelectOp::create(b, isFirst, neutral, other);
}

/// `totals` are, for each chunk, what a warp's threads up to this one come to,
/// and become what the whole row does. `before` gets what stands before the
/// warp.
void RowBuilder::scanWarps(Operation *combiner, Value neutral,
                           MutableArrayRef<Value> before,
                           MutableArrayRef<Value> totals) {
  int64_t ofRow = layout.threadsPerRow / kWarp;
  int64_t ofCta = layout.getThreads() / kWarp;
  Value memory = addShared(layout.chunks * ofCta, neutral.getType());
  auto [warp, lane] = createWarpAndLane();
  auto getPlace = [&](int64_t chunk, Value number) -> Value {
    return arith::AddIOp::create(b, number, constant(chunk * ofCta));
  };
  // The last lane has what all come to.
  Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                       constant(kWarp - 1));
  SmallVector<Value> places;
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk)
    places.push_back(getPlace(chunk, warp));
  auto guarded = scf::IfOp::create(b, isLast, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(guarded.thenBlock());
    for (auto [total, place] : llvm::zip_equal(totals, places))
      memref::StoreOp::create(b, total, memory, ValueRange{place});
  }
  gpu::BarrierOp::create(b);
  // A lane takes the value of the warp of its number.
  Value ofRowValue = constant(ofRow);
  Value first = arith::MulIOp::create(
      b, arith::DivUIOp::create(b, warp, ofRowValue), ofRowValue);
  Value number = arith::RemUIOp::create(b, lane, ofRowValue);
  Value place = arith::AddIOp::create(b, first, number);
  for (auto [chunk, total] : llvm::enumerate(totals))
    total = memref::LoadOp::create(b, memory,
                                   ValueRange{getPlace(int64_t(chunk), place)});
  scanLanes(combiner, totals, number, ofRow);
  Value inRow = arith::RemUIOp::create(b, warp, ofRowValue);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, inRow, constant(0));
  Value lastBefore = arith::IndexCastOp::create(
      b, b.getI32Type(),
      arith::SubIOp::create(b, arith::MaxUIOp::create(b, inRow, constant(1)),
                            constant(1)));
  for (auto [value, total] : llvm::zip_equal(before, totals)) {
    Value others = shuffle(total, gpu::ShuffleMode::IDX, lastBefore);
    others = arith::SelectOp::create(b, isFirst, neutral, others);
    value = combine(combiner, others, value);
    total = shuffle(total, gpu::ShuffleMode::IDX, constantWord(ofRow - 1));
  }
}

void RowBuilder::buildScan(problem::ScanOp scan) {
  Operation *combiner = matchScanCombiner(scan.getCombiner().front());
  Value neutral =
      arith::ConstantOp::create(b, *arith::getNeutralElement(combiner));
  RowElements elements = getMasked(scan, neutral), own;
  SmallVector<Value> totals, before;
  for (auto [number, element] : llvm::enumerate(elements)) {
    bool isFirst = number % layout.vector == 0;
    own.push_back(isFirst ? element : combine(combiner, own.back(), element));
    if ((number + 1) % layout.vector == 0)
      totals.push_back(own.back());
  }
  int64_t lanes = std::min(layout.threadsPerRow, kWarp);
  Value lane = arith::RemUIOp::create(b, thread, constant(lanes));
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, constant(0));
  scanLanes(combiner, totals, lane, lanes);
  for (Value total : totals)
    before.push_back(lanes == 1 ? neutral
                                : getBeforeLane(total, isFirst, neutral));
  if (layout.threadsPerRow > kWarp) {
    scanWarps(combiner, neutral, before, totals);
  } else if (lanes > 1) {
    Value inCta = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
    Value last = arith::AddIOp::create(b, arith::SubIOp::create(b, inCta, lane),
                                       constant(lanes - 1));
    Value inWarp = arith::IndexCastOp::create(
        b, b.getI32Type(), arith::RemUIOp::create(b, last, constant(kWarp)));
    for (Value &total : totals)
      total = shuffle(total, gpu::ShuffleMode::IDX, inWarp);
  }
  Value carry;
  if (scan.readsStart())
    carry = getScanned(scan.getStart(), /*hasColumns=*/false).front();
  RowElements running;
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk) {
    Value soFar = before[chunk];
    if (carry)
      soFar = combine(combiner, carry, soFar);
    for (int64_t i = 0; i < layout.vector; ++i) {
      size_t last = chunk * layout.vector + i - !scan.getInclusive();
      bool isNone = !scan.getInclusive() && i == 0;
      running.push_back(isNone ? soFar : combine(combiner, soFar, own[last]));
    }
    carry = carry ? combine(combiner, carry, totals[chunk]) : totals[chunk];
  }
  values[scan.getRunning()] = std::move(running);
  values[scan.getLast()] = {carry};
}
