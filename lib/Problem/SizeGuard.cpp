//===- SizeGuard.cpp - Conditions on sizes of run time --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/SizeGuard.h"

#include "mlir-autotune/Problem/Operands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <numeric>

using namespace mlir::autotune;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

StringRef mlir::autotune::stringifySizeDim(SizeDim dim) {
  return getSizeDimName(dim);
}

std::optional<SizeDim> mlir::autotune::symbolizeSizeDim(StringRef name) {
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (name == getSizeDimName(SizeDim(dim)))
      return SizeDim(dim);
  return std::nullopt;
}

ProblemSizes mlir::autotune::getSizes(const ProblemFact &fact) {
  const MatmulFact &matmul = fact.getMatmul();
  return {matmul.m, matmul.n, matmul.k, matmul.batch};
}

StringRef mlir::autotune::getWhyNotGuarded(const ProblemFact &fact) {
  const MatmulFact &matmul = fact.getMatmul();
  bool isUnguarded = matmul.isGrouped() || isDynamicSize(matmul.parts) ||
                     (matmul.windows && isDynamicSize(matmul.m)) ||
                     (matmul.added && isDynamicSize(matmul.added->k));
  return isUnguarded ? "guards can't speak of a group, of an unknown number of "
                       "parts of K, of an unknown second K of a sum, or of an "
                       "unknown number of images; they take an "
                       "#autotune.config"
                     : "";
}

llvm::hash_code mlir::autotune::hash_value(const SizeGuard &guard) {
  llvm::hash_code hash(0);
  for (const SizeRange &range : guard.ranges)
    hash = llvm::hash_combine(hash, range.lower, range.upper, range.unit);
  return hash;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The parts of `range` between the bounds of `others`. Each of `others` has
/// all or no multiples of its unit in a part.
static SmallVector<SizeRange> split(const SizeRange &range,
                                    ArrayRef<SizeRange> others) {
  SmallVector<int64_t> starts = {range.lower};
  auto addStart = [&](int64_t start) {
    if (range.lower < start && start <= range.upper)
      starts.push_back(start);
  };
  for (const SizeRange &other : others) {
    addStart(other.lower);
    if (other.upper != SizeRange::kNoLimit)
      addStart(other.upper + 1);
  }
  llvm::sort(starts);
  starts.erase(llvm::unique(starts), starts.end());
  SmallVector<SizeRange> parts;
  for (auto [index, start] : llvm::enumerate(starts)) {
    bool isLast = index + 1 == starts.size();
    SizeRange part{start, isLast ? range.upper : starts[index + 1] - 1,
                   range.unit};
    if (!part.isEmpty())
      parts.push_back(part);
  }
  return parts;
}

/// Whether each cell of `guard` is within one of the guards before it.
static bool isCovered(const SizeGuard &guard, ArrayRef<SizeGuard> before) {
  constexpr size_t kMostCells = 1 << 16;
  std::array<SmallVector<SizeRange>, kNumSizeDims> parts;
  size_t numCells = 1;
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
    SmallVector<SizeRange> others;
    for (const SizeGuard &other : before)
      others.push_back(other.ranges[dim]);
    parts[dim] = split(guard.ranges[dim], others);
    numCells *= parts[dim].size();
    if (numCells > kMostCells)
      return false;
  }
  for (size_t number = 0; number < numCells; ++number) {
    SizeGuard cell;
    size_t rest = number;
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
      cell.ranges[dim] = parts[dim][rest % parts[dim].size()];
      rest /= parts[dim].size();
    }
    if (llvm::none_of(before, [&](const SizeGuard &other) {
          return other.contains(cell);
        }))
      return false;
  }
  return true;
}

std::optional<size_t>
mlir::autotune::findUnreachable(ArrayRef<SizeGuard> guards) {
  for (size_t row = 0; row < guards.size(); ++row)
    if (guards[row].isEmpty() || isCovered(guards[row], guards.take_front(row)))
      return row;
  return std::nullopt;
}

