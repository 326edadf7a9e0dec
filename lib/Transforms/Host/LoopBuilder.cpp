//===- LoopBuilder.cpp - Loops over the elements of tensors ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value LoopBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}

Value LoopBuilder::flag(bool value) {
  return arith::ConstantOp::create(*this, getBoolAttr(value));
}

Value LoopBuilder::add(Value x, Value y) {
  return arith::AddIOp::create(*this, x, y);
}

Value LoopBuilder::sub(Value x, Value y) {
  return arith::SubIOp::create(*this, x, y);
}

Value LoopBuilder::min(Value x, Value y) {
  return arith::MinSIOp::create(*this, x, y);
}

Value LoopBuilder::below(Value x, Value y) {
  return arith::CmpIOp::create(*this, arith::CmpIPredicate::slt, x, y);
}

Value LoopBuilder::equal(Value x, Value y) {
  return arith::CmpIOp::create(*this, arith::CmpIPredicate::eq, x, y);
}

Value LoopBuilder::both(Value x, Value y) {
  return arith::AndIOp::create(*this, x, y);
}

Value LoopBuilder::either(Value x, Value y) {
  return arith::OrIOp::create(*this, x, y);
}

Value LoopBuilder::select(Value condition, Value x, Value y) {
  return arith::SelectOp::create(*this, condition, x, y);
}

Value LoopBuilder::toIndex(Value number) {
  return arith::IndexCastOp::create(*this, getIndexType(), number);
}

Value LoopBuilder::fromIndex(Value index, Type type) {
  return arith::IndexCastOp::create(*this, type, index);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value LoopBuilder::getSize(Value tensor, int64_t dim) {
  return tensor::DimOp::create(*this, tensor, dim);
}

Value LoopBuilder::extract(Value tensor, ArrayRef<Value> place) {
  return tensor::ExtractOp::create(*this, tensor, place);
}

Value LoopBuilder::insert(Value element, Value tensor, ArrayRef<Value> place) {
  return tensor::InsertOp::create(*this, element, tensor, place);
}

Value LoopBuilder::emptyLike(Value tensor, Value size) {
  Type element = cast<RankedTensorType>(tensor.getType()).getElementType();
  return tensor::EmptyOp::create(*this, ArrayRef{ShapedType::kDynamic}, element,
                                 ValueRange(size));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LoopBuilder::Values LoopBuilder::inlineBody(Block &block,
                                            ValueRange arguments) {
  IRMapping mapping;
  mapping.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    clone(op, mapping);
  Values yielded;
  for (Value value : block.getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  return yielded;
}

Value LoopBuilder::choose(Value condition, Make then, Make otherwise) {
  auto yield = [](Make make) {
    return [make](OpBuilder &builder, Location loc) {
      LoopBuilder b(loc, builder);
      scf::YieldOp::create(b, make(b));
    };
  };
  return scf::IfOp::create(*this, condition, yield(then), yield(otherwise))
      .getResult(0);
}

LoopBuilder::Values LoopBuilder::loopFrom(Value from, Value to, Value by,
                                          ValueRange carried, Step step) {
  return Values(
      scf::ForOp::create(
          *this, from, to, by, carried,
          [&](OpBuilder &builder, Location loc, Value i, ValueRange arguments) {
            LoopBuilder b(loc, builder);
            scf::YieldOp::create(b, step(b, i, arguments));
          })
          .getResults());
}

LoopBuilder::Values LoopBuilder::loop(Value count, ValueRange carried,
                                      Step step) {
  return loopFrom(constant(0), count, constant(1), carried, step);
}

LoopBuilder::Values LoopBuilder::loopWhile(
    ValueRange carried,
    llvm::function_ref<Value(LoopBuilder &, ValueRange)> condition,
    llvm::function_ref<Values(LoopBuilder &, ValueRange)> step) {
  return Values(
      scf::WhileOp::create(
          *this, carried.getTypes(), carried,
          [&](OpBuilder &builder, Location loc, ValueRange arguments) {
            LoopBuilder b(loc, builder);
            scf::ConditionOp::create(b, condition(b, arguments), arguments);
          },
          [&](OpBuilder &builder, Location loc, ValueRange arguments) {
            LoopBuilder b(loc, builder);
            scf::YieldOp::create(b, step(b, arguments));
          })
          .getResults());
}

LoopBuilder::Values LoopBuilder::nest(Value tensor,
                                      std::optional<int64_t> leftOut,
                                      Values place, ValueRange carried,
                                      Places step) {
  int64_t dim = place.size();
  if (dim == cast<RankedTensorType>(tensor.getType()).getRank())
    return step(*this, place, carried);
  if (dim == leftOut) {
    place.push_back(constant(0));
    return nest(tensor, leftOut, std::move(place), carried, step);
  }
  return loop(getSize(tensor, dim), carried,
              [&](LoopBuilder &b, Value i, ValueRange arguments) {
                Values deeper(place);
                deeper.push_back(i);
                return b.nest(tensor, leftOut, std::move(deeper), arguments,
                              step);
              });
}

LoopBuilder::Values
LoopBuilder::forEachElement(Value tensor, ValueRange carried, Places step) {
  return nest(tensor, std::nullopt, {}, carried, step);
}

LoopBuilder::Values LoopBuilder::forEachLine(Value tensor, int64_t dim,
                                             ValueRange carried, Places step) {
  return nest(tensor, dim, {}, carried, step);
}
