//===- Simulation.h - Is a kernel right? ------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel on the matrices of a problem in the simulator, and compares the
// whole result. A simulated kernel is checked, but never timed.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_SIMULATION_H
#define MLIR_AUTOTUNE_SIMULATION_SIMULATION_H

#include "mlir-autotune/Simulation/HostKernel.h"
#include "mlir-autotune/Simulation/ProblemData.h"
#include "mlir-autotune/Simulator/Simulator.h"

namespace mlir::autotune {

struct SimulationOptions {
  /// Schedule, its seed, step limit, clusters at once.
  sim::Options simulator;
  /// Multiprocessors, for the grids of persistent kernels: few, so that a CTA
  /// gets several tiles of a small problem.
  int64_t sms = 4;
};

struct WrongElement {
  int64_t row = 0, column = 0;
  std::string got, want;
  /// The number of its matrix in a batch.
  int64_t output = 0;
};

struct SimulationVerdict {
  /// Why the kernel can't be launched on this problem at all; else empty.
  std::string refusal;
  /// What the simulator found.
  sim::Report report;
  /// For the first output with wrong elements: their number, the number of all
  /// elements, the matrix's name, and the first few wrong elements by rows.
  int64_t wrongElements = 0, elements = 0;
  std::string matrix;
  std::vector<WrongElement> firstWrong;
  /// The outputs of a batch that have wrong elements, and the number of
  /// outputs.
  std::vector<int64_t> wrongOutputs;
  int64_t outputs = 1;
  /// What the wrong elements have in common (Diagnosis.h); for a batch, those
  /// of the first wrong output. Empty if no element is wrong, or after an
  /// epilogue.
  std::string diagnosis;
  /// Damage in words: changed memory around or between the rows of a matrix,
  /// changed inputs, and counters that the kernel did not leave at zero.
  std::vector<std::string> damage;

  bool isRight() const;
  /// Everything that is wrong, one line each; empty if nothing is. Findings
  /// quote the lines of `program` (HostKernel::getProgram) that they are at.
  std::string str(StringRef program = "") const;
};

/// The last diagnosis of a kernel on a problem. Different schedules often
/// produce the same wrong output, whose diagnosis is then reused.
struct DiagnosisMemo {
  std::vector<unsigned char> output;
  int64_t number = 0;
  std::string diagnosis;
};

/// Runs the kernel once on a fresh copy of the problem's matrices. Safe to call
/// from several threads, with the same kernel and problem too, but not with the
/// same memo. A memo is for one kernel and problem.
SimulationVerdict simulate(const HostKernel &kernel,
                           const SimulatedProblem &problem,
                           const SimulationOptions &options,
                           DiagnosisMemo *memo = nullptr);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_SIMULATION_H
