//===- RowReductions.cpp - Sums of rows -----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread combines its own elements, a warp those of its threads by shuffles,
// and the warps of a row theirs through shared memory.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

Value RowBuilder::combine(Operation *combiner, Value left, Value right) {
  Operation *copied = combiner->clone();
  copied->setOperands({left, right});
  b.insert(copied);
  return copied->getResult(0);
}

Value RowBuilder::constantWord(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 32);
}

/// The value of another thread of the warp.
Value RowBuilder::shuffle(Value value, gpu::ShuffleMode mode, Value offset) {
  Type type = value.getType();
  Type i32 = b.getI32Type();
  auto exchange = [&](Value word) -> Value {
    return gpu::ShuffleOp::create(b, word, offset, constantWord(kWarp), mode)
        .getShuffleResult();
  };
  if (type.isIndex()) {
    Value word = arith::IndexCastOp::create(b, i32, value);
    return arith::IndexCastOp::create(b, type, exchange(word));
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(bits);
  Value word = isa<FloatType>(type)
                   ? arith::BitcastOp::create(b, integer, value).getResult()
                   : value;
  if (bits == 64) {
    Value half = arith::ConstantIntOp::create(b, 32, 64);
    Value low = exchange(arith::TruncIOp::create(b, i32, word));
    Value high = exchange(
        arith::TruncIOp::create(b, i32, arith::ShRUIOp::create(b, word, half)));
    word = arith::OrIOp::create(
        b, arith::ExtUIOp::create(b, integer, low),
        arith::ShLIOp::create(b, arith::ExtUIOp::create(b, integer, high),
                              half));
  } else if (bits == 32) {
    word = exchange(word);
  } else {
    word = arith::TruncIOp::create(
        b, integer, exchange(arith::ExtUIOp::create(b, i32, word)));
  }
  return isa<FloatType>(type)
             ? arith::BitcastOp::create(b, type, word).getResult()
             : word;
}

/// Shared memory of so many elements.
Value RowBuilder::addShared(int64_t elements, Type type) {
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  return function.addWorkgroupAttribution(
      MemRefType::get({elements}, type, MemRefLayoutAttrInterface(), space),
      b.getLoc());
}

/// The number of the thread's warp in the CTA, and of the thread in its warp.
std::pair<Value, Value> RowBuilder::createWarpAndLane() {
  Value inCta = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value warp = arith::DivUIOp::create(b, inCta, constant(kWarp));
  Value lane = arith::RemUIOp::create(b, inCta, constant(kWarp));
  return {warp, lane};
}

/// Each warp of a row leaves its values, and reads those of all. Each reduction
/// has shared memory of its own, so that one barrier is enough.
SmallVector<Value> RowBuilder::combineWarps(RowCombiner &combiner,
                                            SmallVector<Value> values) {
  int64_t ofRow = layout.threadsPerRow / kWarp;
  SmallVector<Value> memories;
  for (Value value : values)
    memories.push_back(addShared(layout.getThreads() / kWarp, value.getType()));
  auto [warp, lane] = createWarpAndLane();
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, constant(0));
  auto guarded = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(guarded.thenBlock());
    for (auto [value, memory] : llvm::zip_equal(values, memories))
      memref::StoreOp::create(b, value, memory, ValueRange{warp});
  }
  gpu::BarrierOp::create(b);
  Value first = arith::MulIOp::create(
      b, arith::DivUIOp::create(b, warp, constant(ofRow)), constant(ofRow));
  Value place = arith::AddIOp::create(
      b, first, arith::RemUIOp::create(b, lane, constant(ofRow)));
  for (auto [value, memory] : llvm::zip_equal(values, memories))
    value = memref::LoadOp::create(b, memory, ValueRange{place});
  return combineLanes(combiner, std::move(values), ofRow);
}

/// Each thread gets what so many threads have, which lie next to each other.
SmallVector<Value> RowBuilder::combineLanes(RowCombiner &combiner,
                                            SmallVector<Value> values,
                                            int64_t lanes) {
  for (int64_t offset = lanes / 2; offset > 0; offset /= 2) {
    SmallVector<Value> others;
    for (Value value : values)
      others.push_back(
          shuffle(value, gpu::ShuffleMode::XOR, constantWord(offset)));
    values = combineParts(combiner, values, others);
  }
  return values;
}

//===----------------------------------------------------------------------===//
// The operations that combine
//===----------------------------------------------------------------------===//

static Operation *getCombiner(linalg::GenericOp op, unsigned result) {
  return op.getBody()->getTerminator()->getOperand(result).getDefiningOp();
}

