//===- ElementGraph.cpp - How an element is computed ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::autotune;

bool autotune::isConstant(const Element *element, double value) {
  if (element->kind != Element::Kind::Constant)
    return false;
  if (auto number = dyn_cast<FloatAttr>(element->value))
    return number.getValueAsDouble() == value;
  auto number = dyn_cast<IntegerAttr>(element->value);
  if (!number)
    return false;
  bool isBoolean = number.getType().isInteger(1);
  return double(isBoolean ? int64_t(number.getValue().getZExtValue())
                          : number.getValue().getSExtValue()) == value;
}

/// Whether an operation takes much longer than an addition.
static bool isExpensive(Operation *op) {
  return isa<math::MathDialect>(op->getDialect()) ||
         isa<arith::DivFOp, arith::DivSIOp, arith::RemSIOp>(op);
}

/// Sets what follows from an element's operands.
static void setDependences(Element &element) {
  auto add = [&](ArrayRef<Axis> axes) {
    for (Axis axis : axes)
      if (!llvm::is_contained(element.axes, axis))
        element.axes.push_back(axis);
  };
  element.axes.clear();
  add(element.place);
  // What a reduction reads has no other axes than the reduction's own.
  for (const Place &place : element.places)
    add(place);
  bool isApplied = element.kind == Element::Kind::Apply;
  element.isExpensive = isApplied && isExpensive(element.op);
  element.hasRead = element.kind == Element::Kind::Read ||
                    element.kind == Element::Kind::Reduce ||
                    element.kind == Element::Kind::Softmax;
  element.hasProduct = element.isProduct;
  for (const Element *operand : element.operands) {
    element.isOpaque |= operand->isOpaque;
    element.hasProduct |= operand->hasProduct;
    if (!isApplied)
      continue;
    add(operand->axes);
    element.hasRead |= operand->hasRead;
    element.isExpensive |= operand->isExpensive;
  }
}

static void addPlace(std::vector<uintptr_t> &key, const Place &place) {
  key.push_back(place.size());
  key.insert(key.end(), place.begin(), place.end());
}

const Element *ElementGraph::getOther(Element element) {
  std::vector<uintptr_t> key = {uintptr_t(element.kind),
                                uintptr_t(element.type.getAsOpaquePointer()),
                                uintptr_t(element.value.getAsOpaquePointer()),
                                uintptr_t(element.source.getAsOpaquePointer())};
  addPlace(key, element.place);
  for (const Place &place : element.places)
    addPlace(key, place);
  if (element.kind == Element::Kind::Apply) {
    // Equal operations of equal operands are equal, wherever they stand.
    key.push_back(uintptr_t(element.op->getName().getAsOpaquePointer()));
    key.push_back(
        uintptr_t(element.op->getAttrDictionary().getAsOpaquePointer()));
  } else {
    key.push_back(uintptr_t(element.op));
  }
  for (const Element *operand : element.operands)
    key.push_back(uintptr_t(operand));
  const Element *&found = known[std::move(key)];
  if (!found) {
    setDependences(element);
    elements.push_back(std::move(element));
    found = &elements.back();
  }
  return found;
}

const Element *ElementGraph::getConstant(TypedAttr value) {
  Element element;
  element.type = value.getType();
  element.value = value;
  return getOther(std::move(element));
}

const Element *ElementGraph::getIndex(const Place &place, Type type) {
  if (place.empty())
    return getConstant(IntegerAttr::get(type, 0));
  Element element;
  element.kind = Element::Kind::Index;
  element.type = type;
  element.place = place;
  return getOther(std::move(element));
}

const Element *ElementGraph::getScalar(Value value, bool isOpaque) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    if (auto typed = dyn_cast<TypedAttr>(constant))
      return getConstant(typed);
  if (value.getType().isIntOrIndex())
    if (std::optional<ProductSize> size = sizes.getSize(value);
        size && size->isStatic())
      return getConstant(IntegerAttr::get(value.getType(), size->number));
  Operation *op = value.getDefiningOp();
  if (op && !isOpaque && op->getNumResults() == 1 &&
      isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
      value.getType().isIntOrIndexOrFloat() && !isTooLarge()) {
    SmallVector<const Element *> operands;
    for (Value operand : op->getOperands())
      operands.push_back(getScalar(operand));
    const Element *applied = apply(op, value.getType(), operands);
    scalars.try_emplace(applied, value);
    return applied;
  }
  Element element;
  element.kind = Element::Kind::Scalar;
  element.type = value.getType();
  element.source = value;
  element.isOpaque = isOpaque;
  const Element *scalar = getOther(std::move(element));
  scalars.try_emplace(scalar, value);
  return scalar;
}

