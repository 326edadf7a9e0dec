//===- SimulationStage.h - Check a bundle in the simulator ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_SIMULATIONSTAGE_H
#define MLIR_AUTOTUNE_TUNE_SIMULATIONSTAGE_H

#include "mlir-autotune/Simulator/Simulator.h"
#include "mlir-autotune/Tune/Messages.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

/// What --device calls the simulator.
inline constexpr StringLiteral kSimulatorName = "sim";

struct SimulationStageOptions {
  /// Each candidate runs in each of them, until one finds something.
  std::vector<sim::Schedule> schedules = {sim::Schedule::RoundRobin,
                                          sim::Schedule::Random,
                                          sim::Schedule::Adversarial};
  /// Of the schedules and of the matrices.
  uint64_t seed = 0;
  uint64_t stepLimit = sim::Options().stepLimit;
  /// Candidates at once; 0 is one for each core.
  unsigned jobs = 0;
  /// Ids of candidates or problems; empty means all.
  std::vector<std::string> only;
  /// Lines of each problem's table.
  unsigned top = 10;
  bool quiet = false;
};

/// Checks the kernels of a bundle in the simulator, on problems that are cut
/// down (Simulation/Reduction.h), writes a record for each candidate and prints
/// a table for each problem to `tables`. Nothing is timed: what the records and
/// tables have in place of times is the cost model's estimate. The kernels are
/// emitted again from the candidates' configs, so the bundle must be of this
/// very build; that its files are whole is looked at all the same, since they
/// are what will run.
///
/// That candidates are wrong is no error; that not one is right, is.
llvm::Error simulateBundle(StringRef bundle, StringRef output,
                           const SimulationStageOptions &options,
                           raw_ostream &tables, const Messages &messages);

/// The value of an option: "all", or the name of one schedule.
llvm::Expected<std::vector<sim::Schedule>> parseSchedules(StringRef text);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_SIMULATIONSTAGE_H
