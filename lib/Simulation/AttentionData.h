//===- AttentionData.h - An attention with known results --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ATTENTIONDATA_H
#define AUTOTUNE_LIB_SIMULATION_ATTENTIONDATA_H

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Simulation/SimulatedProblem.h"

namespace mlir::autotune {

/// The operands of an attention for a seed, in the order in which kernels take
/// them (getKernelOrder).
///
/// Elements of Q, K and V are multiples of 1/8 from -2 to 2, so that the
/// product of a query and a key is exact in f32, in any order. Booleans are 0
/// or 1, other integers 0 to 3.
///
/// The reference sums in f64. It evaluates the score function operation by
/// operation. Each element of a result has a tolerance, for two reasons. A
/// kernel rounds weights to the type of V before it multiplies them. And its
/// functions, such as `exp`, may be off by some bits.
class AttentionData final : public SimulatedProblem {
public:
  /// Also fails where most elements of a result may be anything, or must be
  /// NaN: no kernel could be found wrong.
  static llvm::Expected<std::unique_ptr<AttentionData>>
  create(const AttentionFact &fact, uint64_t seed);

  std::string getKey() const override { return fact.getKey(); }
  const StoredMatrix &getOperand(int index) const override {
    return operands[index];
  }
  int getNumOperands() const override { return int(operands.size()); }
  bool isOutput(int index) const override {
    return size_t(index) >= kFirstOutput &&
           size_t(index) < kFirstOutput + expected.size();
  }
  bool accepts(const OutputElement &place, uint64_t got) const override;
  std::string describeExpected(const OutputElement &place) const override;

  /// A number, and by how much another one may differ from it. NaN is itself.
  struct Expected {
    double value = 0, tolerance = 0;
    bool isAnything = false;
  };

private:
  void addOperands(problem::AttentionOp op, uint64_t seed);
  std::string getWhyUnchecked() const;
  const Expected &getExpected(const OutputElement &place) const {
    return expected[place.operand - kFirstOutput]
                   [place.row * operands[place.operand].columns + place.column];
  }

  static constexpr size_t kFirstOutput = 3;
  AttentionFact fact;
  std::vector<StoredMatrix> operands;
  /// Of each output.
  std::vector<std::vector<Expected>> expected;
};

/// Why an attention can't be simulated; empty if it can.
std::string getWhyNotSimulable(const AttentionFact &fact);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ATTENTIONDATA_H
