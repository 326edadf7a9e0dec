//===- Columns.h - Tables that fit a terminal -------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_COLUMNS_H
#define MLIR_AUTOTUNE_MEASURE_COLUMNS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace mlir::autotune::measure {

/// The width of a line in characters: $COLUMNS if set, else the terminal's
/// width, 80 if the terminal does not report one, and 132 without a terminal.
size_t getTableWidth();

/// Formats rows of equal length as lines of at most `width` characters. The
/// first `leftColumns` columns are text, flush left; the others are figures,
/// flush right. No line ends with a space. A table that is too wide loses
/// columns of `optional`: first those with "-" in every row, then the others
/// in this order. It loses as many as needed to make each row one line. If
/// that is impossible, it loses as many as leave room for text, which wraps
/// within its cell. Figures are never cut.
std::string formatColumns(llvm::ArrayRef<std::vector<std::string>> rows,
                          size_t leftColumns,
                          llvm::ArrayRef<size_t> optional = {},
                          size_t width = getTableWidth());

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_COLUMNS_H
