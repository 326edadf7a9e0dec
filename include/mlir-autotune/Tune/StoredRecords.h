//===- StoredRecords.h - Records into a database and back -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line of a file of records and a measurement of a database say the same; the
// database has a few fields more, and more outcomes.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_STOREDRECORDS_H
#define MLIR_AUTOTUNE_TUNE_STOREDRECORDS_H

#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Tuning/StoredMeasurement.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::autotune::tune {

/// All that the record has; that it was disturbed goes into the detail. Figures
/// that only mean something with a time are left out where there is none. Not
/// yet checked: getWhyInvalid() does.
StoredMeasurement toStored(const measure::Record &record);

/// The same back. `spill`, which no record has, becomes the compile-failure
/// that it is a kind of.
measure::Record toRecord(const StoredMeasurement &measurement);

/// Whether it failed because the device had no memory, which another process
/// may have held: no word on the kernel.
bool isForWantOfMemory(const StoredMeasurement &measurement);

/// The line of a file of records: docs/reference/bundle.md's fields, and
/// docs/reference/database.md's additional ones where they are known.
llvm::json::Value toJson(const StoredMeasurement &measurement);

/// The reverse; fails for what is no record, or could not be kept.
llvm::Expected<StoredMeasurement> parseStoredRecord(llvm::StringRef line);

/// Reads a file of records, every line of it. A line that is no record is
/// passed to `warn`, with file and line, and skipped. Fails when the file can't
/// be read or has no record at all.
llvm::Expected<std::vector<StoredMeasurement>>
readStoredRecords(llvm::StringRef path,
                  llvm::function_ref<void(const llvm::Twine &)> warn);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_STOREDRECORDS_H
