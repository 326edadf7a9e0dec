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

/// One line a matmul: its best config, time, TFLOP/s, GB/s, ratio to the
/// baseline, and the heuristics that proposed it. Below, how many are faster
/// than the baseline and how many slower, with the geometric mean of the ratios
/// and the worst, and what was wrong with how many candidates.
/// A matmul that was only checked has an estimate in place of a time.
std::string formatBest(const RecordsByKey &records);

/// How the best with dependent launch stand against the baseline, which is
/// launched without: those that take less than 20 us, where a launch is a part
/// of the time worth naming. One line; empty where there are no records.
std::string formatDependentLaunch(const RecordsByKey &records);

/// What was checked in the simulator: for each matmul the `top` best of those
/// that are right, by their estimates, and what was wrong with how many.
std::string formatChecked(llvm::ArrayRef<measure::Record> records, size_t top);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_RECORDSTABLE_H
