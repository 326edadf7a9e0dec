//===- SoftmaxMatcher.cpp - A softmax in a graph of elements --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SoftmaxMatcher.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseSet.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kLn2 = 0.69314718055994530942;

static bool hasPart(const Element *element,
                    llvm::function_ref<bool(const Element *)> isPart,
                    llvm::SmallDenseSet<const Element *> &seen) {
  if (!seen.insert(element).second)
    return false;
  return isPart(element) ||
         (!element->isProduct &&
          llvm::any_of(element->operands, [&](const Element *operand) {
            return hasPart(operand, isPart, seen);
          }));
}

bool autotune::looksLikeSoftmax(const Element *element) {
  auto has = [&](llvm::function_ref<bool(const Element *)> isPart) {
    llvm::SmallDenseSet<const Element *> seen;
    return hasPart(element, isPart, seen);
  };
  auto isSoftmax = [](const Element *each) {
    return each->kind == Element::Kind::Softmax && each->hasProduct;
  };
  auto isExponential = [](const Element *each) {
    return each->is<math::ExpOp, math::Exp2Op>();
  };
  auto isReduced = [](const Element *each) {
    return each->kind == Element::Kind::Reduce && !each->isProduct &&
           each->hasProduct;
  };
  return has(isSoftmax) || (has(isExponential) && has(isReduced));
}

const Element *autotune::stripConversions(const Element *element) {
  while (element->is<arith::TruncFOp, arith::ExtFOp>())
    element = element->operands[0];
  return element;
}

MatchedGuard autotune::matchGuard(const Element *element) {
  if (!element->is<arith::SelectOp>())
    return {element};
  if (isConstant(element->operands[1], 0))
    return {element->operands[2], element->operands[0]};
  if (isConstant(element->operands[2], 0))
    return {element->operands[1], element->operands[0], /*isInverted=*/true};
  return {element};
}

std::optional<std::pair<const Element *, const Element *>>
autotune::matchQuotient(const Element *element) {
  if (element->is<arith::DivFOp>())
    return std::pair(element->operands[0], element->operands[1]);
  if (!element->is<arith::MulFOp>())
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    const Element *inverse = element->operands[i];
    if (inverse->is<arith::DivFOp>() && isConstant(inverse->operands[0], 1))
      return std::pair(element->operands[1 - i], inverse->operands[1]);
  }
  return std::nullopt;
}

static bool isReduction(const Element *element, Combiner combiner, Axis n) {
  return element->kind == Element::Kind::Reduce && !element->isProduct &&
         element->combiner == combiner && element->bound == n;
}

/// The greatest of the scores, which a reduction of any start finds that is
/// below all finite numbers.
static bool isMaximum(const Element *element, const Element *scores, Axis n) {
  if (!isReduction(element, Combiner::Max, n) ||
      element->operands[0] != scores ||
      element->operands[1]->kind != Element::Kind::Constant)
    return false;
  auto start = dyn_cast<FloatAttr>(element->operands[1]->value);
  return start &&
         (start.getValue().isInfinity() || start.getValue().isLargest()) &&
         start.getValue().isNegative();
}

static bool isCompared(const Element *element, arith::CmpFPredicate predicate,
                       double with) {
  return element->is<arith::CmpFOp>() &&
         cast<arith::CmpFOp>(element->op).getPredicate() == predicate &&
         isConstant(element->operands[1], with);
}

static const Element *getNegated(const Element *element) {
  if (element->is<arith::XOrIOp>())
    for (unsigned i : {0u, 1u})
      if (isConstant(element->operands[i], 1))
        return element->operands[1 - i];
  return nullptr;
}

