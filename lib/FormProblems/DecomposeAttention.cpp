//===- DecomposeAttention.cpp - Attention as linalg operations ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormAttention.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// A tensor and the dimensions of the attention that it has.
struct Dimensioned {
  Value tensor;
  SmallVector<unsigned> dims;
};

using Body =
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange elements)>;

class Decomposer {
public:
  Decomposer(RewriterBase &rewriter, problem::AttentionOp op)
      : b(op.getLoc(), rewriter), op(op), f32(b.getF32Type()) {
    for (unsigned dim = 0; dim < op.getDimM(); ++dim)
      rows.push_back(dim);
    rows.push_back(op.getDimM());
    both = rows;
    both.push_back(op.getDimN());
  }

  SmallVector<Value> decompose();

private:
  Dimensioned getOperand(unsigned number);
  OpFoldResult getSize(unsigned dim);
  Dimensioned createEmpty(ArrayRef<unsigned> dims, Type element);
  Dimensioned createFilled(const Dimensioned &into, double number);
  Dimensioned create(ArrayRef<Dimensioned> inputs, const Dimensioned &into,
                     ArrayRef<unsigned> reduced, Body body);
  Dimensioned multiply(const Dimensioned &one, const Dimensioned &other,
                       const Dimensioned &into, unsigned reduced);
  Dimensioned score(const Dimensioned &products);
  Value constant(ImplicitLocOpBuilder &inner, double number) {
    return arith::ConstantOp::create(inner,
                                     inner.getF32FloatAttr(float(number)));
  }
  /// Whether the greatest score of a row is that of masked ones.
  Value isMasked(ImplicitLocOpBuilder &inner, Value maximum) {
    return arith::CmpFOp::create(inner, arith::CmpFPredicate::OEQ, maximum,
                                 constant(inner, -kInfinity));
  }

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  ImplicitLocOpBuilder b;
  problem::AttentionOp op;
  Type f32;
  /// The dimensions of rows, and of rows and keys.
  SmallVector<unsigned> rows, both;
};
} // namespace

Dimensioned Decomposer::getOperand(unsigned number) {
  Dimensioned operand = {op->getOperand(number), {}};
  for (AffineExpr index : op.getMap(number).getResults())
    operand.dims.push_back(cast<AffineDimExpr>(index).getPosition());
  return operand;
}

OpFoldResult Decomposer::getSize(unsigned dim) {
  int64_t size = op.getSize(dim);
  if (ShapedType::isStatic(size))
    return b.getIndexAttr(size);
  unsigned number = 0;
  while (!op.getMap(number).isFunctionOfDim(dim))
    ++number;
  Dimensioned operand = getOperand(number);
  return tensor::getMixedSize(b, b.getLoc(), operand.tensor,
                              llvm::find(operand.dims, dim) -
                                  operand.dims.begin());
}

Dimensioned Decomposer::createEmpty(ArrayRef<unsigned> dims, Type element) {
  SmallVector<OpFoldResult> sizes;
  for (unsigned dim : dims)
    sizes.push_back(getSize(dim));
  return {tensor::EmptyOp::create(b, sizes, element),
          SmallVector<unsigned>(dims)};
}

Dimensioned Decomposer::createFilled(const Dimensioned &into, double number) {
  Value filled =
      linalg::FillOp::create(b, constant(b, number), into.tensor).getResult(0);
  return {filled, into.dims};
}

/// A linalg.generic with loops over the dimensions of the output and then the
/// reduced ones. The last element that its body sees is the output's.
Dimensioned Decomposer::create(ArrayRef<Dimensioned> inputs,
                               const Dimensioned &into,
                               ArrayRef<unsigned> reduced, Body body) {
  SmallVector<unsigned> loops = into.dims;
  llvm::append_range(loops, reduced);
  auto getMap = [&](const Dimensioned &operand) {
    SmallVector<AffineExpr> results;
    for (unsigned dim : operand.dims)
      results.push_back(
          b.getAffineDimExpr(llvm::find(loops, dim) - loops.begin()));
    return AffineMap::get(loops.size(), /*symbolCount=*/0, results,
                          b.getContext());
  };
  SmallVector<Value> tensors;
  SmallVector<AffineMap> maps;
  for (const Dimensioned &input : inputs) {
    tensors.push_back(input.tensor);
    maps.push_back(getMap(input));
  }
  maps.push_back(getMap(into));
  SmallVector<utils::IteratorType> iterators(into.dims.size(),
                                             utils::IteratorType::parallel);
  iterators.append(reduced.size(), utils::IteratorType::reduction);
  auto generic = linalg::GenericOp::create(
      b, TypeRange(into.tensor.getType()), tensors, into.tensor, maps,
      iterators, [&](OpBuilder &builder, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder inner(loc, builder);
        linalg::YieldOp::create(inner, body(inner, elements));
      });
  return {generic.getResult(0), into.dims};
}

