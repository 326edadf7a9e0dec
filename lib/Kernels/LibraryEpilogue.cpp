//===- LibraryEpilogue.cpp - Epilogues behind a library's products --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library multiplies, and a kernel of element-wise operations reads the
// products and computes the epilogue. The kernel is bound by memory, so it is
// at its best where each thread moves 16 bytes at a time.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;

/// The widest access of a thread.
static constexpr int64_t kVectorBytes = 16;

/// Elements of `width` that one access takes.
static int64_t getStep(ElementKind element, int64_t width) {
  return std::min(width, kVectorBytes / getElementBytes(element));
}

/// Whether vectors of `count` elements of a row lie at multiples of their size.
/// LLVM has none of floats of 8 bits.
static bool hasVectors(const OperandFact &matrix, bool overRows, int64_t n,
                       int64_t count) {
  auto isMultiple = [&](int64_t size) {
    return !ShapedType::isDynamic(size) && size % count == 0;
  };
  return !isFloat8(matrix.element) && matrix.unitInnerStride &&
         matrix.alignment % (count * getElementBytes(matrix.element)) == 0 &&
         isMultiple(n) && isMultiple(matrix.batchStride) &&
         (!overRows || isMultiple(matrix.rowStride));
}

int64_t autotune::getLibraryEpilogueVector(const MatmulFact &fact) {
  int64_t width = 1;
  for (size_t i = 0; i < fact.getNumOutputs(); ++i)
    width = std::max(width, getStep(fact.getOutput(i).element, kVectorBytes));
  for (size_t i = 0; i < fact.getNumOutputs(); ++i) {
    const OperandFact &output = fact.getOutput(i);
    if (!hasVectors(output, /*overRows=*/true, fact.n,
                    getStep(output.element, width)))
      return 1;
  }
  return width;
}

/// Elements of what the epilogue reads that a thread of `width` loads at once.
static int64_t getWidth(const MatmulFact &fact, const EpilogueOperand &operand,
                        int64_t width) {
  width = getStep(operand.matrix.element, width);
  return operand.overColumns && operand.columnGroup == 1 &&
                 hasVectors(operand.matrix, operand.overRows, fact.n, width)
             ? width
             : 1;
}

/// Whether there is one for each product. A group's are stored like those of a
/// batch.
static bool isBatch(const MatmulFact &fact, const EpilogueOperand &operand) {
  return fact.isGrouped() || operand.matrix.batchStride != 0;
}

namespace {
/// The arguments of a kernel: where each list begins.
struct Arguments {
  unsigned products, results, extras;
};

/// What one thread does.
class Combination {
public:
  Combination(ImplicitLocOpBuilder &b, Block &body, const MatmulFact &fact,
              const Arguments &arguments)
      : b(b), body(body), fact(fact), arguments(arguments),
        width(getLibraryEpilogueVector(fact)) {}
  void create(ArrayRef<Value> place) const;

private:
  SmallVector<Value> loadSums(Value matrix, ArrayRef<Value> place) const;
  SmallVector<Value> loadExtra(Value matrix, const EpilogueOperand &operand,
                               ArrayRef<Value> place) const;
  void store(Value matrix, ArrayRef<Value> place,
             ArrayRef<Value> elements) const;
  /// The thread's elements of a matrix, `step` at a time; one for all where it
  /// is broadcast along the columns, and one for each `group` of them.
  SmallVector<Value> load(Value matrix, ArrayRef<Value> first, int64_t step,
                          bool overColumns = true, int64_t group = 1) const;

  ImplicitLocOpBuilder &b;
  Block &body;
  const MatmulFact &fact;
  Arguments arguments;
  int64_t width;
};
} // namespace

static ElementKind getKind(Value matrix) {
  return *getElementKind(cast<MemRefType>(matrix.getType()).getElementType());
}

/// `place` without the number of the matrix if there is only one.
static SmallVector<Value> getIndices(Value matrix, ArrayRef<Value> place) {
  return SmallVector<Value>(
      place.take_back(cast<MemRefType>(matrix.getType()).getRank()));
}

static llvm::MaybeAlign getAlign(VectorType type) {
  return llvm::MaybeAlign(type.getNumElements() *
                          type.getElementTypeBitWidth() / 8);
}

SmallVector<Value> Combination::load(Value matrix, ArrayRef<Value> first,
                                     int64_t step, bool overColumns,
                                     int64_t group) const {
  Type element = cast<MemRefType>(matrix.getType()).getElementType();
  SmallVector<Value> place = getIndices(matrix, first);
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
    Value vector =
        vector::LoadOp::create(b, type, matrix, place,
                               /*nontemporal=*/false, getAlign(type));
    for (int64_t j = 0; j < step; ++j)
      elements.push_back(vector::ExtractOp::create(b, vector, j));
  }
  return elements;
}

