//===- SimulationStage.h - Check a bundle in the simulator ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_SIMULATIONSTAGE_H
#define MLIR_AUTOTUNE_TUNE_SIMULATIONSTAGE_H

#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Simulator/Simulator.h"
#include "mlir-autotune/Tune/Messages.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

/// The simulator's name in --device.
inline constexpr StringLiteral kSimulatorName = "sim";

struct SimulationStageOptions {
  /// Each candidate runs with each schedule, until one has a finding.
  std::vector<sim::Schedule> schedules = {sim::Schedule::RoundRobin,
                                          sim::Schedule::Random,
                                          sim::Schedule::Adversarial};
  /// The seed of the schedules and of the matrices.
  uint64_t seed = 0;
  uint64_t stepLimit = sim::Options().stepLimit;
  /// How many candidates run at once; 0 is one for each core.
  unsigned jobs = 0;
  /// Ids of candidates or problems; empty means all.
  std::vector<std::string> only;
  /// The number of lines in each problem's table.
  unsigned top = 10;
  bool quiet = false;
};

/// Checks the kernels of a bundle in the simulator, on reduced problems
/// (Simulation/Reduction.h). Writes a record for each candidate, which `kept`
/// gets too, and prints a table for each problem to `tables`. Nothing is timed:
/// records and tables have the cost model's estimates instead of times. The
/// kernels are generated again from the candidates' configs, so the bundle must
/// be of this build. The bundle's files are verified too, because these are
/// what will run.
///
/// A problem of rows whose kernel runs too long, also with fewer rows, is not
/// simulated, and its records say why.
///
/// Fails if no candidate is right. Single wrong candidates are no error.
llvm::Error simulateBundle(StringRef bundle, StringRef output,
                           const SimulationStageOptions &options,
                           raw_ostream &tables, const Messages &messages,
                           std::vector<measure::Record> *kept = nullptr);

/// The records alone, of one candidate at least.
llvm::Expected<std::vector<measure::Record>>
checkBundle(StringRef bundle, const SimulationStageOptions &options,
            const Messages &messages);

llvm::Error writeRecords(StringRef path, ArrayRef<measure::Record> records);

/// Parses an option: "all", or the name of one schedule.
llvm::Expected<std::vector<sim::Schedule>> parseSchedules(StringRef text);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_SIMULATIONSTAGE_H
