//===- DatabasePicks.h - What a database has for a pick ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_DATABASEPICKS_H
#define MLIR_AUTOTUNE_TUNE_DATABASEPICKS_H

#include "mlir-autotune/Tune/PickStage.h"
#include "mlir-autotune/Tuning/StoredMeasurement.h"

namespace mlir::autotune::tune {

/// Whether it was measured with the template as this program has it, as far as
/// that is known: else no pick is made of it.
bool isCurrent(const StoredMeasurement &measurement);

/// Of one matmul's measurements on one device, those that may be compared: one
/// record for each config, of the kernel of it that was measured last. Final
/// are the times of the newest run with final rounds alone.
std::vector<measure::Record>
selectRecords(std::vector<StoredMeasurement> measurements);

/// What pickBest() takes, for the matmuls of a module, from the database at
/// `path`; empty is the default one. What was measured with another version of
/// a template is passed over. Changes nothing.
llvm::Error readDatabasePicks(StringRef path, InputModule &module,
                              RecordsByKey &records, RecordsByKey &dependent);

/// All of it: picks for a module from a database (pickBest).
llvm::Error pickFromDatabase(InputModule &module, StringRef path,
                             const PickOptions &options, StringRef output,
                             raw_ostream &tables, const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_DATABASEPICKS_H
