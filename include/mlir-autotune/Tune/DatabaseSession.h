//===- DatabaseSession.h - What is done with a database ------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_DATABASESESSION_H
#define MLIR_AUTOTUNE_TUNE_DATABASESESSION_H

#include "mlir-autotune/Tune/Messages.h"
#include "mlir-autotune/Tuning/Database.h"

namespace mlir::autotune::tune {

/// Works on one database. Each call opens and first verifies all of it, so
/// that damage is reported and not copied to other files.
class DatabaseSession {
public:
  /// `path` is a file; empty for the default database.
  DatabaseSession(std::string path, const Messages &messages)
      : path(std::move(path)), messages(messages) {}

  /// Returns a table of the contents, one line for each matmul and device.
  llvm::Expected<std::string> list(MeasurementQuery query);
  /// Returns a table of measurements. Fails if there are none.
  llvm::Expected<std::string> show(MeasurementQuery query);
  /// Adds the measurements of other databases, with a line on each to `os`.
  /// Creates the database if there is none.
  llvm::Error merge(llvm::ArrayRef<std::string> others, llvm::raw_ostream &os);
  /// Removes measurements, except the `keepBest` fastest of each matmul and
  /// device. Writes the numbers of removed and remaining measurements to `os`.
  /// With `dryRun` none is removed.
  llvm::Error prune(MeasurementQuery query, unsigned keepBest, bool dryRun,
                    llvm::raw_ostream &os);
  /// Writes measurements as a file of records; "-" is the standard output.
  llvm::Error exportRecords(MeasurementQuery query, llvm::StringRef output);
  /// Adds all files of records or none, with a line on each to `os`. Creates
  /// the database if there is none.
  llvm::Error importRecords(llvm::ArrayRef<std::string> files,
                            llvm::raw_ostream &os);

private:
  llvm::Expected<Database> open(Database::Access access) const;

  std::string path;
  Messages messages;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_DATABASESESSION_H
