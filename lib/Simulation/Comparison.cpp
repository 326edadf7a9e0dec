//===- Comparison.cpp - What a kernel left in memory ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandMemory.h"

#include <cstring>

using namespace mlir;
using namespace mlir::autotune;

/// How many wrong elements are told one by one.
static constexpr size_t kMaxWrongElements = 4;

static bool isNaN(ElementKind kind, uint64_t bits) {
  return printElement(kind, bits) == "nan";
}

/// Zeros are equal whatever their sign: it depends on the order of a sum. So
/// are NaNs of an epilogue, whatever they carry.
static bool areEqual(ElementKind kind, uint64_t got, uint64_t want) {
  if (got == want)
    return true;
  uint64_t sign = uint64_t(1) << (8 * getElementBytes(kind) - 1);
  return isFloat(kind) && (((got | want) & ~sign) == 0 ||
                           (isNaN(kind, got) && isNaN(kind, want)));
}

bool ProblemData::accepts(const OutputElement &place, uint64_t got) const {
  return areEqual(
      getOperand(place.operand).element, got,
      getExpected(place.row, place.column, place.output, place.operand));
}

std::string ProblemData::describeExpected(const OutputElement &place) const {
  return printElement(
      getOperand(place.operand).element,
      getExpected(place.row, place.column, place.output, place.operand));
}

/// Of the operand of that number.
static void compareOutput(const SimulatedProblem &problem, int operand,
                          const OperandMemory &output,
                          SimulationVerdict &verdict) {
  const StoredMatrix &c = output.getMatrix();
  verdict.matrix = c.name;
  verdict.elements = 0;
  int64_t bytes = c.getElementBytes();
  for (int64_t number = 0; number < c.batch; ++number) {
    bool isWrong = false;
    verdict.elements += c.getRows(number) * c.columns;
    for (int64_t row = 0; row < c.getRows(number); ++row)
      for (int64_t column = 0; column < c.columns; ++column) {
        uint64_t got = 0;
        OutputElement place{row, column, number, operand};
        int64_t index = number * c.batchStride + row * c.rowStride + column;
        std::memcpy(&got, output.getBase() + index * bytes, bytes);
        if (problem.accepts(place, got))
          continue;
        isWrong = true;
        ++verdict.wrongElements;
        if (verdict.firstWrong.size() < kMaxWrongElements)
          verdict.firstWrong.push_back(
              {row, column, printElement(c.element, got),
               problem.describeExpected(place), number});
      }
    if (isWrong)
      verdict.wrongOutputs.push_back(number);
  }
}

void autotune::compareOutputs(const SimulatedProblem &problem,
                              ArrayRef<OperandMemory> operands,
                              SimulationVerdict &verdict) {
  for (int i = 0; i < problem.getNumOperands() && !verdict.wrongElements; ++i)
    if (problem.isOutput(i))
      compareOutput(problem, i, operands[i], verdict);
}
