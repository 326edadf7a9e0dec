//===- Table.h - What a person reads at the end -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_TABLE_H
#define MLIR_AUTOTUNE_MEASURE_TABLE_H

#include "mlir-autotune/Measure/Records.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::autotune::measure {

/// Returns the text for a record's config in a table.
using NameConfig = llvm::function_ref<std::string(const Record &)>;

/// One problem's records: a heading, the `top` best (ties by rank), the
/// baseline, and how many candidates failed, by outcome.
std::string formatTable(llvm::StringRef key, llvm::ArrayRef<Record> records,
                        size_t top, NameConfig name);

/// Formats one value by a printf pattern.
std::string formatNumber(const char *pattern, double value);
/// "0.985"; "-" for a ratio of 0, which means that there is no baseline.
std::string formatRatio(double ratio);
/// "198.5 us": four significant digits in the unit that fits.
std::string formatTime(double ns);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_TABLE_H
