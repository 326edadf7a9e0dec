//===- BoundKeys.cpp - The keys that queries see, as data says ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of different lengths can lie one behind the other in one tensor. A
// mask then compares numbers of sequences, which only the data have. Whether a
// key is seen costs a few operations, and is the same for all heads. So the
// first and the last key of each query are found before, and the attention's
// kernel leaves out the blocks of keys that no query of a tile sees.
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "mlir-autotune/Kernels/ScoreFunction.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

#include <limits>

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEBOUNDKEYS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

// Estimates for a large GPU: products a second, masks a second, and the seconds
// that the search's kernels take to start. The search for keys may
// take a part of the attention's time.
static constexpr double kProductRate = 3e14, kMaskRate = 2e12;
static constexpr double kSearchKernels = 1e-5;
static constexpr double kLargestPart = 0.125;
/// Numbers of keys are elements of i32.
static constexpr int64_t kMostKeys = int64_t(1) << 29;
static constexpr int64_t kMost = std::numeric_limits<int32_t>::max();

namespace {
/// Finds the keys of one attention, and adds them to it.
class KeyBounder {
public:
  explicit KeyBounder(problem::AttentionOp op)
      : op(op), b(op.getLoc(), op), m(op.getDimM()), n(op.getDimN()) {}

  /// Why it is left as it is; empty if not. With `all`, whatever it costs.
  std::string bound(bool all);

private:
  bool needOnlyPlaces(Value value, llvm::SmallBitVector &elements) const;
  void findMasks(const ScoreFunction &function);
  bool isWorthwhile() const;
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
  void addRange(ArrayRef<Value> range);

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
  ImplicitLocOpBuilder b;
  unsigned m, n;
  /// The masks that are known without the products, and what they are where a
  /// key is seen.
  SmallVector<std::pair<Value, bool>> masks;
  /// The inputs of the score function that they read.
  SmallVector<unsigned> read;
  /// The dimensions of the problem that the masks have: some of the batch, m
  /// and n.
  SmallVector<unsigned> loops;
};
} // namespace

/// Whether a value is computed from places of queries and keys, and elements.
bool KeyBounder::needOnlyPlaces(Value value,
                                llvm::SmallBitVector &elements) const {
  if (value == op.getScoreIndex(m) || value == op.getScoreIndex(n))
    return true;
  for (auto [number, element] : llvm::enumerate(op.getScoreElements()))
    if (element == value) {
      elements.set(unsigned(number));
      return true;
    }
  Operation *source = value.getDefiningOp();
  return source && source->getNumRegions() == 0 &&
         isa<arith::ArithDialect, math::MathDialect>(source->getDialect()) &&
         llvm::all_of(source->getOperands(), [&](Value operand) {
           return needOnlyPlaces(operand, elements);
         });
}

void KeyBounder::findMasks(const ScoreFunction &function) {
  llvm::SmallBitVector all(unsigned(op.getScoreInputs().size()));
  for (auto [condition, isSeen] : function.getConditions()) {
    llvm::SmallBitVector elements(all.size());
    if (!needOnlyPlaces(condition, elements))
      continue;
    masks.push_back({condition, isSeen});
    all |= elements;
  }
  for (unsigned number : all.set_bits())
    read.push_back(3 + number);
  for (unsigned dim = 0; dim <= n; ++dim)
    if (dim >= m || llvm::any_of(read, [&](unsigned input) {
          return op.getMap(input).isFunctionOfDim(dim);
        }))
      loops.push_back(dim);
}

bool KeyBounder::isWorthwhile() const {
  double heads = 1, maskedHeads = 1;
  for (unsigned dim = 0; dim < m; ++dim)
    heads *= double(op.getSize(dim));
  for (unsigned dim : ArrayRef(loops).drop_back(2))
    maskedHeads *= double(op.getSize(dim));
  double pairs = double(op.getSize(m)) * double(op.getSize(n));
  double products = double(op.getSize(op.getDimD()) + op.getSize(op.getDimE()));
  double attention = heads * pairs * products / kProductRate;
  return maskedHeads * pairs / kMaskRate + kSearchKernels <
         kLargestPart * attention;
}

/// A value of the score function, inside of another function.
Value KeyBounder::cloneMask(OpBuilder &inside, Value value,
                            IRMapping &mapping) const {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *source = value.getDefiningOp();
  for (Value operand : source->getOperands())
    cloneMask(inside, operand, mapping);
  return inside.clone(*source, mapping)->getResult(
      cast<OpResult>(value).getResultNumber());
}

