//===- LoopElements.cpp - Elements within linalg operations ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;

bool autotune::hasOnlyArithmetic(linalg::LinalgOp op) {
  return llvm::all_of(op.getBlock()->without_terminator(), [](Operation &each) {
    return isMemoryEffectFree(&each) && each.getNumRegions() == 0 &&
           each.getNumResults() == 1;
  });
}

ProductSize autotune::getLoopSize(SizeReader &sizes, linalg::LinalgOp op,
                                  unsigned loop) {
  std::optional<ProductSize> size;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    for (auto [dim, index] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      auto position = dyn_cast<AffineDimExpr>(index);
      if (!position || position.getPosition() != loop)
        continue;
      ProductSize found = sizes.getDim(operand.get(), dim);
      if (!size || found.isStatic())
        size = found;
    }
  }
  return *size;
}

/// The maximum of two values, also as a comparison and a selection.
static std::optional<std::pair<Value, Value>> matchMaximum(Operation *op) {
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return std::pair(op->getOperand(0), op->getOperand(1));
  auto select = dyn_cast<arith::SelectOp>(op);
  auto compare = select ? select.getCondition().getDefiningOp<arith::CmpFOp>()
                        : arith::CmpFOp();
  if (!compare || compare.getLhs() != select.getTrueValue() ||
      compare.getRhs() != select.getFalseValue())
    return std::nullopt;
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
  case arith::CmpFPredicate::UGT:
  case arith::CmpFPredicate::UGE:
    return std::pair(compare.getLhs(), compare.getRhs());
  default:
    return std::nullopt;
  }
}

/// Whether a value of a body is computed from another one.
static bool dependsOn(Value value, Value on) {
  SmallVector<Value> stack = {value};
  llvm::SmallDenseSet<Value> seen;
  while (!stack.empty()) {
    Value each = stack.pop_back_val();
    if (each == on)
      return true;
    Operation *op = each.getDefiningOp();
    if (op && op->getBlock() == on.getParentBlock() && seen.insert(each).second)
      llvm::append_range(stack, op->getOperands());
  }
  return false;
}

std::optional<MatchedCombiner> autotune::matchCombiner(linalg::LinalgOp op,
                                                       unsigned result) {
  Block *body = op.getBlock();
  Value soFar = op.getMatchingBlockArgument(op.getDpsInitOperand(result));
  Operation *combined =
      body->getTerminator()->getOperand(result).getDefiningOp();
  if (!combined || combined->getBlock() != body)
    return std::nullopt;
  MatchedCombiner match;
  std::pair<Value, Value> both;
  if (auto maximum = matchMaximum(combined)) {
    match.combiner = Combiner::Max;
    both = *maximum;
  } else {
    if (combined->getNumOperands() != 2)
      return std::nullopt;
    both = {combined->getOperand(0), combined->getOperand(1)};
    if (isa<arith::AddFOp>(combined))
      match.combiner = Combiner::Add;
    else if (isa<arith::AndIOp>(combined))
      match.combiner = Combiner::And;
    else if (isa<arith::OrIOp>(combined))
      match.combiner = Combiner::Or;
  }
  if (both.first != soFar)
    std::swap(both.first, both.second);
  if (both.first != soFar || dependsOn(both.second, soFar))
    return std::nullopt;
  match.element = both.second;
  match.isProduct = match.combiner == Combiner::Add &&
                    match.element.getDefiningOp<arith::MulFOp>();
  return match;
}

/// The element of an operand that an iteration reads, or null.
const Element *LoopElements::getOperand(OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return graph.getScalar(operand.get());
  SmallVector<Place> places;
  for (auto [dim, index] :
       llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
    if (auto loop = dyn_cast<AffineDimExpr>(index)) {
      places.push_back(loops[loop.getPosition()]);
      continue;
    }
    auto constant = dyn_cast<AffineConstantExpr>(index);
    if (!constant || constant.getValue() != 0 || type.getDimSize(dim) != 1)
      return nullptr;
    places.emplace_back();
  }
  return graph.getRead(operand.get(), places);
}

/// Whether an index runs through a dimension of this size.
bool LoopElements::hasSize(const Element *index, const ProductSize &size) {
  auto it = sizes.find(index);
  return size == graph.getSize(index->place) ||
         (it != sizes.end() && size == it->second);
}

/// If `select` is how torch-mlir reads a dimension that may be broadcast, with
/// index 0 if there is one element: the index itself, if the loop has as many
/// iterations as the dimension elements.
const Element *LoopElements::foldBroadcast(ArrayRef<const Element *> operands) {
  const Element *condition = operands[0], *index = operands[2];
  if (!condition->is<arith::CmpIOp>() ||
      cast<arith::CmpIOp>(condition->op).getPredicate() !=
          arith::CmpIPredicate::eq ||
      !isConstant(condition->operands[1], 1) || !isConstant(operands[1], 0) ||
      index->kind != Element::Kind::Index)
    return nullptr;
  Value size = graph.getScalarOf(condition->operands[0]);
  std::optional<ProductSize> known =
      size ? graph.getSizes().getSize(size) : std::nullopt;
  return known && hasSize(index, *known) ? index : nullptr;
}

/// What tensor.extract reads if its indices are those of loops.
const Element *LoopElements::getExtracted(Operation *op) {
  auto extract = cast<tensor::ExtractOp>(op);
  RankedTensorType type = extract.getTensor().getType();
  SmallVector<Place> places;
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    const Element *element = get(index);
    if (!element)
      return nullptr;
    element = resolve(element);
    // All elements along a dimension are read, or the only one.
    if (element->kind == Element::Kind::Index &&
        hasSize(element, graph.getSizes().getDim(extract.getTensor(), dim)))
      places.push_back(element->place);
    else if (isConstant(element, 0) && type.getDimSize(dim) == 1)
      places.emplace_back();
    else
      return nullptr;
  }
  return graph.getRead(extract.getTensor(), places);
}

const Element *LoopElements::get(Value value) {
  auto [it, isNew] = known.try_emplace(value, nullptr);
  if (!isNew)
    return it->second;
  const Element *element = compute(value);
  return known[value] = element;
}

const Element *LoopElements::compute(Value value) {
  Block *body = op.getBlock();
  if (value.getParentBlock() != body)
    return graph.getScalar(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getOperand(*op.getMatchingOpOperand(argument));
  Operation *definition = value.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(definition)) {
    const Element *element =
        graph.getIndex(loops[index.getDim()], value.getType());
    sizes.try_emplace(element,
                      getLoopSize(graph.getSizes(), op, index.getDim()));
    return element;
  }
  if (isa<tensor::ExtractOp>(definition)) {
    const Element *extracted = getExtracted(definition);
    return extracted ? extracted : graph.getScalar(value, /*isOpaque=*/true);
  }
  if (!isa<arith::ArithDialect, math::MathDialect>(definition->getDialect()))
    return graph.getScalar(value, /*isOpaque=*/true);
  SmallVector<const Element *> operands;
  for (Value operand : definition->getOperands()) {
    const Element *element = get(operand);
    if (!element)
      return nullptr;
    operands.push_back(element);
  }
  if (isa<arith::SelectOp>(definition))
    if (const Element *index = foldBroadcast(operands))
      return index;
  return graph.apply(definition, value.getType(), operands);
}
