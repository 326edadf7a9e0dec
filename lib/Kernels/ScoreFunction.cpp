//===- ScoreFunction.cpp - The scores of an attention ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/ScoreFunction.h"

#include "ScoreMasks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <optional>

using namespace mlir;
using namespace mlir::autotune;

ScoreFunction::ScoreFunction(problem::AttentionOp op) : op(op) {
  // A score is -inf for one value of a mask: it is chosen, or added.
  for (Operation &inner : op.getScoreBody().without_terminator()) {
    auto select = dyn_cast<arith::SelectOp>(inner);
    if (!select || !masksScore(op, select))
      continue;
    if (isLowest(select.getFalseValue()))
      addCondition(select.getCondition(), /*isSeenIfTrue=*/true);
    else if (isLowest(select.getTrueValue()))
      addCondition(select.getCondition(), /*isSeenIfTrue=*/false);
  }
  findConversions();
  // A query's own multiple must not overflow.
  if (!op.getLogSumExp() && !mayBeLarge())
    findMultiples();
  takeFactor();
}

void ScoreFunction::findConversions() {
  for (Operation &inner : op.getScoreBody().without_terminator()) {
    auto conversion = dyn_cast<arith::SIToFPOp>(inner);
    std::optional<PlaceSum> sum;
    if (conversion && conversion.getType().isF32())
      sum = getPlaceSum(op, conversion.getIn());
    if (sum && std::abs(sum->ofQuery) <= 1 && std::abs(sum->ofKey) <= 1 &&
        (sum->ofQuery || sum->ofKey) && std::abs(sum->constant) < (1 << 24))
      converted[conversion] = {sum->ofQuery, sum->ofKey, sum->constant};
  }
}

/// (query - key) * factor is key * -factor and a number of the query, which
/// changes none of its weights.
void ScoreFunction::findMultiples() {
  for (Operation &inner : op.getScoreBody().without_terminator()) {
    auto product = dyn_cast<arith::MulFOp>(inner);
    if (!product || !product.getType().isF32() || !shiftsScore(op, product))
      continue;
    for (auto [sum, other] : {std::pair(product.getLhs(), product.getRhs()),
                              std::pair(product.getRhs(), product.getLhs())}) {
      auto conversion = converted.find(sum);
      if (conversion != converted.end() && conversion->second[0] &&
          conversion->second[1] && isOfHead(op, other))
        multiples[product] = other;
    }
  }
}

/// Whether a float is 0, of any sign.
static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat());
}

/// Whether the yielded score is a score that masks alone change.
bool ScoreFunction::isOnlyMasked(Value score) const {
  while (true) {
    if (score == op.getYieldedScore())
      return score.hasOneUse();
    if (!score.hasOneUse())
      return false;
    Operation *user = *score.user_begin();
    if (auto select = dyn_cast<arith::SelectOp>(user)) {
      if (!isLowest(select.getTrueValue()) && !isLowest(select.getFalseValue()))
        return false;
    } else if (auto sum = dyn_cast<arith::AddFOp>(user)) {
      Value other = sum.getLhs() == score ? sum.getRhs() : sum.getLhs();
      auto mask = getNarrow(other).getDefiningOp<arith::SelectOp>();
      if (!mask ||
          !((isLowest(mask.getTrueValue()) && isZero(mask.getFalseValue())) ||
            (isLowest(mask.getFalseValue()) && isZero(mask.getTrueValue()))))
        return false;
    } else {
      return false;
    }
    score = user->getResult(0);
  }
}

void autotune::shortenTangents(problem::AttentionOp op) {
  op.getScore().walk([](math::TanhOp tanh) {
    if (!tanh.getType().isF32())
      return;
    ImplicitLocOpBuilder b(tanh.getLoc(), tanh);
    auto constant = [&](double value) {
      return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
    };
    // Beyond 2^126, the quotient is 0 either way.
    Value power = arith::MulFOp::create(b, tanh.getOperand(),
                                        constant(2 * llvm::numbers::log2e));
    Value exponential = math::Exp2Op::create(b, power);
    Value sum = arith::AddFOp::create(b, exponential, constant(1));
    Value quotient =
        arith::DivFOp::create(b, constant(-2), sum,
                              arith::FastMathFlagsAttr::get(
                                  b.getContext(), arith::FastMathFlags::arcp));
    tanh.replaceAllUsesWith(
        arith::AddFOp::create(b, quotient, constant(1)).getResult());
    tanh.erase();
  });
}

