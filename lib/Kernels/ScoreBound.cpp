//===- ScoreBound.cpp - How large scores may be ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic on the score function. Where an operation is not known,
// its result may be anything.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/ScoreFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;

/// Products of models are below this.
static constexpr double kLargestProduct = 1 << 16;
/// Places are, too, where a size is unknown: floats of them are exact.
static constexpr double kLargestPlace = 1 << 20;
/// Scores from here on count as large.
static constexpr double kLarge = 1 << 20;

namespace {
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  double getMagnitude() const {
    return std::max(std::abs(low), std::abs(high));
  }
};

class ScoreBound {
public:
  explicit ScoreBound(problem::AttentionOp op);
  Interval get(Value value) const {
    auto known = intervals.find(value);
    return known == intervals.end() ? Interval() : known->second;
  }

private:
  Interval compute(Operation &inner) const;

  llvm::DenseMap<Value, Interval> intervals;
};
} // namespace

static Interval join(Interval x, Interval y) {
  return {std::min(x.low, y.low), std::max(x.high, y.high)};
}
static Interval add(Interval x, Interval y) {
  return {x.low + y.low, x.high + y.high};
}
static Interval negate(Interval x) { return {-x.high, -x.low}; }

static Interval multiply(Interval x, Interval y) {
  if (!std::isfinite(x.getMagnitude()) || !std::isfinite(y.getMagnitude()))
    return {};
  double products[] = {x.low * y.low, x.low * y.high, x.high * y.low,
                       x.high * y.high};
  auto [low, high] =
      std::minmax_element(std::begin(products), std::end(products));
  return {*low, *high};
}

static Interval divide(Interval x, Interval y) {
  if (y.low <= 0 && y.high >= 0)
    return {};
  return multiply(x, {1 / y.high, 1 / y.low});
}

/// All numbers of a type.
static Interval getRange(Type type) {
  if (auto number = dyn_cast<FloatType>(type)) {
    double most =
        number.getWidth() > 16
            ? std::numeric_limits<double>::infinity()
            : APFloat::getLargest(number.getFloatSemantics()).convertToDouble();
    return {-most, most};
  }
  if (!type.isInteger() || type.getIntOrFloatBitWidth() > 32)
    return {};
  double most = std::ldexp(1.0, int(type.getIntOrFloatBitWidth()));
  return {-most, most};
}

/// -inf masks a key, and is no large score.
static std::optional<Interval> getConstant(Value value) {
  APFloat number(0.0f);
  if (matchPattern(value, m_ConstantFloat(&number))) {
    double constant = number.convertToDouble();
    if (number.isNegInfinity())
      constant = 0;
    return Interval{constant, constant};
  }
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)))
    return Interval{double(integer.getSExtValue()),
                    double(integer.getSExtValue())};
  return std::nullopt;
}

ScoreBound::ScoreBound(problem::AttentionOp op) {
  intervals[op.getScoreProduct()] = {-kLargestProduct, kLargestProduct};
  for (Value element : op.getScoreElements())
    intervals[element] = getRange(element.getType());
  for (unsigned dim = 0; dim <= op.getDimN(); ++dim) {
    int64_t size = op.getSize(dim);
    intervals[op.getScoreIndex(dim)] = {
        0, ShapedType::isDynamic(size) ? kLargestPlace : double(size)};
  }
  for (Operation &inner : op.getScoreBody().without_terminator())
    if (inner.getNumResults() == 1)
      intervals[inner.getResult(0)] = compute(inner);
}

Interval ScoreBound::compute(Operation &inner) const {
  if (auto constant = getConstant(inner.getResult(0)))
    return *constant;
  auto of = [&](unsigned operand) { return get(inner.getOperand(operand)); };
  auto monotonic = [&](double (*function)(double)) {
    return Interval{function(of(0).low), function(of(0).high)};
  };
  return llvm::TypeSwitch<Operation *, Interval>(&inner)
      .Case<arith::AddFOp, arith::AddIOp>(
          [&](auto) { return add(of(0), of(1)); })
      .Case<arith::SubFOp, arith::SubIOp>(
          [&](auto) { return add(of(0), negate(of(1))); })
      .Case<arith::MulFOp, arith::MulIOp>(
          [&](auto) { return multiply(of(0), of(1)); })
      .Case([&](arith::DivFOp) { return divide(of(0), of(1)); })
      .Case([&](math::FmaOp) { return add(multiply(of(0), of(1)), of(2)); })
      .Case([&](arith::NegFOp) { return negate(of(0)); })
      .Case<math::AbsFOp, math::AbsIOp>(
          [&](auto) { return Interval{0, of(0).getMagnitude()}; })
      .Case([&](arith::SelectOp) { return join(of(1), of(2)); })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
            arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp>(
          [&](auto) { return join(of(0), of(1)); })
      .Case<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::ExtSIOp,
            arith::IndexCastOp>([&](auto) { return of(0); })
      .Case<arith::UIToFPOp, arith::ExtUIOp>([&](auto) {
        return Interval{0, 2 * getRange(inner.getOperand(0).getType()).high};
      })
      .Case<arith::CmpIOp, arith::CmpFOp>([&](auto) { return Interval{0, 1}; })
      .Case<math::TanhOp, math::ErfOp, math::SinOp, math::CosOp>(
          [&](auto) { return Interval{-1, 1}; })
      .Case([&](math::ExpOp) { return monotonic(std::exp); })
      .Case([&](math::Exp2Op) { return monotonic(std::exp2); })
      .Default([](auto) { return Interval(); });
}

bool ScoreFunction::mayBeLarge() const {
  double most = ScoreBound(op).get(op.getYieldedScore()).getMagnitude();
  return !(most < kLarge);
}
