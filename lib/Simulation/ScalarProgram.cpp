//===- ScalarProgram.cpp - The body of an operation, evaluated ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarProgram.h"

#include "mlir-autotune/Analysis/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;
using reference::ElementType;
using reference::Result;

ElementType autotune::getScalarType(Type type) {
  if (type.isIndex())
    return {ElementType::Integer, 64};
  if (type.isInteger())
    return {ElementType::Integer, uint8_t(type.getIntOrFloatBitWidth())};
  return reference::getElementType(*getElementKind(type));
}

Result autotune::getConstantValue(TypedAttr attr) {
  ElementType type = getScalarType(attr.getType());
  if (auto number = dyn_cast<FloatAttr>(attr))
    return reference::getExactly(
        type, number.getValue().bitcastToAPInt().getZExtValue());
  APInt bits = cast<IntegerAttr>(attr).getValue();
  return reference::getExactly(type, bits.getZExtValue());
}

//===----------------------------------------------------------------------===//
// From operations to references
//===----------------------------------------------------------------------===//

static Type getPrintedType(Type type) {
  return type.isIndex() ? IntegerType::get(type.getContext(), 64) : type;
}

/// An index is an i64, so a cast of one extends or truncates. Returns the cast
/// value, which is the operand itself if nothing is left to do.
static Value createCast(OpBuilder &b, Operation *inner, Value operand) {
  Type to = getPrintedType(inner->getResult(0).getType());
  unsigned before = operand.getType().getIntOrFloatBitWidth();
  unsigned after = to.getIntOrFloatBitWidth();
  Location loc = inner->getLoc();
  if (before == after)
    return operand;
  if (before > after)
    return arith::TruncIOp::create(b, loc, to, operand);
  if (isa<arith::IndexCastUIOp>(inner))
    return arith::ExtUIOp::create(b, loc, to, operand);
  return arith::ExtSIOp::create(b, loc, to, operand);
}

/// A function that does what one operation does, as MLIR prints it.
static std::string getText(Operation *inner) {
  OpBuilder b(inner->getContext());
  auto getTypes = [](TypeRange types) {
    return llvm::map_to_vector(types, getPrintedType);
  };
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(
      inner->getLoc(), "f",
      b.getFunctionType(getTypes(inner->getOperandTypes()),
                        getTypes(inner->getResultTypes())));
  Block *body = function->addEntryBlock();
  b.setInsertionPointToStart(body);
  SmallVector<Value> results;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(inner)) {
    results.push_back(createCast(b, inner, body->getArgument(0)));
  } else {
    Operation *copy = inner->clone();
    copy->setOperands(body->getArguments());
    for (Value result : copy->getResults())
      result.setType(getPrintedType(result.getType()));
    b.insert(copy);
    llvm::append_range(results, copy->getResults());
  }
  func::ReturnOp::create(b, inner->getLoc(), results);
  std::string text;
  llvm::raw_string_ostream os(text);
  function->print(os, OpPrintingFlags().useLocalScope());
  return text;
}

size_t ScalarProgram::addSlot(Value value) {
  slots[value] = values.size();
  values.emplace_back();
  return values.size() - 1;
}

size_t ScalarProgram::getSlot(Value value) {
  auto known = slots.find(value);
  if (known != slots.end())
    return known->second;
  size_t slot = addSlot(value);
  values[slot] = outside.getNumber(value);
  return slot;
}

llvm::Error ScalarProgram::addStep(Operation *inner) {
  // An assertion makes no element.
  if (isa<cf::AssertOp>(inner))
    return llvm::Error::success();
  if (auto constant = dyn_cast<arith::ConstantOp>(inner)) {
    size_t slot = addSlot(constant.getResult());
    values[slot] = getConstantValue(constant.getValue());
    return llvm::Error::success();
  }
  Step step;
  if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    step.kind = Step::Kind::Index;
    step.dim = index.getDim();
  } else if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
    step.kind = Step::Kind::Gather;
    step.tensor = extract.getTensor();
    for (Value operand : extract.getIndices())
      step.operands.push_back(getSlot(operand));
  } else {
    step.kind = Step::Kind::Call;
    for (Value operand : inner->getOperands())
      step.operands.push_back(getSlot(operand));
    std::string whyNot;
    step.function = reference::Function::parse(getText(inner), whyNot);
    if (!step.function)
      return llvm::createStringError(whyNot);
  }
  step.result = values.size();
  for (Value result : inner->getResults())
    addSlot(result);
  steps.push_back(std::move(step));
  return llvm::Error::success();
}

/// Finds the value of each result, and the terms of a sum that the body adds.
void ScalarProgram::addResults(Block &body, ValueRange sums) {
  for (auto [value, sum] :
       llvm::zip_equal(body.getTerminator()->getOperands(), sums)) {
    Yielded &yielded = results.emplace_back();
    yielded.value = getSlot(value);
    Operation *combiner = value.getDefiningOp();
    if (!isa_and_nonnull<arith::AddFOp, arith::MulFOp>(combiner))
      continue;
    for (unsigned side : {0, 1})
      if (combiner->getOperand(side) == sum) {
        yielded.order =
            isa<arith::AddFOp>(combiner) ? Order::Sum : Order::Product;
        yielded.term = getSlot(combiner->getOperand(1 - side));
      }
  }
}

llvm::Expected<ScalarProgram> ScalarProgram::create(linalg::GenericOp op,
                                                    const Outside &outside) {
  return create(*op.getBody(), ValueRange(op.getRegionOutputArgs()), outside);
}

llvm::Expected<ScalarProgram>
ScalarProgram::create(Block &body, ValueRange sums, const Outside &outside) {
  ScalarProgram program;
  program.outside = outside;
  for (Value argument : body.getArguments())
    program.addSlot(argument);
  for (Operation &inner : body.without_terminator())
    if (llvm::Error error = program.addStep(&inner))
      return error;
  program.addResults(body, sums);
  return program;
}

//===----------------------------------------------------------------------===//
// One point
//===----------------------------------------------------------------------===//

/// An index that is not known, or that lies outside, makes any element.
Result ScalarProgram::gather(const Step &step) const {
  auto type = cast<RankedTensorType>(step.tensor.getType());
  Result unknown;
  unknown.type = getScalarType(type.getElementType());
  unknown.isAnything = true;
  int64_t offset = 0;
  for (auto [size, slot] : llvm::zip_equal(type.getShape(), step.operands)) {
    const Result &index = values[slot];
    if (index.isAnything || index.least != index.most || index.least < 0 ||
        index.least >= size)
      return unknown;
    offset = offset * size + index.least;
  }
  return outside.getElement(step.tensor, offset);
}

void ScalarProgram::run(ArrayRef<int64_t> loops, std::vector<Result> &arguments,
                        std::vector<Result> &terms) {
  llvm::copy(arguments, values.begin());
  std::vector<Result> operands;
  for (const Step &step : steps) {
    switch (step.kind) {
    case Step::Kind::Index:
      values[step.result] = reference::getExactly({ElementType::Integer, 64},
                                                  uint64_t(loops[step.dim]));
      break;
    case Step::Kind::Gather:
      values[step.result] = gather(step);
      break;
    case Step::Kind::Call:
      operands.clear();
      for (size_t operand : step.operands)
        operands.push_back(values[operand]);
      llvm::copy(step.function->evaluate(operands),
                 values.begin() + step.result);
      break;
    }
  }
  arguments.clear();
  terms.clear();
  for (const Yielded &yielded : results) {
    arguments.push_back(values[yielded.value]);
    terms.push_back(values[yielded.term]);
  }
}
