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

/// A fresh copy of a matrix, with a guard zone on both sides, at an address
/// that is a multiple of its alignment and of no more.
class OperandMemory {
public:
  explicit OperandMemory(const StoredMatrix &matrix);
  OperandMemory(const OperandMemory &) = delete;
  OperandMemory &operator=(const OperandMemory &) = delete;

  const StoredMatrix &getMatrix() const { return matrix; }
  unsigned char *getBase() { return base; }
  const unsigned char *getBase() const { return base; }

  /// What must not have changed and did: guard zones, the noise between rows
  /// and, unless the matrix is the output, its elements. In words, or empty.
  std::string findDamage(bool isOutput) const;

private:
  const StoredMatrix &matrix;
  std::vector<unsigned char> storage;
  unsigned char *base;
};

/// Compares the output with what must come out.
void compareOutput(const ProblemData &problem, const OperandMemory &output,
                   SimulationVerdict &verdict);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_OPERANDMEMORY_H
