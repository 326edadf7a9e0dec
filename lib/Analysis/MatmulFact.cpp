//===- MatmulFact.cpp - What is known of one matmul -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/MatmulFact.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <tuple>

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Equality and hashing
//===----------------------------------------------------------------------===//

static auto asTuple(const OperandFact &o) {
  return std::make_tuple(o.element, o.transposed, o.rowStride, o.batchStride,
                         o.innerBatch, o.outerStride, o.unitInnerStride,
                         o.alignment);
}

static auto asTuple(const MatmulFact &f) {
  return std::make_tuple(f.m, f.n, f.k, f.batch, f.parts, f.group, asTuple(f.a),
                         asTuple(f.b), asTuple(f.c), f.accumulator, f.init,
                         f.zeroExtend, f.isPair);
}

bool AddedProduct::operator==(const AddedProduct &other) const {
  return k == other.k && a == other.a && b == other.b;
}

bool EpilogueOperand::operator==(const EpilogueOperand &other) const {
  return matrix == other.matrix && overRows == other.overRows &&
         overColumns == other.overColumns && rowGroup == other.rowGroup &&
         columnGroup == other.columnGroup;
}

bool EpilogueFact::operator==(const EpilogueFact &other) const {
  return body == other.body && operands == other.operands &&
         outputs == other.outputs;
}

bool PrologueOperand::operator==(const PrologueOperand &other) const {
  return matrix == other.matrix && overOutput == other.overOutput &&
         group == other.group && rowGroup == other.rowGroup;
}

bool PrologueFact::operator==(const PrologueFact &other) const {
  return number == other.number && body == other.body &&
         operands == other.operands;
}

bool EpilogueFact::isHash(StringRef text) {
  return text.size() == 16 && llvm::all_of(text, [](char c) {
           return llvm::isDigit(c) || (c >= 'a' && c <= 'f');
         });
}

static std::string getHashOf(StringRef body) {
  if (EpilogueFact::isHash(body))
    return body.str();
  return llvm::utohexstr(llvm::xxh3_64bits(body), /*LowerCase=*/true,
                         /*Width=*/16);
}

std::string EpilogueFact::getHash() const { return getHashOf(body); }
std::string PrologueFact::getHash() const { return getHashOf(body); }

bool OperandFact::operator==(const OperandFact &other) const {
  return asTuple(*this) == asTuple(other);
}

bool MatmulFact::operator==(const MatmulFact &other) const {
  return asTuple(*this) == asTuple(other) && added == other.added &&
         prologue == other.prologue && scales == other.scales &&
         epilogue == other.epilogue;
}

llvm::hash_code autotune::hash_value(const OperandFact &o) {
  return llvm::hash_combine(o.element, o.transposed, o.rowStride, o.batchStride,
                            o.innerBatch, o.outerStride, o.unitInnerStride,
                            o.alignment);
}

llvm::hash_code autotune::hash_value(const MatmulFact &f) {
  llvm::hash_code hash =
      llvm::hash_combine(f.m, f.n, f.k, f.batch, f.parts, f.a, f.b, f.c,
                         f.accumulator, f.init, f.zeroExtend, f.isPair,
                         f.prologue.number, f.prologue.body, f.epilogue.body);
  auto addOperand = [&](const PrologueOperand &operand) {
    hash = llvm::hash_combine(hash, operand.matrix, operand.overOutput,
                              operand.group, operand.rowGroup);
  };
  llvm::for_each(f.prologue.operands, addOperand);
  if (f.scales) {
    addOperand(f.scales->a);
    addOperand(f.scales->b);
  }
  for (const EpilogueOperand &operand : f.epilogue.operands)
    hash = llvm::hash_combine(hash, operand.matrix, operand.overRows,
                              operand.overColumns, operand.rowGroup,
                              operand.columnGroup);
  for (const OperandFact &output : f.epilogue.outputs)
    hash = llvm::hash_combine(hash, output);
  if (f.added)
    hash = llvm::hash_combine(hash, f.added->k, f.added->a, f.added->b);
  if (f.isGrouped())
    hash = llvm::hash_combine(
        hash, llvm::hash_combine_range(f.group.begin(), f.group.end()));
  return hash;
}

//===----------------------------------------------------------------------===//
// Work and traffic
//===----------------------------------------------------------------------===//

/// How many groups there are of a size; the last one may be shorter.
static int64_t countGroups(int64_t size, int64_t group) {
  return ShapedType::isDynamic(size) ? size : llvm::divideCeil(size, group);
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
  return !ShapedType::isDynamic(m) && !ShapedType::isDynamic(n) &&
         !ShapedType::isDynamic(k) && !ShapedType::isDynamic(batch) &&
         !ShapedType::isDynamic(parts) &&
         !(added && ShapedType::isDynamic(added->k));
}