/// Whether `condition` is that one score is masked, or with `isInverted`, that
/// it is not.
static bool isMasked(const Element *condition, const Element *score,
                     bool isInverted) {
  if (const Element *negated = getNegated(condition))
    return isMasked(negated, score, !isInverted);
  if (isCompared(condition,
                 isInverted ? arith::CmpFPredicate::ONE
                            : arith::CmpFPredicate::OEQ,
                 -kInfinity) ||
      isCompared(condition,
                 isInverted ? arith::CmpFPredicate::UNE
                            : arith::CmpFPredicate::UEQ,
                 -kInfinity))
    return stripConversions(condition->operands[0]) == stripConversions(score);
  return false;
}

/// Whether `condition` is that all scores are masked, or with `isInverted`,
/// that one is not.
static bool areAllMasked(const Element *condition, const Element *scores,
                         Axis n, bool isInverted) {
  if (const Element *negated = getNegated(condition))
    return areAllMasked(negated, scores, n, !isInverted);
  Combiner combiner = isInverted ? Combiner::Or : Combiner::And;
  if (isReduction(condition, combiner, n))
    return isConstant(condition->operands[1], isInverted ? 0 : 1) &&
           isMasked(condition->operands[0], scores, isInverted);
  if (!condition->is<arith::CmpFOp>())
    return false;
  const Element *maximum = stripConversions(condition->operands[0]);
  return isMaximum(maximum, scores, n) &&
         isMasked(condition, maximum, isInverted);
}

namespace {
/// Of exp(scores * factor - maximum), or of another base.
struct Exponential {
  const Element *scores = nullptr;
  double factor = 1;
  /// Whether the maximum of masked scores is taken as 0, so that their
  /// exponentials are 0 and not NaN.
  bool isClamped = false;
};
} // namespace

static std::optional<Exponential> matchDifference(const Element *element,
                                                  Axis n) {
  if (!element->is<arith::SubFOp>())
    return std::nullopt;
  Exponential match;
  match.scores = element->operands[0];
  const Element *maximum = element->operands[1];
  MatchedGuard guard = matchGuard(maximum);
  if (guard.condition &&
      areAllMasked(guard.condition, match.scores, n, guard.isInverted)) {
    match.isClamped = true;
    maximum = guard.element;
  }
  if (!isMaximum(maximum, match.scores, n))
    return std::nullopt;
  return match;
}

static std::optional<Exponential> matchExponential(const Element *element,
                                                   Axis n) {
  if (!element->is<math::ExpOp, math::Exp2Op>())
    return std::nullopt;
  double factor = element->is<math::Exp2Op>() ? kLn2 : 1;
  const Element *power = element->operands[0];
  if (power->is<arith::MulFOp>())
    for (unsigned i : {0u, 1u}) {
      auto value = dyn_cast_if_present<FloatAttr>(power->operands[i]->value);
      if (value && value.getValueAsDouble() > 0 &&
          power->operands[1 - i]->is<arith::SubFOp>()) {
        factor *= value.getValueAsDouble();
        power = power->operands[1 - i];
        break;
      }
    }
  std::optional<Exponential> match = matchDifference(power, n);
  // A rounded logarithm of 2 is one.
  if (match && std::abs(factor - 1) > 1e-6)
    match->factor = factor;
  return match;
}

/// No score that is not masked is as low.
static bool isVeryLow(const Element *element) {
  auto value = dyn_cast_if_present<FloatAttr>(element->value);
  return value && value.getValueAsDouble() < -1e30;
}

/// If an element is the greater one of another and a very low number: the
/// other.
static const Element *getClamped(const Element *element) {
  if (element->is<arith::MaximumFOp, arith::MaxNumFOp>())
    for (unsigned i : {0u, 1u})
      if (isVeryLow(element->operands[i]))
        return element->operands[1 - i];
  if (!element->is<arith::SelectOp>() ||
      !element->operands[0]->is<arith::CmpFOp>())
    return nullptr;
  const Element *compare = element->operands[0];
  bool isLess = false;
  switch (cast<arith::CmpFOp>(compare->op).getPredicate()) {
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
  case arith::CmpFPredicate::ULT:
  case arith::CmpFPredicate::ULE:
    isLess = true;
    break;
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
  case arith::CmpFPredicate::UGT:
  case arith::CmpFPredicate::UGE:
    break;
  default:
    return nullptr;
  }
  const Element *other = compare->operands[0], *low = compare->operands[1];
  return isVeryLow(low) && element->operands[isLess ? 1 : 2] == low &&
                 element->operands[isLess ? 2 : 1] == other
             ? other
             : nullptr;
}

