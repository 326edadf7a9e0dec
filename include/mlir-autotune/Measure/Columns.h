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

/// Characters of a line: $COLUMNS where it is set, else those of the terminal,
/// 80 of one that does not tell, and 132 where there is no terminal.
size_t getTableWidth();

/// Rows of equal length as lines of at most `width` characters. The first
/// `leftColumns` are text and flush left, the others figures and flush right;
/// no line ends with a space. A table that is too wide loses columns of
/// `optional`, in this order and those first that have "-" in every row. It
/// loses as many as let each row be one line; if that is not possible, as many
/// as leave room for text, which goes on in further lines of its cell. Figures
/// are never cut.
std::string formatColumns(llvm::ArrayRef<std::vector<std::string>> rows,
                          size_t leftColumns,
                          llvm::ArrayRef<size_t> optional = {},
                          size_t width = getTableWidth());

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_COLUMNS_H