static Value convertFloat(ImplicitLocOpBuilder &b, Value value, Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth(),
           to = type.getIntOrFloatBitWidth();
  if (value.getType() == type)
    return value;
  if (from < to)
    return arith::ExtFOp::create(b, type, value);
  return arith::TruncFOp::create(b, type, value);
}

/// Adds products to a tensor of zeros.
Dimensioned Decomposer::multiply(const Dimensioned &one,
                                 const Dimensioned &other,
                                 const Dimensioned &into, unsigned reduced) {
  return create({one, other}, createFilled(into, 0), {reduced},
                [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
                  Value product = arith::MulFOp::create(
                      inner, convertFloat(inner, elements[0], f32),
                      convertFloat(inner, elements[1], f32));
                  return arith::AddFOp::create(inner, elements[2], product);
                });
}

Dimensioned Decomposer::score(const Dimensioned &products) {
  SmallVector<Dimensioned> inputs = {products};
  for (unsigned number = 3; number < op.getInputs().size(); ++number)
    inputs.push_back(getOperand(number));
  return create(
      inputs, createEmpty(both, f32), {},
      [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
        IRMapping mapping;
        mapping.map(op.getScoreProduct(), elements[0]);
        for (auto [argument, element] : llvm::zip_equal(
                 op.getScoreElements(), elements.drop_front().drop_back())) {
          Value read = element;
          // A boolean is a byte for the function.
          if (argument.getType() != element.getType())
            read = arith::ExtUIOp::create(inner, argument.getType(), element);
          mapping.map(argument, read);
        }
        for (unsigned dim = 0; dim <= op.getDimN(); ++dim)
          if (!op.getScoreIndex(dim).use_empty())
            mapping.map(op.getScoreIndex(dim),
                        linalg::IndexOp::create(inner, dim).getResult());
        for (Operation &each : op.getScoreBody().without_terminator())
          inner.clone(each, mapping);
        return mapping.lookupOrDefault(op.getYieldedScore());
      });
}

SmallVector<Value> Decomposer::decompose() {
  unsigned n = op.getDimN();
  Dimensioned q = getOperand(0), k = getOperand(1), v = getOperand(2);
  Dimensioned o = getOperand(op.getInputs().size());
  Type ofV = cast<ShapedType>(v.tensor.getType()).getElementType(),
       ofO = cast<ShapedType>(o.tensor.getType()).getElementType();
  Dimensioned scores =
      score(multiply(q, k, createEmpty(both, f32), op.getDimD()));
  Dimensioned maxima = create(
      {scores}, createFilled(createEmpty(rows, f32), -kInfinity), {n},
      [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
        return arith::MaximumFOp::create(inner, elements[0], elements[1]);
      });
  Dimensioned exponentials = create(
      {scores, maxima}, createEmpty(both, f32), {},
      [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
        return math::ExpOp::create(
            inner, arith::SubFOp::create(inner, elements[0], elements[1]));
      });
  Dimensioned sums =
      create({exponentials}, createFilled(createEmpty(rows, f32), 0), {n},
             [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
               return arith::AddFOp::create(inner, elements[0], elements[1]);
             });
  Dimensioned weights = create(
      {exponentials, sums, maxima}, createEmpty(both, ofV), {},
      [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
        Value weight = arith::DivFOp::create(inner, elements[0], elements[1]);
        if (op.getZeroMaskedRows())
          weight = arith::SelectOp::create(inner, isMasked(inner, elements[2]),
                                           constant(inner, 0), weight);
        return convertFloat(inner, weight, ofV);
      });
  Dimensioned result =
      multiply(weights, v, ofO.isF32() ? o : createEmpty(o.dims, f32), n);
  if (!ofO.isF32())
    result =
        create({result}, o, {},
               [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
                 return convertFloat(inner, elements[0], ofO);
               });
  SmallVector<Value> results = {result.tensor};
  if (op.getLogSumExp()) {
    Dimensioned logarithms = create(
        {maxima, sums}, getOperand(op.getInputs().size() + 1), {},
        [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
          Value sum = arith::AddFOp::create(
              inner, elements[0], math::LogOp::create(inner, elements[1]));
          return arith::SelectOp::create(inner, isMasked(inner, elements[0]),
                                         elements[0], sum);
        });
    results.push_back(logarithms.tensor);
  }
  return results;
}

void autotune::decomposeAttention(RewriterBase &rewriter,
                                  problem::AttentionOp attention) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(attention);
  rewriter.replaceOp(attention, Decomposer(rewriter, attention).decompose());
}
