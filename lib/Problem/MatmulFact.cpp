//===- MatmulFact.cpp - What is known of one matmul -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/MatmulFact.h"

#include "mlir-autotune/Problem/Operands.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Equality and hashing
//===----------------------------------------------------------------------===//

#define GET_DEFINITIONS
#include "mlir-autotune/Problem/Problem.inc"

//===----------------------------------------------------------------------===//
// Work and traffic
//===----------------------------------------------------------------------===//

/// How many groups there are of a size; the last one may be shorter.
static int64_t countGroups(int64_t size, int64_t group) {
  return isDynamicSize(size) ? size : llvm::divideCeil(size, group);
}

int64_t EpilogueOperand::getRows(int64_t m) const {
  return overRows ? countGroups(m, rowGroup) : 1;
}

int64_t EpilogueOperand::getColumns(int64_t n) const {
  return overColumns ? countGroups(n, columnGroup) : 1;
}

int64_t PrologueOperand::getRows(int64_t output) const {
  return overOutput ? countGroups(output, rowGroup) : 1;
}

int64_t PrologueOperand::getColumns(int64_t k) const {
  return group ? countGroups(k, group) : 1;
}

bool MatmulFact::hasStaticSizes() const {
  return !isDynamicSize(m) && !isDynamicSize(n) && !isDynamicSize(k) &&
         !isDynamicSize(batch) && !isDynamicSize(parts) &&
         !(added && isDynamicSize(added->k));
}

ElementKind MatmulFact::getFactorElement(unsigned number) const {
  return hasWidePrologue() ? getMultiplied() : (number == 0 ? a : b).element;
}

MatmulFact MatmulFact::asOneProduct() const {
  MatmulFact product = *this;
  product.isPair = false;
  if (isPair && !isDynamicSize(n))
    product.n *= 2;
  if (hasParts()) {
    bool isKnown = !isDynamicSize(k) && !isDynamicSize(parts) &&
                   !llvm::MulOverflow(k, parts, product.k);
    if (!isKnown)
      product.k = kDynamicSize;
    product.parts = 1;
  }
  if (!added)
    return product;
  product.added.reset();
  bool isKnown = !isDynamicSize(k) && !isDynamicSize(added->k);
  product.k = isKnown ? k + added->k : kDynamicSize;
  return product;
}

void MatmulFact::setGroup(std::vector<int64_t> rows) {
  group = std::move(rows);
  m = 0;
  for (int64_t ofOne : group) {
    bool isKnown = !isDynamicSize(ofOne) && !isDynamicSize(m);
    m = isKnown ? m + ofOne : kDynamicSize;
  }
}

/// The matrices of a batch with room for `rows` rows of each.
static void setRoom(OperandFact &operand, int64_t products, int64_t rows) {
  operand.batchStride = getDenseBatchStride(products, rows, operand.rowStride);
}

MatmulFact MatmulFact::getBareProduct() const {
  MatmulFact bare = *this;
  bare.epilogue = EpilogueFact();
  bare.init = InitKind::Zero;
  bare.c = OperandFact();
  bare.c.element = accumulator;
  bare.c.rowStride = n;
  if (isBatched())
    bare.c.batchStride = getDenseBatchStride(batch, m, n);
  return bare;
}

MatmulFact MatmulFact::getRaggedBatch() const {
  MatmulFact fact = *this;
  if (!isGrouped() || isBatched() || isDynamicSize(m))
    return fact;
  fact.batch = group.size();
  fact.m = *llvm::max_element(group);
  setRoom(fact.a, fact.batch, a.transposed ? k : fact.m);
  setRoom(fact.b, fact.batch, b.transposed ? n : k);
  setRoom(fact.c, fact.batch, fact.m);
  if (fact.scales)
    for (auto [of, output] : {std::pair(&fact.scales->a, fact.m),
                              std::pair(&fact.scales->b, fact.n)})
      setRoom(of->matrix, fact.batch,
              of->matrix.transposed ? of->getColumns(k) : of->getRows(output));
  return fact;
}

double MatmulFact::getFlops() const {
  assert(hasStaticSizes() && "the work of an unknown size is unknown");
  return 2.0 * m * n * (k + (added ? added->k : 0)) * getFactorMatrices() *
         getProducts();
}

int64_t mlir::autotune::getDenseBatchStride(int64_t batch, int64_t rows,
                                            int64_t rowStride) {
  if (batch == 1)
    return 0;
  int64_t stride;
  if (isDynamicSize(rows) || isDynamicSize(rowStride) ||
      llvm::MulOverflow(rows, rowStride, stride))
    return kDynamicSize;
  return stride;
}

double MatmulFact::getBytes() const {
  assert(hasStaticSizes() && "the traffic of an unknown size is unknown");
  double bytes = 0;
  for (const auto &operand : listOperands(*this)) {
    double matrices = operand.matrix.batchStride == 0 ? 1 : operand.matrices;
    // Those of A and C of a group are `m` rows together.
    if (operand.role == OperandRole::B || operand.role == OperandRole::PairB ||
        operand.role == OperandRole::ScalesOfB)
      matrices *= isGrouped() ? group.size() : 1;
    if (operand.role == OperandRole::C && init == InitKind::Accumulate)
      matrices *= 2;
    bytes += matrices * operand.rows * operand.columns *
             getElementBits(operand.matrix.element) / 8.0;
  }
  return bytes;
}
