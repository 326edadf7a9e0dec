//===- FormedProblem.cpp - Parts of a problem that is formed --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormedProblem.h"

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

Value autotune::createScalarInput(ImplicitLocOpBuilder &b, Value scalar) {
  if (scalar.getType().isIndex())
    scalar = arith::IndexCastOp::create(b, b.getI64Type(), scalar);
  auto type = RankedTensorType::get({}, scalar.getType());
  return tensor::FromElementsOp::create(b, type, scalar);
}

Block *autotune::createFunction(ImplicitLocOpBuilder &b, Region &region,
                                Type first, ValueRange inputs,
                                unsigned indices) {
  SmallVector<Type> types = {first};
  llvm::append_range(types, llvm::map_range(inputs, problem::getArgumentType));
  types.append(indices, b.getIndexType());
  return b.createBlock(&region, {}, types,
                       SmallVector<Location>(types.size(), b.getLoc()));
}

Value autotune::createInputElement(ImplicitLocOpBuilder &b, Value argument,
                                   Type type) {
  if (argument.getType() == type)
    return argument;
  if (type.isIndex())
    return arith::IndexCastOp::create(b, type, argument);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(argument.getType()));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, argument, zero);
}

Value autotune::createApplied(ImplicitLocOpBuilder &b, const Element &element,
                              ValueRange operands) {
  OperationState state(b.getLoc(), element.op->getName());
  state.addOperands(operands);
  state.addTypes(element.type);
  state.addAttributes(element.op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = element.op->getPropertiesAsAttribute();
  return b.create(state)->getResult(0);
}
