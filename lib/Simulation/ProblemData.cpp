//===- ProblemData.cpp - Matrices with a known product --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueFunction.h"

#include "mlir-autotune/Simulation/ProblemData.h"

#include "mlir-autotune/Runtime/Grid.h"
#include "mlir-autotune/Tuning/Problems.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// How many times the largest float the largest integer of 8 bits is, with a
/// sign and without one.
static constexpr int64_t kIntegerLimit = 32, kUnsignedLimit = 64;
/// All matrices of a simulated problem: what takes more memory takes hours.
static constexpr int64_t kMaxBytes = int64_t(1) << 32;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics &getSemantics(ElementKind kind) {
  switch (kind) {
  case ElementKind::BF16:
    return llvm::APFloat::BFloat();
  case ElementKind::F16:
    return llvm::APFloat::IEEEhalf();
  case ElementKind::F64:
    return llvm::APFloat::IEEEdouble();
  case ElementKind::F8E4M3FN:
    return llvm::APFloat::Float8E4M3FN();
  case ElementKind::F8E5M2:
    return llvm::APFloat::Float8E5M2();
  default:
    return llvm::APFloat::IEEEsingle();
  }
}

static uint64_t getMask(ElementKind kind) {
  return ~uint64_t(0) >> (64 - 8 * getElementBytes(kind));
}

