//===- DatabaseTables.h - What a database has, as tables --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_DATABASETABLES_H
#define MLIR_AUTOTUNE_TUNE_DATABASETABLES_H

#include "mlir-autotune/Tuning/Database.h"

namespace mlir::autotune::tune {

/// One line for each fact and device: the number of measurements, and the best
/// of this project's kernels as `pick` would choose it, with time, config and
/// date. The last line has the totals.
llvm::Expected<std::string> formatDatabase(const Database &database,
                                           const MeasurementQuery &query);

/// One line for each measurement: first the fastest that are ok, then others
/// with a time, then those without.
std::string formatMeasurements(std::vector<StoredMeasurement> measurements);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_DATABASETABLES_H
