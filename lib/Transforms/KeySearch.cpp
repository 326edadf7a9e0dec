//===- KeySearch.cpp - The keys that queries see --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeySearch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

static constexpr int64_t kLargestNumber = std::numeric_limits<int32_t>::max();

namespace {
class KeySearch {
public:
  KeySearch(problem::AttentionOp op, const KeyMasks &masks)
      : op(op), masks(masks), loops(masks.loops), b(op.getLoc(), op),
        m(op.getDimM()), n(op.getDimN()) {}

  SmallVector<Value> create();

private:
  Value cloneMask(OpBuilder &inside, Value value, IRMapping &mapping) const;
  Value findSeen(OpBuilder &inside, Location loc, ValueRange elements) const;

  /// What a reduction reads, and how along the loops.
  struct Input {
    Value tensor;
    AffineMap map;
  };
  /// Makes a number of the elements of the inputs, and of that of before.
  using Body =
      llvm::function_ref<Value(OpBuilder &, Location, ValueRange, Value)>;
  Value reduce(ArrayRef<Input> inputs, ArrayRef<int64_t> shape, int64_t init,
               Body body);
  SmallVector<Input> getMaskInputs();
  SmallVector<int64_t> getQueryShape();
  /// For each query, the keys that it doesn't see before the first one that it
  /// sees and behind the last one, and how many it sees.
  struct Unseen {
    Value first, rest, counts;
  };
  Value createUnseen(bool countsFromEnd);
  Value createCounts();
  Value createWhole(Value unseen, const Unseen &all);
  Value reduceGroups(Value numbers);
  struct Held {
    Value numbers;
    bool behind;
  };
  SmallVector<Value> holdForGroups(ArrayRef<Held> held);

  AffineExpr getLoop(unsigned dim) const {
    return getAffineDimExpr(llvm::find(loops, dim) - loops.begin(),
                            op.getContext());
  }
  Value getNumber(OpBuilder &inside, Location loc, unsigned loop) const {
    Value index = linalg::IndexOp::create(inside, loc, loop);
    return arith::IndexCastOp::create(inside, loc, inside.getI32Type(), index);
  }
  Value getConstant(OpBuilder &inside, Location loc, int64_t value) const {
    return arith::ConstantOp::create(inside, loc,
                                     inside.getI32IntegerAttr(value));
  }

  mutable problem::AttentionOp op;
  const KeyMasks &masks;
  ArrayRef<unsigned> loops;
  ImplicitLocOpBuilder b;
  unsigned m, n;
};
} // namespace

/// A value of the score function, inside of another function.
Value KeySearch::cloneMask(OpBuilder &inside, Value value,
                           IRMapping &mapping) const {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *source = value.getDefiningOp();
  for (Value operand : source->getOperands())
    cloneMask(inside, operand, mapping);
  return inside.clone(*source, mapping)
      ->getResult(cast<OpResult>(value).getResultNumber());
}

Value KeySearch::findSeen(OpBuilder &inside, Location loc,
                          ValueRange elements) const {
  IRMapping mapping;
  for (auto [input, element] : llvm::zip_equal(masks.inputs, elements)) {
    Value argument = op.getScoreElements()[input - 3];
    // A boolean is a byte in a score function.
    if (element.getType() != argument.getType())
      element =
          arith::ExtUIOp::create(inside, loc, argument.getType(), element);
    mapping.map(argument, element);
  }
  unsigned last = unsigned(loops.size()) - 1;
  mapping.map(op.getScoreIndex(m),
              linalg::IndexOp::create(inside, loc, last - 1).getResult());
  mapping.map(op.getScoreIndex(n),
              linalg::IndexOp::create(inside, loc, last).getResult());
  Value all;
  for (auto [mask, isSeen] : masks.conditions) {
    Value seen = cloneMask(inside, mask, mapping);
    if (!isSeen) {
      Value one =
          arith::ConstantOp::create(inside, loc, inside.getBoolAttr(true));
      seen = arith::XOrIOp::create(inside, loc, seen, one);
    }
    all =
        all ? arith::AndIOp::create(inside, loc, all, seen).getResult() : seen;
  }
  return all;
}

