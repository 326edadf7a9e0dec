//===- ProblemData.cpp - Matrices with a known product --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/ProblemData.h"

#include "AttentionData.h"
#include "ElementFunction.h"
#include "FunctionReference.h"
#include "ProblemMatrices.h"
#include "RowsData.h"

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Problem/Operands.h"
#include "mlir-autotune/Tuning/Problems.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulation;

/// How many times the largest float the largest integer of 8 bits is, with a
/// sign and without one.
static constexpr int64_t kIntegerLimit = 32, kUnsignedLimit = 64;
/// All matrices of a simulated problem: what takes more memory takes hours.
static constexpr int64_t kMaxBytes = int64_t(1) << 32;

/// So that C, to which is added, is what it says: a float with so few bits of
/// significand has no more integers.
static int64_t getLargestInit(ElementKind kind) {
  constexpr int64_t kLargest = 64;
  return isFloat8(kind) ? int64_t(1) << getElementInfo(kind).precision
                        : kLargest;
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

/// The matrix of windows of one product, of images with a row for each pixel.
static Values gatherWindows(const Values &images, const MatmulFact &fact,
                            int64_t product) {
  Values matrix(fact.m, fact.k);
  int64_t padded = fact.getPaddedChannels(),
          channels = fact.getChannelsOfProduct();
  for (int64_t row = 0; row < fact.m; ++row)
    for (int64_t pixel = 0; pixel < fact.windows->getPixels(); ++pixel)
      if (auto found = fact.windows->findPixel(row, pixel))
        std::copy_n(&images.data[*found * images.columns + product * channels],
                    channels, &matrix.at(row, pixel * padded));
  return matrix;
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
  unsigned unused = 64 - getElementBits(kind);
  return int64_t(uint64_t(value) << unused) >> unused;
}

/// Factors of floats are integers up to so large: of sums in f16 the most with
/// which none of them, in whatever order, loses a bit of 11; 0 for none.
static int64_t getLargestFactor(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  constexpr int64_t kLargest = 4, kMostSum = 2048;
  if (matmul.accumulator != ElementKind::F16)
    return kLargest;
  int64_t room = kMostSum - (matmul.init == InitKind::Accumulate
                                 ? getLargestInit(matmul.c.element)
                                 : 0);
  int64_t largest = kLargest;
  while (largest > 0 && matmul.asOneProduct().k > room / (largest * largest))
    largest /= 2;
  return largest;
}

static std::string getWhyNot(const ProblemFact &given) {
  if (given.isRows())
    return getWhyNotSimulable(given.getRows());
  if (given.isAttention())
    return getWhyNotSimulable(given.getAttention());
  const auto &matmul = given.getMatmul();
  std::string why = getWhyNotMeasurable(given);
  const MatmulFact fact = matmul.getRaggedBatch();
  if (!why.empty())
    return why;
  if (getLargestFactor(fact) == 0)
    return "its K is so large that sums in f16 would not be exact, even of "
           "factors from -1 to 1";
  bool hasIntegers = !isFloat(fact.a.element) || !isFloat(fact.b.element);
  int64_t mostDepth =
      ProblemData::kMaxExactDepth / (!hasIntegers      ? 1
                                     : fact.zeroExtend ? kUnsignedLimit
                                                       : kIntegerLimit);
  if (fact.a.element == ElementKind::TF32x3)
    mostDepth /= kLargestDeep;
  if (fact.scales)
    mostDepth /= kLargestScaled * kLargestScaled;
  // What comes of a prologue is looked at when it is there.
  if (fact.prologue.isNone() && isFloat(fact.accumulator) &&
      fact.asOneProduct().k > mostDepth)
    return "its K is larger than " + std::to_string(mostDepth) +
           ", and sums would not be exact";
  // Beside the matrices there are a copy for the run, and every value as an
  // integer of 8 bytes, that of C twice. A matrix is below 2^46
  // (getWhyNotMeasurable).
  int64_t bytes = 0;
  for (const auto &operand : listOperands(fact)) {
    const OperandFact &matrix = operand.matrix;
    int64_t matrices = matrix.batchStride > 0 ? operand.matrices : 1;
    int64_t elements = matrix.batchStride > 0
                           ? cuda::multiplySizes(matrices, matrix.batchStride)
                           : operand.getStoredRows() * matrix.rowStride;
    int64_t values =
        8 * cuda::multiplySizes(operand.rows * operand.columns, matrices);
    if (fact.windows && operand.role == OperandRole::A)
      values += 8 * cuda::multiplySizes(fact.batch,
                                        cuda::multiplySizes(fact.m, fact.k));
    bool isC = operand.role == OperandRole::C;
    bytes = std::min(bytes, kMaxBytes + 1) +
            2 * elements * getElementBytes(matrix.element) +
            (isC ? 1 + fact.getProducts() : 1) * values;
  }
  if (bytes > kMaxBytes)
    return "it takes more than 4 GiB of memory";
  return "";
}

llvm::Error autotune::checkSimulable(const ProblemFact &fact) {
  std::string why = getWhyNot(fact);
  if (why.empty())
    return llvm::Error::success();
  return llvm::createStringError("can't simulate " + fact.getKey() + ": " +
                                 why);
}

llvm::Expected<ProblemData> ProblemData::create(const ProblemFact &given,
                                                uint64_t seed) {
  if (llvm::Error error = checkSimulable(given))
    return error;
  MatmulFact fact = given.getMatmul().getRaggedBatch();
  ProblemData data;
  data.fact = fact;
  auto getValues = [&](const OperandFact &operand, int64_t rows,
                       int64_t columns) {
    // No other has several where K is in parts.
    int64_t matrices =
        operand.batchStride > 0 ? std::max(fact.batch, fact.parts) : 1;
    return std::vector<Values>(matrices, Values(rows, columns));
  };
  std::vector<Values> a = getValues(fact.a, fact.getStoredRowsOfA(),
                                    fact.getStoredColumnsOfA()),
                      b = getValues(fact.b, fact.k, fact.n),
                      c = getValues(fact.c, fact.m, fact.n);
  int64_t batch = fact.batch, factors = fact.getFactorMatrices();
  // What a prologue converts may be more: what comes of it is looked at.
  auto getLimit = [&](const OperandFact &operand) -> int64_t {
    return !fact.prologue.isNone() && isFloat8(operand.element)
               ? getLargestInit(operand.element)
               : getLargestFactor(fact);
  };
  data.operands[0] =
      createMatrix("a", fact.a, factors, a, 3 * seed + 1, getLimit(fact.a));
  data.operands[1] =
      createMatrix("b", fact.b, factors, b, 3 * seed + 2, getLimit(fact.b));
  if (fact.windows) {
    data.operands[0].windows = fact.windows;
    Values images = std::move(a.front());
    a.clear();
    for (int64_t product = 0; product < fact.batch; ++product)
      a.push_back(gatherWindows(images, fact, product));
  }
  bool isDeep = fact.a.element == ElementKind::TF32x3;
  if (isDeep) {
    addHighParts(data.operands[0], a, /*isB=*/false, fact.a);
    addHighParts(data.operands[1], b, /*isB=*/true, fact.b);
  }
  data.operands[2] = createMatrix("c", fact.c, batch, c, 3 * seed + 3,
                                  getLargestInit(fact.c.element));
  data.operands[0].group = data.operands[2].group = fact.group;
  data.operands[0].groupsColumns = fact.a.transposed;
  if (fact.zeroExtend) {
    zeroExtend(a, fact.a.element);
    zeroExtend(b, fact.b.element);
  }
  int exponent = 0;
  if (!fact.prologue.isNone()) {
    for (auto [index, operand] : llvm::enumerate(fact.prologue.operands))
      data.params.push_back(createParam("p" + std::to_string(index), operand,
                                        fact.getConvertedRows(), fact.k,
                                        2000 * (seed + 1) + index));
    if (llvm::Error error =
            applyPrologue(fact, data.params,
                          fact.convertsB() ? b.front() : a.front(), exponent))
      return error;
  }
  if (fact.scales) {
    const PrologueOperand &ofA = fact.scales->a, &ofB = fact.scales->b;
    data.params = {
        createParam("sa", ofA, fact.m, fact.k, 2000 * (seed + 1), fact.batch),
        createParam("sb", ofB, fact.n, fact.k, 2001 * (seed + 1), fact.batch)};
    if (ofA.overOutput)
      for (int64_t rows : fact.group)
        data.params[0].group.push_back(ofA.getRows(rows));
    data.params[0].groupsColumns = ofA.matrix.transposed;
    applyScales(ofA, data.params[0], /*isB=*/false, a);
    applyScales(ofB, data.params[1], /*isB=*/true, b);
    exponent = 2 * kLeastScale;
  }
  if (exponent != 0)
    for (Values &values : c)
      for (int64_t &value : values.data)
        value *= int64_t(1) << -exponent;
  // NaN in every float format.
  auto poison = [](StoredMatrix &matrix) {
    std::fill(matrix.bytes.begin(), matrix.bytes.end(), 0xFF);
  };
  if (fact.init == InitKind::Zero) {
    for (Values &values : c)
      std::fill(values.data.begin(), values.data.end(), 0);
    poison(data.operands[2]);
  }
  for (auto [index, output] : llvm::enumerate(fact.epilogue.outputs)) {
    std::vector<Values> none = getValues(output, fact.m, fact.n);
    poison(data.outputs.emplace_back(
        createMatrix("c" + std::to_string(index + 2), output, batch, none,
                     /*seed=*/0, /*limit=*/4)));
  }
  data.expected.reserve(batch * fact.m * fact.n);
  auto sum = [&](const std::vector<Values> &left,
                 const std::vector<Values> &right, Values &of, int64_t i) {
    multiply(left[left.size() > 1 ? i : 0], right[right.size() > 1 ? i : 0],
             of);
    if (!isFloat(fact.accumulator))
      for (int64_t &value : of.data)
        value = wrapTo(fact.accumulator, value);
  };
  std::vector<Values> a2, b2;
  if (const auto &added = fact.added) {
    a2 = getValues(added->a, fact.m, added->k);
    b2 = getValues(added->b, added->k, fact.n);
    data.extras.push_back(createMatrix("a2", added->a, batch, a2,
                                       1000 * (seed + 1) - 2,
                                       getLargestFactor(fact)));
    data.extras.push_back(createMatrix("b2", added->b, batch, b2,
                                       1000 * (seed + 1) - 1,
                                       getLargestFactor(fact)));
    if (isDeep) {
      addHighParts(data.extras[0], a2, /*isB=*/false, added->a);
      addHighParts(data.extras[1], b2, /*isB=*/true, added->b);
    }
    if (fact.zeroExtend) {
      zeroExtend(a2, fact.a.element);
      zeroExtend(b2, fact.b.element);
    }
  }
  for (int64_t i = 0; i < batch; ++i) {
    for (int64_t part = 0; part < fact.parts; ++part)
      sum(a, b, c[i], i + part);
    if (fact.added)
      sum(a2, b2, c[i], i);
    if (fact.epilogue.isNone())
      for (int64_t value : c[i].data)
        data.expected.push_back(encode(fact.c.element, value, exponent));
  }
  if (fact.epilogue.isNone())
    return data;
  std::vector<std::vector<int64_t>> sums;
  for (Values &values : c)
    sums.push_back(std::move(values.data));
  if (fact.isPair) {
    std::vector<Values> gate = getValues(fact.b, fact.k, fact.n);
    data.extras.push_back(createMatrix("b2", fact.b, batch, gate,
                                       1000 * (seed + 1) - 1,
                                       getLargestFactor(fact)));
    if (isDeep)
      addHighParts(data.extras.back(), gate, /*isB=*/true, fact.b);
    if (fact.scales) {
      data.params.push_back(createParam("sb2", fact.scales->b, fact.n, fact.k,
                                        2002 * (seed + 1)));
      applyScales(fact.scales->b, data.params.back(), /*isB=*/true, gate);
    }
    if (fact.zeroExtend)
      zeroExtend(gate, fact.b.element);
    for (int64_t i = 0; i < batch; ++i) {
      Values of(fact.m, fact.n);
      sum(a, gate, of, i);
      sums.push_back(std::move(of.data));
    }
  }
  if (llvm::Error error = data.applyEpilogue(sums, exponent, seed))
    return error;
  return data;
}

llvm::Error ProblemData::applyEpilogue(ArrayRef<std::vector<int64_t>> sums,
                                       int exponent, uint64_t seed) {
  auto function = ElementFunction::createEpilogue(fact);
  if (!function)
    return function.takeError();
  ArrayRef<EpilogueOperand> reads = fact.epilogue.operands;
  size_t first = extras.size(), products = fact.getProducts();
  for (auto [index, operand] : llvm::enumerate(reads))
    extras.push_back(createExtra("e" + std::to_string(index), operand, fact,
                                 1000 * (seed + 1) + index));
  auto reference = FunctionReference::create("epilogue", fact.epilogue.body,
                                             fact.batch * fact.m * fact.n);
  if (!reference)
    return reference.takeError();
  others.resize(outputs.size());
  std::vector<uint64_t> elements(
      std::max(products + reads.size(), fact.getNumOutputs()));
  for (int64_t number = 0; number < fact.batch; ++number)
    for (int64_t i = 0, end = sums[number].size(); i < end; ++i) {
      for (size_t product = 0; product < products; ++product)
        elements[product] =
            encode(fact.getSumElement(), sums[product * fact.batch + number][i],
                   exponent);
      for (auto [index, operand] : llvm::enumerate(reads)) {
        const StoredMatrix &matrix = extras[first + index];
        elements[products + index] = load(
            matrix,
            number * matrix.batchStride +
                (operand.overRows ? i / fact.n / operand.rowGroup : 0) *
                    matrix.rowStride +
                (operand.overColumns ? i % fact.n / operand.columnGroup : 0));
      }
      std::vector<uint64_t> arguments(
          elements.begin(), elements.begin() + products + reads.size());
      (*function)->apply(elements);
      if (llvm::Error error = reference->check(arguments, elements))
        return error;
      for (size_t output = 0; output < fact.getNumOutputs(); ++output)
        (output == 0 ? expected : others[output - 1])
            .push_back(elements[output] &
                       getMask(fact.getOutput(output).element));
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
  product.fact.epilogue.outputs.clear();
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
