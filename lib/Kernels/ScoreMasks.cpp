//===- ScoreMasks.cpp - Which keys a query sees ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScoreMasks.h"

#include "mlir-autotune/Kernels/ScoreFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr unsigned kIndexBits = 64;

static unsigned getBits(Type type) {
  return type.isIndex() ? kIndexBits : type.getIntOrFloatBitWidth();
}

/// Whether an operation casts to a type that has all places.
static bool keepsPlace(Operation *op) {
  if (!isa<arith::IndexCastOp, arith::ExtSIOp>(op))
    return false;
  Type type = op->getResult(0).getType();
  return type.isIndex() || type.getIntOrFloatBitWidth() >= 32;
}

std::optional<PlaceSum> autotune::getPlaceSum(problem::AttentionOp op,
                                              Value value) {
  if (value == op.getScoreIndex(op.getDimM()))
    return PlaceSum{1, 0, 0};
  if (value == op.getScoreIndex(op.getDimN()))
    return PlaceSum{0, 1, 0};
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() > 32 ||
        std::abs(constant.getSExtValue()) > kLargestPlace)
      return std::nullopt;
    return PlaceSum{0, 0, constant.getSExtValue()};
  }
  Operation *source = value.getDefiningOp();
  if (!source)
    return std::nullopt;
  if (keepsPlace(source))
    return getPlaceSum(op, source->getOperand(0));
  if (!isa<arith::AddIOp, arith::SubIOp>(source))
    return std::nullopt;
  std::optional<PlaceSum> lhs = getPlaceSum(op, source->getOperand(0)),
                          rhs = getPlaceSum(op, source->getOperand(1));
  if (!lhs || !rhs)
    return std::nullopt;
  PlaceSum sum = lhs->plus(*rhs, isa<arith::SubIOp>(source) ? -1 : 1);
  if (std::abs(sum.constant) > kLargestPlace ||
      std::abs(sum.ofQuery) > kLargestPlace ||
      std::abs(sum.ofKey) > kLargestPlace)
    return std::nullopt;
  return sum;
}

/// Whether an input has one element for each head of K at most.
static bool isOfKeyHeads(problem::AttentionOp op, AffineMap map) {
  AffineMap ofK = op.getMap(1);
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim)
    if (map.isFunctionOfDim(dim) &&
        (dim >= op.getDimM() || !ofK.isFunctionOfDim(dim)))
      return false;
  return true;
}

/// What a side of a comparison is: as getPlaceSum has it, or the element of an
/// input alone, which sums could exceed the type of.
static std::optional<PlaceSum> getSide(problem::AttentionOp op, Value value) {
  if (std::optional<PlaceSum> sum = getPlaceSum(op, value))
    return sum;
  unsigned narrowest = kIndexBits;
  while (Operation *source = value.getDefiningOp()) {
    if (!keepsPlace(source))
      return std::nullopt;
    narrowest = std::min(narrowest, getBits(value.getType()));
    value = source->getOperand(0);
  }
  for (auto [number, element] : llvm::enumerate(op.getScoreElements())) {
    unsigned input = 3 + unsigned(number);
    AffineMap map = op.getMap(input);
    if (element == value && isa<IntegerType>(value.getType()) &&
        getBits(value.getType()) > 1 && getBits(value.getType()) <= narrowest &&
        isOfKeyHeads(op, map))
      return PlaceSum{0, 0, 0, input, 1};
  }
  return std::nullopt;
}

static bool isOfHead(problem::AttentionOp op, Value value,
                     llvm::SmallPtrSetImpl<Operation *> &done) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    // Behind the product and the elements, there are indices.
    unsigned extras = unsigned(op.getScoreInputs().size());
    unsigned number = argument.getArgNumber();
    if (number > extras)
      return number - 1 - extras < op.getDimM();
    AffineMap map = op.getMap(2 + number);
    return number > 0 && !map.isFunctionOfDim(op.getDimM()) &&
           !map.isFunctionOfDim(op.getDimN());
  }
  Operation *source = value.getDefiningOp();
  return !done.insert(source).second ||
         llvm::all_of(source->getOperands(), [&](Value operand) {
           return isOfHead(op, operand, done);
         });
}