/// Reduces the last loop, to a number for each place of the loops before it,
/// which are as long as `shape` says.
Value KeySearch::reduce(ArrayRef<Input> inputs, ArrayRef<int64_t> shape,
                        int64_t init, Body body) {
  unsigned numLoops = unsigned(shape.size()) + 1;
  Value empty = tensor::EmptyOp::create(b, shape, b.getI32Type());
  Value filled =
      linalg::FillOp::create(b, getConstant(b, b.getLoc(), init), empty)
          .getResult(0);
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const Input &input : inputs) {
    values.push_back(input.tensor);
    maps.push_back(input.map);
  }
  maps.push_back(AffineMap::getMultiDimIdentityMap(numLoops, b.getContext())
                     .dropResult(numLoops - 1));
  SmallVector<utils::IteratorType> kinds(numLoops,
                                         utils::IteratorType::parallel);
  kinds.back() = utils::IteratorType::reduction;
  return linalg::GenericOp::create(
             b, filled.getType(), values, filled, maps, kinds,
             [&](OpBuilder &inside, Location loc, ValueRange arguments) {
               Value number =
                   body(inside, loc, arguments.drop_back(), arguments.back());
               linalg::YieldOp::create(inside, loc, number);
             })
      .getResult(0);
}

SmallVector<KeySearch::Input> KeySearch::getMaskInputs() {
  SmallVector<Input> inputs;
  for (unsigned input : masks.inputs) {
    SmallVector<AffineExpr> results;
    for (AffineExpr result : op.getMap(input).getResults())
      results.push_back(getLoop(cast<AffineDimExpr>(result).getPosition()));
    inputs.push_back(
        {op.getInputs()[input],
         AffineMap::get(unsigned(loops.size()), 0, results, b.getContext())});
  }
  // Some operand must show how many keys there are.
  Value keys = tensor::EmptyOp::create(b, op.getSize(n), b.getI32Type());
  inputs.push_back(
      {keys, AffineMap::get(unsigned(loops.size()), 0, getLoop(n))});
  return inputs;
}

SmallVector<int64_t> KeySearch::getQueryShape() {
  return llvm::map_to_vector(loops.drop_back(),
                             [&](unsigned dim) { return op.getSize(dim); });
}

/// For each query, the number of keys before the first that it sees, or behind
/// the last one. All keys if it sees none.
Value KeySearch::createUnseen(bool countsFromEnd) {
  int64_t keys = op.getSize(n);
  return reduce(
      getMaskInputs(), getQueryShape(), keys,
      [&](OpBuilder &inside, Location loc, ValueRange elements,
          Value least) -> Value {
        Value number = getNumber(inside, loc, unsigned(loops.size()) - 1);
        if (countsFromEnd)
          number = arith::SubIOp::create(
              inside, loc, getConstant(inside, loc, keys - 1), number);
        Value seen = findSeen(inside, loc, elements.drop_back());
        number = arith::SelectOp::create(inside, loc, seen, number,
                                         getConstant(inside, loc, keys));
        return arith::MinSIOp::create(inside, loc, number, least);
      });
}

/// How many keys each query sees.
Value KeySearch::createCounts() {
  return reduce(getMaskInputs(), getQueryShape(), 0,
                [&](OpBuilder &inside, Location loc, ValueRange elements,
                    Value sum) -> Value {
                  Value seen = findSeen(inside, loc, elements.drop_back());
                  Value one =
                      arith::ExtUIOp::create(inside, loc, sum.getType(), seen);
                  return arith::AddIOp::create(inside, loc, sum, one);
                });
}

/// Of each query, the number of keys that `unseen` leaves, if the query sees
/// all keys between its first and its last one; else 0.
Value KeySearch::createWhole(Value unseen, const Unseen &all) {
  unsigned rank = unsigned(loops.size()) - 1;
  AffineMap identity = AffineMap::getMultiDimIdentityMap(rank, b.getContext());
  SmallVector<AffineMap> maps(5, identity);
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      b, cast<RankedTensorType>(unseen.getType()).getShape(), b.getI32Type());
  return linalg::GenericOp::create(
             b, unseen.getType(),
             ValueRange{unseen, all.first, all.rest, all.counts}, empty, maps,
             kinds,
             [&](OpBuilder &inside, Location loc, ValueRange arguments) {
               Value keys = getConstant(inside, loc, op.getSize(n));
               auto minus = [&](Value x, Value y) -> Value {
                 return arith::SubIOp::create(inside, loc, x, y);
               };
               Value between = minus(minus(keys, arguments[1]), arguments[2]);
               Value isWhole =
                   arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::eq,
                                         between, arguments[3]);
               Value number = arith::SelectOp::create(
                   inside, loc, isWhole, minus(keys, arguments[0]),
                   getConstant(inside, loc, 0));
               linalg::YieldOp::create(inside, loc, number);
             })
      .getResult(0);
}

