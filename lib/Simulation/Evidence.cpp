//===- Evidence.cpp - Wrong elements and what they may be -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evidence.h"

#include "llvm/ADT/bit.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::diagnosis;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static double decodeFloat(ElementKind kind, uint64_t bits) {
  switch (kind) {
  case ElementKind::BF16:
    return llvm::bit_cast<float>(uint32_t(bits) << 16);
  case ElementKind::F16: {
    int exponent = bits >> 10 & 31, fraction = bits & 1023;
    double value = exponent == 31 ? (fraction ? NAN : INFINITY)
                   : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                                  : std::ldexp(fraction, -24);
    return bits >> 15 ? -value : value;
  }
  case ElementKind::F32:
    return llvm::bit_cast<float>(uint32_t(bits));
  default:
    return llvm::bit_cast<double>(bits);
  }
}

static int64_t decodeInteger(ElementKind kind, uint64_t bits, bool zeroExtend) {
  unsigned unused = 64 - 8 * getElementBytes(kind);
  return zeroExtend ? int64_t(bits) : int64_t(bits << unused) >> unused;
}

static uint64_t load(const StoredMatrix &matrix, const unsigned char *bytes,
                     int64_t row, int64_t column) {
  uint64_t bits = 0;
  int64_t size = matrix.getElementBytes();
  std::memcpy(&bits, bytes + (row * matrix.rowStride + column) * size, size);
  return bits;
}

/// An integer with so many bits of significand, rounded to nearest even.
static double roundTo(int precision, int64_t value) {
  double exact = double(value);
  int exponent;
  std::frexp(exact, &exponent);
  double unit = std::ldexp(1.0, exponent - precision);
  return unit < 1 ? exact : std::nearbyint(exact / unit) * unit;
}

bool Evidence::fits(const Entry &entry, int64_t value) const {
  switch (fact.c.element) {
  case ElementKind::BF16:
    return entry.value == roundTo(8, value);
  case ElementKind::F16:
    return entry.value == roundTo(11, value);
  case ElementKind::F32:
  case ElementKind::F64:
    return entry.value == double(value);
  default:
    unsigned unused = 64 - 8 * getElementBytes(fact.c.element);
    return (entry.bits ^ uint64_t(value)) << unused == 0;
  }
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

void Evidence::readFactors(const ProblemData &problem) {
  int64_t largest[2] = {0, 0};
  auto get = [&](int index, int64_t row, int64_t column, bool transposed) {
    const StoredMatrix &matrix = problem.getOperand(index);
    if (transposed)
      std::swap(row, column);
    uint64_t bits = load(matrix, matrix.bytes.data(), row, column);
    int64_t value =
        isFloat(matrix.element)
            ? int64_t(decodeFloat(matrix.element, bits))
            : decodeInteger(matrix.element, bits, fact.zeroExtend && index < 2);
    if (index < 2)
      largest[index] = std::max(largest[index], std::abs(value));
    return value;
  };
  a.resize(m * k);
  for (int64_t row = 0; row < m; ++row)
    for (int64_t depth = 0; depth < k; ++depth)
      a[row * k + depth] = get(0, row, depth, fact.a.transposed);
  b.resize(n * k);
  for (int64_t column = 0; column < n; ++column)
    for (int64_t depth = 0; depth < k; ++depth)
      b[column * k + depth] = get(1, depth, column, fact.b.transposed);
  if (accumulates) {
    c.resize(m * n);
    for (int64_t row = 0; row < m; ++row)
      for (int64_t column = 0; column < n; ++column)
        c[row * n + column] = get(2, row, column, false);
  }
  isExact = isFloat(fact.c.element) ||
            (!accumulates &&
             double(largest[0]) * largest[1] * k <
                 std::ldexp(1.0, 8 * getElementBytes(fact.c.element) - 2));
}

Evidence::Evidence(const ProblemData &problem, const unsigned char *output,
                   std::array<int64_t, 2> tile)
    : m(problem.getFact().m), n(problem.getFact().n), k(problem.getFact().k),
      tile(tile), accumulates(problem.getFact().init == InitKind::Accumulate),
      fact(problem.getFact()) {
  for (int64_t &size : this->tile)
    size = size ? size : 128;
  readFactors(problem);
  const StoredMatrix &matrix = problem.getOperand(2);
  bool isReal = isFloat(matrix.element);
  for (int64_t row = 0; row < m; ++row)
    for (int64_t column = 0; column < n; ++column) {
      uint64_t bits = load(matrix, output, row, column);
      uint64_t want = problem.getExpected(row, column);
      if (bits == want)
        continue;
      Entry entry{row, column, bits, 0};
      if (bits == load(matrix, matrix.bytes.data(), row, column)) {
        unwritten.push_back(entry);
        continue;
      }
      entry.value = isReal ? decodeFloat(matrix.element, bits)
                           : decodeInteger(matrix.element, bits, false);
      // Zeros are equal whatever their sign.
      if (isReal && entry.value == 0 && decodeFloat(matrix.element, want) == 0)
        continue;
      (std::isfinite(entry.value) ? wrong : nonFinite).push_back(entry);
    }
  choose(64, sample);
  choose(2048, confirmation);
  int64_t hits = 0;
  for (size_t i = 1; i < sample.size(); ++i)
    hits +=
        fits(sample[i], getSum(sample[i - 1].row, sample[i - 1].column, 0, k));
  chance = double(hits) / std::max<size_t>(1, sample.size());
}

/// Takes elements apart in no regular order, so that no pattern hides between
/// them; the same every time.
void Evidence::choose(size_t count, std::vector<Entry> &chosen) const {
  if (wrong.size() <= count) {
    chosen = wrong;
    return;
  }
  uint64_t state = 1;
  for (size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    chosen.push_back(wrong[(state >> 33) % wrong.size()]);
  }
}

int64_t Evidence::getSum(int64_t row, int64_t column, int64_t from,
                         int64_t to) const {
  if (!isIn(row, m) || !isIn(column, n))
    return 0;
  uint64_t sum = 0;
  for (int64_t depth = from; depth < std::min(to, k); ++depth)
    sum += uint64_t(a[row * k + depth]) * uint64_t(b[column * k + depth]);
  return int64_t(sum);
}

std::optional<int64_t> Evidence::getProduct(int64_t row, int64_t column,
                                            Factor getA, Factor getB) const {
  uint64_t sum = uint64_t(getInit(row, column));
  for (int64_t depth = 0; depth < k; ++depth) {
    std::optional<int64_t> left = getA(row, depth), right = getB(depth, column);
    if (!left || !right)
      return std::nullopt;
    sum += uint64_t(*left) * uint64_t(*right);
  }
  return int64_t(sum);
}

double Evidence::getExplained(Guess guess) const {
  // Fewer than so many could be chance; of fewer, all must fit.
  constexpr size_t kEnough = 16, kFirst = 8;
  auto count = [&](const std::vector<Entry> &entries) {
    size_t hits = 0, tested = 0;
    for (const Entry &entry : entries) {
      std::optional<int64_t> value = guess(entry.row, entry.column);
      hits += value && fits(entry, *value);
      if (++tested >= kFirst && hits * 4 < tested)
        return size_t(0);
    }
    return hits;
  };
  size_t hits = count(sample);
  if (hits < std::min(kEnough, sample.size()) || sample.size() < 4 ||
      hits < (0.15 + 3 * chance) * sample.size())
    return 0;
  return double(count(confirmation)) / confirmation.size();
}
