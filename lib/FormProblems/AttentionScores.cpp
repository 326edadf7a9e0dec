//===- AttentionScores.cpp - The function of an attention's scores --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionScores.h"
#include "FormedProblem.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// What the function reads
//===----------------------------------------------------------------------===//

/// A dimension with several axes has one index, which needs their sizes.
bool AttentionScores::collectIndex(const Element *element,
                                   std::string &whyNot) {
  for (Axis axis : ArrayRef(element->place).drop_front())
    if (!match.graph.getSize(axis).isStatic()) {
      whyNot = "the scores depend on an index along dimensions of unknown "
               "sizes";
      return false;
    }
  return true;
}

bool AttentionScores::collectElement(const Element *element,
                                     std::string &whyNot) {
  const AttentionPattern &pattern = match.pattern;
  if (element == pattern.product || !seen.insert(element).second)
    return true;
  if (element->isOpaque) {
    whyNot = "the scores depend on a value that no function of elements has";
    return false;
  }
  switch (element->kind) {
  case Element::Kind::Constant:
    return true;
  case Element::Kind::Index:
    return collectIndex(element, whyNot);
  case Element::Kind::Scalar:
  case Element::Kind::Apply:
    if (Value scalar = match.graph.getScalarOf(element)) {
      scalars.insert(scalar);
      return true;
    }
    return llvm::all_of(element->operands, [&](const Element *operand) {
      return collectElement(operand, whyNot);
    });
  case Element::Kind::Read:
  case Element::Kind::Reduce:
  case Element::Kind::Softmax:
    break;
  }
  llvm::SmallDenseSet<Axis> axes;
  for (const Place &place : element->places) {
    unsigned unknown = 0;
    for (Axis axis : place) {
      unknown += !match.graph.getSize(axis).isStatic();
      if (!axes.insert(axis).second || axis == pattern.d || axis == pattern.e) {
        whyNot = "the scores read a tensor that is not indexed by the "
                 "dimensions of the scores";
        return false;
      }
    }
    if (unknown > 1) {
      whyNot = "a dimension has several unknown sizes";
      return false;
    }
  }
  if (!element->type.isIntOrIndexOrFloat()) {
    whyNot = "the scores depend on elements that are no integers or floats";
    return false;
  }
  leaves.insert(element);
  tensors.push_back({element->source, element->places, {}});
  return true;
}

bool AttentionScores::collect(std::string &whyNot) {
  const AttentionPattern &pattern = match.pattern;
  for (const MatchedTensor *factor : {&pattern.q, &pattern.k})
    for (const MatchedScale &scale : factor->scales)
      if (!collectElement(scale.scale, whyNot))
        return false;
  return collectElement(pattern.softmax.scores, whyNot);
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

Value AttentionScores::createInput(ImplicitLocOpBuilder &b, unsigned number,
                                   Type type) {
  return createInputElement(b, body->getArgument(1 + number), type);
}

Value AttentionScores::createIndex(ImplicitLocOpBuilder &b,
                                   const Element *element) {
  const AttentionPattern &pattern = match.pattern;
  unsigned first = 1 + tensors.size() + scalars.size();
  auto getAxis = [&](Axis axis) -> Value {
    unsigned dim = axis == pattern.m   ? pattern.batch.size()
                   : axis == pattern.n ? pattern.batch.size() + 1
                                       : llvm::find(pattern.batch, axis) -
                                             pattern.batch.begin();
    return body->getArgument(first + dim);
  };
  Value index = getAxis(element->place.front());
  for (Axis axis : ArrayRef(element->place).drop_front()) {
    Value size =
        arith::ConstantIndexOp::create(b, match.graph.getSize(axis).number);
    index = arith::AddIOp::create(b, arith::MulIOp::create(b, index, size),
                                  getAxis(axis));
  }
  if (!element->type.isIndex())
    index = arith::IndexCastOp::create(b, element->type, index);
  return index;
}

/// The product, scaled as its factors were.
Value AttentionScores::createProduct(ImplicitLocOpBuilder &b) {
  const AttentionPattern &pattern = match.pattern;
  Value product = body->getArgument(0);
  // Constants are multiplied first, and with more digits.
  double constant = 1;
  SmallVector<MatchedScale> others;
  for (const MatchedTensor *factor : {&pattern.q, &pattern.k})
    for (const MatchedScale &scale : factor->scales)
      if (auto number = dyn_cast_if_present<FloatAttr>(scale.scale->value)) {
        double value = number.getValueAsDouble();
        constant *= scale.isDivisor ? 1 / value : value;
      } else {
        others.push_back(scale);
      }
  if (constant != 1)
    product = arith::MulFOp::create(
        b, product,
        arith::ConstantOp::create(b, b.getF32FloatAttr(float(constant))));
  for (const MatchedScale &scale : others) {
    Value value = create(b, scale.scale);
    product = scale.isDivisor
                  ? arith::DivFOp::create(b, product, value).getResult()
                  : arith::MulFOp::create(b, product, value).getResult();
  }
  if (pattern.product->type != product.getType())
    product = arith::TruncFOp::create(b, pattern.product->type, product);
  return product;
}

Value AttentionScores::create(ImplicitLocOpBuilder &b, const Element *element) {
  if (Value value = created.lookup(element))
    return value;
  Value scalar = match.graph.getScalarOf(element), value;
  if (element == match.pattern.product) {
    value = createProduct(b);
  } else if (element->kind == Element::Kind::Constant) {
    value = arith::ConstantOp::create(b, cast<TypedAttr>(element->value));
  } else if (scalar) {
    value = createInput(
        b, tensors.size() + (llvm::find(scalars, scalar) - scalars.begin()),
        element->type);
  } else if (element->kind == Element::Kind::Index) {
    value = createIndex(b, element);
  } else if (element->kind == Element::Kind::Apply) {
    SmallVector<Value> operands;
    for (const Element *operand : element->operands)
      operands.push_back(create(b, operand));
    value = createApplied(b, *element, operands);
  } else {
    value = createInput(b, llvm::find(leaves, element) - leaves.begin(),
                        element->type);
  }
  created[element] = value;
  return value;
}

Value AttentionScores::build(ImplicitLocOpBuilder &b, Block &block) {
  body = &block;
  created.clear();
  const MatchedSoftmax &softmax = match.pattern.softmax;
  Value score = create(b, softmax.scores);
  if (softmax.factor != 1)
    score = arith::MulFOp::create(
        b, score,
        arith::ConstantOp::create(b, b.getF32FloatAttr(float(softmax.factor))));
  return score;
}
