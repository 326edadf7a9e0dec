//===- Softmax.cpp - The running softmax of a consumer --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/Softmax.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::autotune;

static Value createConstant(ImplicitLocOpBuilder &b, double value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

/// An index as f32.
static Value createFloat(ImplicitLocOpBuilder &b, Value index) {
  if (std::optional<int64_t> value = getConstantIntValue(index))
    return createConstant(b, double(*value));
  Value narrow = arith::IndexCastOp::create(b, b.getI32Type(), index);
  return arith::SIToFPOp::create(b, b.getF32Type(), narrow);
}

/// A tile.map of fragments and values of rows. With places, the function gets
/// an element's row and column behind the elements.
static Value createMap(ImplicitLocOpBuilder &b, Type result, ValueRange inputs,
                       llvm::function_ref<Value(ValueRange)> function,
                       ValueRange places = {}, bool addsFloats = false) {
  auto map = tile::MapOp::create(b, result, inputs, places);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types(inputs.size(), b.getF32Type());
  types.append(places.size(), b.getIndexType());
  if (addsFloats)
    types.append(places.size(), b.getF32Type());
  Block *body = b.createBlock(&map.getBody(), {}, types,
                              SmallVector<Location>(types.size(), b.getLoc()));
  tile::YieldOp::create(b, function(body->getArguments()));
  return map.getResult();
}

SmallVector<Value> autotune::splitIndex(ImplicitLocOpBuilder &b, Value index,
                                        ArrayRef<int64_t> sizes) {
  SmallVector<Value> indices(sizes.size());
  for (size_t i = sizes.size(); i-- > 1;) {
    if (sizes[i] == 1) {
      indices[i] = arith::ConstantIndexOp::create(b, 0);
      continue;
    }
    Value size = arith::ConstantIndexOp::create(b, sizes[i]);
    indices[i] = arith::RemUIOp::create(b, index, size);
    index = arith::DivUIOp::create(b, index, size);
  }
  if (!sizes.empty())
    indices[0] = index;
  return indices;
}

tile::FragmentType Softmax::getType(ImplicitLocOpBuilder &b,
                                    int64_t columns) const {
  return tile::FragmentType::get(b.getContext(), {rows, columns},
                                 b.getF32Type());
}

Value Softmax::createScores(ImplicitLocOpBuilder &b, Value products,
                            const Place &place, KeyMask mask) const {
  if (mask == KeyMask::None && function.isProduct())
    return products;
  bool addsFloats = place.extras.empty() && function.convertsPlaces();
  // Of a product, elements of what else is read, a row and a column, and these
  // as floats.
  auto createScore = [&](ValueRange arguments) {
    ScoreFunction::Place at;
    if (addsFloats) {
      at.queryAsFloat = arguments[arguments.size() - 2];
      at.keyAsFloat = arguments.back();
      arguments = arguments.drop_back(2);
    }
    ValueRange where = arguments.take_back(2);
    at.product = arguments[0];
    llvm::append_range(at.elements, arguments.drop_front().drop_back(2));
    at.indices = place.batch;
    if (place.rowSizes.empty()) {
      at.indices.push_back(where[0]);
    } else {
      llvm::append_range(at.indices, splitIndex(b, where[0], place.rowSizes));
      if (addsFloats)
        at.queryAsFloat = createFloat(b, at.indices.back());
    }
    at.indices.push_back(where[1]);
    return function.create(b, at, mask, place.keys);
  };
  if (place.extras.empty())
    return createMap(b, getType(b, keys), products, createScore,
                     {place.query, place.key}, addsFloats);
  SmallVector<Value> indices = place.views;
  indices.append({place.query, place.key});
  auto read = tile::EpilogueOp::create(
      b, getType(b, keys), products, place.extras, indices,
      /*outputs=*/ValueRange(), /*transposed=*/false, DenseI64ArrayAttr(),
      DenseI64ArrayAttr(), DenseI64ArrayAttr(), /*inside=*/false,
      /*placed=*/true);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types = {b.getF32Type()};
  for (Value extra : place.extras)
    types.push_back(cast<MemRefType>(extra.getType()).getElementType());
  types.append(2, b.getIndexType());
  Block *body = b.createBlock(&read.getBody(), {}, types,
                              SmallVector<Location>(types.size(), b.getLoc()));
  tile::YieldOp::create(b, createScore(body->getArguments()));
  return read.getResult();
}

/// What is added to scores, of their maximum. Where all scores are -inf, their
/// sum with it must be, too.
Value Softmax::createOffset(ImplicitLocOpBuilder &b, Value maximum) const {
  if (!isWide) {
    Value finite =
        arith::MaxNumFOp::create(b, maximum, createConstant(b, -1e30));
    return arith::MulFOp::create(b, finite, createConstant(b, -getFactor()));
  }
  Value lowest = createConstant(b, -std::numeric_limits<double>::infinity());
  Value isNone =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum, lowest);
  Value negative = arith::NegFOp::create(b, maximum);
  return arith::SelectOp::create(b, isNone, createConstant(b, 0), negative);
}

