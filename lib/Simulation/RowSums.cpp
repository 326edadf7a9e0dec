//===- RowSums.cpp - Sums whose order is not known ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSums.h"

using namespace mlir;
using namespace mlir::autotune;
using reference::ElementType;
using reference::Result;

/// The largest power of two that divides a number; 0 if there is none.
static double getUnit(double value) {
  if (!std::isfinite(value))
    return 0;
  int exponent = 0;
  double significand = std::frexp(std::fabs(value), &exponent);
  if (significand == 0)
    return INFINITY;
  constexpr int kBits = 53;
  auto bits = uint64_t(std::ldexp(significand, kBits));
  return std::ldexp(double(bits & -bits), exponent - kBits);
}

void Terms::add(const Result &term) {
  ++count;
  low += term.low;
  high += term.high;
  size += std::max(std::fabs(term.low), std::fabs(term.high));
  unit = std::min(unit, term.low == term.high ? getUnit(term.low) : 0);
}

static double roundTo(ElementType type, double value) {
  return reference::decode(type, reference::encode(type, value));
}

/// The largest error of a result, as a share of the sizes of its terms. With a
/// larger one, a kernel could leave many terms out unseen.
static constexpr double kMostError = 1.0 / 16;

/// Widens a sum that was computed from the first term to the last. Each of
/// `count` additions rounds a partial sum, which is no larger than `size`.
void Terms::allowAnyOrder(Result &sum, unsigned precision) const {
  double roundoff = std::ldexp(1.0, -int(precision));
  if (sum.isAnything || !std::isfinite(size) || size * roundoff <= unit)
    return;
  double error = double(count) * roundoff;
  if (error > kMostError) {
    sum.isAnything = true;
    return;
  }
  double slack = size * error / (1 - error);
  sum.low = std::min(sum.low, roundTo(sum.type, low - slack));
  sum.high = std::max(sum.high, roundTo(sum.type, high + slack));
}

/// The same of a product, whose error is a share of it.
static void allowAnyOrder(Result &product, int64_t count, unsigned precision) {
  double error = 2 * double(count) * std::ldexp(1.0, -int(precision));
  product.isAnything |= error > kMostError;
  if (product.isAnything)
    return;
  product.low =
      roundTo(product.type, product.low - std::fabs(product.low) * error);
  product.high =
      roundTo(product.type, product.high + std::fabs(product.high) * error);
}

void autotune::allowAnyOrder(Result &result, ScalarProgram::Order order,
                             const Terms &terms, Type type) {
  if (order == ScalarProgram::Order::Any)
    return;
  unsigned precision = cast<FloatType>(type).getFPMantissaWidth();
  if (order == ScalarProgram::Order::Sum)
    terms.allowAnyOrder(result, precision);
  else
    ::allowAnyOrder(result, terms.count, precision);
}

Result autotune::addTo(Result number, int64_t offset) {
  if (offset == 0 || number.isAnything)
    return number;
  if (!number.type.isFloat())
    return reference::getExactly(number.type, number.bits + uint64_t(offset));
  double sum = reference::decode(number.type, number.bits) + double(offset);
  return reference::getExactly(number.type,
                               reference::encode(number.type, sum));
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

ScannedRow::Value ScannedRow::combine(const Value &before,
                                      const Value &element) {
  if (!before || !element)
    return before ? before : element;
  std::vector<Result> values = {*before, *element}, terms;
  combiner.run({}, values, terms);
  return values.front();
}

/// The running value at a column for a fault that no other column sees.
/// `before` is what all columns before it have come to.
ScannedRow::Value ScannedRow::getWithFault(ArrayRef<Result> elements,
                                           int64_t column,
                                           const Value &before) {
  int64_t chunk = fault.again ? fault.again : fault.chunk;
  int64_t part = fault.again ? fault.again : fault.part;
  if (column % chunk == 0) {
    ofChunk = before;
    for (int64_t i = 0; i < fault.again; ++i)
      if (column + i < int64_t(elements.size()))
        ofChunk = combine(ofChunk, elements[column + i]);
  }
  if (column % part == 0)
    ofPart = std::nullopt;
  Value exclusive = combine(ofChunk, ofPart);
  ofPart = combine(ofPart, elements[column]);
  return isInclusive ? combine(ofChunk, ofPart) : exclusive;
}

std::vector<Result> ScannedRow::scan(ArrayRef<Result> elements,
                                     std::optional<Result> start) {
  std::vector<Result> running;
  Terms terms;
  Value all = start;
  if (start) {
    all = addTo(*start, fault.start);
    terms.add(*all);
  }
  bool isApart = fault.chunk != 0 || fault.again != 0;
  auto columns = int64_t(elements.size());
  for (int64_t column = 0; column < columns; ++column) {
    Value before = all;
    int64_t count = fault.count ? fault.count(column) : 1;
    bool isTaken = isInclusive || column + 1 < columns;
    for (int64_t i = 0; i < count && isTaken; ++i) {
      all = combine(all, elements[column]);
      if (isInclusive)
        terms.add(elements[column]);
    }
    Value value = isInclusive ? all : before;
    if (isApart)
      value = getWithFault(elements, column, before);
    if (!value) {
      // Nothing was taken.
      value.emplace();
      value->type = elements[column].type;
      value->isAnything = true;
    }
    allowAnyOrder(*value, combiner.getOrder(0), terms, type);
    running.push_back(*value);
    if (!isInclusive)
      terms.add(elements[column]);
  }
  // Faults of one column don't reach the last value.
  last = running.back();
  if (isApart && all) {
    last = *all;
    allowAnyOrder(last, combiner.getOrder(0), terms, type);
  }
  return running;
}
