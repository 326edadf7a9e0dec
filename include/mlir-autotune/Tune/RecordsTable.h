//===- RecordsTable.h - The best of each matmul, as a table -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_RECORDSTABLE_H
#define MLIR_AUTOTUNE_TUNE_RECORDSTABLE_H

#include "mlir-autotune/Tune/RecordsFile.h"

namespace mlir::autotune::tune {

/// One line for each matmul: its best config, time, TFLOP/s, GB/s, ratio to
/// the baseline, and the heuristics that proposed it. For a matmul that was
/// only checked, an estimate replaces the time. Below the table: how many
/// matmuls are faster and slower than the baseline, the geometric mean and the
/// worst of the ratios, and how many candidates failed with which outcome.
std::string formatBest(const RecordsByKey &records);

/// Compares the best candidates with dependent launch to the baseline, which
/// is launched without. Only matmuls below 20 us count, where the launch is a
/// noticeable part of the time. One line; empty if there are no records.
std::string formatDependentLaunch(const RecordsByKey &records);

/// What the detail of a record begins with whose kernel can't be simulated.
inline constexpr llvm::StringLiteral kNotSimulated = "not simulated: ";

/// The results of the simulator: for each problem the `top` best right
/// candidates by estimate, or why none was simulated, and how many candidates
/// failed with which outcome.
std::string formatChecked(llvm::ArrayRef<measure::Record> records, size_t top);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_RECORDSTABLE_H