Value KeyBounder::findSeen(OpBuilder &inside, Location loc,
                           ValueRange elements) const {
  IRMapping mapping;
  for (auto [input, element] : llvm::zip_equal(read, elements)) {
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
  for (auto [mask, isSeen] : masks) {
    Value seen = cloneMask(inside, mask, mapping);
    if (!isSeen) {
      Value one = arith::ConstantOp::create(inside, loc,
                                            inside.getBoolAttr(true));
      seen = arith::XOrIOp::create(inside, loc, seen, one);
    }
    all = all ? arith::AndIOp::create(inside, loc, all, seen).getResult() : seen;
  }
  return all;
}

/// Reduces the last loop, to a number for each place of the loops before it,
/// which are as long as `shape` says.
Value KeyBounder::reduce(ArrayRef<Input> inputs, ArrayRef<int64_t> shape,
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

SmallVector<KeyBounder::Input> KeyBounder::getMaskInputs() {
  SmallVector<Input> inputs;
  for (unsigned input : read) {
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

SmallVector<int64_t> KeyBounder::getQueryShape() {
  return llvm::map_to_vector(ArrayRef(loops).drop_back(), [&](unsigned dim) {
    return op.getSize(dim);
  });
}

/// For each query, the number of keys before the first that it sees, or behind
/// the last one. All keys if it sees none.
Value KeyBounder::createUnseen(bool countsFromEnd) {
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
Value KeyBounder::createCounts() {
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
Value KeyBounder::createWhole(Value unseen, const Unseen &all) {
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
               Value between =
                   minus(minus(keys, arguments[1]), arguments[2]);
               Value isWhole = arith::CmpIOp::create(
                   inside, loc, arith::CmpIPredicate::eq, between,
                   arguments[3]);
               Value number = arith::SelectOp::create(
                   inside, loc, isWhole, minus(keys, arguments[0]),
                   getConstant(inside, loc, 0));
               linalg::YieldOp::create(inside, loc, number);
             })
      .getResult(0);
}

/// The least number of each group of queries.
Value KeyBounder::reduceGroups(Value numbers) {
  constexpr int64_t kSize = problem::AttentionOp::kGroupQueries;
  auto type = cast<RankedTensorType>(numbers.getType());
  SmallVector<int64_t> shape(type.getShape());
  int64_t rank = type.getRank();
  int64_t groups = llvm::divideCeil(shape.back(), kSize);
  SmallVector<OpFoldResult> low(rank, b.getIndexAttr(0)), high = low;
  high.back() = b.getIndexAttr(groups * kSize - shape.back());
  Value most = getConstant(b, b.getLoc(), kMost);
  shape.back() = groups * kSize;
  if (type.getShape().back() != shape.back())
    numbers = tensor::PadOp::create(b, type.clone(shape), numbers, low, high,
                                    most);
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
  return reduce({{numbers, all}}, shape, kMost,
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
    least = least ? arith::MinSIOp::create(b, least, number).getResult()
                  : number;
  }
  return least;
}

/// The numbers of each query that hold for groups behind it or before it.
SmallVector<Value> KeyBounder::holdForGroups(ArrayRef<Held> held) {
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

void KeyBounder::addRange(ArrayRef<Value> range) {
  unsigned numInputs = unsigned(op.getInputs().size());
  unsigned numAdded = unsigned(range.size());
  SmallVector<AffineExpr> results;
  for (unsigned dim : ArrayRef(loops).drop_back())
    results.push_back(b.getAffineDimExpr(dim));
  auto map = AffineMapAttr::get(
      AffineMap::get(op.getNumDims(), 0, results, b.getContext()));
  SmallVector<Attribute> maps(op.getIndexingMaps().getValue());
  maps.insert(maps.begin() + numInputs, numAdded, map);
  unsigned place =
      cast<BlockArgument>(op.getScoreIndex(0)).getArgNumber();
  SmallVector<int64_t> numbers;
  for (unsigned i = 0; i < numAdded; ++i) {
    op.getScoreBody().insertArgument(place, b.getI32Type(), op.getLoc());
    numbers.push_back(numInputs + i);
  }
  op.getInputsMutable().append(range);
  op.setIndexingMapsAttr(b.getArrayAttr(maps));
  op.setKeyRange(numbers);
}

std::string KeyBounder::bound(bool all) {
  ScoreFunction function(op);
  if (!function.getSeenKeys().hasOthers)
    return "";
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim)
    if (ShapedType::isDynamic(op.getSize(dim)))
      return "a size is not known when compiling";
  if (op.getSize(n) > kMostKeys)
    return "it has too many keys";
  findMasks(function);
  if (masks.size() != function.getConditions().size())
    return "a mask is not known before the products are";
  if (!all && !isWorthwhile())
    return "finding the keys could take longer than it saves";
  Unseen unseen = {createUnseen(/*countsFromEnd=*/false),
                createUnseen(/*countsFromEnd=*/true), createCounts()};
  addRange(holdForGroups({{unseen.first, /*behind=*/true},
                          {unseen.rest, /*behind=*/false},
                          {createWhole(unseen.first, unseen), /*behind=*/false},
                          {createWhole(unseen.rest, unseen), /*behind=*/true}}));
  return "";
}

namespace {
class BoundKeys : public autotune::impl::AutotuneBoundKeysBase<BoundKeys> {
public:
  using AutotuneBoundKeysBase::AutotuneBoundKeysBase;
  void runOnOperation() override;
};
} // namespace

void BoundKeys::runOnOperation() {
  SmallVector<problem::AttentionOp> ops;
  getOperation()->walk([&](problem::AttentionOp op) {
    if (op.hasTensors() && !op.getKeyRange())
      ops.push_back(op);
  });
  for (problem::AttentionOp op : ops) {
    std::string whyNot = KeyBounder(op).bound(all);
    numBounded += op.getKeyRange().has_value();
    if (!areRemarksOn(op))
      continue;
    remark::RemarkOpts options = getRemarkOptions(op, "BoundKeys");
    if (op.getKeyRange())
      remark::passed(op.getLoc(), options)
          << "the keys that queries see are found before the attention";
    else if (!whyNot.empty())
      remark::missed(op.getLoc(), options)
          << ("no block of keys is left out by its data: " + whyNot);
  }
}