/// The bits of an integer in a kind: floats round to nearest even, integers
/// wrap.
static uint64_t encode(ElementKind kind, int64_t value) {
  if (!isFloat(kind))
    return uint64_t(value) & getMask(kind);
  llvm::APFloat number(getSemantics(kind));
  number.convertFromAPInt(llvm::APInt(64, uint64_t(value), /*isSigned=*/true),
                          /*IsSigned=*/true,
                          llvm::APFloat::rmNearestTiesToEven);
  return number.bitcastToAPInt().getZExtValue();
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

/// SplitMix64 (Steele, Lea, Flood 2014) over a counter.
static uint64_t getRandom(uint64_t seed, uint64_t index) {
  uint64_t z =
      (index + 1) * 0x9E3779B97F4A7C15ull + seed * 0xD6E8FEB86659FD93ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// Floats are integers from -limit to limit.
static int64_t getValue(ElementKind kind, uint64_t random, int64_t limit) {
  if (isFloat(kind))
    return int64_t((random >> 32) % uint64_t(2 * limit + 1)) - limit;
  unsigned unused = 64 - 8 * getElementBytes(kind);
  return int64_t(random << unused) >> unused;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

namespace {
/// Values of a matrix as the product takes them, rows by columns of A, B or C
/// rather than as stored.
struct Values {
  int64_t rows, columns;
  std::vector<int64_t> data;

  Values(int64_t rows, int64_t columns)
      : rows(rows), columns(columns), data(rows * columns) {}
  int64_t &at(int64_t row, int64_t column) {
    return data[row * columns + column];
  }
};
} // namespace

static void store(StoredMatrix &matrix, int64_t index, uint64_t bits) {
  int64_t bytes = matrix.getElementBytes();
  // Hosts are little-endian, as devices are.
  std::memcpy(&matrix.bytes[index * bytes], &bits, bytes);
}

/// Makes a matrix of random values, and noise between its rows.
static StoredMatrix createMatrix(StringRef name, const OperandFact &fact,
                                 int64_t batch, std::vector<Values> &values,
                                 uint64_t seed, int64_t limit) {
  StoredMatrix matrix;
  matrix.name = name.str();
  matrix.element = fact.element;
  matrix.rows = fact.transposed ? values[0].columns : values[0].rows;
  matrix.columns = fact.transposed ? values[0].rows : values[0].columns;
  matrix.rowStride = fact.rowStride;
  matrix.batch = batch;
  matrix.batchStride = fact.batchStride;
  matrix.alignment = fact.alignment;
  int64_t ofEach = matrix.getStoredElements();
  int64_t count = matrix.getStoredMatrices() * ofEach;
  matrix.bytes.resize(count * matrix.getElementBytes());
  for (int64_t index = 0; index < count; ++index) {
    uint64_t random = getRandom(seed, index);
    int64_t row = index % ofEach / matrix.rowStride;
    int64_t column = index % ofEach % matrix.rowStride;
    if (row >= matrix.rows || column >= matrix.columns) {
      store(matrix, index, random);
      continue;
    }
    int64_t value = getValue(fact.element, random, limit);
    store(matrix, index, encode(fact.element, value));
    Values &of = values[index / ofEach];
    (fact.transposed ? of.at(column, row) : of.at(row, column)) = value;
  }
  return matrix;
}

/// So that C, to which is added, is what it says: of 8 bits 4 or 3 are a
/// float's significand.
static int64_t getLargestInit(ElementKind kind) {
  return kind == ElementKind::F8E4M3FN ? 16
         : kind == ElementKind::F8E5M2 ? 8
                                       : 64;
}

/// C += A B in wrapping 64 bits.
static void multiply(const Values &a, const Values &b, Values &c) {
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = 0; k < a.columns; ++k) {
      uint64_t factor = uint64_t(a.data[i * a.columns + k]);
      const int64_t *row = &b.data[k * b.columns];
      int64_t *sum = &c.data[i * c.columns];
      for (int64_t j = 0; j < b.columns; ++j)
        sum[j] = int64_t(uint64_t(sum[j]) + factor * uint64_t(row[j]));
    }
}

static void zeroExtend(std::vector<Values> &matrices, ElementKind kind) {
  if (isFloat(kind))
    return;
  for (Values &values : matrices)
    for (int64_t &value : values.data)
      value = int64_t(uint64_t(value) & getMask(kind));
}

/// Two's complement truncation.
static int64_t wrapTo(ElementKind kind, int64_t value) {
  unsigned unused = 64 - 8 * getElementBytes(kind);
  return int64_t(uint64_t(value) << unused) >> unused;
}

static std::string getWhyNot(const MatmulFact &given) {
  std::string why = getWhyNotMeasurable(given);
  const MatmulFact fact = given.getRaggedBatch();
  if (!why.empty())
    return why;
  if (isFloat(fact.accumulator) && getElementBytes(fact.accumulator) < 4)
    return "sums of " + stringifyElementKind(fact.accumulator).str() +
           " are not exact";
  bool hasIntegers = !isFloat(fact.a.element) || !isFloat(fact.b.element);
  int64_t mostDepth =
      ProblemData::kMaxExactDepth / (!hasIntegers      ? 1
                                     : fact.zeroExtend ? kUnsignedLimit
                                                       : kIntegerLimit);
  if (isFloat(fact.accumulator) && fact.k > mostDepth)
    return "its K is larger than " + std::to_string(mostDepth) +
           ", and sums would not be exact";
  auto getBytes = [&](const OperandFact &operand, int64_t rows) {
    int64_t elements =
        operand.batchStride > 0
            ? cuda::multiplySizes(fact.batch, operand.batchStride)
            : rows * operand.rowStride;
    return elements * getElementBytes(operand.element);
  };
  // Beside the matrices there are a copy for the run, and every value as an
  // integer of 8 bytes, that of C twice. A matrix is below 2^46
  // (getWhyNotMeasurable).
  auto getValues = [&](const OperandFact &operand, int64_t rows,
                       int64_t columns) {
    return 8 * cuda::multiplySizes(rows * columns,
                                   operand.batchStride > 0 ? fact.batch : 1);
  };
  int64_t bytes = 2 * (getBytes(fact.a, fact.a.transposed ? fact.k : fact.m) +
                       getBytes(fact.c, fact.m)) +
                  getValues(fact.a, fact.m, fact.k) +
                  2 * getValues(fact.c, fact.m, fact.n);
  for (int64_t i = 0; i < fact.getProducts(); ++i)
    bytes = std::min(bytes, kMaxBytes + 1) +
            2 * getBytes(fact.b, fact.b.transposed ? fact.n : fact.k) +
            getValues(fact.b, fact.k, fact.n) +
            (i > 0 ? getValues(fact.c, fact.m, fact.n) : 0);
  for (const EpilogueOperand &operand : fact.epilogue.operands) {
    int64_t rows = operand.getRows(fact.m);
    bytes = std::min(bytes, kMaxBytes + 1) +
            2 * getBytes(operand.matrix, rows) +
            getValues(operand.matrix, rows, operand.getColumns(fact.n));
  }
  if (bytes > kMaxBytes)
    return "it takes more than 4 GiB of memory";
  return "";
}

llvm::Error autotune::checkSimulable(const MatmulFact &fact) {
  std::string why = getWhyNot(fact);
  if (why.empty())
    return llvm::Error::success();
  return llvm::createStringError("can't simulate " + fact.getKey() + ": " +
                                 why);
}

llvm::Expected<ProblemData> ProblemData::create(const MatmulFact &given,
                                                uint64_t seed) {
  if (llvm::Error error = checkSimulable(given))
    return error;
  MatmulFact fact = given.getRaggedBatch();
  ProblemData data;
  data.fact = fact;
  auto getValues = [&](const OperandFact &operand, int64_t rows,
                       int64_t columns) {
    int64_t matrices = operand.batchStride > 0 ? fact.batch : 1;
    return std::vector<Values>(matrices, Values(rows, columns));
  };
  std::vector<Values> a = getValues(fact.a, fact.m, fact.k),
                      b = getValues(fact.b, fact.k, fact.n),
                      c = getValues(fact.c, fact.m, fact.n);
  int64_t batch = fact.batch;
  data.operands[0] = createMatrix("a", fact.a, batch, a, 3 * seed + 1, 4);
  data.operands[1] = createMatrix("b", fact.b, batch, b, 3 * seed + 2, 4);
  data.operands[2] = createMatrix("c", fact.c, batch, c, 3 * seed + 3,
                                  getLargestInit(fact.c.element));
  data.operands[0].group = data.operands[2].group = fact.group;
  data.operands[0].groupsColumns = fact.a.transposed;
  if (fact.zeroExtend) {
    zeroExtend(a, fact.a.element);
    zeroExtend(b, fact.b.element);
  }
  if (fact.init == InitKind::Zero) {
    for (Values &values : c)
      std::fill(values.data.begin(), values.data.end(), 0);
    // NaN in every float format.
    std::fill(data.operands[2].bytes.begin(), data.operands[2].bytes.end(),
              0xFF);
  }
  data.expected.reserve(batch * fact.m * fact.n);
  auto sum = [&](const std::vector<Values> &right, Values &of, int64_t i) {
    multiply(a[a.size() > 1 ? i : 0], right[right.size() > 1 ? i : 0], of);
    if (!isFloat(fact.accumulator))
      for (int64_t &value : of.data)
        value = wrapTo(fact.accumulator, value);
  };
  for (int64_t i = 0; i < batch; ++i) {
    sum(b, c[i], i);
    if (fact.epilogue.isNone())
      for (int64_t value : c[i].data)
        data.expected.push_back(encode(fact.c.element, value));
  }
  if (fact.epilogue.isNone())
    return data;
  std::vector<std::vector<int64_t>> sums;
  for (Values &values : c)
    sums.push_back(std::move(values.data));
  if (fact.isPair) {
    std::vector<Values> gate = getValues(fact.b, fact.k, fact.n);
    data.extras.push_back(
        createMatrix("b2", fact.b, batch, gate, 1000 * (seed + 1) - 1, 4));
    if (fact.zeroExtend)
      zeroExtend(gate, fact.b.element);
    for (int64_t i = 0; i < batch; ++i) {
      Values of(fact.m, fact.n);
      sum(gate, of, i);
      sums.push_back(std::move(of.data));
    }
  }
  if (llvm::Error error = data.applyEpilogue(sums, seed))
    return error;
  return data;
}

/// The bits of an element.
static uint64_t load(const StoredMatrix &matrix, int64_t index) {
  uint64_t bits = 0;
  int64_t bytes = matrix.getElementBytes();
  std::memcpy(&bits, &matrix.bytes[index * bytes], bytes);
  return bits;
}

/// Of floats, multiples of 1/16 from -4 to 4, which all types hold exactly.
static StoredMatrix createExtra(StringRef name, const EpilogueOperand &operand,
                                const MatmulFact &fact, uint64_t seed) {
  std::vector<Values> values(
      operand.matrix.batchStride > 0 ? fact.batch : 1,
      Values(operand.getRows(fact.m), operand.getColumns(fact.n)));
  StoredMatrix matrix =
      createMatrix(name, operand.matrix, fact.batch, values, seed, 64);
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

llvm::Error ProblemData::applyEpilogue(ArrayRef<std::vector<int64_t>> sums,
                                       uint64_t seed) {
  auto function = EpilogueFunction::create(fact);
  if (!function)
    return function.takeError();
  ArrayRef<EpilogueOperand> reads = fact.epilogue.operands;
  size_t first = extras.size(), products = fact.getProducts();
  for (auto [index, operand] : llvm::enumerate(reads))
    extras.push_back(createExtra("e" + std::to_string(index), operand, fact,
                                 1000 * (seed + 1) + index));
  std::vector<uint64_t> elements(products + reads.size());
  for (int64_t number = 0; number < fact.batch; ++number)
    for (int64_t i = 0, end = sums[number].size(); i < end; ++i) {
      for (size_t product = 0; product < products; ++product)
        elements[product] =
            encode(fact.accumulator, sums[product * fact.batch + number][i]);
      for (auto [index, operand] : llvm::enumerate(reads)) {
        const StoredMatrix &matrix = extras[first + index];
        elements[products + index] = load(
            matrix, number * matrix.batchStride +
                        (operand.overRows ? i / fact.n : 0) * matrix.rowStride +
                        (operand.overColumns ? i % fact.n : 0));
      }
      expected.push_back((*function)->apply(elements) &
                         getMask(fact.c.element));
    }
  return llvm::Error::success();
}

ProblemData ProblemData::getProduct(int64_t output) const {
  ProblemData product;
  product.fact = fact;
  product.fact.batch = 1;
  product.fact.group.clear();
  product.fact.m = operands[2].getRows(output);
  for (OperandFact *operand :
       {&product.fact.a, &product.fact.b, &product.fact.c})
    operand->batchStride = 0;
  // What the epilogue has read, nobody asks for who looks at one product.
  for (EpilogueOperand &operand : product.fact.epilogue.operands)
    operand.matrix.batchStride = 0;
  for (auto [matrix, all] : llvm::zip_equal(product.operands, operands)) {
    matrix = all;
    matrix.batch = 1;
    matrix.batchStride = 0;
    matrix.rows = all.getRows(output);
    matrix.columns = all.getColumns(output);
    matrix.group.clear();
    int64_t bytes = all.getElementBytes();
    auto first = all.bytes.begin() + output * all.batchStride * bytes;
    matrix.bytes.assign(first, first + all.rows * all.rowStride * bytes);
  }
  auto first = expected.begin() + output * fact.m * fact.n;
  product.expected.assign(first, first + product.fact.m * fact.n);
  return product;
}
