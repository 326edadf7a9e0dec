//===- OperandMemory.h - Where a run's matrices lie -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_OPERANDMEMORY_H
#define AUTOTUNE_LIB_SIMULATION_OPERANDMEMORY_H

#include "mlir-autotune/Simulation/ProblemData.h"
#include "mlir-autotune/Simulation/Simulation.h"

namespace mlir::autotune {

/// A matrix in memory.
class OperandMemory {
public:
  const StoredMatrix &getMatrix() const { return *matrix; }
  unsigned char *getBase() const { return base; }

  /// What must not have changed and did: guard zones, the noise between rows
  /// and, unless the matrix is the output, its elements. In words, or empty.
  std::string findDamage(bool isOutput) const;

private:
  friend class RunMemory;
  const StoredMatrix *matrix = nullptr;
  unsigned char *begin = nullptr, *base = nullptr, *end = nullptr;
};

/// A fresh copy of a problem's matrices, with guard zones around each, at
/// addresses that are multiples of their alignment and of no more. All lie in
/// one allocation, so that what is near what is the same in every run.
class RunMemory {
public:
  explicit RunMemory(const ProblemData &problem);
  RunMemory(const RunMemory &) = delete;
  RunMemory &operator=(const RunMemory &) = delete;

  const std::array<OperandMemory, 3> &getOperands() const { return operands; }

private:
  std::vector<unsigned char> storage;
  std::array<OperandMemory, 3> operands;
};

/// Compares the output with what must come out.
void compareOutput(const ProblemData &problem, const OperandMemory &output,
                   SimulationVerdict &verdict);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_OPERANDMEMORY_H
