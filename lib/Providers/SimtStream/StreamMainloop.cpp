//===- StreamMainloop.cpp - Sums of a few rows times B --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where rows of B run along K, a vector is a piece of a column of the product,
// and a thread has one sum for each row and column. Where they run along N, a
// vector has elements of as many columns, and so has a sum.
//
// The loop along K takes whole steps of all threads, without conditions. Behind
// it come the vectors that are left, and then elements that fill none.
//
//===----------------------------------------------------------------------===//

#include "SimtStream/StreamMainloop.h"

#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Space/Formulas.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::autotune;

/// What a thread loads at once, in bytes.
static constexpr int64_t kVectorBytes = 16;

/// A coordinate beyond another: no matrix has so many elements that it wraps,
/// which lets loads have constant offsets.
static Value beyond(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arith::AddIOp::create(b, x, y,
                               arith::IntegerOverflowFlags::nsw |
                                   arith::IntegerOverflowFlags::nuw);
}
static Value beyond(ImplicitLocOpBuilder &b, Value x, int64_t y) {
  return y == 0 ? x : beyond(b, x, constant(b, y));
}
/// `body` gives the values for the next round from the index and the values.
static SmallVector<Value>
createLoop(ImplicitLocOpBuilder &b, Value from, Value to, int64_t step,
           ValueRange values,
           function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(b, from, to, constant(b, step), values);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(b, next);
  return SmallVector<Value>(loop.getResults());
}

StreamLayout::StreamLayout(const KernelOperands &problem,
                           const SimtStreamConfig &config)
    : alongK(problem.right.kMajor),
      width(kVectorBytes / getElementBytes(problem.fact.b.element)) {
  int64_t across = kWarpThreads / config.lanes;
  int64_t groups = config.warps / config.splitK;
  tileColumns =
      groups * config.columns * (alongK ? across : config.lanes * width);
  depthThreads = config.splitK * (alongK ? config.lanes : across);
  vectorDepth = alongK ? width : 1;
  depth = depthThreads * config.unroll * vectorDepth;
}

StreamMainloop::StreamMainloop(ImplicitLocOpBuilder &b,
                               const KernelOperands &problem,
                               const SimtStreamConfig &config,
                               const StreamLayout &layout,
                               tile::ForEachTileOp loop)
    : b(b), problem(problem), config(config), layout(layout), loop(loop),
      hasLeftVectors(problem.left.kMajor && isTmaLoadable(problem.fact.a)) {
  threadId = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value lane = remainder(b, threadId, kWarpThreads);
  Value warp = divide(b, threadId, kWarpThreads);
  along = remainder(b, lane, config.lanes);
  across = divide(b, lane, config.lanes);
  part = remainder(b, warp, config.splitK);
  group = divide(b, warp, config.splitK);
  int64_t inWarp = layout.alongK ? config.lanes : kWarpThreads / config.lanes;
  Value depthLane = layout.alongK ? along : across;
  depthThread = add(b, mul(b, part, inWarp), depthLane);
  isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, depthLane,
                                  constant(b, 0));
  locate();
}

