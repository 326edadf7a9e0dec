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

OperandMemory::OperandMemory(const StoredMatrix &matrix) : matrix(matrix) {
  int64_t alignment =
      std::clamp(matrix.alignment, matrix.getElementBytes(), kMaxAlignment);
  storage.assign(matrix.bytes.size() + 2 * kGuardBytes + 2 * kMaxAlignment,
                 kGuardByte);
  uint64_t address = llvm::alignTo(
      reinterpret_cast<uint64_t>(storage.data()) + kGuardBytes, kMaxAlignment);
  // What takes more for granted than it was told is found.
  if (alignment < kMaxAlignment)
    address += alignment;
  base = reinterpret_cast<unsigned char *>(address);
  std::memcpy(base, matrix.bytes.data(), matrix.bytes.size());
}

std::string OperandMemory::findDamage(bool isOutput) const {
  auto isGuard = [](unsigned char byte) { return byte == kGuardByte; };
  const unsigned char *begin = storage.data();
  const unsigned char *end = base + matrix.bytes.size();
  const unsigned char *storageEnd = begin + storage.size();
  if (int64_t touched =
          base - begin -
          std::count_if<const unsigned char *>(begin, base, isGuard))
    return std::to_string(touched) + " bytes were written before " +
           matrix.name;
  if (int64_t touched =
          storageEnd - end - std::count_if(end, storageEnd, isGuard))
    return std::to_string(touched) + " bytes were written behind " +
           matrix.name;
  int64_t bytes = matrix.getElementBytes(), inRows = 0, between = 0;
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t column = 0; column < matrix.rowStride; ++column) {
      int64_t offset = (row * matrix.rowStride + column) * bytes;
      if (std::memcmp(base + offset, &matrix.bytes[offset], bytes) != 0)
        ++(column < matrix.columns ? inRows : between);
    }
  if (between)
    return std::to_string(between) + " elements between the rows of " +
           matrix.name + " were written";
  if (inRows && !isOutput)
    return std::to_string(inRows) + " elements of the input " + matrix.name +
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
