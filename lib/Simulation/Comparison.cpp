//===- Comparison.cpp - What a kernel left in memory ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandMemory.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::autotune;

static constexpr int64_t kGuardBytes = 4096;
static constexpr unsigned char kGuardByte = 0xA5;

/// Drivers align allocations to so many bytes; no kernel relies on more.
static constexpr int64_t kMaxAlignment = 256;

/// Where a matrix starts in its part of the storage, which is aligned.
static int64_t getOffset(const StoredMatrix &matrix) {
  int64_t alignment =
      std::clamp(matrix.alignment, matrix.getElementBytes(), kMaxAlignment);
  // What takes more for granted than it was told is found.
  return kGuardBytes + (alignment < kMaxAlignment ? alignment : 0);
}

static int64_t getPartSize(const StoredMatrix &matrix) {
  return llvm::alignTo(getOffset(matrix) + matrix.bytes.size() + kGuardBytes,
                       kMaxAlignment);
}

RunMemory::RunMemory(const ProblemData &problem) {
  static_assert(kGuardBytes % kMaxAlignment == 0, "matrices follow a guard");
  int64_t size = kMaxAlignment;
  for (int i = 0; i < 3; ++i)
    size += getPartSize(problem.getOperand(i));
  storage.assign(size, kGuardByte);
  unsigned char *part = reinterpret_cast<unsigned char *>(
      llvm::alignTo(reinterpret_cast<uint64_t>(storage.data()), kMaxAlignment));
  for (int i = 0; i < 3; ++i) {
    const StoredMatrix &matrix = problem.getOperand(i);
    OperandMemory &operand = operands[i];
    operand.matrix = &matrix;
    operand.begin = part;
    operand.base = part + getOffset(matrix);
    operand.end = part + getPartSize(matrix);
    std::memcpy(operand.base, matrix.bytes.data(), matrix.bytes.size());
    part = operand.end;
  }
}

std::string OperandMemory::findDamage(bool isOutput) const {
  auto countTouched = [](const unsigned char *from, const unsigned char *to) {
    return to - from - std::count(from, to, kGuardByte);
  };
  const unsigned char *matrixEnd = base + matrix->bytes.size();
  if (int64_t touched = countTouched(begin, base))
    return std::to_string(touched) + " bytes were written before " +
           matrix->name;
  if (int64_t touched = countTouched(matrixEnd, end))
    return std::to_string(touched) + " bytes were written behind " +
           matrix->name;
  int64_t bytes = matrix->getElementBytes(), inRows = 0, between = 0;
  for (int64_t row = 0; row < matrix->rows; ++row)
    for (int64_t column = 0; column < matrix->rowStride; ++column) {
      int64_t offset = (row * matrix->rowStride + column) * bytes;
      if (std::memcmp(base + offset, &matrix->bytes[offset], bytes) != 0)
        ++(column < matrix->columns ? inRows : between);
    }
  if (between)
    return std::to_string(between) + " elements between the rows of " +
           matrix->name + " were written";
  if (inRows && !isOutput)
    return std::to_string(inRows) + " elements of the input " + matrix->name +
           " were written";
  return "";
}

/// How many wrong elements are told one by one.
static constexpr size_t kMaxWrongElements = 4;

/// Zeros are equal whatever their sign: it depends on the order of a sum.
static bool areEqual(ElementKind kind, uint64_t got, uint64_t want) {
  if (got == want)
    return true;
  uint64_t sign = uint64_t(1) << (8 * getElementBytes(kind) - 1);
  return isFloat(kind) && ((got | want) & ~sign) == 0;
}

void autotune::compareOutput(const ProblemData &problem,
                             const OperandMemory &output,
                             SimulationVerdict &verdict) {
  const StoredMatrix &c = output.getMatrix();
  int64_t bytes = c.getElementBytes();
  verdict.elements = c.rows * c.columns;
  for (int64_t row = 0; row < c.rows; ++row)
    for (int64_t column = 0; column < c.columns; ++column) {
      uint64_t got = 0, want = problem.getExpected(row, column);
      std::memcpy(&got, output.getBase() + (row * c.rowStride + column) * bytes,
                  bytes);
      if (areEqual(c.element, got, want))
        continue;
      ++verdict.wrongElements;
      if (verdict.firstWrong.size() < kMaxWrongElements)
        verdict.firstWrong.push_back({row, column, printElement(c.element, got),
                                      printElement(c.element, want)});
    }
}
