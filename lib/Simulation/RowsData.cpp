//===- RowsData.cpp - A problem of rows with known results ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowsData.h"
#include "AttentionData.h"
#include "ParsedProblem.h"
#include "ProblemMatrices.h"
#include "RowsDiagnosis.h"

#include "mlir-autotune/Kernels/RowsProblem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>

using namespace mlir;
using namespace mlir::autotune;
using reference::Result;

/// Each takes a microsecond or so for each operation on it.
static constexpr int64_t kMostEvaluated = int64_t(1) << 18;
static constexpr double kMostBytes = 1e9;
/// The widest access of a thread. Programs align the memory that they plan to
/// it.
static constexpr int64_t kAlignment = 16;

std::string autotune::getWhyNotSimulable(const RowsFact &fact) {
  if (fact.isNamed())
    return "only the hash of its operation is known";
  if (fact.rows * fact.columns > kMostEvaluated)
    return "it has more than " + std::to_string(kMostEvaluated) +
           " rows times columns";
  if (fact.getBytes() > kMostBytes)
    return "its operands have more than 1 GB";
  return "";
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static uint64_t getElement(const TensorFact &tensor, uint64_t random,
                           bool isPositive) {
  if (isFloat(tensor.element)) {
    constexpr int64_t kEighths = 16;
    int64_t eighths = isPositive
                          ? 1 + int64_t(random % (2 * kEighths))
                          : int64_t(random % (2 * kEighths + 1)) - kEighths;
    return reference::encode(reference::getElementType(tensor.element),
                             double(eighths) / 8);
  }
  // The limit of integers that are no indices is the largest of their type.
  constexpr int64_t kSmall = 100;
  int64_t largest = std::numeric_limits<int64_t>::max() >>
                    (64 - getElementBits(tensor.element));
  bool isIndex = tensor.limit != 0 && tensor.limit < largest;
  return random % uint64_t(isIndex ? tensor.limit : kSmall);
}

void RowsData::addInputs(uint64_t seed, bool isPositive) {
  operands.clear();
  for (auto [number, tensor] : llvm::enumerate(fact.inputs)) {
    StoredMatrix &input = operands.emplace_back();
    input.name = "input " + std::to_string(number);
    input.element = tensor.element;
    input.rows = 1;
    input.columns = input.rowStride = tensor.elements;
    input.alignment = kAlignment;
    input.bytes.resize(tensor.getBytes());
    for (int64_t i = 0; i < tensor.elements; ++i)
      simulation::store(
          input, i,
          getElement(tensor, simulation::getRandom(seed + 1000 * number, i),
                     isPositive));
  }
  for (auto [number, tensor] : llvm::enumerate(fact.outputs)) {
    StoredMatrix &output = operands.emplace_back();
    output.name = "output " + std::to_string(number);
    output.element = tensor.element;
    bool hasColumns = tensor.elements == fact.rows * fact.columns;
    output.rows = hasColumns ? fact.rows : tensor.elements;
    output.columns = output.rowStride = hasColumns ? fact.columns : 1;
    output.alignment = kAlignment;
    // NaN in every float format: what is not stored is wrong.
    output.bytes.assign(tensor.getBytes(), 0xFF);
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A boolean is a byte in memory, which is 0 or 1.
static Result asStored(Result result) {
  if (result.type.isFloat() || result.type.bits != 1)
    return result;
  result.type.bits = 8;
  std::tie(result.least, result.most) = std::pair(-result.most, -result.least);
  return result;
}

llvm::Error RowsData::evaluate(problem::RowsOp op) {
  auto results =
      evaluateRows(op, ArrayRef(operands).take_front(fact.inputs.size()));
  if (!results)
    return results.takeError();
  accepted = std::move(*results);
  for (AcceptedElements &elements : accepted)
    for (Result &element : elements)
      element = asStored(element);
  return llvm::Error::success();
}

std::string RowsData::getWhyUnchecked() const {
  for (auto [number, elements] : llvm::enumerate(accepted)) {
    size_t checked = llvm::count_if(elements, [](const Result &element) {
      bool isNaN = element.type.isFloat() && element.low > element.high;
      return !element.isAnything && !isNaN;
    });
    if (checked <= elements.size() / 2)
      return "most elements of output " + std::to_string(number) +
             " may be anything, or are NaN, for the inputs that are made";
  }
  return "";
}

static llvm::Error refuse(const RowsFact &fact, const llvm::Twine &why) {
  return llvm::createStringError("can't simulate " + fact.getKey() + ": " +
                                 why);
}

llvm::Expected<std::unique_ptr<RowsData>> RowsData::create(const RowsFact &fact,
                                                           uint64_t seed) {
  std::string whyNot = getWhyNotSimulable(fact);
  if (!whyNot.empty())
    return refuse(fact, whyNot);
  ParsedProblem parsed(fact);
  if (!parsed.module)
    return refuse(fact, parsed.whyNot);
  auto data = std::make_unique<RowsData>();
  data->fact = fact;
  for (bool isPositive : {false, true}) {
    data->addInputs(seed, isPositive);
    if (llvm::Error error = data->evaluate(parsed.getRows()))
      return refuse(fact, llvm::toString(std::move(error)));
    whyNot = data->getWhyUnchecked();
    if (whyNot.empty())
      return data;
  }
  return refuse(fact, whyNot);
}

std::string RowsData::diagnose(int operand, const unsigned char *base) const {
  const StoredMatrix &matrix = operands[operand];
  WrongRows wrong;
  wrong.output = operand - fact.inputs.size();
  wrong.columns = matrix.columns;
  int64_t bytes = matrix.getElementBytes();
  const AcceptedElements &elements = accepted[wrong.output];
  for (auto [offset, element] : llvm::enumerate(elements)) {
    uint64_t bits = 0;
    std::memcpy(&bits, base + offset * bytes, bytes);
    if (element.accepts(bits))
      continue;
    wrong.offsets.push_back(offset);
    wrong.bits.push_back(bits);
  }
  ParsedProblem parsed(fact);
  return diagnoseRows(parsed.getRows(),
                      ArrayRef(operands).take_front(fact.inputs.size()), wrong);
}

//===----------------------------------------------------------------------===//
// Any kind of problem
//===----------------------------------------------------------------------===//

SimulatedProblem::~SimulatedProblem() = default;

llvm::Expected<std::unique_ptr<SimulatedProblem>>
SimulatedProblem::create(const ProblemFact &fact, uint64_t seed) {
  if (fact.isRows())
    return RowsData::create(fact.getRows(), seed);
  if (fact.isAttention())
    return AttentionData::create(fact.getAttention(), seed);
  llvm::Expected<ProblemData> data = ProblemData::create(fact, seed);
  if (!data)
    return data.takeError();
  return std::make_unique<ProblemData>(std::move(*data));
}
