//===- Table.h - What a person reads at the end -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RUNNER_TABLE_H
#define AUTOTUNE_RUNNER_TABLE_H

#include "Records.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::autotune::runner {

/// Rows of equal length as lines: columns padded to their widest cell, the
/// first `leftColumns` flush left, the others flush right, no trailing spaces.
std::string formatColumns(llvm::ArrayRef<std::vector<std::string>> rows,
                          size_t leftColumns);

/// One problem's records: a heading, the `top` best (ties by rank), the
/// baseline, and how many candidates failed, by outcome.
std::string formatTable(llvm::StringRef key, llvm::ArrayRef<Record> records,
                        size_t top);

/// "198.5 us": four significant digits in the unit that fits.
std::string formatTime(double ns);

} // namespace mlir::autotune::runner

#endif // AUTOTUNE_RUNNER_TABLE_H
