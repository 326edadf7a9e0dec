//===- RowWindows.cpp - Windows that a thread reduces ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread runs the loops of a window alone, for each of its elements.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

/// Loads that a thread may have under way at once: steps of a window that are
/// written out, times the elements of each. Rows that share elements need the
/// steps along a line written out, so that each is loaded once.
static constexpr int64_t kMostUnrolled = 64, kMostUnrolledOfRows = 320,
                         kMostUnrolledOfLine = 16;

/// How many steps of a loop are written out: all, or as many as are left when
/// the loops in it are.
int64_t RowBuilder::countSteps(linalg::GenericOp generic, unsigned loop,
                               int64_t elements) {
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  bool hasRows = layout.rowsPerThread > 1;
  if (hasRows && loop + 1 == sizes.size() && sizes[loop] <= kMostUnrolledOfLine)
    return sizes[loop];
  int64_t most = hasRows ? kMostUnrolledOfRows : kMostUnrolled;
  int64_t left = std::max<int64_t>(1, most / elements);
  for (unsigned inner = sizes.size() - 1; inner > loop; --inner)
    left = sizes[inner] <= left ? left / sizes[inner] : 1;
  return std::min(left, sizes[loop]);
}

/// Builds the loops of a window from `loop` on. `results` are the elements so
/// far.
void RowBuilder::buildWindowLoops(linalg::GenericOp generic, unsigned loop,
                                  SmallVectorImpl<RowElements> &results) {
  unsigned count = generic.getNumResults();
  if (loop == generic.getNumLoops())
    return forEachRow([&](unsigned number) {
      auto own = MutableArrayRef(results).slice(number * count, count);
      for (auto [argument, elements] :
           llvm::zip_equal(generic.getRegionOutputArgs(), own))
        values[argument] = elements;
      llvm::copy(buildBody(generic), own.begin());
    });
  int64_t elements = layout.rowsPerThread * results.front().size();
  int64_t size = generic.getStaticLoopRanges()[loop];
  int64_t steps = countSteps(generic, loop, elements);
  auto buildSteps = [&](Value first, int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      Value number = constant(i);
      if (first)
        number = arith::AddIOp::create(b, first, number);
      forEachRow([&](unsigned) { loops[loop] = {number}; });
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
  SmallVector<llvm::DenseMap<Value, RowElements>> outside;
  forEachRow([&](unsigned) { outside.push_back(values); });
  setAll(loop.getRegionIterArgs());
  build(loop.getInductionVar());
  if (loop.getNumResults() != 0)
    scf::YieldOp::create(b, getAll());
  setAll(loop.getResults());
  forEachRow([&](unsigned number) { values = std::move(outside[number]); });
}

SmallVector<RowElements> RowBuilder::buildWindow(linalg::GenericOp generic) {
  SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
  unsigned first = sizes.size() - countWindowLoops(generic);
  sizes.truncate(first);
  SmallVector<RowElements> results;
  forEachRow([&](unsigned) {
    setLoops(sizes);
    size_t count = loops[first - 1].size();
    loops.resize(generic.getNumLoops());
    for (OpOperand &init : generic.getDpsInitsMutable()) {
      RowElements start = getInput(generic, init);
      if (start.size() != count)
        start.assign(count, start.front());
      results.push_back(std::move(start));
    }
  });
  buildWindowLoops(generic, first, results);
  return results;
}
