//===- LowerTMTensor.cpp - What torch-mlir exports, as loops --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"
#include "mlir-autotune/FormProblems/FormRows.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNELOWERTMTENSOR
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tm_tensor;

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

/// Carries the element before from one to the next.
static SmallVector<Value> lowerScan(Operation *op, Value input, int64_t dim,
                                    ValueRange inits, bool isInclusive) {
  LoopBuilder b(op);
  Block &body = op->getRegion(0).front();
  Value size = b.getSize(input, dim), zero = b.constant(0);
  return b.forEachLine(
      input, dim, inits,
      [&](LoopBuilder &b, ArrayRef<Value> line, ValueRange outputs) {
        SmallVector<Value> others(line);
        others.erase(others.begin() + dim);
        Value start = b.extract(outputs[1], others);
        SmallVector<Value> written = b.loop(
            size, {outputs[0], start},
            [&](LoopBuilder &b, Value i, ValueRange carried) {
              SmallVector<Value> place(line);
              place[dim] = i;
              Value element = b.extract(input, place);
              if (!isInclusive) {
                Value next = b.inlineBody(body, {carried[1], element})[0];
                // The last input's element is of no consequence.
                Value last = b.equal(i, b.sub(size, b.constant(1)));
                return SmallVector<Value>{
                    b.insert(carried[1], carried[0], place),
                    b.select(last, carried[1], next)};
              }
              Value value = b.choose(
                  b.equal(i, zero), [&](LoopBuilder &) { return element; },
                  [&](LoopBuilder &b) {
                    return b.inlineBody(body, {carried[1], element})[0];
                  });
              return SmallVector<Value>{b.insert(value, carried[0], place),
                                        value};
            });
        return SmallVector<Value>{written[0],
                                  b.insert(written[1], outputs[1], others)};
      });
}

static SmallVector<Value> lower(ScanOp op) {
  return lowerScan(op, op.getInputs()[0], op.getDimension(), op.getOutputs(),
                   op.getInclusive());
}

/// One that is no part of a problem of rows.
static SmallVector<Value> lower(problem::ScanOp op) {
  int64_t rank = cast<RankedTensorType>(op.getInput().getType()).getRank();
  return lowerScan(op, op.getInput(), rank - 1, op.getDpsInits(),
                   op.getInclusive());
}

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

static SmallVector<Value> lower(ScatterOp op) {
  LoopBuilder b(op);
  Value updates = op.getInputs()[0], indices = op.getInputs()[1];
  int64_t rank = getTensorType(op.getOutputs()[0]).getRank();
  return b.forEachElement(
      updates, op.getOutputs(),
      [&](LoopBuilder &b, ArrayRef<Value> place, ValueRange outputs) {
        ArrayRef<Value> inner = place.drop_front();
        SmallVector<Value> at(rank - inner.size());
        at.append(inner.begin(), inner.end());
        for (auto [position, dim] : llvm::enumerate(op.getDimensionMap())) {
          Value index =
              b.toIndex(b.extract(indices, {place[0], b.constant(position)}));
          at[dim] = at[dim] ? b.add(index, at[dim]) : index;
        }
        Value update = b.extract(updates, place);
        Value value = b.inlineBody(op.getRegion().front(),
                                   {update, b.extract(outputs[0], at)})[0];
        return SmallVector<Value>{b.insert(value, outputs[0], at)};
      });
}

//===----------------------------------------------------------------------===//
// sort
//===----------------------------------------------------------------------===//

/// Merges two sorted runs of each of the tensors, [low, middle) and
/// [middle, high), into the same places of others.
static SmallVector<Value> merge(LoopBuilder &b, SortOp op, ValueRange from,
                                ValueRange into, Value low, Value middle,
                                Value high) {
  SmallVector<Value> carried(into);
  carried.append({low, middle});
  Block &order = op.getRegion().front();
  auto step = [&](LoopBuilder &b, Value at, ValueRange carried) {
    Value left = carried.end()[-2], right = carried.end()[-1];
    Value isLeft = b.choose(
        b.below(left, middle),
        [&](LoopBuilder &b) {
          return b.choose(
              b.below(right, high),
              [&](LoopBuilder &b) {
                SmallVector<Value> elements;
                for (Value line : from)
                  elements.append(
                      {b.extract(line, {left}), b.extract(line, {right})});
                return b.inlineBody(order, elements)[0];
              },
              [&](LoopBuilder &b) { return b.flag(true); });
        },
        [&](LoopBuilder &b) { return b.flag(false); });
    Value source = b.select(isLeft, left, right);
    SmallVector<Value> next;
    for (auto [line, other] : llvm::zip(from, carried))
      next.push_back(b.insert(b.extract(line, {source}), other, {at}));
    Value one = b.constant(1);
    next.push_back(b.select(isLeft, b.add(left, one), left));
    next.push_back(b.select(isLeft, right, b.add(right, one)));
    return next;
  };
  SmallVector<Value> merged =
      b.loopFrom(low, high, b.constant(1), carried, step);
  merged.truncate(into.size());
  return merged;
}

