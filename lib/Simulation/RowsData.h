//===- RowsData.h - A problem of rows with known results --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_ROWSDATA_H
#define AUTOTUNE_LIB_SIMULATION_ROWSDATA_H

#include "RowsEvaluation.h"

namespace mlir::autotune {

/// The operands of a problem of rows for a seed: the inputs, then the outputs.
///
/// Floats are multiples of 1/8 from -2 to 2, which most formats hold, so that
/// many sums are exact. Where most of an output would be NaN, as of logarithms,
/// no input is negative or zero. Integers are indices below their limit, or
/// small numbers if there is none.
///
/// evaluateRows says which values each element of the outputs may have.
class RowsData final : public SimulatedProblem {
public:
  /// Also fails where most elements of an output may be anything, or must be
  /// NaN: no kernel could be found wrong.
  static llvm::Expected<std::unique_ptr<RowsData>> create(const RowsFact &fact,
                                                          uint64_t seed);

  std::string getKey() const override { return fact.getKey(); }
  const StoredMatrix &getOperand(int index) const override {
    return operands[index];
  }
  int getNumOperands() const override { return int(operands.size()); }
  bool isOutput(int index) const override {
    return size_t(index) >= fact.inputs.size();
  }
  bool accepts(const OutputElement &place, uint64_t got) const override {
    return getAccepted(place).accepts(got);
  }
  std::string describeExpected(const OutputElement &place) const override {
    return getAccepted(place).str();
  }

  /// As diagnoseRows does.
  std::string diagnose(int operand, const unsigned char *base) const override;

private:
  void addInputs(uint64_t seed, bool isPositive);
  llvm::Error evaluate(problem::RowsOp op);
  std::string getWhyUnchecked() const;
  const reference::Result &getAccepted(const OutputElement &place) const {
    return accepted[place.operand - fact.inputs.size()]
                   [place.row * operands[place.operand].columns + place.column];
  }

  RowsFact fact;
  std::vector<StoredMatrix> operands;
  /// The accepted values of each output.
  std::vector<AcceptedElements> accepted;
};

/// Why a problem of rows can't be simulated; empty if it can.
std::string getWhyNotSimulable(const RowsFact &fact);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_ROWSDATA_H
