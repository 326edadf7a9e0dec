//===- RowReductions.cpp - Sums of rows -----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread combines its own elements, a warp those of its threads by shuffles,
// and the warps of a row theirs through shared memory. What a window has, a
// thread combines alone.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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
SmallVector<Value> RowBuilder::combineWarps(Combine combine,
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
  return combineLanes(combine, std::move(values), ofRow);
}

/// Each thread gets what so many threads have, which lie next to each other.
SmallVector<Value> RowBuilder::combineLanes(Combine combine,
                                            SmallVector<Value> values,
                                            int64_t lanes) {
  for (int64_t offset = lanes / 2; offset > 0; offset /= 2) {
    SmallVector<Value> others;
    for (Value value : values)
      others.push_back(
          shuffle(value, gpu::ShuffleMode::XOR, constantWord(offset)));
    values = combine(values, others);
  }
  return values;
}

/// `elements` are those of each value that is kept while a row is reduced, and
/// `neutral` what a column beyond the last has of them.
SmallVector<Value> RowBuilder::combineRow(Combine combine,
                                          ArrayRef<RowElements> elements,
                                          ValueRange neutral) {
  SmallVector<Value> values;
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk)
    for (int64_t i = 0; i < layout.vector; ++i) {
      size_t number = chunk * layout.vector + i;
      SmallVector<Value> ones;
      for (auto [of, nothing] : llvm::zip_equal(elements, neutral)) {
        Value one = of[of.size() == 1 ? 0 : number];
        if (inside[chunk] && nothing)
          one = arith::SelectOp::create(b, inside[chunk], one, nothing);
        ones.push_back(one);
      }
      values = values.empty() ? ones : combine(values, ones);
    }
  values = combineLanes(combine, std::move(values),
                        std::min(layout.threadsPerRow, kWarp));
  if (layout.threadsPerRow > kWarp)
    values = combineWarps(combine, std::move(values));
  return values;
}

static Value createNeutral(ImplicitLocOpBuilder &b, Operation *combiner) {
  return arith::ConstantOp::create(b, *arith::getNeutralElement(combiner));
}

RowElements RowBuilder::reduce(linalg::GenericOp generic, unsigned result,
                               const RowElements &elements) {
  Operation *combiner =
      generic.getBody()->getTerminator()->getOperand(result).getDefiningOp();
  auto combineOne = [&](ValueRange left, ValueRange right) {
    return SmallVector<Value>{combine(combiner, left.front(), right.front())};
  };
  Value neutral = createNeutral(b, combiner);
  Value value = combineRow(combineOne, elements, neutral).front();
  // The value that the sum begins with.
  OpOperand &init = generic.getDpsInitsMutable()[result];
  RowElements start = getInput(generic, init);
  return {combine(combiner, value, start.front())};
}

/// If elements are equal, each thread has the first of its own. The first of
/// all is the one with the smallest column.
SmallVector<RowElements>
RowBuilder::reduceExtreme(linalg::GenericOp generic, const RowExtreme &extreme,
                          ArrayRef<RowElements> elements) {
  auto isBetter = [&](Value one, Value other) {
    return combine(extreme.comparison, one, other);
  };
  auto areEqual = [&](Value one, Value other) -> Value {
    if (isa<FloatType>(one.getType()))
      return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, one, other);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, one, other);
  };
  unsigned value = extreme.value, column = extreme.column;
  auto combineBoth = [&](ValueRange left, ValueRange right) {
    Value isSooner = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                           right[column], left[column]);
    Value takes = arith::OrIOp::create(
        b, isBetter(right[value], left[value]),
        arith::AndIOp::create(b, areEqual(right[value], left[value]),
                              isSooner));
    SmallVector<Value> both(2);
    both[value] = combine(extreme.combiner, left[value], right[value]);
    both[column] =
        arith::SelectOp::create(b, takes, right[column], left[column]);
    return both;
  };
  // A column beyond the last is never better, and no sooner than its equal.
  SmallVector<Value> neutral(2);
  neutral[value] = createNeutral(b, extreme.combiner);
  SmallVector<Value> found = combineRow(combineBoth, elements, neutral);
  // What the reduction begins with stays unless there is a better element.
  SmallVector<Value> start(2);
  for (unsigned result : {value, column})
    start[result] =
        getInput(generic, generic.getDpsInitsMutable()[result]).front();
  SmallVector<RowElements> results(2);
  results[value] = {combine(extreme.combiner, found[value], start[value])};
  results[column] = {arith::SelectOp::create(
      b, isBetter(found[value], start[value]), found[column], start[column])};
  return results;
}