/// The least number of each group of queries.
Value KeySearch::reduceGroups(Value numbers) {
  constexpr int64_t kSize = problem::AttentionOp::kGroupQueries;
  auto type = cast<RankedTensorType>(numbers.getType());
  SmallVector<int64_t> shape(type.getShape());
  int64_t rank = type.getRank();
  int64_t groups = llvm::divideCeil(shape.back(), kSize);
  SmallVector<OpFoldResult> low(rank, b.getIndexAttr(0)), high = low;
  high.back() = b.getIndexAttr(groups * kSize - shape.back());
  shape.back() = groups * kSize;
  if (type.getShape().back() != shape.back())
    numbers = tensor::PadOp::create(b, type.clone(shape), numbers, low, high,
                                    getConstant(b, b.getLoc(), kLargestNumber));
  SmallVector<ReassociationIndices> parts;
  for (int64_t dim = 0; dim < rank; ++dim)
    parts.push_back({dim});
  parts.back().push_back(rank);
  shape.back() = groups;
  SmallVector<int64_t> split(shape);
  split.push_back(kSize);
  numbers = tensor::ExpandShapeOp::create(b, type.clone(split), numbers, parts);
  AffineMap all =
      AffineMap::getMultiDimIdentityMap(unsigned(rank) + 1, b.getContext());
  return reduce({{numbers, all}}, shape, kLargestNumber,
                [&](OpBuilder &inside, Location loc, ValueRange elements,
                    Value least) -> Value {
                  return arith::MinSIOp::create(inside, loc, elements[0],
                                                least);
                });
}

/// The least number of a query's group, and of those behind or before it for
/// which that must hold.
static Value createLeast(ImplicitLocOpBuilder &b, Value groups,
                         ArrayRef<Value> query, bool behind) {
  int64_t last = cast<RankedTensorType>(groups.getType()).getShape().back() - 1;
  auto place = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value own = arith::DivUIOp::create(
      b, query.back(), place(problem::AttentionOp::kGroupQueries));
  SmallVector<Value> indices(query);
  Value least;
  for (int64_t i = 0; i < problem::AttentionOp::kRangeGroups; ++i) {
    Value group = arith::AddIOp::create(b, own, place(behind ? i : -i));
    group = arith::MinSIOp::create(b, group, place(last));
    indices.back() = arith::MaxSIOp::create(b, group, place(0));
    Value number = tensor::ExtractOp::create(b, groups, indices);
    least =
        least ? arith::MinSIOp::create(b, least, number).getResult() : number;
  }
  return least;
}

/// The numbers of each query that hold for groups behind it or before it.
SmallVector<Value> KeySearch::holdForGroups(ArrayRef<Held> held) {
  SmallVector<Value> groups, inits;
  for (const Held &each : held) {
    groups.push_back(reduceGroups(each.numbers));
    inits.push_back(
        tensor::EmptyOp::create(b, getQueryShape(), b.getI32Type()));
  }
  unsigned rank = unsigned(loops.size()) - 1;
  AffineMap own = AffineMap::getMultiDimIdentityMap(rank, b.getContext());
  auto all = linalg::GenericOp::create(
      b, TypeRange(ValueRange(inits)), ValueRange(), inits,
      SmallVector<AffineMap>(held.size(), own),
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&](OpBuilder &inside, Location loc, ValueRange) {
        ImplicitLocOpBuilder in(loc, inside);
        SmallVector<Value> query, least;
        for (unsigned loop = 0; loop < rank; ++loop)
          query.push_back(linalg::IndexOp::create(in, loop));
        for (auto [each, group] : llvm::zip_equal(held, groups))
          least.push_back(createLeast(in, group, query, each.behind));
        linalg::YieldOp::create(in, least);
      });
  return llvm::to_vector_of<Value>(all.getResults());
}

SmallVector<Value> KeySearch::create() {
  Unseen unseen = {createUnseen(/*countsFromEnd=*/false),
                   createUnseen(/*countsFromEnd=*/true), createCounts()};
  return holdForGroups({{unseen.first, /*behind=*/true},
                        {unseen.rest, /*behind=*/false},
                        {createWhole(unseen.first, unseen), /*behind=*/false},
                        {createWhole(unseen.rest, unseen), /*behind=*/true}});
}

SmallVector<Value> autotune::createKeySearch(problem::AttentionOp op,
                                             const KeyMasks &masks) {
  return KeySearch(op, masks).create();
}
