//===- ProblemMatrices.cpp - Matrices of known values ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemMatrices.h"

#include "ElementFunction.h"
#include "FunctionReference.h"

#include "mlir-autotune/Core/ElementIndex.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulation;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

const llvm::fltSemantics &simulation::getSemantics(ElementKind kind) {
  switch (getElementInfo(kind).stored) {
#define AUTOTUNE_FLOAT(NAME, TEXT, TYPE, FORMAT)                               \
  case ElementKind::NAME:                                                      \
    return llvm::APFloat::FORMAT();
    AUTOTUNE_STORED_FLOATS(AUTOTUNE_FLOAT)
#undef AUTOTUNE_FLOAT
  default:
    return llvm::APFloat::IEEEsingle();
  }
}

uint64_t simulation::getMask(ElementKind kind) {
  return ~uint64_t(0) >> (64 - getElementBits(kind));
}

/// The bits of a number in a float type.
static uint64_t round(ElementKind kind, llvm::APFloat number) {
  bool losesInfo;
  number.convert(getSemantics(kind), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

uint64_t simulation::encode(ElementKind kind, int64_t value, int exponent) {
  if (!isFloat(kind))
    return uint64_t(value) & getMask(kind);
  // Most are small, and need no rounding that takes longer.
  constexpr int64_t kExactInDouble = int64_t(1) << 53;
  bool isShort = value >= -kExactInDouble && value <= kExactInDouble &&
                 std::abs(exponent) < 512;
  double number = isShort ? std::ldexp(double(value), exponent) : 0;
  ElementKind stored = getElementInfo(kind).stored;
  if (isShort && stored == ElementKind::F64)
    return llvm::bit_cast<uint64_t>(number);
  if (isShort && stored == ElementKind::F32)
    return llvm::bit_cast<uint32_t>(float(number));
  if (uint32_t bits = llvm::bit_cast<uint32_t>(float(number));
      isShort && stored == ElementKind::BF16 && bits % 65536 == 0 &&
      double(float(number)) == number)
    return bits >> 16;
  if (isShort)
    return round(kind, llvm::APFloat(number));
  llvm::APFloat exact(llvm::APFloat::IEEEquad());
  exact.convertFromAPInt(llvm::APInt(64, uint64_t(value), /*isSigned=*/true),
                         /*IsSigned=*/true, llvm::APFloat::rmNearestTiesToEven);
  return round(kind,
               scalbn(exact, exponent, llvm::APFloat::rmNearestTiesToEven));
}

double simulation::decode(ElementKind kind, uint64_t bits) {
  switch (getElementInfo(kind).stored) {
  case ElementKind::F64:
    return llvm::bit_cast<double>(bits);
  case ElementKind::F32:
    return llvm::bit_cast<float>(uint32_t(bits));
  case ElementKind::BF16:
    return llvm::bit_cast<float>(uint32_t(bits) << 16);
  default:
    return llvm::APFloat(getSemantics(kind),
                         llvm::APInt(getElementBits(kind), bits))
        .convertToDouble();
  }
}

std::string autotune::printElement(ElementKind kind, uint64_t bits) {
  unsigned width = 8 * getElementBytes(kind);
  if (!isFloat(kind))
    return llvm::toString(llvm::APInt(64, bits).trunc(width), 10,
                          /*Signed=*/true);
  llvm::SmallString<32> text;
  llvm::APFloat(getSemantics(kind), llvm::APInt(64, bits).trunc(width))
      .toString(text, /*FormatPrecision=*/9);
  return StringRef(text).lower();
}

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014) over a counter.
uint64_t simulation::getRandom(uint64_t seed, uint64_t index) {
  uint64_t z =
      (index + 1) * 0x9E3779B97F4A7C15ull + seed * 0xD6E8FEB86659FD93ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// Floats are integers from -limit to limit.
int64_t simulation::getValue(ElementKind kind, uint64_t random, int64_t limit) {
  if (isFloat(kind))
    return int64_t((random >> 32) % uint64_t(2 * limit + 1)) - limit;
  unsigned unused = 64 - getElementBits(kind);
  return int64_t(random << unused) >> unused;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

void simulation::store(StoredMatrix &matrix, int64_t index, uint64_t bits) {
  int64_t bytes = matrix.getElementBytes();
  // Hosts are little-endian, as devices are.
  std::memcpy(&matrix.bytes[index * bytes], &bits, bytes);
}

StoredMatrix simulation::createMatrix(StringRef name, const OperandFact &fact,
                                      int64_t batch,
                                      std::vector<Values> &values,
                                      uint64_t seed, int64_t limit) {
  StoredMatrix matrix;
  matrix.name = name.str();
  // Of 4 bits as kernels have them: bytes, half as many.
  bool isPacked = isInt4(fact.element);
  int64_t together = isPacked ? 2 : 1;
  int64_t columns = fact.transposed ? values[0].rows : values[0].columns;
  matrix.element = isPacked ? ElementKind::I8 : fact.element;
  matrix.rows = fact.transposed ? values[0].columns : values[0].rows;
  matrix.columns = columns / together;
  matrix.rowStride = fact.rowStride / together;
  matrix.batch = batch;
  matrix.batchStride = fact.batchStride;
  matrix.alignment = fact.alignment;
  int64_t ofEach = matrix.getStoredElements() * together;
  int64_t count = matrix.getStoredMatrices() * ofEach;
  matrix.bytes.resize(count / together * matrix.getElementBytes());
  auto storeBits = [&](int64_t index, uint64_t bits) {
    if (!isPacked)
      return store(matrix, index, bits);
    if (fact.element == ElementKind::I4R)
      index = cuda::getReorderedPlace(index);
    // The first of two in the low half.
    bits &= getMask(fact.element);
    matrix.bytes[index / 2] |=
        static_cast<unsigned char>(bits << index % 2 * 4);
  };
  for (int64_t index = 0; index < count; ++index) {
    uint64_t random = getRandom(seed, index);
    int64_t row = index % ofEach / fact.rowStride;
    int64_t column = index % ofEach % fact.rowStride;
    int64_t number = index / ofEach;
    if (matrix.isInterleaved()) {
      number = column / fact.batchStride;
      column %= fact.batchStride;
    }
    if (row >= matrix.rows || column >= columns || number >= batch) {
      storeBits(index, random);
      continue;
    }
    int64_t value = getValue(fact.element, random, limit);
    storeBits(index, encode(fact.element, value));
    Values &of = values[number];
    (fact.transposed ? of.at(column, row) : of.at(row, column)) = value;
  }
  return matrix;
}

void simulation::addHighParts(StoredMatrix &matrix, std::vector<Values> &values,
                              bool isB, const OperandFact &fact) {
  // 12 bits, whatever is added.
  constexpr int64_t kHigh = 2052;
  static_assert(kHigh + 4 <= 4 * kLargestDeep);
  for (auto [number, of] : llvm::enumerate(values))
    for (int64_t row = 0; row < of.rows; ++row)
      for (int64_t column = 0; column < of.columns; ++column) {
        if ((isB ? row : column) % 2 != int64_t(isB))
          continue;
        int64_t &value = of.at(row, column);
        // From -1 to 1, in no order that a swizzle or a tile has.
        value += kHigh * ((value + 7 * row + 5 * column + 4) % 3 - 1);
        int64_t at = fact.transposed ? column * fact.rowStride + row
                                     : row * fact.rowStride + column;
        store(matrix, int64_t(number) * fact.batchStride + at,
              encode(fact.element, value));
      }
}

uint64_t simulation::load(const StoredMatrix &matrix, int64_t index) {
  uint64_t bits = 0;
  int64_t bytes = matrix.getElementBytes();
  std::memcpy(&bits, &matrix.bytes[index * bytes], bytes);
  return bits;
}

StoredMatrix simulation::createExtra(StringRef name,
                                     const EpilogueOperand &operand,
                                     const ProblemFact &fact, uint64_t seed) {
  const auto &matmul = fact.getMatmul();
  std::vector<Values> values(
      operand.matrix.batchStride > 0 ? matmul.batch : 1,
      Values(operand.getRows(matmul.m), operand.getColumns(matmul.n)));
  StoredMatrix matrix =
      createMatrix(name, operand.matrix, matmul.batch, values, seed, 64);
  if (!isFloat(matrix.element))
    return matrix;
  llvm::APFloat sixteenth(getSemantics(matrix.element), "0.0625");
  for (auto [number, of] : llvm::enumerate(values))
    for (int64_t row = 0; row < of.rows; ++row)
      for (int64_t column = 0; column < of.columns; ++column) {
        llvm::APFloat value(
            getSemantics(matrix.element),
            llvm::APInt(8 * matrix.getElementBytes(),
                        encode(matrix.element, of.at(row, column))));
        value.multiply(sixteenth, llvm::APFloat::rmNearestTiesToEven);
        store(matrix,
              int64_t(number) * matrix.batchStride + row * matrix.rowStride +
                  column,
              value.bitcastToAPInt().getZExtValue());
      }
  return matrix;
}

//===----------------------------------------------------------------------===//
// Prologues
//===----------------------------------------------------------------------===//

StoredMatrix simulation::createParam(StringRef name,
                                     const PrologueOperand &operand,
                                     int64_t output, int64_t k, uint64_t seed,
                                     int64_t batch) {
  std::vector<Values> values(
      batch, Values(operand.getRows(output), operand.getColumns(k)));
  // From -3 to 3: signs and powers of two.
  constexpr int64_t kLimit = 3;
  StoredMatrix matrix =
      createMatrix(name, operand.matrix, batch, values, seed, kLimit);
  if (!isFloat(matrix.element))
    return matrix;
  for (auto [number, of] : llvm::enumerate(values))
    for (int64_t row = 0; row < matrix.rows; ++row)
      for (int64_t column = 0; column < matrix.columns; ++column) {
        int64_t value =
            operand.matrix.transposed ? of.at(column, row) : of.at(row, column);
        // Of 0 there would be nothing to see.
        int64_t sign = value < 0 ? -1 : 1,
                size = value == 0 ? 2 : std::abs(value);
        store(matrix,
              int64_t(number) * matrix.batchStride + row * matrix.rowStride +
                  column,
              encode(matrix.element, sign, int(size) - 2));
      }
  return matrix;
}

/// The number that an element of a float type is.
static llvm::APFloat toNumber(ElementKind kind, uint64_t bits) {
  llvm::APFloat number(getSemantics(kind),
                       llvm::APInt(8 * getElementBytes(kind), bits));
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number;
}

/// The bits of the value that a row of the output and a place along K have.
static uint64_t loadParam(const PrologueOperand &operand,
                          const StoredMatrix &param, int64_t at, int64_t k,
                          int64_t number = 0) {
  int64_t row = operand.overOutput ? at / operand.rowGroup : 0;
  int64_t column = operand.group ? k / operand.group : 0;
  if (operand.matrix.transposed)
    std::swap(row, column);
  return load(param,
              number * param.batchStride + row * param.rowStride + column);
}

void simulation::applyScales(const PrologueOperand &operand,
                             const StoredMatrix &scales, bool isB,
                             std::vector<Values> &matrices) {
  for (auto [number, values] : llvm::enumerate(matrices))
    for (int64_t row = 0; row < values.rows; ++row)
      for (int64_t column = 0; column < values.columns; ++column) {
        int64_t at = isB ? column : row, k = isB ? row : column;
        uint64_t bits = loadParam(operand, scales, at, k, int64_t(number));
        double scale = toNumber(scales.element, bits).convertToDouble();
        values.at(row, column) *= int64_t(std::ldexp(scale, -kLeastScale));
      }
}

/// The power of two that is the lowest bit of a number other than 0.
static int getLowestBit(double number) {
  int exponent;
  auto significand = int64_t(std::ldexp(std::frexp(number, &exponent), 53));
  return exponent - 53 + int(llvm::countr_zero(uint64_t(significand)));
}

llvm::Error simulation::applyPrologue(const ProblemFact &fact,
                                      ArrayRef<StoredMatrix> params,
                                      Values &values, int &exponent) {
  const auto &matmul = fact.getMatmul();
  auto function = ElementFunction::createPrologue(fact);
  if (!function)
    return function.takeError();
  auto reference = FunctionReference::create("prologue", matmul.prologue.body,
                                             int64_t(values.data.size()));
  if (!reference)
    return reference.takeError();
  auto refuse = [&](StringRef why) {
    return llvm::createStringError("can't simulate " + fact.getKey() +
                                   ": the result of its prologue " + why);
  };
  ElementKind kind = matmul.getMultiplied();
  bool isB = matmul.convertsB();
  std::vector<double> numbers(values.data.size());
  std::vector<uint64_t> elements(1 + params.size());
  // Below that no bit is set, and no number is larger than two to that power.
  int lowest = 0, highest = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    int64_t row = int64_t(i) / values.columns;
    int64_t column = int64_t(i) % values.columns;
    int64_t k = isB ? row : column, at = isB ? column : row;
    elements[0] = encode(matmul.getConverted().element, values.data[i]);
    for (auto [index, operand] : llvm::enumerate(matmul.prologue.operands))
      elements[1 + index] = loadParam(operand, params[index], at, k);
    std::vector<uint64_t> arguments = elements;
    uint64_t bits = (*function)->apply(elements) & getMask(kind);
    if (llvm::Error error = reference->check(arguments, bits))
      return error;
    llvm::APFloat number = toNumber(kind, bits);
    if (!number.isFinite())
      return refuse("is not finite");
    numbers[i] = number.convertToDouble();
    if (number.isZero())
      continue;
    lowest = std::min(lowest, getLowestBit(numbers[i]));
    highest = std::max(highest, ilogb(number) + 1);
  }
  // Factors of the other operand are from -4 to 4.
  double most = std::ldexp(4.0 * double(matmul.k), highest - lowest);
  constexpr double kExact = 1 << 24;
  if (most > kExact)
    return refuse("has sums that would not be exact");
  exponent = lowest;
  for (size_t i = 0; i < numbers.size(); ++i)
    values.data[i] = int64_t(std::ldexp(numbers[i], -lowest));
  return llvm::Error::success();
}