bool autotune::isOfHead(problem::AttentionOp op, Value value) {
  llvm::SmallPtrSet<Operation *, 8> done;
  return ::isOfHead(op, value, done);
}

bool autotune::shiftsScore(problem::AttentionOp op, Value value) {
  while (value != op.getYieldedScore()) {
    if (!value.hasOneUse())
      return false;
    Operation *user = *value.user_begin();
    auto select = dyn_cast<arith::SelectOp>(user);
    if (select
            ? !isLowest(select.getTrueValue() == value ? select.getFalseValue()
                                                       : select.getTrueValue())
            : !isa<arith::AddFOp, arith::SubFOp>(user))
      return false;
    value = user->getResult(0);
  }
  return value.hasOneUse();
}

bool autotune::isLowest(Value value) {
  return matchPattern(value, m_NegInfFloat());
}

Value autotune::getNarrow(Value value) {
  while (auto widened = value.getDefiningOp<arith::ExtFOp>())
    value = widened.getIn();
  return value;
}

/// The boolean that another one is the opposite of; null for none.
static Value getOpposite(Value condition) {
  Operation *source = condition.getDefiningOp();
  auto isConstant = [](Value value, bool isTrue) {
    APInt constant;
    return matchPattern(value, m_ConstantInt(&constant)) &&
           constant.getBitWidth() == 1 && constant.isOne() == isTrue;
  };
  auto compare = dyn_cast_or_null<arith::CmpIOp>(source);
  if (compare && ((compare.getPredicate() == arith::CmpIPredicate::eq &&
                   isConstant(compare.getRhs(), false)) ||
                  (compare.getPredicate() == arith::CmpIPredicate::ne &&
                   isConstant(compare.getRhs(), true))))
    return compare.getLhs();
  if (isa_and_nonnull<arith::XOrIOp>(source) &&
      isConstant(source->getOperand(1), true))
    return source->getOperand(0);
  return {};
}

/// A sum that is at least 0 where a key is seen.
void ScoreFunction::addInequality(const PlaceSum &sum) {
  // Elements are cut at 2^29 (createPlace).
  constexpr int64_t kLargestBeside = kLargestPlace / 4;
  if (sum.input && std::abs(sum.constant) > kLargestBeside) {
    seen.hasOthers = true;
    return;
  }
  // key <= query * ofQuery + constant, or the reverse.
  if (sum.ofKey == -1 && (sum.ofQuery == 0 || sum.ofQuery == 1))
    seen.highest.push_back(
        {sum.ofQuery == 1, sum.constant, sum.input, sum.ofInput});
  else if (sum.ofKey == 1 && (sum.ofQuery == 0 || sum.ofQuery == -1))
    seen.lowest.push_back(
        {sum.ofQuery == -1, -sum.constant, sum.input, -sum.ofInput});
  else
    seen.hasOthers = true;
}

void ScoreFunction::addBounds(Value condition, bool isSeenIfTrue) {
  APInt constant;
  if (matchPattern(condition, m_ConstantInt(&constant)) &&
      constant.isOne() == isSeenIfTrue)
    return;
  if (Value opposite = getOpposite(condition))
    return addBounds(opposite, !isSeenIfTrue);
  Operation *source = condition.getDefiningOp();
  bool joins = isSeenIfTrue ? isa_and_nonnull<arith::AndIOp>(source)
                            : isa_and_nonnull<arith::OrIOp>(source);
  if (joins) {
    addBounds(source->getOperand(0), isSeenIfTrue);
    addBounds(source->getOperand(1), isSeenIfTrue);
    return;
  }
  auto compare = dyn_cast_or_null<arith::CmpIOp>(source);
  std::optional<PlaceSum> lhs, rhs;
  if (compare) {
    lhs = getSide(op, compare.getLhs());
    rhs = getSide(op, compare.getRhs());
  }
  if (!lhs || !rhs || (lhs->input && rhs->input)) {
    seen.hasOthers = true;
    return;
  }
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (!isSeenIfTrue)
    predicate = arith::invertPredicate(predicate);
  PlaceSum up = rhs->plus(*lhs, -1), down = lhs->plus(*rhs, -1);
  auto add = [&](PlaceSum atLeastZero, int64_t less) {
    atLeastZero.constant -= less;
    addInequality(atLeastZero);
  };
  switch (predicate) {
  case arith::CmpIPredicate::sle:
    return add(up, 0);
  case arith::CmpIPredicate::slt:
    return add(up, 1);
  case arith::CmpIPredicate::sge:
    return add(down, 0);
  case arith::CmpIPredicate::sgt:
    return add(down, 1);
  case arith::CmpIPredicate::eq:
    add(up, 0);
    return add(down, 0);
  default:
    seen.hasOthers = true;
  }
}

