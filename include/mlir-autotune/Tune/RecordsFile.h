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

/// Records by the matmul's key, in the order of the file.
using RecordsByKey = llvm::MapVector<std::string, std::vector<measure::Record>,
                                     llvm::StringMap<unsigned>>;

/// Adds a record to those of its matmul. Replaces a record of the same config,
/// library and device.
void addRecord(std::vector<measure::Record> &records, measure::Record record);

/// Whether the kernel was launched before the previous one had ended.
/// Libraries' kernels never are.
bool hasDependentLaunch(llvm::StringRef config);
inline bool hasDependentLaunch(const measure::Record &record) {
  return hasDependentLaunch(llvm::StringRef(record.config));
}

/// Calls `read` for each line that is not blank. Lines for which it fails are
/// reported to `warn`, with file and line, and skipped. After the first few
/// only their number is reported.
void readRecordLines(llvm::StringRef text, llvm::StringRef file,
                     llvm::function_ref<llvm::Error(llvm::StringRef line)> read,
                     llvm::function_ref<void(const llvm::Twine &)> warn);

/// Reads JSON lines. A line that is no record is reported to `warn`, with file
/// and line, and skipped. If a candidate of the same matmul, config and device
/// comes twice, the later line counts. Records of other libraries' kernels go
/// to `others` and those with dependent launch to `dependent`; without these
/// arguments they are dropped. Fails if the file can't be read or has no
/// record.
llvm::Expected<RecordsByKey>
readRecords(llvm::StringRef path,
            llvm::function_ref<void(const llvm::Twine &)> warn,
            RecordsByKey *others = nullptr, RecordsByKey *dependent = nullptr);

/// Like readRecords, from a text; `file` names it in warnings.
RecordsByKey parseRecords(llvm::StringRef text, llvm::StringRef file,
                          llvm::function_ref<void(const llvm::Twine &)> warn,
                          RecordsByKey *others = nullptr,
                          RecordsByKey *dependent = nullptr);

/// The devices of all measurements, in the order of the records.
llvm::SetVector<llvm::StringRef> getDevices(const RecordsByKey &records);

/// The one device whose records count, because times of two devices can't be
/// compared: `device` or, if it is empty, the only device. Empty if no record
/// is ok.
llvm::Expected<std::string> chooseDevice(const RecordsByKey &records,
                                         llvm::StringRef device);

/// Orders records that were checked but not timed: by estimate, then by rank.
bool isEstimatedFaster(const measure::Record *a, const measure::Record *b);

/// The best of one matmul's records, or null if none is ok. Final records come
/// before others. Times within the noise of the fastest are a tie, which a
/// fixed rule decides (PickRule.h).
const measure::Record *chooseBest(llvm::ArrayRef<measure::Record> records);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_RECORDSFILE_H
