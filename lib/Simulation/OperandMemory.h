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

#include <deque>

namespace mlir::autotune {

/// A matrix in memory.
class OperandMemory {
public:
  enum class Role {
    Input,
    Output,
    /// The kernel's own, with the space between rows.
    Workspace
  };

  const StoredMatrix &getMatrix() const { return *matrix; }
  unsigned char *getBase() const { return base; }
  Role getRole() const { return role; }

  /// What must not have changed and did: guard zones and, unless it is the
  /// workspace's, the noise between rows and an input's elements. In words, or
  /// empty.
  std::string findDamage() const;

private:
  friend class RunMemory;
  const StoredMatrix *matrix = nullptr;
  Role role = Role::Input;
  unsigned char *begin = nullptr, *base = nullptr, *end = nullptr;
};

/// A fresh copy of a problem's matrices, with guard zones around each, at
/// addresses that are multiples of their alignment and of no more; and what the
/// kernel has in its workspace (Core/Workspace.h), also with a guard around
/// each, for it is told where each is. All lie in one allocation, so that what
/// is near what is the same in every run.
class RunMemory {
public:
  /// Fails if the kernel packs what no matmul has, or too much of it. `ctas`
  /// are those of its launch.
  static llvm::Expected<std::unique_ptr<RunMemory>>
  create(const SimulatedProblem &problem, const tile::KernelABI &abi,
         int64_t ctas);

  /// The problem's, for a matmul A, B, C, and what the epilogue writes and
  /// reads, then the packed copies: parameters count them so.
  ArrayRef<OperandMemory> getOperands() const {
    return ArrayRef(memory).drop_back(hasCounters);
  }
  /// With the partial sums behind them, which kernels find by their address.
  /// Null for a kernel without a workspace.
  const OperandMemory *getCounters() const {
    return hasCounters ? &memory.back() : nullptr;
  }
  /// All of these.
  ArrayRef<OperandMemory> getAll() const { return memory; }
  /// If the kernel did not leave the counters as it found them, that, in words.
  std::string findDirtyCounters() const;

private:
  RunMemory() = default;
  llvm::Error addWorkspace(const SimulatedProblem &problem,
                           const tile::KernelABI &abi, int64_t ctas);
  void add(const StoredMatrix &matrix, OperandMemory::Role role);
  void allocate();

  std::vector<unsigned char> storage;
  /// What the workspace holds before the launch.
  std::deque<StoredMatrix> workspace;
  SmallVector<OperandMemory> memory;
  bool hasCounters = false;
};

/// Compares the outputs with what must come out, up to the first that is wrong.
void compareOutputs(const SimulatedProblem &problem,
                    ArrayRef<OperandMemory> operands,
                    SimulationVerdict &verdict);

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_OPERANDMEMORY_H
