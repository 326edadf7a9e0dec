//===- Evidence.cpp - Wrong elements and what they may be -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evidence.h"
#include "ProblemMatrices.h"

#include "mlir-autotune/Core/ElementIndex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::diagnosis;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

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
  const ElementInfo &element = getElementInfo(getFact().c.element);
  if (!element.isFloat)
    return (entry.bits ^ uint64_t(value)) << (64 - 8 * element.getBytes()) == 0;
  return entry.value == (element.bits < 32 ? roundTo(element.precision, value)
                                           : double(value));
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
    // Of 4 bits, the first of two in the low half.
    ElementKind kind = (index == 0 ? getFact().a : getFact().b).element;
    bool isPacked = index < 2 && isInt4(kind);
    if (index < 2 && kind == ElementKind::I4R)
      column = cuda::getReorderedPlace(column);
    uint64_t bits =
        load(matrix, matrix.bytes.data(), row, isPacked ? column / 2 : column);
    int64_t value = isPacked ? llvm::SignExtend64<4>(bits >> column % 2 * 4)
                    : isFloat(matrix.element)
                        ? int64_t(simulation::decode(matrix.element, bits))
                        : decodeInteger(matrix.element, bits,
                                        getFact().zeroExtend && index < 2);
    if (index < 2)
      largest[index] = std::max(largest[index], std::abs(value));
    return value;
  };
  a.resize(m * k);
  for (int64_t row = 0; row < m; ++row)
    for (int64_t depth = 0; depth < k; ++depth)
      a[row * k + depth] = get(0, row, depth, getFact().a.transposed);
  b.resize(n * k);
  for (int64_t column = 0; column < n; ++column)
    for (int64_t depth = 0; depth < k; ++depth)
      b[column * k + depth] = get(1, depth, column, getFact().b.transposed);
  if (accumulates) {
    c.resize(m * n);
    for (int64_t row = 0; row < m; ++row)
      for (int64_t column = 0; column < n; ++column)
        c[row * n + column] = get(2, row, column, false);
  }
  isExact = isFloat(getFact().c.element) ||
            (!accumulates &&
             double(largest[0]) * largest[1] * k <
                 std::ldexp(1.0, 8 * getElementBytes(getFact().c.element) - 2));
}

/// Some of the entries, in no regular order; the same every time.
static std::vector<Entry> shuffle(const std::vector<Entry> &entries,
                                  size_t count) {
  std::vector<Entry> shuffled(entries);
  count = std::min(count, shuffled.size());
  uint64_t state = 1;
  for (size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    std::swap(shuffled[i], shuffled[i + (state >> 33) % (shuffled.size() - i)]);
  }
  shuffled.resize(count);
  return shuffled;
}

std::vector<Entry> Evidence::getClear(const std::vector<Entry> &entries) const {
  std::vector<Entry> clear;
  llvm::copy_if(entries, std::back_inserter(clear),
                [&](const Entry &entry) { return hasOneTile(entry); });
  return clear.empty() ? entries : clear;
}

void Evidence::readOutput(const ProblemData &problem,
                          const unsigned char *output) {
  const StoredMatrix &matrix = problem.getOperand(2);
  bool isReal = isFloat(matrix.element);
  for (int64_t row = 0; row < m; ++row)
    for (int64_t column = 0; column < n; ++column) {
      uint64_t bits = load(matrix, output, row, column);
      uint64_t want = problem.getExpected(row, column);
      if (bits == want)
        continue;
      Entry entry{row, column, bits, 0};
      entry.value = isReal ? simulation::decode(matrix.element, bits)
                           : decodeInteger(matrix.element, bits, false);
      // Zeros are equal whatever their sign.
      if (isReal && entry.value == 0 &&
          simulation::decode(matrix.element, want) == 0)
        continue;
      bool isHeld = bits == load(matrix, matrix.bytes.data(), row, column);
      (isHeld                        ? held
       : !std::isfinite(entry.value) ? nonFinite
       : entry.value == 0            ? zeros
                                     : wrong)
          .push_back(entry);
    }
}

