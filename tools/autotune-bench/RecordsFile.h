//===- RecordsFile.h - Reading the records of a run -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_RECORDSFILE_H
#define AUTOTUNE_BENCH_RECORDSFILE_H

#include "Records.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace mlir::autotune::bench {

/// Records of one matmul, in the order of the file.
using RecordsByKey = llvm::MapVector<std::string, std::vector<runner::Record>,
                                     llvm::StringMap<unsigned>>;

/// Reads JSON lines. A line that is no record is passed to `warn`, with file
/// and line, and skipped. Where a candidate of the same matmul, config and
/// device comes twice, the later line counts. Fails when the file can't be
/// read or has no record at all.
llvm::Expected<RecordsByKey>
readRecords(llvm::StringRef path,
            llvm::function_ref<void(const llvm::Twine &)> warn);

/// The same from a text; `file` names it in warnings.
RecordsByKey parseRecords(llvm::StringRef text, llvm::StringRef file,
                          llvm::function_ref<void(const llvm::Twine &)> warn);

/// The best of one matmul's records, or null when none is ok. Final records
/// come before others; times within the noise of the fastest are a tie, which
/// goes to the better rank (Statistics.h).
/// Orders records that were checked and not timed: by estimate, then by rank.
bool isEstimatedFaster(const runner::Record *a, const runner::Record *b);

const runner::Record *chooseBest(llvm::ArrayRef<runner::Record> records);

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_RECORDSFILE_H