/// A product's elements, in the type that the epilogue takes.
SmallVector<Value> Combination::loadSums(Value matrix,
                                         ArrayRef<Value> place) const {
  Type type = getElementType(fact.getSumElement(), b.getContext());
  SmallVector<Value> sums =
      load(matrix, place, getStep(getKind(matrix), width));
  for (Value &sum : sums)
    sum = convert(b, sum, type);
  return sums;
}

SmallVector<Value> Combination::loadExtra(Value matrix,
                                          const EpilogueOperand &operand,
                                          ArrayRef<Value> place) const {
  Value zero = constant(b, 0);
  SmallVector<Value> first = {
      isBatch(fact, operand) ? place[0] : zero,
      operand.overRows ? getEpilogueRow(b, operand, place[1]) : zero,
      operand.overColumns ? place[2] : zero};
  return load(matrix, first, getWidth(fact, operand, width),
              operand.overColumns, operand.columnGroup);
}

void Combination::store(Value matrix, ArrayRef<Value> first,
                        ArrayRef<Value> elements) const {
  SmallVector<Value> place = getIndices(matrix, first);
  Value column = place.back();
  int64_t step = getStep(getKind(matrix), width);
  for (int64_t i = 0; i < width; i += step) {
    place.back() = i == 0 ? column : add(b, column, constant(b, i));
    if (step == 1) {
      memref::StoreOp::create(b, elements[i], matrix, place);
      continue;
    }
    auto type = VectorType::get(step, elements[i].getType());
    Value vector =
        vector::FromElementsOp::create(b, type, elements.slice(i, step));
    vector::StoreOp::create(b, vector, matrix, place, /*nontemporal=*/false,
                            getAlign(type));
  }
}

void Combination::create(ArrayRef<Value> place) const {
  // By operand, then by element.
  SmallVector<SmallVector<Value>> operands;
  for (int64_t i = 0; i < fact.getProducts(); ++i)
    operands.push_back(
        loadSums(body.getArgument(arguments.products + i), place));
  if (fact.init == InitKind::Accumulate) {
    SmallVector<Value> old =
        loadSums(body.getArgument(arguments.results), place);
    for (auto [sum, each] : llvm::zip_equal(operands.front(), old))
      sum = addElements(b, sum, each);
  }
  for (auto [matrix, operand] :
       llvm::zip_equal(body.getArguments().drop_front(arguments.extras),
                       fact.epilogue.operands))
    operands.push_back(loadExtra(matrix, operand, place));
  // By output, then by element.
  SmallVector<SmallVector<Value>> results(fact.getNumOutputs());
  for (int64_t i = 0; i < width; ++i) {
    SmallVector<Value> scalars;
    for (const SmallVector<Value> &elements : operands)
      scalars.push_back(elements[i]);
    for (auto [output, result] :
         llvm::zip_equal(results, inlineEpilogue(b, fact, scalars)))
      output.push_back(result);
  }
  for (auto [number, elements] : llvm::enumerate(results))
    store(body.getArgument(arguments.results + number), place, elements);
}

/// A kernel whose products have elements of this type.
static FailureOr<tile::KernelOp> build(OpBuilder &builder, Location loc,
                                       StringRef name, const MatmulFact &fact,
                                       ElementKind product, bool takesBatches) {
  if (failed(checkEpilogue(loc, fact)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  int64_t width = getLibraryEpilogueVector(fact);
  auto getType = [&](ElementKind element, int64_t step, bool inBatch) {
    return getBatchType(getElementType(element, builder.getContext()), step > 1,
                        inBatch || takesBatches);
  };
  SmallVector<Type> products(
      fact.getProducts(),
      getType(product, getStep(product, width), fact.isBatched()));
  SmallVector<Type> results;
  for (size_t i = 0; i < fact.getNumOutputs(); ++i) {
    ElementKind element = fact.getOutput(i).element;
    results.push_back(
        getType(element, getStep(element, width), fact.isBatched()));
  }
  Arguments arguments;
  arguments.results = fact.isPair ? 0 : products.size();
  arguments.products = fact.isPair ? results.size() : 0;
  arguments.extras = products.size() + results.size();
  SmallVector<Type> types = fact.isPair ? results : products;
  llvm::append_range(types, fact.isPair ? products : results);
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    types.push_back(getType(operand.matrix.element,
                            getWidth(fact, operand, width),
                            isBatch(fact, operand)));
  return createElementwiseKernel(
      b, name, types, arguments.results, width,
      [&](Block &body, ArrayRef<Value> place) {
        Combination(b, body, fact, arguments).create(place);
      });
}

FailureOr<tile::KernelOp>
autotune::buildPairCombination(OpBuilder &builder, Location loc, StringRef name,
                               const MatmulFact &fact) {
  return build(builder, loc, name, fact, fact.c.element,
               /*takesBatches=*/true);
}

FailureOr<tile::KernelOp>
autotune::buildLibraryEpilogue(OpBuilder &builder, Location loc, StringRef name,
                               const MatmulFact &fact, bool takesBatches) {
  return build(builder, loc, name, fact, fact.accumulator, takesBatches);
}
