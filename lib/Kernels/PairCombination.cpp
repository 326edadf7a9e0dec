//===- PairCombination.cpp - Of two products one matrix -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a pair is compared with: a library multiplies twice, and a kernel of
// element-wise operations reads both products. It is bound by memory, so that
// it does its best where each thread moves 16 bytes at a time.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::autotune;

/// The widest access of a thread.
static constexpr int64_t kVectorBytes = 16;

namespace {
/// The kernel's arguments, in order; the extras follow.
enum Argument { kResults, kProducts, kExtras = kProducts + 2 };
} // namespace

/// Whether vectors of `bytes` of a row lie at multiples of their size. LLVM has
/// none of floats of 8 bits.
static bool hasVectors(const OperandFact &matrix, bool overRows, int64_t n,
                       int64_t bytes) {
  int64_t element = getElementBytes(matrix.element);
  auto isMultiple = [&](int64_t size) {
    return !ShapedType::isDynamic(size) && size * element % bytes == 0;
  };
  return !isFloat8(matrix.element) && matrix.unitInnerStride &&
         matrix.alignment % bytes == 0 && isMultiple(n) &&
         isMultiple(matrix.batchStride) &&
         (!overRows || isMultiple(matrix.rowStride));
}

int64_t autotune::getPairVector(const MatmulFact &fact) {
  return hasVectors(fact.c, /*overRows=*/true, fact.n, kVectorBytes)
             ? kVectorBytes / getElementBytes(fact.c.element)
             : 1;
}

/// Elements of what the epilogue reads that a thread of `width` loads at once.
static int64_t getWidth(const MatmulFact &fact, const EpilogueOperand &operand,
                        int64_t width) {
  int64_t bytes = getElementBytes(operand.matrix.element);
  width = std::min(width, kVectorBytes / bytes);
  return operand.overColumns && operand.columnGroup == 1 &&
                 hasVectors(operand.matrix, operand.overRows, fact.n,
                            width * bytes)
             ? width
             : 1;
}

namespace {
/// What one thread does.
class Combination {
public:
  Combination(ImplicitLocOpBuilder &b, Block &body, const MatmulFact &fact)
      : b(b), body(body), fact(fact), width(getPairVector(fact)) {}
  void create(ArrayRef<Value> place) const;

private:
  /// The thread's elements of a matrix, `step` at a time; one for all where it
  /// is broadcast along the columns, and one for each `group` of them.
  SmallVector<Value> load(Value matrix, ArrayRef<Value> first, int64_t step,
                          bool overColumns, int64_t group = 1) const;

  ImplicitLocOpBuilder &b;
  Block &body;
  const MatmulFact &fact;
  int64_t width;
};
} // namespace

SmallVector<Value> Combination::load(Value matrix, ArrayRef<Value> first,
                                     int64_t step, bool overColumns,
                                     int64_t group) const {
  Type element = cast<MemRefType>(matrix.getType()).getElementType();
  SmallVector<Value> place(first);
  Value column = place.back();
  SmallVector<Value> elements;
  for (int64_t i = 0; i < width; i += step) {
    if (!overColumns && i > 0) {
      elements.push_back(elements.front());
      continue;
    }
    place.back() = i == 0 ? column : add(b, column, constant(b, i));
    if (group != 1)
      place.back() = divide(b, place.back(), group);
    if (step == 1) {
      elements.push_back(memref::LoadOp::create(b, matrix, place));
      continue;
    }
    auto type = VectorType::get(step, element);
    int64_t bytes = step * element.getIntOrFloatBitWidth() / 8;
    Value vector =
        vector::LoadOp::create(b, type, matrix, place,
                               /*nontemporal=*/false, llvm::MaybeAlign(bytes));
    for (int64_t j = 0; j < step; ++j)
      elements.push_back(vector::ExtractOp::create(b, vector, j));
  }
  return elements;
}

void Combination::create(ArrayRef<Value> place) const {
  Type accumulator = getElementType(fact.getSumElement(), b.getContext());
  // By operand, then by element.
  SmallVector<SmallVector<Value>> operands;
  for (int64_t i : {0, 1}) {
    operands.push_back(load(body.getArgument(kProducts + i), place, width,
                            /*overColumns=*/true));
    for (Value &element : operands.back())
      element = convert(b, element, accumulator);
  }
  for (auto [matrix, operand] : llvm::zip_equal(
           body.getArguments().drop_front(kExtras), fact.epilogue.operands)) {
    SmallVector<Value> first(place);
    first[1] = getEpilogueRow(b, operand, first[1]);
    operands.push_back(load(matrix, first, getWidth(fact, operand, width),
                            operand.overColumns, operand.columnGroup));
  }
  SmallVector<Value> results;
  for (int64_t i = 0; i < width; ++i) {
    SmallVector<Value> arguments;
    for (const SmallVector<Value> &elements : operands)
      arguments.push_back(elements[i]);
    results.push_back(inlineEpilogue(b, fact, arguments).front());
  }
  Value matrix = body.getArgument(kResults);
  if (width == 1) {
    memref::StoreOp::create(b, results[0], matrix, place);
    return;
  }
  auto type = VectorType::get(width, results[0].getType());
  Value vector = vector::FromElementsOp::create(b, type, results);
  vector::StoreOp::create(b, vector, matrix, place, /*nontemporal=*/false,
                          llvm::MaybeAlign(kVectorBytes));
}

FailureOr<tile::KernelOp>
autotune::buildPairCombination(OpBuilder &builder, Location loc, StringRef name,
                               const MatmulFact &fact) {
  if (failed(checkEpilogue(loc, fact)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  MLIRContext *context = builder.getContext();
  int64_t width = getPairVector(fact);
  SmallVector<Type> types(
      kExtras,
      getBatchType(getElementType(fact.c.element, context), width > 1));
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    types.push_back(
        getBatchType(getElementType(operand.matrix.element, context),
                     getWidth(fact, operand, width) > 1));
  return createElementwiseKernel(b, name, types, kResults, width,
                                 [&](Block &body, ArrayRef<Value> place) {
                                   Combination(b, body, fact).create(place);
                                 });
}
