//===- ProblemData.h - Matrices with a known product ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_PROBLEMDATA_H
#define MLIR_AUTOTUNE_SIMULATION_PROBLEMDATA_H

#include "mlir-autotune/Simulation/SimulatedProblem.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <array>
#include <string>
#include <vector>

namespace mlir::autotune {

/// Fails on a fact that can't be simulated: unknown sizes, overlapping rows,
/// matrices that are too large for a process, or sums that would not be exact.
/// The operation of a problem of rows must be known. It must be small enough to
/// be evaluated element by element.
llvm::Error checkSimulable(const ProblemFact &fact);

/// The operands of a matmul and the expected results, for a seed. A group is
/// laid out as in MatmulFact::getRaggedBatch, which is also its fact.
///
/// The result is rounded once, to nearest even. Integers take all values of
/// their type, and wrap. Factors of floats are integers, so that there is one
/// right result to the bit: they are from -4 to 4, and no sum of up to
/// kMaxExactDepth products loses a bit in f32, in any order. There are
/// exceptions:
///
/// Tensor cores sum products of 8-bit floats with fewer bits; no sum of 1024
/// products loses a bit. If one factor is an 8-bit integer (-128 to 127), the
/// depth is at most a 32nd of kMaxExactDepth, or a 64th if the integers are
/// unsigned. Factors of 3xtf32 have 12 bits, up to a depth of 1020. Sums in
/// f16 limit the factors: from -4 to 4 up to a depth of 128, from -2 to 2 up
/// to 512 and from -1 to 1 up to 2048.
///
/// An epilogue is compiled for the host, from the operations that kernels also
/// use, and applied to the sum. Its result is the same to the bit, except for
/// payloads of NaNs. A prologue is applied in the same way to all integers. Its
/// operands, and scales, are powers of two. If the sums would still not be
/// exact, the problem is refused.
class ProblemData final : public SimulatedProblem {
public:
  static constexpr int64_t kMaxExactDepth = 1 << 19;

  /// Fails as checkSimulable does.
  static llvm::Expected<ProblemData> create(const ProblemFact &fact,
                                            uint64_t seed);

  const MatmulFact &getFact() const { return fact; }
  std::string getKey() const override { return fact.getKey(); }
  /// The operands in this order: A, B, C, further outputs of the epilogue, the
  /// other B of a pair, the matrices that the epilogue reads, those that the
  /// prologue reads, or the scales. C holds its initial value if it is
  /// accumulated into.
  /// Otherwise, all bits of C and of other outputs are ones.
  const StoredMatrix &getOperand(int index) const override {
    if (index < 3)
      return operands[index];
    size_t number = size_t(index) - 3;
    for (const auto *matrices : {&outputs, &extras}) {
      if (number < matrices->size())
        return (*matrices)[number];
      number -= matrices->size();
    }
    return params[number];
  }
  int getNumOperands() const override {
    return 3 + int(outputs.size() + extras.size() + params.size());
  }
  /// Whether an operand is C or another output of the epilogue.
  bool isOutput(int index) const override {
    return index >= 2 && size_t(index) < 3 + outputs.size();
  }
  /// The expected bits, in the low bytes, of the element at `row`, `column`
  /// after the matmul. `output` is the product's number in a batch. `operand`
  /// is the number of C (2) or of another output of the epilogue.
  uint64_t getExpected(int64_t row, int64_t column, int64_t output = 0,
                       int operand = 2) const {
    const std::vector<uint64_t> &of =
        operand == 2 ? expected : others[size_t(operand) - 3];
    return of[(output * fact.m + row) * fact.n + column];
  }
  bool accepts(const OutputElement &place, uint64_t got) const override;
  std::string describeExpected(const OutputElement &place) const override;
  const ProblemData *asMatmul() const override { return this; }
  /// One product of a batch, as a problem of its own.
  ProblemData getProduct(int64_t output) const;

private:
  /// `sums` are the sums of each output and then, for a pair, those with the
  /// other B. They are multiples of two to the power of `exponent`.
  llvm::Error applyEpilogue(ArrayRef<std::vector<int64_t>> sums, int exponent,
                            uint64_t seed);

  MatmulFact fact;
  std::array<StoredMatrix, 3> operands;
  std::vector<StoredMatrix> outputs, extras, params;
  std::vector<uint64_t> expected;
  /// The expected bits of each of the other outputs.
  std::vector<std::vector<uint64_t>> others;
};

/// An element's value in words: "-3", "0.5", "nan".
std::string printElement(ElementKind kind, uint64_t bits);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_PROBLEMDATA_H
