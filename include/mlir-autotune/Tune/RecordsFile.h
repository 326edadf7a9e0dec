//===- RecordsFile.h - Reading the records of a run -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_RECORDSFILE_H
#define MLIR_AUTOTUNE_TUNE_RECORDSFILE_H

#include "mlir-autotune/Measure/Records.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace mlir::autotune::tune {

/// Records of one matmul, in the order of the file.
using RecordsByKey = llvm::MapVector<std::string, std::vector<measure::Record>,
                                     llvm::StringMap<unsigned>>;

/// Adds a record of the same matmul; one of the same config, library and device
/// is replaced.
void addRecord(std::vector<measure::Record> &records, measure::Record record);

/// Whether the kernel was launched before the one before it had ended, which no
/// library's are.
bool hasDependentLaunch(llvm::StringRef config);
inline bool hasDependentLaunch(const measure::Record &record) {
  return hasDependentLaunch(llvm::StringRef(record.config));
}

/// Calls `read` for each line that has something. What it fails for is passed
/// to `warn`, with file and line, and skipped; of many such lines only the
/// first few, and then their number.
void readRecordLines(llvm::StringRef text, llvm::StringRef file,
                     llvm::function_ref<llvm::Error(llvm::StringRef line)> read,
                     llvm::function_ref<void(const llvm::Twine &)> warn);

/// Reads JSON lines. A line that is no record is passed to `warn`, with file
/// and line, and skipped. Where a candidate of the same matmul, config and
/// device comes twice, the later line counts. Records of other libraries'
/// kernels are added to `others`, or dropped; likewise those with dependent
/// launch to `dependent`. Fails when the file can't be read or has no record at
/// all.
llvm::Expected<RecordsByKey>
readRecords(llvm::StringRef path,
            llvm::function_ref<void(const llvm::Twine &)> warn,
            RecordsByKey *others = nullptr, RecordsByKey *dependent = nullptr);

/// The same from a text; `file` names it in warnings.
RecordsByKey parseRecords(llvm::StringRef text, llvm::StringRef file,
                          llvm::function_ref<void(const llvm::Twine &)> warn,
                          RecordsByKey *others = nullptr,
                          RecordsByKey *dependent = nullptr);

/// The devices that something was measured on, in the order of the records.
llvm::SetVector<llvm::StringRef> getDevices(const RecordsByKey &records);

/// The one device whose records count, since times of two are not to be
/// compared: the one named `device`, or, when that is empty, the only one there
/// is. Empty where no record is ok.
llvm::Expected<std::string> chooseDevice(const RecordsByKey &records,
                                         llvm::StringRef device);

/// Orders records that were checked and not timed: by estimate, then by rank.
bool isEstimatedFaster(const measure::Record *a, const measure::Record *b);

/// The best of one matmul's records, or null when none is ok. Final records
/// come before others; times within the noise of the fastest are a tie, which
/// a fixed rule decides (PickRule.h).
const measure::Record *chooseBest(llvm::ArrayRef<measure::Record> records);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_RECORDSFILE_H
