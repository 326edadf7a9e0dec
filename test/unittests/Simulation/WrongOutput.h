//===- WrongOutput.h - Results of kernels that are wrong --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TEST_UNITTESTS_SIMULATION_WRONGOUTPUT_H
#define AUTOTUNE_TEST_UNITTESTS_SIMULATION_WRONGOUTPUT_H

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Simulation/Diagnosis.h"

#include "mlir/Support/LLVM.h"
#include "gtest/gtest.h"

#include <cstring>
#include <functional>

namespace mlir::autotune {

/// A problem whose result the test makes, element by element, from the factors
/// that the kernel is to have taken.
class Wrong {
public:
  using Term = std::function<double(int64_t row, int64_t column, int64_t k)>;

  explicit Wrong(StringRef text, uint64_t seed = 5)
      : problem(
            cantFail(ProblemData::create(cantFail(parseProblem(text)), seed))),
        fact(problem.getFact()) {
    const StoredMatrix &c = problem.getOperand(2);
    output = c.bytes;
    for (int64_t row = 0; row < fact.m; ++row)
      for (int64_t column = 0; column < fact.n; ++column)
        setBits(row, column, problem.getExpected(row, column));
  }

  /// Zero outside.
  double a(int64_t row, int64_t k) const {
    return row < 0 || row >= fact.m || k < 0 || k >= fact.k ? 0
           : fact.a.transposed                              ? load(0, k, row)
                                                            : load(0, row, k);
  }
  double b(int64_t k, int64_t column) const {
    return column < 0 || column >= fact.n || k < 0 || k >= fact.k ? 0
           : fact.b.transposed ? load(1, column, k)
                               : load(1, k, column);
  }
  double init(int64_t row, int64_t column) const {
    return fact.init == InitKind::Accumulate ? load(2, row, column) : 0;
  }

  /// Sums of `term`, and `inits` times what is added to, where `isWrong`.
  void make(const Term &term, double inits = 1,
            const std::function<bool(int64_t, int64_t)> &isWrong = nullptr) {
    for (int64_t row = 0; row < fact.m; ++row)
      for (int64_t column = 0; column < fact.n; ++column) {
        if (isWrong && !isWrong(row, column))
          continue;
        double sum = inits * init(row, column);
        for (int64_t k = 0; k < fact.k; ++k)
          sum += term(row, column, k);
        set(row, column, sum);
      }
  }
  void set(int64_t row, int64_t column, double value) {
    uint64_t bits = 0;
    if (fact.c.element == ElementKind::F32) {
      float rounded = float(value);
      std::memcpy(&bits, &rounded, 4);
    } else if (fact.c.element == ElementKind::BF16) {
      float exact = float(value);
      std::memcpy(&bits, &exact, 4);
      bits = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    } else {
      bits = uint64_t(int64_t(value));
    }
    setBits(row, column, bits);
  }
  void setBits(int64_t row, int64_t column, uint64_t bits) {
    const StoredMatrix &c = problem.getOperand(2);
    std::memcpy(&output[(row * c.rowStride + column) * c.getElementBytes()],
                &bits, c.getElementBytes());
  }

  /// Numbers without a system, where `isWrong`.
  void
  makeGarbage(const std::function<bool(int64_t, int64_t)> &isWrong = nullptr) {
    uint64_t state = 7;
    for (int64_t i = 0; i < fact.m; ++i)
      for (int64_t j = 0; j < fact.n; ++j) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        if (isWrong && !isWrong(i, j))
          continue;
        if (isFloat(fact.c.element) && fact.c.element != ElementKind::F16)
          set(i, j, double(int64_t(state >> 33) % 600 - 300));
        else
          setBits(i, j, (state >> 33) % 0x5000);
      }
  }

  std::string diagnose(const OutputTiles &tiles = {{64, 64}}) const {
    return diagnoseOutput(problem, output.data(), tiles);
  }

  ProblemData problem;
  const MatmulFact &fact;
  std::vector<unsigned char> output;

private:
  double load(int operand, int64_t row, int64_t column) const {
    const StoredMatrix &matrix = problem.getOperand(operand);
    const unsigned char *at = &matrix.bytes[(row * matrix.rowStride + column) *
                                            matrix.getElementBytes()];
    if (matrix.element == ElementKind::I8)
      return fact.zeroExtend ? double(*at) : double(int8_t(*at));
    uint32_t bits = 0;
    std::memcpy(&bits, at, matrix.getElementBytes());
    if (matrix.element == ElementKind::I32)
      return double(int32_t(bits));
    if (matrix.element == ElementKind::BF16)
      bits <<= 16;
    float value;
    std::memcpy(&value, &bits, 4);
    return value;
  }
};
} // namespace mlir::autotune

/// What a wrong kernel's diagnosis must say.
#define EXPECT_SAYS(wrong, text)                                               \
  do {                                                                         \
    std::string said = (wrong).diagnose();                                     \
    EXPECT_NE(said.find(text), std::string::npos) << said;                     \
    EXPECT_EQ(said.compare(0, 14, "wrong-result: "), 0) << said;               \
  } while (false)

#endif // AUTOTUNE_TEST_UNITTESTS_SIMULATION_WRONGOUTPUT_H
