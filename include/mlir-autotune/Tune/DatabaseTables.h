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

/// One line a fact and device: how many measurements, and the best of ours as
/// `pick` would choose it, with its time, config and date. A last line counts.
llvm::Expected<std::string> formatDatabase(const Database &database,
                                           const MeasurementQuery &query);

/// One line a measurement: the fastest that is ok first, then what else has a
/// time, then what has none.
std::string formatMeasurements(std::vector<StoredMeasurement> measurements);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_DATABASETABLES_H
