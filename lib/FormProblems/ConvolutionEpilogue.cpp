//===- ConvolutionEpilogue.cpp - The function behind a convolution --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionEpilogue.h"
#include "FormedProblem.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class EpilogueWriter {
public:
  EpilogueWriter(ImplicitLocOpBuilder &b, const ConvolutionElements &elements,
                 Block &body)
      : b(b), elements(elements), body(body) {}

  Value create(const Element *element);

private:
  Value createSum();
  Value createRead(unsigned number, Type type);
  Value createApplied(const Element *element);

  ImplicitLocOpBuilder &b;
  const ConvolutionElements &elements;
  Block &body;
  llvm::DenseMap<const Element *, Value> created;
};
} // namespace

/// The element of the convolution's result: the init and the sum, rounded once.
Value EpilogueWriter::createSum() {
  Value sum = body.getArgument(0);
  Type type = elements.sum->type;
  if (!isConstant(elements.init, 0)) {
    Value init = create(elements.init);
    if (isa<IntegerType>(type)) {
      sum = arith::AddIOp::create(b, sum, init);
    } else {
      if (init.getType() != sum.getType())
        init = arith::ExtFOp::create(b, sum.getType(), init);
      sum = arith::AddFOp::create(b, sum, init);
    }
  }
  if (sum.getType() != type)
    sum = arith::TruncFOp::create(b, type, sum);
  return sum;
}

Value EpilogueWriter::createRead(unsigned number, Type type) {
  return createInputElement(b, body.getArgument(1 + number), type);
}

Value EpilogueWriter::createApplied(const Element *element) {
  SmallVector<Value> operands;
  for (const Element *operand : element->operands)
    operands.push_back(create(operand));
  return autotune::createApplied(b, *element, operands);
}

Value EpilogueWriter::create(const Element *element) {
  if (Value value = created.lookup(element))
    return value;
  Value scalar = elements.graph.getScalarOf(element), value;
  if (element == elements.sum)
    value = createSum();
  else if (element->kind == Element::Kind::Constant)
    value = arith::ConstantOp::create(b, cast<TypedAttr>(element->value));
  else if (scalar)
    value = createRead(
        elements.tensors.size() +
            (llvm::find(elements.scalars, scalar) - elements.scalars.begin()),
        element->type);
  else if (element->kind == Element::Kind::Apply)
    value = createApplied(element);
  else
    value = createRead(llvm::find(elements.leaves, element) -
                           elements.leaves.begin(),
                       element->type);
  created[element] = value;
  return value;
}

Value autotune::createConvolutionEpilogue(ImplicitLocOpBuilder &b,
                                          const ConvolutionElements &elements,
                                          Block &body) {
  return EpilogueWriter(b, elements, body).create(elements.element);
}
