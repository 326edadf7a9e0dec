//===- MeasuredTable.h - Records as tables of configs and times -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What proposers are trained on, scored with, and what stands in for a device:
// for each matmul all that was measured, with times that compare.
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

/// One config of a matmul, on one device.
struct MeasuredConfig {
  Config config;
  measure::Outcome outcome;
  /// Nanoseconds of one launch, 0 where there is no time. Of records with a
  /// baseline: its time over the ratio to it, for the device's clock moves
  /// between one candidate and another.
  double timeNs = 0;
  double spread = 0;
  /// 0 where the record has none.
  double ratio = 0;

  bool isOk() const { return outcome == measure::Outcome::Ok; }
};

struct MeasuredProblem {
  std::string key;
  ProblemFact fact;
  /// In the order of the records; each config once.
  std::vector<MeasuredConfig> configs;
  /// Where in `configs`.
  llvm::DenseMap<Config, size_t> indices;
  /// Of the baseline; 0 without.
  double baselineNs = 0;

  /// nullptr for a config that was not measured.
  const MeasuredConfig *lookup(const Config &config) const;
  /// The least time; 0 when none is ok.
  double getBestNs() const;
};

struct MeasuredTable {
  std::vector<MeasuredProblem> problems;
  std::string device, driver;
  /// The first and the last day of measuring, as "2026-01-31".
  std::string firstDate, lastDate;
  size_t numRecords = 0;
};

/// The records of one device, which `deviceName` names where they are of
/// several. Keys and configs that mean nothing today, of a template that has
/// changed, are passed to `warn`, once for each reason, and left out; stored
/// configs without parameters that came later mean what they meant.
llvm::Expected<MeasuredTable>
makeMeasuredTable(const RecordsByKey &records, StringRef deviceName,
                  llvm::function_ref<void(const llvm::Twine &)> warn);

/// The records of all files as one; of what is in several, the last counts.
/// Files may be compressed (zstd). Records with dependent launch go to
/// `dependent`, as in readRecords. Fails where a file can't be read.
llvm::Expected<RecordsByKey>
readAllRecords(llvm::ArrayRef<std::string> paths,
               llvm::function_ref<void(const llvm::Twine &)> warn,
               RecordsByKey *dependent = nullptr);

/// The table of these.
llvm::Expected<MeasuredTable>
readMeasuredTable(llvm::ArrayRef<std::string> paths, StringRef deviceName,
                  llvm::function_ref<void(const llvm::Twine &)> warn);
/// One of each device, or of the one named `deviceName`.
llvm::Expected<std::vector<MeasuredTable>>
readMeasuredTables(llvm::ArrayRef<std::string> paths, StringRef deviceName,
                   llvm::function_ref<void(const llvm::Twine &)> warn);

/// What it was measured on: `option`, where that is given, else the target of
/// the device's name. An error when there is none.
llvm::Expected<TargetInfo> getTarget(const MeasuredTable &table,
                                     StringRef option);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MEASUREDTABLE_H