ElementKind MatmulFact::getFactorElement(unsigned number) const {
  return hasWidePrologue() ? getMultiplied() : (number == 0 ? a : b).element;
}

MatmulFact MatmulFact::asOneProduct() const {
  MatmulFact product = *this;
  product.isPair = false;
  if (isPair && !ShapedType::isDynamic(n))
    product.n *= 2;
  if (hasParts()) {
    bool isKnown = !ShapedType::isDynamic(k) && !ShapedType::isDynamic(parts) &&
                   !llvm::MulOverflow(k, parts, product.k);
    if (!isKnown)
      product.k = ShapedType::kDynamic;
    product.parts = 1;
  }
  if (!added)
    return product;
  product.added.reset();
  bool isKnown = !ShapedType::isDynamic(k) && !ShapedType::isDynamic(added->k);
  product.k = isKnown ? k + added->k : ShapedType::kDynamic;
  return product;
}

void MatmulFact::setGroup(std::vector<int64_t> rows) {
  group = std::move(rows);
  m = 0;
  for (int64_t ofOne : group) {
    bool isKnown = !ShapedType::isDynamic(ofOne) && !ShapedType::isDynamic(m);
    m = isKnown ? m + ofOne : ShapedType::kDynamic;
  }
}

/// The matrices of a batch with room for `rows` rows of each.
static void setRoom(OperandFact &operand, int64_t products, int64_t rows) {
  operand.batchStride = getDenseBatchStride(products, rows, operand.rowStride);
}

MatmulFact MatmulFact::getRaggedBatch() const {
  MatmulFact fact = *this;
  if (!isGrouped() || isBatched() || ShapedType::isDynamic(m))
    return fact;
  fact.batch = group.size();
  fact.m = *llvm::max_element(group);
  setRoom(fact.a, fact.batch, a.transposed ? k : fact.m);
  setRoom(fact.b, fact.batch, b.transposed ? n : k);
  setRoom(fact.c, fact.batch, fact.m);
  return fact;
}

double MatmulFact::getFlops() const {
  assert(hasStaticSizes() && "the work of an unknown size is unknown");
  return 2.0 * m * n * (k + (added ? added->k : 0)) * getFactorMatrices() *
         getProducts();
}

int64_t autotune::getDenseBatchStride(int64_t batch, int64_t rows,
                                      int64_t rowStride) {
  if (batch == 1)
    return 0;
  int64_t stride;
  if (ShapedType::isDynamic(rows) || ShapedType::isDynamic(rowStride) ||
      llvm::MulOverflow(rows, rowStride, stride))
    return ShapedType::kDynamic;
  return stride;
}

double MatmulFact::getBytes() const {
  assert(hasStaticSizes() && "the traffic of an unknown size is unknown");
  double timesC = init == InitKind::Accumulate ? 2.0 : 1.0;
  auto getMatrices = [&](const OperandFact &operand) {
    bool isFactor = &operand == &a || &operand == &b;
    return operand.batchStride == 0
               ? 1.0
               : static_cast<double>(isFactor ? getFactorMatrices() : batch);
  };
  // Those of A and C of a group are `m` rows together.
  double groups = isGrouped() ? static_cast<double>(group.size()) : 1.0;
  auto getFactorBytes = [](const OperandFact &factor) {
    return getElementBits(factor.element) / 8.0;
  };
  double bytes =
      getMatrices(a) * m * k * getFactorBytes(a) +
      groups * getMatrices(b) * k * n * getFactorBytes(b) * getProducts() +
      timesC * getMatrices(c) * m * n * getElementBytes(c.element);
  if (added)
    bytes += getMatrices(added->a) * m * added->k * getFactorBytes(a) +
             getMatrices(added->b) * added->k * n * getFactorBytes(b);
  for (const EpilogueOperand &operand : epilogue.operands)
    bytes += getMatrices(operand.matrix) * operand.getRows(m) *
             operand.getColumns(n) * getElementBytes(operand.matrix.element);
  for (const OperandFact &output : epilogue.outputs)
    bytes += getMatrices(output) * m * n * getElementBytes(output.element);
  auto getValueBytes = [&](const PrologueOperand &operand, int64_t output) {
    return static_cast<double>(operand.getRows(output)) *
           operand.getColumns(k) * getElementBytes(operand.matrix.element);
  };
  for (const PrologueOperand &operand : prologue.operands)
    bytes += getValueBytes(operand, getConvertedRows());
  if (scales)
    bytes += getValueBytes(scales->a, m) + getValueBytes(scales->b, n);
  return bytes;
}