void ScoreFunction::takeFactor() {
  scaled = op.getScoreProduct();
  double taken = 1;
  while (scaled.hasOneUse()) {
    Operation *user = *scaled.user_begin();
    if (!isa<arith::MulFOp, arith::DivFOp>(user))
      break;
    bool isFirst = user->getOperand(0) == scaled;
    APFloat constant(0.0f);
    if (!matchPattern(user->getOperand(isFirst ? 1 : 0),
                      m_ConstantFloat(&constant)) ||
        (isa<arith::DivFOp>(user) && !isFirst))
      break;
    double value = constant.convertToDouble();
    double next = isa<arith::MulFOp>(user) ? taken * value : taken / value;
    // As an f32 of its own, and times a little more.
    if (!(next > 1e-30 && next < 1e30))
      break;
    taken = next;
    scaled = user->getResult(0);
  }
  if (isOnlyMasked(scaled)) {
    factor = taken;
    return;
  }
  scaled = op.getScoreProduct();
}

/// A sum of places, in f32.
static Value createSum(OpBuilder &b, Location loc,
                       const ScoreFunction::Place &place,
                       std::array<int64_t, 3> factors) {
  Value sum;
  auto add = [&](Value term, int64_t sign) {
    if (!sum)
      sum = sign > 0 ? term : arith::NegFOp::create(b, loc, term).getResult();
    else
      sum = sign > 0 ? arith::AddFOp::create(b, loc, sum, term).getResult()
                     : arith::SubFOp::create(b, loc, sum, term).getResult();
  };
  // What is added comes first.
  std::array<std::pair<int64_t, Value>, 2> terms = {
      std::pair(factors[0], place.queryAsFloat),
      std::pair(factors[1], place.keyAsFloat)};
  llvm::stable_sort(
      terms, [](const auto &x, const auto &y) { return x.first > y.first; });
  for (auto [sign, term] : terms)
    if (sign)
      add(term, sign);
  if (factors[2])
    add(arith::ConstantOp::create(b, loc, b.getF32FloatAttr(float(factors[2]))),
        1);
  return sum;
}

Value autotune::createPlace(OpBuilder &b, Location loc, Value element) {
  auto type = cast<IntegerType>(element.getType());
  constexpr int64_t kMost = kLargestPlace / 2;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  };
  if (type.getWidth() > 30) {
    element = arith::MinSIOp::create(b, loc, element, constant(kMost));
    element = arith::MaxSIOp::create(b, loc, element, constant(-kMost));
  }
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), element);
}

Value autotune::createKey(OpBuilder &b, Location loc, const KeyBound &bound,
                          Value query, Value place) {
  Value key = arith::ConstantIndexOp::create(b, loc, bound.constant);
  if (bound.isRelative)
    key = bound.constant ? arith::AddIOp::create(b, loc, query, key).getResult()
                         : query;
  if (!bound.input)
    return key;
  if (bound.ofInput > 0)
    return arith::AddIOp::create(b, loc, key, place);
  return arith::SubIOp::create(b, loc, key, place);
}

/// Lets a product and a sum be one instruction.
static void contract(arith::ArithFastMathInterface op) {
  arith::FastMathFlags flags = op.getFastMathFlagsAttr().getValue();
  op->setAttr(op.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(
                  op.getContext(), flags | arith::FastMathFlags::contract));
}

Value ScoreFunction::createMultiple(OpBuilder &b, const Place &place,
                                    Value multiple,
                                    const IRMapping &mapping) const {
  Location loc = multiple.getLoc();
  auto product = multiple.getDefiningOp<arith::MulFOp>();
  Value other = multiples.lookup(multiple);
  bool isFirst = product.getLhs() != other;
  auto [ofQuery, ofKey, constant] =
      converted.lookup(isFirst ? product.getLhs() : product.getRhs());
  Value factor = mapping.lookupOrDefault(other);
  Value ofRow = arith::MulFOp::create(
      b, loc, createSum(b, loc, place, {ofQuery, 0, constant}), factor);
  if (ofKey < 0)
    factor = arith::NegFOp::create(b, loc, factor);
  return math::FmaOp::create(b, loc, place.keyAsFloat, factor, ofRow);
}

