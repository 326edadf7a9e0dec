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

/// Whether the measurement is of the current version of its template, as far
/// as is known. Others are never picked.
bool isCurrent(const StoredMeasurement &measurement);

/// Selects the comparable measurements of one matmul on one device: one record
/// for each config, of the kernel that was measured last for it. Only times of
/// the newest run with final rounds count as final. Measurements of libraries
/// say which run that is only with `countLibraries`: without libraries, picks
/// are the same whether a library was measured or not.
std::vector<measure::Record>
selectRecords(std::vector<StoredMeasurement> measurements,
              bool countLibraries = false);

/// The records of pickBest().
struct DatabasePicks {
  RecordsByKey records, dependent, libraries;
};

/// Reads the input of pickBest() for the matmuls of a module, and the samples
/// of their plans, from the database at `path`; empty is the default one.
/// Measurements of other versions of a template are skipped. The database is
/// not changed.
llvm::Error readDatabasePicks(StringRef path, InputModule &module,
                              const PickOptions &options, DatabasePicks &picks);

/// Picks configs for a module from a database and writes the module
/// (readDatabasePicks, pickBest).
llvm::Error pickFromDatabase(InputModule &module, StringRef path,
                             const PickOptions &options, StringRef output,
                             raw_ostream &tables, const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_DATABASEPICKS_H