void ScoreFunction::addCondition(Value condition, bool isSeenIfTrue) {
  auto [it, isNew] = conditions.insert({condition, isSeenIfTrue});
  if (!isNew) {
    // No key is seen by both.
    if (it->second != isSeenIfTrue) {
      seen.hasOthers = true;
      isBounded.erase(condition);
    }
    return;
  }
  bool hadOthers = std::exchange(seen.hasOthers, false);
  addBounds(condition, isSeenIfTrue);
  if (!seen.hasOthers)
    isBounded.insert(condition);
  seen.hasOthers |= hadOthers;
}

std::pair<int64_t, int64_t> SeenKeys::getRange(int64_t query,
                                               int64_t keys) const {
  int64_t first = 0, last = keys - 1;
  auto getKey = [&](const KeyBound &bound) {
    return bound.constant + (bound.isRelative ? query : 0);
  };
  for (const KeyBound &bound : lowest)
    if (!bound.input)
      first = std::max(first, getKey(bound));
  for (const KeyBound &bound : highest)
    if (!bound.input)
      last = std::min(last, getKey(bound));
  return {first, last};
}

int64_t ScoreFunction::getPlaces(unsigned input) const {
  // The range says nothing: no key is left out, and no mask.
  if (std::optional<ArrayRef<int64_t>> range = op.getKeyRange();
      range && llvm::is_contained(*range, int64_t(input)))
    return 1;
  auto isOfInput = [&](const KeyBound &bound) { return bound.input == input; };
  int64_t keys = op.getSize(op.getDimN());
  bool isBound = llvm::any_of(seen.lowest, isOfInput) ||
                 llvm::any_of(seen.highest, isOfInput);
  if (!isBound || ShapedType::isDynamic(keys))
    return 0;
  // As many as the type has that are not negative. Booleans are bytes.
  unsigned bits = getBits(getElementTypeOrSelf(op.getInputs()[input]));
  if (bits == 1)
    return 2;
  return bits > 32 ? keys + 1
                   : std::min(keys + 1, (int64_t(1) << (bits - 1)) - 1);
}

/// Whether the user of a value is -inf if the value is.
static bool keepsLowest(Operation *user, Value value) {
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::AddFOp>(user))
    return true;
  if (auto select = dyn_cast<arith::SelectOp>(user))
    return isLowest(select.getTrueValue() == value ? select.getFalseValue()
                                                   : select.getTrueValue());
  bool isFirst = user->getOperand(0) == value;
  if (isa<arith::SubFOp>(user))
    return isFirst;
  APFloat factor(0.0f);
  return (isa<arith::MulFOp>(user) || (isa<arith::DivFOp>(user) && isFirst)) &&
         matchPattern(user->getOperand(isFirst ? 1 : 0),
                      m_ConstantFloat(&factor)) &&
         factor.isFiniteNonZero() && !factor.isNegative();
}

bool autotune::masksScore(problem::AttentionOp op, Value value) {
  while (value != op.getYieldedScore()) {
    if (!value.hasOneUse() || !keepsLowest(*value.user_begin(), value))
      return false;
    value = value.user_begin()->getResult(0);
  }
  return true;
}
