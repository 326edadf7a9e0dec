//===- MeasuredTable.h - Records as tables of configs and times -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All measured configs of each matmul, with comparable times. Proposers are
// trained and scored on these tables, and a table can replace a device.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_MEASUREDTABLE_H
#define MLIR_AUTOTUNE_TUNE_MEASUREDTABLE_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Tune/RecordsFile.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::autotune::tune {

/// A measured config of a matmul on one device.
struct MeasuredConfig {
  Config config;
  measure::Outcome outcome;
  /// Nanoseconds of one launch; 0 if there is no time. With a baseline, the
  /// baseline's time divided by the ratio, because the device's clock changes
  /// between candidates.
  double timeNs = 0;
  double spread = 0;
  /// The ratio to the baseline; 0 if the record has none.
  double ratio = 0;
  /// When it was measured, as "2026-01-31T12:00:00Z".
  std::string date = {};

  bool isOk() const { return outcome == measure::Outcome::Ok; }
};

/// The times of one problem.
struct TableProblem {
  std::string key;
  ProblemFact fact;
  /// In the order of the records; each config once.
  std::vector<MeasuredConfig> configs;
  /// The index of each config in `configs`.
  llvm::DenseMap<Config, size_t> indices;
  /// The baseline's time in nanoseconds; 0 without a baseline.
  double baselineNs = 0;

  /// nullptr for a config that was not measured.
  const MeasuredConfig *lookup(const Config &config) const;
  /// The least time; 0 if no config is ok.
  double getBestNs() const;
};

struct MeasuredTable {
  std::vector<TableProblem> problems;
  std::string device, driver;
  /// The first and the last day of measuring, as "2026-01-31".
  std::string firstDate, lastDate;
  size_t numRecords = 0;
};

/// Makes the table of one device, which `deviceName` selects if the records
/// are of several. Keys and configs that can't be read any more, such as those
/// of a changed template, are left out and reported to `warn`, once for each
/// reason. Stored configs get neutral defaults for later parameters.
llvm::Expected<MeasuredTable>
makeMeasuredTable(const RecordsByKey &records, StringRef deviceName,
                  llvm::function_ref<void(const llvm::Twine &)> warn);

/// Reads the records of all files. If several files have the same record, the
/// last one counts. Files may be compressed (zstd). Records with dependent
/// launch go to `dependent` and those of libraries to `others`, as in
/// readRecords. Fails if a file can't be read.
llvm::Expected<RecordsByKey>
readAllRecords(llvm::ArrayRef<std::string> paths,
               llvm::function_ref<void(const llvm::Twine &)> warn,
               RecordsByKey *dependent = nullptr,
               RecordsByKey *others = nullptr);

/// Reads all files and makes the table of one device.
llvm::Expected<MeasuredTable>
readMeasuredTable(llvm::ArrayRef<std::string> paths, StringRef deviceName,
                  llvm::function_ref<void(const llvm::Twine &)> warn);
/// Like readMeasuredTable, with a table for each device, or only for
/// `deviceName`.
llvm::Expected<std::vector<MeasuredTable>>
readMeasuredTables(llvm::ArrayRef<std::string> paths, StringRef deviceName,
                   llvm::function_ref<void(const llvm::Twine &)> warn);

/// The target of the measurements: `option` if given, else the target that the
/// device's name stands for. Fails if there is none.
llvm::Expected<TargetInfo> getTarget(const MeasuredTable &table,
                                     StringRef option);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MEASUREDTABLE_H