/// Whether the query's bounds, and the number of keys, leave the key. What is
/// of the query alone is the same for all keys of a row.
Value ScoreFunction::createLimits(OpBuilder &b, const Place &place,
                                  KeyMask mask, Value keys) const {
  Location loc = op.getLoc();
  Value query = place.indices[op.getDimM()], key = place.indices[op.getDimN()];
  auto getKey = [&](const KeyBound &bound) -> Value {
    Value element;
    if (bound.input)
      element = createPlace(b, loc, place.elements[*bound.input - 3]);
    return createKey(b, loc, bound, query, element);
  };
  Value highest, lowest;
  if (mask == KeyMask::All) {
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    highest = arith::SubIOp::create(b, loc, keys, one);
  }
  if (mask != KeyMask::Lowest)
    for (const KeyBound &bound : seen.highest)
      highest = highest ? arith::MinSIOp::create(b, loc, highest, getKey(bound))
                              .getResult()
                        : getKey(bound);
  if (mask != KeyMask::Highest)
    for (const KeyBound &bound : seen.lowest)
      lowest = lowest ? arith::MaxSIOp::create(b, loc, lowest, getKey(bound))
                            .getResult()
                      : getKey(bound);
  Value isSeen;
  if (highest)
    isSeen =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, key, highest);
  if (lowest) {
    Value isAbove =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, key, lowest);
    isSeen = isSeen ? arith::AndIOp::create(b, loc, isSeen, isAbove).getResult()
                    : isAbove;
  }
  return isSeen;
}

Value ScoreFunction::create(OpBuilder &b, const Place &place, KeyMask mask,
                            Value keys) const {
  IRMapping mapping;
  mapping.map(op.getScoreProduct(), place.product);
  for (auto [argument, element] :
       llvm::zip_equal(op.getScoreElements(), place.elements))
    mapping.map(argument, element);
  for (auto [dim, index] : llvm::enumerate(place.indices))
    mapping.map(op.getScoreIndex(dim), index);
  mapping.map(scaled, place.product);
  for (Operation &inner : op.getScoreBody().without_terminator()) {
    if (mapping.contains(inner.getResult(0)))
      continue;
    auto select = dyn_cast<arith::SelectOp>(inner);
    auto known =
        select ? conditions.find(select.getCondition()) : conditions.end();
    // Limits take the place of masks that bounds say all of.
    if (known != conditions.end() &&
        (mask == KeyMask::None || isBounded.contains(known->first))) {
      Value kept =
          known->second ? select.getTrueValue() : select.getFalseValue();
      Value value = mapping.lookupOrDefault(kept);
      // What is added to a score that is seen changes nothing.
      if (isZero(kept))
        value = arith::ConstantOp::create(b, inner.getLoc(),
                                          b.getFloatAttr(kept.getType(), -0.0));
      mapping.map(select.getResult(), value);
      continue;
    }
    auto conversion = converted.find(inner.getResult(0));
    if (place.keyAsFloat && conversion != converted.end()) {
      mapping.map(inner.getResult(0),
                  createSum(b, inner.getLoc(), place, conversion->second));
      continue;
    }
    if (place.keyAsFloat && multiples.contains(inner.getResult(0))) {
      mapping.map(inner.getResult(0),
                  createMultiple(b, place, inner.getResult(0), mapping));
      continue;
    }
    // Nothing that only the taken factor had as its user.
    if (inner.use_empty())
      continue;
    auto sum = dyn_cast<arith::AddFOp>(inner);
    if (sum) {
      Value lhs = mapping.lookupOrDefault(sum.getLhs()),
            rhs = mapping.lookupOrDefault(sum.getRhs());
      auto isNothing = [](Value value) {
        return matchPattern(getNarrow(value), m_NegZeroFloat());
      };
      if (isNothing(lhs) || isNothing(rhs)) {
        mapping.map(sum.getResult(), isNothing(rhs) ? lhs : rhs);
        continue;
      }
    }
    Operation *clone = b.clone(inner, mapping);
    // Conditions must stay as they are.
    if (isa<arith::MulFOp, arith::AddFOp, arith::SubFOp>(clone) &&
        shiftsScore(op, inner.getResult(0)))
      contract(cast<arith::ArithFastMathInterface>(clone));
  }
  Value score = mapping.lookupOrDefault(op.getYieldedScore());
  if (mask == KeyMask::None)
    return score;
  Value lowest = arith::ConstantOp::create(
      b, op.getLoc(),
      b.getF32FloatAttr(-std::numeric_limits<float>::infinity()));
  return arith::SelectOp::create(
      b, op.getLoc(), createLimits(b, place, mask, keys), score, lowest);
}

bool ScoreFunction::isProduct() const {
  return op.getYieldedScore() == scaled || isOnlyMasked(scaled);
}
