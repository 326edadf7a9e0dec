//===- AttentionData.cpp - An attention with known results ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionData.h"
#include "AttentionEvaluation.h"
#include "ParsedProblem.h"
#include "ProblemMatrices.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Problem/Measurable.h"
#include "mlir-autotune/Reference/Function.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

/// Pairs of a query and a key, each of which takes some microseconds.
static constexpr double kMostPairs = double(1 << 20);
/// Products of a pair's elements.
static constexpr double kMostProducts = 1e9;

std::string autotune::getWhyNotSimulable(const AttentionFact &fact) {
  std::string why = getWhyNotMeasurable(ProblemFact(fact));
  if (!why.empty())
    return why;
  double pairs = double(fact.batch) * double(fact.heads) *
                 double(fact.queries) * double(fact.keys);
  if (pairs > kMostPairs)
    return "it has more than " + std::to_string(int64_t(kMostPairs)) +
           " pairs of a query and a key";
  if (pairs * double(fact.depth + fact.columns) > kMostProducts)
    return "it has more than " + std::to_string(int64_t(kMostProducts)) +
           " products";
  return "";
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Integers are below `limit`.
static uint64_t getElement(ElementKind element, uint64_t limit,
                           uint64_t random) {
  constexpr int64_t kEighths = 16;
  if (isFloat(element))
    return reference::encode(
        reference::getElementType(element),
        double(int64_t(random % (2 * kEighths + 1)) - kEighths) / 8);
  return random % limit;
}

static StoredMatrix makeOperand(problem::AttentionOp op, unsigned operand,
                                const TensorView &view) {
  auto type = cast<RankedTensorType>(op->getOperand(operand).getType());
  StoredMatrix matrix;
  matrix.element = *getReadKind(type.getElementType());
  matrix.rows = 1;
  matrix.columns = matrix.rowStride = type.getNumElements();
  matrix.view = view;
  matrix.bytes.resize(getBytesOf(matrix.element, type.getNumElements()));
  return matrix;
}

/// How the rows of an output are called in messages.
static void setRows(StoredMatrix &matrix, RankedTensorType type) {
  matrix.columns = matrix.rowStride =
      type.getRank() ? type.getShape().back() : 1;
  matrix.rows = type.getNumElements() / matrix.columns;
}

void AttentionData::addOperands(problem::AttentionOp op, uint64_t seed) {
  std::string whyNot;
  AttentionViews views = *AttentionViews::create(op, whyNot);
  static constexpr StringLiteral kNames[] = {"q", "k", "v"};
  unsigned firstOutput = op.getInputs().size();
  for (unsigned number : getKernelOrder(op)) {
    StoredMatrix &matrix =
        operands.emplace_back(makeOperand(op, number, views.getView(number)));
    auto type = cast<RankedTensorType>(op->getOperand(number).getType());
    if (number >= firstOutput) {
      matrix.name = number == firstOutput ? "o" : "lse";
      setRows(matrix, type);
      // NaN in every float format: what is not stored is wrong.
      matrix.bytes.assign(matrix.bytes.size(), 0xFF);
      continue;
    }
    matrix.name =
        number < 3 ? kNames[number].str() : "input " + std::to_string(number);
    // Those of 8 bits may be booleans.
    uint64_t limit = getElementBits(matrix.element) == 8 ? 2 : 4;
    if (number >= 3 && fact.extras[number - 3].limit)
      limit = uint64_t(fact.extras[number - 3].limit);
    for (int64_t i = 0; i < matrix.columns; ++i)
      simulation::store(
          matrix, i,
          getElement(matrix.element, limit,
                     simulation::getRandom(seed + 1000 * number, i)));
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

std::string AttentionData::getWhyUnchecked() const {
  for (auto [number, elements] : llvm::enumerate(expected)) {
    size_t checked = llvm::count_if(elements, [](const Expected &element) {
      return !element.isAnything && !std::isnan(element.value);
    });
    if (checked <= elements.size() / 2)
      return "most elements of output " + std::to_string(number) +
             " may be anything, or are NaN, for the inputs that are made";
  }
  return "";
}

bool AttentionData::accepts(const OutputElement &place, uint64_t got) const {
  const Expected &want = getExpected(place);
  if (want.isAnything)
    return true;
  double number = simulation::decode(operands[place.operand].element, got);
  if (std::isnan(want.value) || std::isinf(want.value))
    return std::isnan(want.value) ? std::isnan(number) : number == want.value;
  return std::abs(number - want.value) <= want.tolerance;
}

std::string AttentionData::describeExpected(const OutputElement &place) const {
  const Expected &want = getExpected(place);
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.6g (+- %.2g)", want.value, want.tolerance);
  return text;
}

llvm::Expected<std::unique_ptr<AttentionData>>
AttentionData::create(const AttentionFact &fact, uint64_t seed) {
  auto refuse = [&](const llvm::Twine &why) {
    return llvm::createStringError("can't simulate " + fact.getKey() + ": " +
                                   why);
  };
  std::string whyNot = getWhyNotSimulable(fact);
  if (!whyNot.empty())
    return refuse(whyNot);
  ParsedProblem parsed(fact);
  if (!parsed.module)
    return refuse(parsed.whyNot);
  auto data = std::make_unique<AttentionData>();
  data->fact = fact;
  problem::AttentionOp op = parsed.getAttention();
  data->addOperands(op, seed);
  std::vector<const StoredMatrix *> inputs(op.getInputs().size());
  for (auto [place, number] : llvm::enumerate(getKernelOrder(op)))
    if (number < inputs.size())
      inputs[number] = &data->operands[place];
  auto evaluated = evaluateAttention(op, inputs);
  if (!evaluated)
    return refuse(llvm::toString(evaluated.takeError()));
  data->expected = std::move(*evaluated);
  whyNot = data->getWhyUnchecked();
  if (!whyNot.empty())
    return refuse(whyNot);
  return data;
}
