//===- AttentionEvaluation.cpp - What an attention comes to ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionEvaluation.h"
#include "ProblemMatrices.h"
#include "ScalarProgram.h"

#include "mlir-autotune/Analysis/Elements.h"

#include "llvm/Support/Error.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;
using Expected = AttentionData::Expected;
using reference::ElementType;
using reference::Result;

/// How far the logarithm of a weight may be off beside what the score function
/// permits: absolutely, and for each unit of a score. Kernels multiply scores
/// by log2(e), take exponentials of base 2, and compute some functions in a
/// shorter form (docs/design/numerics.md).
static constexpr double kScoreError = 0x1p-15, kScoreRoundoff = 0x1p-21;
/// From here on, kernels treat a score as large (ScoreFunction::mayBeLarge).
static constexpr double kLargeScore = 0x1p20;
/// What becomes of weights that are too small for a type of 16 bits.
static constexpr double kLeastWeight = 0x1p-24;

namespace {
/// One score: the number, and how far it may be off.
struct Score {
  double value = 0, error = 0;
  /// Whether the row may be anything, or must be NaN.
  bool isAnything = false, isNaN = false;
};

class AttentionEvaluator {
public:
  AttentionEvaluator(problem::AttentionOp op,
                     ArrayRef<const StoredMatrix *> inputs);

  llvm::Error prepare();
  std::vector<std::vector<Expected>> evaluate();

private:
  int64_t getSize(unsigned dim) { return op.getSize(dim); }
  int64_t getOffset(unsigned operand) const;
  double getProduct();
  Score getScore();
  void evaluateRow();
  void store(double largest);
  void storeEverywhere(Expected expected);

  problem::AttentionOp op;
  ArrayRef<const StoredMatrix *> inputs;
  std::optional<ScalarProgram> program;
  /// The elements between two indices of a dimension, for each operand.
  std::vector<std::vector<int64_t>> strides;
  /// Q, K and V.
  std::vector<double> numbers[3];
  std::vector<int64_t> indices;
  std::vector<Score> scores;
  std::vector<double> weights;
  std::vector<Result> arguments, terms;
  std::vector<std::vector<Expected>> results;
};
} // namespace

static ElementKind getKindOf(Value operand) {
  return *getElementKind(cast<ShapedType>(operand.getType()).getElementType());
}

/// Half of the distance between neighbours, relative to them.
static double getRoundoffOf(ElementKind kind) {
  return std::ldexp(1.0, -int(llvm::APFloat::semanticsPrecision(
                             simulation::getSemantics(kind))));
}

AttentionEvaluator::AttentionEvaluator(problem::AttentionOp op,
                                       ArrayRef<const StoredMatrix *> inputs)
    : op(op), inputs(inputs), indices(op.getNumDims()) {
  for (unsigned operand = 0; operand < op->getNumOperands(); ++operand) {
    auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
    std::vector<int64_t> &ofDims = strides.emplace_back(op.getNumDims());
    int64_t stride = 1;
    for (int64_t place = type.getRank(); place-- > 0;) {
      ofDims[op.getMap(operand).getDimPosition(place)] = stride;
      stride *= type.getDimSize(place);
    }
  }
  for (unsigned operand = 0; operand < 3; ++operand)
    for (int64_t i = 0; i < inputs[operand]->columns; ++i)
      numbers[operand].push_back(simulation::decode(
          inputs[operand]->element, simulation::load(*inputs[operand], i)));
  for (Value output : op.getInits())
    results.emplace_back(
        cast<RankedTensorType>(output.getType()).getNumElements());
}

/// A score function is evaluated from its text, one operation at a time.
llvm::Error AttentionEvaluator::prepare() {
  ScalarProgram::Outside outside;
  llvm::Expected<ScalarProgram> made =
      ScalarProgram::create(op.getScoreBody(), op.getScoreProduct(), outside);
  if (!made)
    return made.takeError();
  program = std::move(*made);
  return llvm::Error::success();
}

int64_t AttentionEvaluator::getOffset(unsigned operand) const {
  int64_t offset = 0;
  for (auto [index, stride] : llvm::zip_equal(indices, strides[operand]))
    offset += index * stride;
  return offset;
}

double AttentionEvaluator::getProduct() {
  indices[op.getDimD()] = 0;
  int64_t q = getOffset(0), k = getOffset(1);
  int64_t strideQ = strides[0][op.getDimD()],
          strideK = strides[1][op.getDimD()];
  double sum = 0;
  for (int64_t i = 0; i < getSize(op.getDimD()); ++i)
    sum += numbers[0][q + i * strideQ] * numbers[1][k + i * strideK];
  return sum;
}