/// The logarithm to the base 2 of a score's weight.
Value Softmax::createPower(ImplicitLocOpBuilder &b, Value score,
                           Value offset) const {
  Value factor = createConstant(b, getFactor());
  if (!isWide)
    return math::FmaOp::create(b, score, factor, offset);
  Value difference = arith::AddFOp::create(b, score, offset);
  return arith::MulFOp::create(b, difference, factor);
}

Value Softmax::add(ImplicitLocOpBuilder &b, Value scores, State &state,
                   Value &decrease) const {
  auto ofRows = tile::RowsType::get(b.getContext(), {rows, 1}, b.getF32Type());
  State before = state;
  state.maximum = tile::ReduceRowsOp::create(b, ofRows, tile::RowReduction::Max,
                                             scores, state.maximum);
  state.offset = createMap(b, ofRows, state.maximum, [&](ValueRange maximum) {
    return createOffset(b, maximum[0]);
  });
  Value exponentials = createMap(
      b, getType(b, keys), {scores, state.offset}, [&](ValueRange values) {
        Value power = createPower(b, values[0], values[1]);
        return math::Exp2Op::create(b, power).getResult();
      });
  auto ofSums = getType(b, 8);
  if (!before.sums) {
    state.sums = tile::FoldOp::create(b, ofSums, exponentials, Value());
    return exponentials;
  }
  // That of the maximum of before, as a score.
  Value known = isWide ? before.maximum : before.offset;
  decrease =
      createMap(b, ofRows, {state.offset, known}, [&](ValueRange values) {
        Value power =
            isWide ? createPower(b, values[1], values[0])
                   : arith::SubFOp::create(b, values[0], values[1]).getResult();
        return math::Exp2Op::create(b, power).getResult();
      });
  state.sums = tile::FoldOp::create(b, ofSums, exponentials,
                                    multiplyRows(b, state.sums, decrease));
  return exponentials;
}

Value Softmax::finish(ImplicitLocOpBuilder &b, const State &state,
                      bool isZero) const {
  auto ofRows = tile::RowsType::get(b.getContext(), {rows, 1}, b.getF32Type());
  Value sums = tile::ReduceRowsOp::create(b, ofRows, tile::RowReduction::Add,
                                          state.sums, Value());
  return createMap(b, ofRows, sums, [&](ValueRange sum) {
    Value factor = arith::DivFOp::create(b, createConstant(b, 1), sum[0]);
    if (!isZero)
      return factor;
    Value zero = createConstant(b, 0);
    Value isMasked =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, sum[0], zero);
    return arith::SelectOp::create(b, isMasked, zero, factor).getResult();
  });
}

Value Softmax::createExponents(ImplicitLocOpBuilder &b,
                               const State &state) const {
  auto ofRows = tile::RowsType::get(b.getContext(), {rows, 1}, b.getF32Type());
  Value sums = tile::ReduceRowsOp::create(b, ofRows, tile::RowReduction::Add,
                                          state.sums, Value());
  return createMap(b, ofRows, {sums, state.offset}, [&](ValueRange values) {
    Value logarithm = math::Log2Op::create(b, values[0]);
    return arith::SubFOp::create(b, logarithm, values[1]).getResult();
  });
}

Value Softmax::createLogarithms(ImplicitLocOpBuilder &b, Value exponents) {
  return createMap(b, exponents.getType(), exponents, [&](ValueRange exponent) {
    return arith::MulFOp::create(b, exponent[0],
                                 createConstant(b, llvm::numbers::ln2))
        .getResult();
  });
}

Value Softmax::createLogarithms(ImplicitLocOpBuilder &b,
                                const State &state) const {
  if (!isWide)
    return createLogarithms(b, createExponents(b, state));
  auto ofRows = tile::RowsType::get(b.getContext(), {rows, 1}, b.getF32Type());
  Value sums = tile::ReduceRowsOp::create(b, ofRows, tile::RowReduction::Add,
                                          state.sums, Value());
  return createMap(b, ofRows, {sums, state.offset}, [&](ValueRange values) {
    Value logarithm =
        arith::MulFOp::create(b, math::Log2Op::create(b, values[0]).getResult(),
                              createConstant(b, llvm::numbers::ln2));
    // Less the offset, which is a negative score.
    return math::FmaOp::create(b, values[1],
                               createConstant(b, -function.getFactor()),
                               logarithm)
        .getResult();
  });
}

Value Softmax::hideRows(ImplicitLocOpBuilder &b, Value exponents,
                        Value isHidden) {
  return createMap(b, exponents.getType(), exponents, [&](ValueRange exponent) {
    Value lowest = createConstant(b, -std::numeric_limits<double>::infinity());
    return arith::SelectOp::create(b, isHidden, lowest, exponent[0])
        .getResult();
  });
}

Value Softmax::multiplyRows(ImplicitLocOpBuilder &b, Value fragment,
                            Value factors) {
  return createMap(
      b, fragment.getType(), {fragment, factors}, [&](ValueRange values) {
        return arith::MulFOp::create(b, values[0], values[1]).getResult();
      });
}