/// Loads that a thread may have under way at once: steps of a window that are
/// written out, times the elements of each.
static constexpr int64_t kMostUnrolled = 64;

/// How many steps of a loop are written out: all, or as many as are left when
/// the loops in it are.
static int64_t countSteps(ArrayRef<int64_t> sizes, unsigned loop,
                          int64_t elements) {
  int64_t left = std::max<int64_t>(1, kMostUnrolled / elements);
  for (unsigned inner = sizes.size() - 1; inner > loop; --inner)
    left = sizes[inner] <= left ? left / sizes[inner] : 1;
  return std::min(left, sizes[loop]);
}

/// Builds the loops of a window from `loop` on. `results` are the elements so
/// far.
void RowBuilder::buildWindowLoops(linalg::GenericOp generic, unsigned loop,
                                  SmallVectorImpl<RowElements> &results) {
  if (loop == generic.getNumLoops()) {
    for (auto [argument, elements] :
         llvm::zip_equal(generic.getRegionOutputArgs(), results))
      values[argument] = elements;
    llvm::copy(buildBody(generic), results.begin());
    return;
  }
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  int64_t size = sizes[loop];
  int64_t steps = countSteps(sizes, loop, results.front().size());
  auto buildSteps = [&](Value first, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Value number = constant(i);
      loops[loop] = {first ? arith::AddIOp::create(b, first, number).getResult()
                           : number};
      buildWindowLoops(generic, loop + 1, results);
    }
  };
  int64_t inLoop = size / steps > 1 ? size / steps * steps : 0;
  if (inLoop)
    buildLoop(inLoop, steps, results,
              [&](Value first) { buildSteps(first, 0, steps); });
  buildSteps(nullptr, inLoop, size);
}

/// Builds a loop that carries the elements. Constants are made anew in it.
void RowBuilder::buildLoop(int64_t size, int64_t step,
                           SmallVectorImpl<RowElements> &carried,
                           llvm::function_ref<void(Value number)> build) {
  auto getAll = [&] {
    SmallVector<Value> all;
    for (const RowElements &elements : carried)
      llvm::append_range(all, elements);
    return all;
  };
  auto setAll = [&](ValueRange from) {
    for (RowElements &elements : carried)
      for (Value &element : elements) {
        element = from.front();
        from = from.drop_front();
      }
  };
  auto loop = scf::ForOp::create(b, constant(0), constant(size), constant(step),
                                 getAll());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::DenseMap<Value, RowElements> outside = values;
  setAll(loop.getRegionIterArgs());
  build(loop.getInductionVar());
  scf::YieldOp::create(b, getAll());
  setAll(loop.getResults());
  values = std::move(outside);
}

SmallVector<RowElements> RowBuilder::buildWindow(linalg::GenericOp generic) {
  unsigned first = generic.getNumLoops() - countWindowLoops(generic);
  size_t count = loops[first - 1].size();
  SmallVector<RowElements> results;
  for (OpOperand &init : generic.getDpsInitsMutable()) {
    RowElements start = getInput(generic, init);
    if (start.size() != count)
      start.assign(count, start.front());
    results.push_back(std::move(start));
  }
  buildWindowLoops(generic, first, results);
  return results;
}
