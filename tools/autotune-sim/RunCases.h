//===- RunCases.h - Every case in every schedule ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_SIM_RUNCASES_H
#define AUTOTUNE_SIM_RUNCASES_H

#include "mlir-autotune/Simulation/Cases.h"

#include "mlir-autotune/Simulation/Simulation.h"

namespace mlir::autotune::simtool {

/// A schedule and its seed.
struct Run {
  sim::Schedule schedule;
  uint64_t seed;
};

struct RunOptions {
  SimulationOptions simulation;
  std::vector<Run> runs;
  /// The cases of a kernel take turns in these, and the last of them takes what
  /// is left, so that each kernel has all.
  bool takeTurns = false;
  /// Of the matrices' values.
  uint64_t seed = 0;
  unsigned jobs = 1;
  bool time = false;
  bool quiet = false;
};

struct Tally {
  size_t right = 0, wrong = 0;
};

/// What the kernel of each case is called (KernelProgram::getName()); empty
/// where its program can't be built.
std::vector<std::string> getKernelNames(ArrayRef<Case> cases, StringRef chip,
                                        unsigned jobs);

/// Runs all cases and prints a line for each run, in the order of the cases
/// whatever the number of jobs. Kernels that cases have in common are compiled
/// once, for `chip` ("sm_90a").
Tally runCases(ArrayRef<Case> cases, StringRef chip, const RunOptions &options);

/// The same for a kernel on the problem.
Tally runKernel(const HostKernel &kernel, const SimulatedProblem &problem,
                const RunOptions &options);

} // namespace mlir::autotune::simtool

#endif // AUTOTUNE_SIM_RUNCASES_H