/// If the weights of masked scores are selected to be zero, by the condition
/// that selected a very low number as their scores, or that they are -inf and
/// not that number: the scores with -inf in the place of the number.
static const Element *maskScores(ElementGraph &graph, const MatchedGuard &guard,
                                 const Element *scores) {
  if (!guard.condition)
    return nullptr;
  if (const Element *clamped = getClamped(scores))
    return isMasked(guard.condition, clamped, guard.isInverted) ? clamped
                                                                : nullptr;
  if (!scores->is<arith::SelectOp>() || scores->operands[0] != guard.condition)
    return nullptr;
  unsigned masked = guard.isInverted ? 2 : 1;
  if (!isVeryLow(scores->operands[masked]))
    return nullptr;
  SmallVector<const Element *, 2> operands = scores->operands;
  operands[masked] =
      graph.getConstant(FloatAttr::get(scores->type, -kInfinity));
  return graph.replaceOperands(scores, operands);
}

std::optional<MatchedSoftmax> autotune::matchSoftmax(ElementGraph &graph,
                                                     const Element *weights,
                                                     const Element *sum,
                                                     MatchedGuard guard, Axis n,
                                                     std::string &whyNot) {
  weights = stripConversions(weights);
  MatchedGuard ofWeights = matchGuard(weights);
  if (ofWeights.condition) {
    if (guard.condition) {
      whyNot = "both the weights and the result are selected by conditions";
      return std::nullopt;
    }
    guard = ofWeights;
    weights = stripConversions(ofWeights.element);
  }
  if (!weights->type.isF32()) {
    whyNot = "the softmax is not computed in f32";
    return std::nullopt;
  }
  MatchedSoftmax match;
  bool isClamped = false, isNeverZero = false;
  if (weights->kind == Element::Kind::Softmax && !sum) {
    match.scores = weights->operands[0];
  } else {
    if (auto quotient = sum ? std::nullopt : matchQuotient(weights))
      std::tie(weights, sum) = *quotient;
    std::optional<Exponential> exponential = matchExponential(weights, n);
    if (!exponential) {
      whyNot = "the weights of the second product are not exponentials of "
               "scores without their maximum";
      return std::nullopt;
    }
    // A sum of 0 may be replaced, so that masked rows are zero.
    if (sum && sum->is<arith::SelectOp>() &&
        isCompared(sum->operands[0], arith::CmpFPredicate::OEQ, 0) &&
        sum->operands[0]->operands[0] == sum->operands[2] &&
        isConstant(sum->operands[1], 1)) {
      isNeverZero = true;
      sum = sum->operands[2];
    }
    if (!sum || !isReduction(sum, Combiner::Add, n) ||
        sum->operands[0] != weights || !isConstant(sum->operands[1], 0)) {
      whyNot = "the exponentials are not divided by their sum";
      return std::nullopt;
    }
    isClamped = exponential->isClamped;
    match.scores = exponential->scores;
    match.factor = exponential->factor;
  }
  const Element *masked = maskScores(graph, guard, match.scores);
  if (masked)
    match.scores = masked;
  else if (guard.condition &&
           !areAllMasked(guard.condition, match.scores, n, guard.isInverted)) {
    whyNot = "the weights are selected by a condition that is neither the mask "
             "nor that all scores of a row are -inf";
    return std::nullopt;
  }
  match.hasZeroRows = guard.condition || (isClamped && isNeverZero);
  if (isNeverZero && !isClamped && !guard.condition) {
    whyNot = "the sum of the exponentials is replaced where it is 0, which it "
             "is nowhere";
    return std::nullopt;
  }
  return match;
}
