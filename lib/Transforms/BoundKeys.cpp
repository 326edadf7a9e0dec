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

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEBOUNDKEYS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

// Estimates for a large GPU: additions a second of all products, masks a
// second, and the seconds that two more kernels take. The search for keys may
// take a part of the attention's time.
static constexpr double kProductRate = 3e14, kMaskRate = 2e12;
static constexpr double kTwoKernels = 6e-6;
static constexpr double kLargestPart = 0.125;
/// Numbers of keys are elements of i32.
static constexpr int64_t kMostKeys = int64_t(1) << 29;

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

  /// What a reduction takes the least of.
  using Body = llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;
  Value createLeast(ValueRange inputs, ArrayRef<AffineMap> maps, Body body);
  Value createNumbers(bool countsFromEnd);
  Value makeMonotonic(Value numbers, bool rises);
  void addRange(Value first, Value rest);

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
  return maskedHeads * pairs / kMaskRate + kTwoKernels <
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

/// Takes the least along the last loop, of numbers up to that of all keys.
Value KeyBounder::createLeast(ValueRange inputs, ArrayRef<AffineMap> maps,
                              Body body) {
  unsigned numLoops = unsigned(loops.size());
  SmallVector<int64_t> shape;
  for (unsigned dim : ArrayRef(loops).drop_back())
    shape.push_back(op.getSize(dim));
  Value empty = tensor::EmptyOp::create(b, shape, b.getI32Type());
  Value most = getConstant(b, b.getLoc(), op.getSize(n));
  Value init = linalg::FillOp::create(b, most, empty).getResult(0);
  SmallVector<AffineMap> all(maps);
  all.push_back(
      AffineMap::getMultiDimIdentityMap(numLoops, b.getContext())
          .dropResult(numLoops - 1));
  SmallVector<utils::IteratorType> kinds(numLoops,
                                         utils::IteratorType::parallel);
  kinds.back() = utils::IteratorType::reduction;
  return linalg::GenericOp::create(
             b, init.getType(), inputs, init, all, kinds,
             [&](OpBuilder &inside, Location loc, ValueRange arguments) {
               Value number = body(inside, loc, arguments.drop_back());
               linalg::YieldOp::create(
                   inside, loc,
                   arith::MinSIOp::create(inside, loc, number, arguments.back())
                       .getResult());
             })
      .getResult(0);
}

/// For each query, the number of keys before the first that it sees, or behind
/// the last one.
Value KeyBounder::createNumbers(bool countsFromEnd) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (unsigned input : read) {
    inputs.push_back(op.getInputs()[input]);
    SmallVector<AffineExpr> results;
    for (AffineExpr result : op.getMap(input).getResults())
      results.push_back(getLoop(cast<AffineDimExpr>(result).getPosition()));
    maps.push_back(AffineMap::get(unsigned(loops.size()), 0, results,
                                  b.getContext()));
  }
  int64_t keys = op.getSize(n);
  // Some operand must show how many keys there are.
  inputs.push_back(tensor::EmptyOp::create(b, keys, b.getI32Type()));
  maps.push_back(AffineMap::get(unsigned(loops.size()), 0, getLoop(n)));
  return createLeast(
      inputs, maps,
      [&](OpBuilder &inside, Location loc, ValueRange elements) -> Value {
        Value number = getNumber(inside, loc, unsigned(loops.size()) - 1);
        if (countsFromEnd)
          number = arith::SubIOp::create(
              inside, loc, getConstant(inside, loc, keys - 1), number);
        return arith::SelectOp::create(
            inside, loc, findSeen(inside, loc, elements.drop_back()), number,
            getConstant(inside, loc, keys));
      });
}

/// Makes numbers no larger, so that they don't decrease along the queries, or
/// don't increase.
Value KeyBounder::makeMonotonic(Value numbers, bool rises) {
  unsigned numLoops = unsigned(loops.size());
  unsigned query = numLoops - 2, other = numLoops - 1;
  AffineMap map = AffineMap::getMultiDimIdentityMap(numLoops, b.getContext())
                      .dropResult(query);
  return createLeast(
      numbers, map,
      [&](OpBuilder &inside, Location loc, ValueRange elements) -> Value {
        Value counts = arith::CmpIOp::create(
            inside, loc,
            rises ? arith::CmpIPredicate::sge : arith::CmpIPredicate::sle,
            getNumber(inside, loc, other), getNumber(inside, loc, query));
        return arith::SelectOp::create(
            inside, loc, counts, elements[0],
            getConstant(inside, loc, op.getSize(n)));
      });
}

void KeyBounder::addRange(Value first, Value rest) {
  unsigned numInputs = unsigned(op.getInputs().size());
  SmallVector<AffineExpr> results;
  for (unsigned dim : ArrayRef(loops).drop_back())
    results.push_back(b.getAffineDimExpr(dim));
  auto map = AffineMapAttr::get(
      AffineMap::get(op.getNumDims(), 0, results, b.getContext()));
  SmallVector<Attribute> maps(op.getIndexingMaps().getValue());
  maps.insert(maps.begin() + numInputs, 2, map);
  Value last = op.getScoreIndex(0);
  unsigned place = cast<BlockArgument>(last).getArgNumber();
  for (unsigned i = 0; i < 2; ++i)
    op.getScoreBody().insertArgument(place, b.getI32Type(), op.getLoc());
  op.getInputsMutable().append({first, rest});
  op.setIndexingMapsAttr(b.getArrayAttr(maps));
  op.setKeyRange(ArrayRef<int64_t>{numInputs, numInputs + 1});
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
  if (masks.empty())
    return "no mask is known before the products are";
  if (!all && !isWorthwhile())
    return "finding the keys could take longer than it saves";
  // Loops of the second reduction have m twice, not n.
  Value first = createNumbers(/*countsFromEnd=*/false);
  Value rest = createNumbers(/*countsFromEnd=*/true);
  addRange(makeMonotonic(first, /*rises=*/true),
           makeMonotonic(rest, /*rises=*/false));
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
