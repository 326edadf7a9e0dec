//===- Markdown.h - Text and tables of pages --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_REPORT_MARKDOWN_H
#define MLIR_AUTOTUNE_LIB_REPORT_MARKDOWN_H

#include "mlir/Support/LLVM.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace mlir::autotune::report {

std::string escapeMarkdown(StringRef text);

/// Writes a paragraph in lines that editors show; `indent` begins all but the
/// first.
void writeText(StringRef text, StringRef indent, raw_ostream &os);

/// Writes rows, the first of which is the heading. The first columns, as many
/// as `left`, are text.
void writeTable(ArrayRef<std::vector<std::string>> rows, size_t left,
                raw_ostream &os);

std::string formatMicroseconds(double ns);
/// Formats a ratio; one below 1 never looks like 1.
std::string formatExactRatio(double ratio);
/// Like formatExactRatio(), bold below 1.
std::string markRatio(double ratio);

} // namespace mlir::autotune::report

#endif // MLIR_AUTOTUNE_LIB_REPORT_MARKDOWN_H