void StreamMainloop::locate() {
  Value lastColumn = arith::SubIOp::create(b, problem.columns, constant(b, 1));
  for (int64_t i = 0; i < config.columns; ++i) {
    Value place;
    if (layout.alongK) {
      // Neighbouring columns, which may not all exist.
      Value first = add(b, mul(b, group, kWarpThreads / config.lanes), across);
      place = beyond(b, mul(b, first, config.columns), i);
      column.push_back(
          arith::MinUIOp::create(b, beyond(b, loop.getN(), place), lastColumn));
    } else {
      Value first =
          mul(b, beyond(b, mul(b, group, config.columns), i), config.lanes);
      place = mul(b, add(b, first, along), layout.width);
      column.push_back(beyond(b, loop.getN(), place));
    }
    tileColumn.push_back(place);
  }
  Value lastRow = arith::SubIOp::create(b, problem.rows, constant(b, 1));
  for (int64_t i = 0; i < config.rows; ++i)
    row.push_back(
        arith::MinUIOp::create(b, beyond(b, loop.getM(), i), lastRow));
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

Value StreamMainloop::loadRight(int64_t index, Value k) {
  const ProductOperand &right = problem.right;
  return vector::LoadOp::create(
      b, VectorType::get(layout.width, right.element), right.memref,
      right.getIndices(b, loop.getBatchIndex(), column[index], k),
      /*nontemporal=*/config.bypassL1, llvm::Align(kVectorBytes));
}

/// An element of a vector's columns, or 0 where there is no such column.
Value StreamMainloop::loadRightElement(int64_t index, int64_t element,
                                       Value k) {
  const ProductOperand &right = problem.right;
  Value at = beyond(b, column[index], element);
  auto guarded =
      scf::IfOp::create(b, TypeRange(b.getF32Type()),
                        less(b, at, problem.columns), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  Value loaded = memref::LoadOp::create(
      b, right.memref, right.getIndices(b, loop.getBatchIndex(), at, k));
  scf::YieldOp::create(b, convert(b, loaded, b.getF32Type()));
  b.setInsertionPointToStart(guarded.elseBlock());
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  scf::YieldOp::create(b, zero);
  return guarded.getResult(0);
}

Value StreamMainloop::loadLeftElement(int64_t index, Value k) {
  const ProductOperand &left = problem.left;
  Value loaded = memref::LoadOp::create(
      b, left.memref, left.getIndices(b, loop.getBatchIndex(), row[index], k));
  return convert(b, loaded, b.getF32Type());
}

/// `count` elements of a row of A along K, from a multiple of it on, as they
/// are in memory or already as f32.
Value StreamMainloop::loadLeft(int64_t index, Value k, int64_t count) {
  const ProductOperand &left = problem.left;
  if (hasLeftVectors) {
    int64_t bytes = count * getElementBytes(problem.fact.a.element);
    return vector::LoadOp::create(
        b, VectorType::get(count, left.element), left.memref,
        left.getIndices(b, loop.getBatchIndex(), row[index], k),
        /*nontemporal=*/false, llvm::Align(std::min(bytes, kVectorBytes)));
  }
  SmallVector<Value> elements;
  for (int64_t i = 0; i < count; ++i)
    elements.push_back(loadLeftElement(index, beyond(b, k, i)));
  return vector::FromElementsOp::create(
      b, VectorType::get(count, b.getF32Type()), elements);
}

Value StreamMainloop::widen(Value vector) {
  auto type = cast<VectorType>(vector.getType());
  if (type.getElementType().isF32())
    return vector;
  return arith::ExtFOp::create(b, type.clone(b.getF32Type()), vector);
}

//===----------------------------------------------------------------------===//
// Sums of a thread
//===----------------------------------------------------------------------===//

/// `unroll` steps from the thread's own `k` on: all loads come before the first
/// product.
SmallVector<Value> StreamMainloop::sumVectors(Value k, ValueRange sums,
                                              int64_t unroll) {
  // Along K the threads' vectors take turns; else each has neighbouring rows.
  int64_t stride = layout.alongK ? layout.depthThreads * layout.width : 1;
  SmallVector<Value> right, left;
  for (int64_t step = 0; step < unroll; ++step)
    for (int64_t i = 0; i < config.columns; ++i)
      right.push_back(loadRight(i, beyond(b, k, step * stride)));
  int64_t leftCount = layout.alongK ? unroll : 1;
  for (int64_t step = 0; step < leftCount; ++step)
    for (int64_t i = 0; i < config.rows; ++i)
      left.push_back(loadLeft(i, beyond(b, k, step * stride),
                              layout.alongK ? layout.width : unroll));
  for (Value &vector : left)
    vector = widen(vector);
  SmallVector<Value> next(sums);
  for (int64_t step = 0; step < unroll; ++step)
    for (int64_t i = 0; i < config.columns; ++i) {
      Value y = widen(right[step * config.columns + i]);
      for (int64_t j = 0; j < config.rows; ++j) {
        Value &sum = at(next, j, i);
        if (layout.alongK) {
          auto flags = arith::FastMathFlags::contract;
          Value products =
              arith::MulFOp::create(b, left[step * config.rows + j], y, flags);
          sum = vector::ReductionOp::create(b, vector::CombiningKind::ADD,
                                            products, sum, flags);
          continue;
        }
        Value x = vector::ExtractOp::create(b, left[j], step);
        sum = multiplyAdd(b, vector::BroadcastOp::create(b, y.getType(), x), y,
                          sum);
      }
    }
  return next;
}

/// One element along K of each column; only where vectors lie along K.
SmallVector<Value> StreamMainloop::sumElements(Value k, ValueRange sums) {
  SmallVector<Value> next(sums);
  for (int64_t i = 0; i < config.columns; ++i) {
    Value y = memref::LoadOp::create(
        b, problem.right.memref,
        problem.right.getIndices(b, loop.getBatchIndex(), column[i], k));
    y = convert(b, y, b.getF32Type());
    for (int64_t j = 0; j < config.rows; ++j)
      at(next, j, i) = multiplyAdd(b, loadLeftElement(j, k), y, at(next, j, i));
  }
  return next;
}

/// One element along K of columns that fill no vector.
SmallVector<Value> StreamMainloop::sumLastColumns(Value k, ValueRange sums) {
  SmallVector<Value> next(sums);
  for (int64_t i = 0; i < config.columns; ++i) {
    SmallVector<Value> elements;
    for (int64_t element = 0; element < layout.width; ++element)
      elements.push_back(loadRightElement(i, element, k));
    auto type = cast<VectorType>(sums.front().getType());
    Value y = vector::FromElementsOp::create(b, type, elements);
    for (int64_t j = 0; j < config.rows; ++j) {
      Value x = vector::BroadcastOp::create(b, type, loadLeftElement(j, k));
      at(next, j, i) = multiplyAdd(b, x, y, at(next, j, i));
    }
  }
  return next;
}

SmallVector<Value> StreamMainloop::sumAlongK(ValueRange sums) {
  Value size = loop.getKEnd();
  int64_t vectorsStep = layout.depthThreads * layout.vectorDepth;
  Value wholeSteps =
      arith::SubIOp::create(b, size, remainder(b, size, layout.depth));
  Value first =
      mul(b, depthThread, layout.alongK ? layout.width : config.unroll);
  SmallVector<Value> next = createLoop(
      b, loop.getKBegin(), wholeSteps, layout.depth, sums,
      [&](Value k, ValueRange values) {
        return sumVectors(beyond(b, k, first), values, config.unroll);
      });
  Value wholeVectors =
      arith::SubIOp::create(b, size, remainder(b, size, layout.vectorDepth));
  Value rest = add(b, wholeSteps, mul(b, depthThread, layout.vectorDepth));
  next = createLoop(b, rest, wholeVectors, vectorsStep, next,
                    [&](Value k, ValueRange values) {
                      return sumVectors(k, values, /*unroll=*/1);
                    });
  if (!layout.alongK)
    return next;
  return createLoop(
      b, add(b, wholeVectors, depthThread), size, layout.depthThreads, next,
      [&](Value k, ValueRange values) { return sumElements(k, values); });
}

SmallVector<Value> StreamMainloop::create() {
  Type type = b.getF32Type();
  if (!layout.alongK)
    type = VectorType::get(layout.width, type);
  SmallVector<Value> sums(config.rows * config.columns,
                          createEmptySum(b, problem.fact.init, type));
  if (layout.alongK)
    return sumAlongK(sums);
  // The thread with the matrix's last columns may have a part of a vector.
  Value end = beyond(b, column.back(), layout.width - 1);
  auto branch =
      scf::IfOp::create(b, ValueRange(sums).getTypes(),
                        less(b, end, problem.columns), /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> whole = sumAlongK(sums);
  scf::YieldOp::create(b, whole);
  b.setInsertionPointToStart(branch.elseBlock());
  Value exists = less(b, column.front(), problem.columns);
  Value size =
      arith::SelectOp::create(b, exists, loop.getKEnd(), constant(b, 0));
  SmallVector<Value> last = createLoop(
      b, depthThread, size, layout.depthThreads, sums,
      [&](Value k, ValueRange values) { return sumLastColumns(k, values); });
  scf::YieldOp::create(b, last);
  return SmallVector<Value>(branch.getResults());
}