void mlir::autotune::simplifyGuards(llvm::MutableArrayRef<SizeGuard> guards) {
  for (auto [row, guard] : llvm::enumerate(guards)) {
    ArrayRef<SizeGuard> before = guards.take_front(row);
    for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
      SizeRange &range = guard.ranges[dim];
      SizeGuard below = guard, above = guard;
      below.ranges[dim] = {0, range.lower - 1, range.unit};
      if (range.lower > 0 && isCovered(below, before))
        range.lower = 0;
      if (range.upper == SizeRange::kNoLimit)
        continue;
      above.ranges[dim] = {range.upper + 1, SizeRange::kNoLimit, range.unit};
      if (isCovered(above, before))
        range.upper = SizeRange::kNoLimit;
    }
  }
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// The size that is the length of an operand's rows as stored.
static SizeDim getRowLength(OperandRole role, bool isTransposed) {
  bool isA = role == OperandRole::A, isB = role == OperandRole::B;
  SizeDim rows = isB ? SizeDim::K : SizeDim::M;
  SizeDim columns = isA ? SizeDim::K : SizeDim::N;
  return isTransposed ? rows : columns;
}

/// Whether an operand has M, N or K along each dimension.
template <typename Matrix>
static bool isOfSizes(const OperandOf<Matrix> &operand) {
  return operand.role == OperandRole::A || operand.role == OperandRole::B ||
         operand.isOutput();
}

SizeGuard mlir::autotune::getRowUnits(const ProblemFact &fact, int64_t bytes,
                                      bool ofInputs) {
  SizeGuard units;
  for (const auto &operand : listOperands(fact.getMatmul())) {
    const OperandFact &matrix = operand.matrix;
    SizeDim length = getRowLength(operand.role, matrix.transposed);
    if (!isOfSizes(operand) || (ofInputs && operand.isOutput()) ||
        !matrix.dense || !isDynamicSize(matrix.rowStride) ||
        !isDynamicSize(getSizes(fact)[unsigned(length)]))
      continue;
    int64_t &unit = units[length].unit;
    unit = std::max(unit, bytes * 8 / getElementBits(matrix.element));
  }
  return units;
}

/// Gives an operand of unknown strides those of a dense matrix.
static void restrictStrides(const OperandOf<OperandFact> &operand,
                            int64_t columnUnit) {
  OperandFact &matrix = operand.matrix;
  if (!matrix.dense)
    return;
  if (isDynamicSize(matrix.rowStride))
    matrix.rowStride = operand.getStoredColumns();
  if (isDynamicSize(matrix.batchStride))
    matrix.batchStride = getDenseBatchStride(
        operand.matrices, operand.getStoredRows(), matrix.rowStride);
  int64_t unit = std::lcm(matrix.strideUnit, columnUnit);
  matrix.setDense();
  if (isDynamicSize(matrix.rowStride))
    matrix.strideUnit = unit;
}

std::string mlir::autotune::getWhyExcluded(const ProblemFact &fact,
                                           const SizeGuard &guard) {
  ProblemSizes sizes = getSizes(fact);
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (!isDynamicSize(sizes[dim]) && !guard.ranges[dim].contains(sizes[dim]))
      return ("is for " + guard.str() + ", but " +
              getSizeDimName(SizeDim(dim)) + " is " + llvm::Twine(sizes[dim]) +
              " here")
          .str();
  return "";
}

/// No kernel runs for a size of 0, and one product takes matrices where a batch
/// of unknown size has a dimension more.
ProblemFact mlir::autotune::restrictTo(const ProblemFact &fact,
                                       const SizeGuard &guard) {
  MatmulFact known = fact.getMatmul();
  int64_t *sizes[kNumSizeDims] = {&known.m, &known.n, &known.k, &known.batch};
  for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
    if (isDynamicSize(*sizes[dim]))
      if (int64_t exact = guard.ranges[dim].getExact().value_or(0);
          exact >= (dim == unsigned(SizeDim::Batch) ? 2 : 1))
        *sizes[dim] = exact;
  known.kUnit = isDynamicSize(known.k)
                    ? std::lcm(known.kUnit, guard[SizeDim::K].unit)
                    : 1;
  for (const OperandOf<OperandFact> &operand : listOperands(known))
    if (isOfSizes(operand))
      restrictStrides(
          operand,
          guard[getRowLength(operand.role, operand.matrix.transposed)].unit);
  return ProblemFact(std::move(known));
}