Score AttentionEvaluator::getScore() {
  Score score;
  score.value = getProduct();
  if (op.getYieldedScore() != op.getScoreProduct()) {
    ElementType f32 = {ElementType::F32, 32};
    arguments = {
        reference::getExactly(f32, reference::encode(f32, score.value))};
    for (auto [number, element] : llvm::enumerate(op.getScoreElements())) {
      unsigned operand = 3 + number;
      arguments.push_back(reference::getExactly(
          getScalarType(element.getType()),
          simulation::load(*inputs[operand], getOffset(operand))));
    }
    for (unsigned dim = 0; dim <= op.getDimN(); ++dim)
      arguments.push_back(reference::getExactly({ElementType::Integer, 64},
                                                uint64_t(indices[dim])));
    program->run({}, arguments, terms);
    const Result &result = arguments.front();
    score.value = reference::decode(result.type, result.bits);
    score.isNaN = result.low > result.high;
    score.isAnything = result.isAnything || (result.mayBeNaN && !score.isNaN) ||
                       (result.low != result.high &&
                        (std::isinf(result.low) || std::isinf(result.high)));
    if (std::isfinite(score.value))
      score.error =
          std::max(result.high - score.value, score.value - result.low);
  }
  // A weight that is infinite makes the row NaN.
  score.isNaN |= std::isnan(score.value) ||
                 score.value == std::numeric_limits<double>::infinity();
  // Of larger scores, the maximum is subtracted before.
  if (std::isfinite(score.value))
    score.error +=
        kScoreError +
        kScoreRoundoff * std::min(std::abs(score.value), kLargeScore);
  return score;
}

void AttentionEvaluator::storeEverywhere(Expected expected) {
  for (unsigned number = 0; number < results.size(); ++number)
    for (int64_t e = 0; e < (number ? 1 : getSize(op.getDimE())); ++e) {
      indices[op.getDimE()] = e;
      results[number][getOffset(op.getInputs().size() + number)] = expected;
    }
}

/// The results of a row whose scores are known and finite, or -inf.
void AttentionEvaluator::store(double largest) {
  double sum = 0, error = 0;
  for (auto [score, weight] : llvm::zip_equal(scores, weights)) {
    weight = std::exp(score.value - largest);
    sum += weight;
    error += weight * score.error;
  }
  error /= sum;
  unsigned first = op.getInputs().size();
  double ofWeights = getRoundoffOf(inputs[2]->element);
  double ofResult = getRoundoffOf(getKindOf(op.getO()));
  int64_t stride = strides[2][op.getDimN()];
  for (int64_t e = 0; e < getSize(op.getDimE()); ++e) {
    indices[op.getDimE()] = e;
    indices[op.getDimN()] = 0;
    const double *value = &numbers[2][getOffset(2)];
    double mean = 0, off = 0, all = 0;
    for (size_t n = 0; n < scores.size(); ++n, value += stride) {
      mean += weights[n] * *value;
      off += weights[n] * std::abs(*value) *
             (ofWeights + std::expm1(scores[n].error));
      all += std::abs(*value);
    }
    Expected &made = results[0][getOffset(first)];
    made.value = mean / sum;
    made.tolerance = (off + kLeastWeight * all) / sum +
                     std::expm1(error) * std::abs(made.value);
    made.tolerance += ofResult * (std::abs(made.value) + made.tolerance);
  }
  if (results.size() == 1)
    return;
  Expected &made = results[1][getOffset(first + 1)];
  made.value = largest + std::log(sum);
  made.tolerance = error + kScoreRoundoff * std::abs(made.value);
}

void AttentionEvaluator::evaluateRow() {
  double largest = -std::numeric_limits<double>::infinity();
  bool isAnything = false, isNaN = false;
  for (int64_t n = 0; n < getSize(op.getDimN()); ++n) {
    indices[op.getDimN()] = n;
    scores[n] = getScore();
    isAnything |= scores[n].isAnything;
    isNaN |= scores[n].isNaN;
    largest = std::max(largest, scores[n].value);
  }
  Expected all;
  if (isAnything || isNaN) {
    all.isAnything = isAnything;
    all.value = std::numeric_limits<double>::quiet_NaN();
    return storeEverywhere(all);
  }
  if (std::isinf(largest)) {
    all.value =
        op.getZeroMaskedRows() ? 0 : std::numeric_limits<double>::quiet_NaN();
    storeEverywhere(all);
    if (results.size() > 1)
      results[1][getOffset(op.getInputs().size() + 1)].value = largest;
    return;
  }
  store(largest);
}

std::vector<std::vector<Expected>> AttentionEvaluator::evaluate() {
  scores.resize(getSize(op.getDimN()));
  weights.resize(scores.size());
  int64_t rows = 1;
  for (unsigned dim = 0; dim <= op.getDimM(); ++dim)
    rows *= getSize(dim);
  for (int64_t row = 0; row < rows; ++row) {
    int64_t rest = row;
    for (unsigned dim = op.getDimM() + 1; dim-- > 0; rest /= getSize(dim))
      indices[dim] = rest % getSize(dim);
    evaluateRow();
  }
  return std::move(results);
}

llvm::Expected<std::vector<std::vector<Expected>>>
autotune::evaluateAttention(problem::AttentionOp op,
                            ArrayRef<const StoredMatrix *> inputs) {
  AttentionEvaluator evaluator(op, inputs);
  if (llvm::Error error = evaluator.prepare())
    return error;
  return evaluator.evaluate();
}