/// If elements are equal, each thread has the first of its own. The first of
/// all is the one with the smallest column.
SmallVector<Value> RowBuilder::combineExtremes(const RowExtreme &extreme,
                                               ValueRange left,
                                               ValueRange right) {
  auto areEqual = [&](Value one, Value other) -> Value {
    if (isa<FloatType>(one.getType()))
      return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, one, other);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, one, other);
  };
  unsigned value = extreme.value, column = extreme.column;
  Value isSooner = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                         right[column], left[column]);
  Value isBetter = combine(extreme.comparison, right[value], left[value]);
  Value takes = arith::OrIOp::create(
      b, isBetter,
      arith::AndIOp::create(b, areEqual(right[value], left[value]), isSooner));
  SmallVector<Value> both(2);
  both[value] = combine(extreme.combiner, left[value], right[value]);
  both[column] = arith::SelectOp::create(b, takes, right[column], left[column]);
  return both;
}

SmallVector<Value> RowBuilder::combineParts(RowCombiner &combiner,
                                            ValueRange left, ValueRange right) {
  if (combiner.extreme)
    return combineExtremes(*combiner.extreme, left, right);
  SmallVector<Value> combined;
  for (auto [number, one, other] : llvm::enumerate(left, right))
    combined.push_back(combine(getCombiner(combiner.op, number), one, other));
  return combined;
}

/// The column of nothing comes after all others.
SmallVector<Value> RowBuilder::createNothing(RowCombiner &combiner) {
  auto createNeutral = [&](Operation *of) -> Value {
    return arith::ConstantOp::create(b, *arith::getNeutralElement(of));
  };
  unsigned count = combiner.op.getNumResults();
  SmallVector<Value> nothing(count);
  if (!combiner.extreme) {
    for (unsigned number = 0; number < count; ++number)
      nothing[number] = createNeutral(getCombiner(combiner.op, number));
    return nothing;
  }
  nothing[combiner.extreme->value] = createNeutral(combiner.extreme->combiner);
  nothing[combiner.extreme->column] = arith::ConstantOp::create(
      b, b.getIntegerAttr(combiner.extreme->number.getType(),
                          std::numeric_limits<int32_t>::max()));
  return nothing;
}

//===----------------------------------------------------------------------===//
// The parts of a row
//===----------------------------------------------------------------------===//

SmallVector<Value> RowBuilder::combineOwn(RowCombiner &combiner,
                                          ArrayRef<RowElements> elements,
                                          SmallVector<Value> values) {
  SmallVector<Value> nothing;
  for (auto [chunk, isInside] : llvm::enumerate(inside)) {
    if (isInside && nothing.empty())
      nothing = createNothing(combiner);
    for (int64_t i = 0; i < layout.vector; ++i) {
      size_t number = chunk * layout.vector + i;
      SmallVector<Value> ones;
      for (auto [result, of] : llvm::enumerate(elements)) {
        Value one = of[of.size() == 1 ? 0 : number];
        if (isInside)
          one = arith::SelectOp::create(b, isInside, one, nothing[result]);
        ones.push_back(one);
      }
      values = values.empty() ? ones : combineParts(combiner, values, ones);
    }
  }
  return values;
}

SmallVector<RowElements> RowBuilder::combineThreads(RowCombiner &combiner,
                                                    SmallVector<Value> values) {
  values = combineLanes(combiner, std::move(values),
                        std::min(layout.threadsPerRow, kWarp));
  if (layout.threadsPerRow > kWarp)
    values = combineWarps(combiner, std::move(values));
  // What the reduction begins with. Of an argmax it stays unless there is a
  // better element.
  SmallVector<Value> start;
  for (OpOperand &init : combiner.op.getDpsInitsMutable())
    start.push_back(getInput(combiner.op, init).front());
  SmallVector<RowElements> results;
  for (auto [number, value] : llvm::enumerate(values))
    if (!combiner.extreme || number == combiner.extreme->value)
      results.push_back(
          {combine(combiner.extreme ? combiner.extreme->combiner
                                    : getCombiner(combiner.op, number),
                   value, start[number])});
    else
      results.emplace_back();
  if (const std::optional<RowExtreme> &extreme = combiner.extreme) {
    Value isBetter = combine(extreme->comparison, values[extreme->value],
                             start[extreme->value]);
    results[extreme->column] = {arith::SelectOp::create(
        b, isBetter, values[extreme->column], start[extreme->column])};
  }
  return results;
}

SmallVector<RowElements> RowBuilder::reduce(RowCombiner &combiner,
                                            ArrayRef<RowElements> elements) {
  return combineThreads(combiner, combineOwn(combiner, elements, {}));
}