const Element *ElementGraph::getRead(Value tensor, ArrayRef<Place> places) {
  Element element;
  element.kind = Element::Kind::Read;
  element.type = cast<ShapedType>(tensor.getType()).getElementType();
  element.source = tensor;
  element.places.assign(places.begin(), places.end());
  return getOther(std::move(element));
}

const Element *
ElementGraph::replaceOperands(const Element *element,
                              ArrayRef<const Element *> operands) {
  if (ArrayRef<const Element *>(element->operands) == operands)
    return element;
  if (element->kind == Element::Kind::Apply)
    return apply(element->op, element->type, operands);
  Element other = *element;
  other.operands.assign(operands.begin(), operands.end());
  other.isOpaque = false;
  return getOther(std::move(other));
}

Axis ElementGraph::addAxis(ProductSize size) {
  axes.push_back(std::move(size));
  return axes.size() - 1;
}

ProductSize ElementGraph::getSize(const Place &place) const {
  ProductSize all;
  for (Axis axis : place)
    all = all * axes[axis];
  return all;
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

const Element *ElementGraph::apply(Operation *op, Type type,
                                   ArrayRef<const Element *> operands) {
  if (const Element *folded = fold(op, type, operands))
    return folded;
  Element element;
  element.kind = Element::Kind::Apply;
  element.type = type;
  element.op = op;
  element.operands.assign(operands.begin(), operands.end());
  return getOther(std::move(element));
}

/// Upstream's truncf folds only what it does not round.
static FloatAttr roundConstant(FloatAttr value, FloatType type) {
  APFloat number = value.getValue();
  bool losesInfo = false;
  number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return FloatAttr::get(type, number);
}

static TypedAttr foldConstants(Operation *op, Type type,
                               ArrayRef<const Element *> operands) {
  SmallVector<Attribute> values;
  for (const Element *operand : operands) {
    if (operand->kind != Element::Kind::Constant)
      return {};
    values.push_back(operand->value);
  }
  if (isa<arith::TruncFOp>(op))
    return roundConstant(cast<FloatAttr>(values[0]), cast<FloatType>(type));
  // Scales are roots of depths, which upstream does not fold.
  if (isa<math::RsqrtOp>(op) && type.isF32())
    if (double number = cast<FloatAttr>(values[0]).getValueAsDouble();
        number > 0)
      return FloatAttr::get(type, double(float(1 / std::sqrt(number))));
  // Operations on tensors stay, and so does what reads other operands.
  if (op->getResult(0).getType() != type)
    return {};
  SmallVector<OpFoldResult> results;
  Operation *copy = op->clone();
  bool isFolded = succeeded(copy->fold(values, results));
  copy->destroy();
  if (!isFolded || results.size() != 1)
    return {};
  auto value = dyn_cast_if_present<TypedAttr>(
      llvm::dyn_cast_if_present<Attribute>(results[0]));
  return value && value.getType() == type ? value : TypedAttr();
}

/// The other one of two operands if one is this constant.
static const Element *getOtherThan(ArrayRef<const Element *> operands,
                                   double value) {
  for (unsigned i : {0u, 1u})
    if (isConstant(operands[i], value))
      return operands[1 - i];
  return nullptr;
}

const Element *ElementGraph::fold(Operation *op, Type type,
                                  ArrayRef<const Element *> operands) {
  if (TypedAttr value = foldConstants(op, type, operands))
    return getConstant(value);
  if (isa<arith::SelectOp>(op)) {
    if (operands[0]->kind == Element::Kind::Constant)
      return isConstant(operands[0], 0) ? operands[2] : operands[1];
    if (operands[1] == operands[2])
      return operands[1];
  }
  if (isa<arith::IndexCastOp>(op) && operands[0]->kind == Element::Kind::Index)
    return getIndex(operands[0]->place, type);
  if (isa<arith::AndIOp>(op) && type.isInteger(1)) {
    if (isConstant(operands[0], 0) || isConstant(operands[1], 0))
      return getConstant(BoolAttr::get(op->getContext(), false));
    return getOtherThan(operands, 1);
  }
  if (isa<arith::OrIOp>(op) && type.isInteger(1))
    return getOtherThan(operands, 0);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    // No index is negative.
    if (operands[0]->kind == Element::Kind::Index &&
        isConstant(operands[1], 0) &&
        (compare.getPredicate() == arith::CmpIPredicate::slt ||
         compare.getPredicate() == arith::CmpIPredicate::sge))
      return getConstant(
          BoolAttr::get(op->getContext(),
                        compare.getPredicate() == arith::CmpIPredicate::sge));
  return nullptr;
}
