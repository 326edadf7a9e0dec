//===- StoredRecords.h - Records into a database and back -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts between lines of records files and measurements of a database. They
// have the same content, except that the database has a few more fields and
// outcomes.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_STOREDRECORDS_H
#define MLIR_AUTOTUNE_TUNE_STOREDRECORDS_H

#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Tuning/StoredMeasurement.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::autotune::tune {

/// Converts a record with all its fields; `disturbed` goes into the detail.
/// Figures that need a time are left out if there is none. The result is not
/// checked: see getWhyInvalid().
StoredMeasurement toStored(const measure::Record &record);

/// Converts back. Records have no outcome `spill`; it becomes compile-failure.
measure::Record toRecord(const StoredMeasurement &measurement);

/// Whether the candidate failed because the device had no free memory. Another
/// process may have held it, so this says nothing about the kernel.
bool isForWantOfMemory(const StoredMeasurement &measurement);

/// The line of a records file: the fields of docs/reference/bundle.md, and the
/// additional ones of docs/reference/database.md if they are known.
llvm::json::Value toJson(const StoredMeasurement &measurement);

/// Parses such a line. Fails if it is no record, or is not valid in a
/// database.
llvm::Expected<StoredMeasurement> parseStoredRecord(llvm::StringRef line);

/// Reads every line of a records file. A line that is no record is reported to
/// `warn`, with file and line, and skipped. Fails if the file can't be read or
/// has no record.
llvm::Expected<std::vector<StoredMeasurement>>
readStoredRecords(llvm::StringRef path,
                  llvm::function_ref<void(const llvm::Twine &)> warn);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_STOREDRECORDS_H