/// Sorts a line of each tensor: runs of 1, 2, 4, ... elements are merged, which
/// keeps the order of equals and takes N log N steps.
static SmallVector<Value> sortLines(LoopBuilder &b, SortOp op,
                                    ArrayRef<Value> lines, Value size) {
  SmallVector<Value> carried(lines);
  for (Value line : lines)
    carried.push_back(b.emptyLike(line, size));
  carried.push_back(b.constant(1));
  size_t count = lines.size();
  SmallVector<Value> sorted = b.loopWhile(
      carried,
      [&](LoopBuilder &b, ValueRange carried) {
        return b.below(carried.back(), size);
      },
      [&](LoopBuilder &b, ValueRange carried) {
        ValueRange from = carried.take_front(count);
        ValueRange spare = carried.slice(count, count);
        Value width = carried.back(), twice = b.add(width, width);
        SmallVector<Value> merged =
            b.loopFrom(b.constant(0), size, twice, spare,
                       [&](LoopBuilder &b, Value low, ValueRange into) {
                         Value middle = b.min(b.add(low, width), size);
                         Value high = b.min(b.add(low, twice), size);
                         return merge(b, op, from, into, low, middle, high);
                       });
        // The copy that was read is written next.
        SmallVector<Value> next(merged);
        llvm::append_range(next, from);
        next.push_back(twice);
        return next;
      });
  sorted.truncate(count);
  return sorted;
}

static SmallVector<Value> lower(SortOp op) {
  LoopBuilder b(op);
  Value first = op.getOutputs()[0];
  int64_t dim = op.getDimension();
  Value size = b.getSize(first, dim);
  return b.forEachLine(
      first, dim, op.getOutputs(),
      [&](LoopBuilder &b, ArrayRef<Value> line, ValueRange outputs) {
        auto at = [&](Value i) {
          SmallVector<Value> place(line);
          place[dim] = i;
          return place;
        };
        SmallVector<Value> lines;
        for (Value output : outputs)
          lines.push_back(b.loop(size, {b.emptyLike(output, size)},
                                 [&](LoopBuilder &b, Value i, ValueRange copy) {
                                   Value element = b.extract(output, at(i));
                                   return SmallVector<Value>{
                                       b.insert(element, copy[0], {i})};
                                 })[0]);
        SmallVector<Value> sorted = sortLines(b, op, lines, size), written;
        for (auto [from, output] : llvm::zip(sorted, outputs))
          written.push_back(b.loop(
              size, {output},
              [&, from = from](LoopBuilder &b, Value i, ValueRange copy) {
                return SmallVector<Value>{
                    b.insert(b.extract(from, {i}), copy[0], at(i))};
              })[0]);
        return written;
      });
}

//===----------------------------------------------------------------------===//
// topk
//===----------------------------------------------------------------------===//

/// Each element goes along the kept ones and changes places with those that it
/// comes before.
static SmallVector<Value> lower(TopkOp op) {
  LoopBuilder b(op);
  Value input = op.getInputs()[0];
  int64_t dim = op.getDimension();
  Value kept = b.getSize(op.getOutputs()[0], dim);
  Type indexType = getTensorType(op.getOutputs()[1]).getElementType();
  Block &order = op.getRegion().front();
  return b.forEachElement(
      input, op.getOutputs(),
      [&](LoopBuilder &b, ArrayRef<Value> place, ValueRange outputs) {
        Value value = b.extract(input, place);
        Value number = op.getInputs().size() > 1
                           ? b.extract(op.getInputs()[1], place)
                           : b.fromIndex(place[dim], indexType);
        SmallVector<Value> carried(outputs);
        carried.append({value, number});
        SmallVector<Value> next = b.loop(
            kept, carried, [&](LoopBuilder &b, Value k, ValueRange carried) {
              SmallVector<Value> at(place);
              at[dim] = k;
              Value value = carried[2], number = carried[3];
              Value held = b.extract(carried[0], at);
              Value heldNumber = b.extract(carried[1], at);
              Value isBefore = b.inlineBody(order, {value, held})[0];
              Value isBehind = b.inlineBody(order, {held, value})[0];
              // Of equals the first that there was.
              Value wins =
                  b.either(isBefore, b.both(b.equal(isBefore, isBehind),
                                            b.below(number, heldNumber)));
              return SmallVector<Value>{
                  b.insert(b.select(wins, value, held), carried[0], at),
                  b.insert(b.select(wins, number, heldNumber), carried[1], at),
                  b.select(wins, held, value),
                  b.select(wins, heldNumber, number)};
            });
        next.truncate(2);
        return next;
      });
}

namespace {
struct LowerTMTensor
    : public autotune::impl::AutotuneLowerTMTensorBase<LowerTMTensor> {
  using AutotuneLowerTMTensorBase::AutotuneLowerTMTensorBase;

  bool isLowered(Operation *op) {
    if (auto scan = dyn_cast<ScanOp>(op))
      return !keepScans || !canFormScan(scan);
    if (isa<problem::ScanOp>(op))
      return !keepScans && !isa<problem::RowsOp>(op->getParentOp());
    return isa<ScatterOp, SortOp, TopkOp, AttentionOp>(op);
  }

  void runOnOperation() override {
    SmallVector<Operation *> operations;
    getOperation()->walk([&](Operation *op) {
      if (isLowered(op))
        operations.push_back(op);
    });
    for (Operation *op : operations) {
      SmallVector<Value> results =
          llvm::TypeSwitch<Operation *, SmallVector<Value>>(op)
              .Case<ScanOp, problem::ScanOp, ScatterOp, SortOp, TopkOp>(
                  [](auto op) { return lower(op); })
              .Case<AttentionOp>(
                  [](AttentionOp op) { return decomposeAttention(op); });
      op->replaceAllUsesWith(results);
      op->erase();
    }
  }
};
} // namespace