Evidence::Evidence(const ProblemData &problem, const unsigned char *output,
                   const OutputTiles &tiles)
    : m(problem.getFact().m), n(problem.getFact().n), k(problem.getFact().k),
      tiles(tiles), accumulates(problem.getFact().init == InitKind::Accumulate),
      problem(problem) {
  constexpr size_t kSample = 64, kConfirmation = 2048;
  for (int64_t &size : this->tiles.sizes)
    size = size ? size : 128;
  readOutput(problem, output);
  if (isTooLarge())
    return;
  readFactors(problem);
  confirmation = shuffle(getClear(wrong), kConfirmation + kSample);
  sample.assign(confirmation.begin(),
                confirmation.begin() + std::min(kSample, confirmation.size()));
  // Others than those by which a guess was chosen, if there are so many.
  if (confirmation.size() > kConfirmation)
    confirmation.erase(confirmation.begin(),
                       confirmation.end() - kConfirmation);
  chance = estimateChance();
}

double Evidence::estimateChance() const {
  constexpr double kLeast = 0.01;
  std::vector<int64_t> sums;
  for (const Entry &entry : sample)
    sums.push_back(getSum(entry.row, entry.column, 0, k));
  size_t hits = 0, pairs = 0;
  for (const Entry &entry : sample)
    for (size_t i = 0; i < sample.size(); ++i) {
      const Entry &other = sample[i];
      if (&entry == &other)
        continue;
      ++pairs;
      // What is added to moves with its products, or does not.
      auto give = [&](const Entry &from) {
        return int64_t(uint64_t(sums[i]) +
                       uint64_t(getInit(from.row, from.column)));
      };
      hits += fits(entry, give(other)) || fits(entry, give(entry));
    }
  return std::max(kLeast, double(hits) / std::max<size_t>(1, pairs));
}

bool Evidence::isBeyondChance(size_t hits, size_t tested,
                              double certainty) const {
  if (hits <= chance * tested || chance >= 1)
    return false;
  // Chernoff's bound.
  double part = double(hits) / tested;
  double divergence = part * std::log(part / chance);
  if (hits < tested)
    divergence += (1 - part) * std::log((1 - part) / (1 - chance));
  return tested * divergence >= certainty;
}

int64_t Evidence::getSum(int64_t row, int64_t column, int64_t from,
                         int64_t to) const {
  if (!isIn(row, m) || !isIn(column, n))
    return 0;
  to = std::min(to, k);
  work += std::max<int64_t>(0, to - from);
  return int64_t(multiply(row, column, from, to));
}

double Evidence::getExplained(Guess guess) const {
  // There are thousands of guesses. Fewer elements, or ones that are all alike,
  // say too little.
  constexpr size_t kEnough = 12, kFirst = 8, kDistinct = 4;
  constexpr double kCertainty = 20, kLeast = 0.25;
  auto isRight = [&](const Entry &entry) {
    std::optional<int64_t> value = guess(entry.row, entry.column);
    return value && fits(entry, *value);
  };
  if (isExhausted())
    return 0;
  size_t hits = 0, tested = 0;
  llvm::SmallVector<uint64_t, 64> values;
  for (const Entry &entry : sample) {
    if (isRight(entry)) {
      ++hits;
      values.push_back(entry.bits);
    }
    ++tested;
    if ((tested == kFirst && hits == 0) ||
        (tested >= 2 * kFirst && hits * 8 < tested))
      return 0;
  }
  llvm::sort(values);
  values.erase(llvm::unique(values), values.end());
  if (hits < kEnough || values.size() < kDistinct ||
      hits < kLeast * sample.size() ||
      !isBeyondChance(hits, sample.size(), kCertainty))
    return 0;
  return double(llvm::count_if(confirmation, isRight)) / confirmation.size();
}

bool Evidence::givesMost(const std::vector<Entry> &entries, Guess guess) const {
  constexpr size_t kMany = 512;
  size_t hits = 0, tested = 0;
  std::vector<Entry> some = shuffle(getClear(entries), kMany);
  for (const Entry &entry : some)
    if (std::optional<int64_t> value = guess(entry.row, entry.column)) {
      hits += fits(entry, *value);
      ++tested;
    }
  return hits * 100 >= tested * 95 && tested * 2 > some.size();
}
