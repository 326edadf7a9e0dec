//===- HtmlReport.h - A comparison as a page --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_REPORT_HTMLREPORT_H
#define MLIR_AUTOTUNE_REPORT_HTMLREPORT_H

#include "mlir-autotune/Tune/Comparison.h"

namespace mlir::autotune::report {

/// Writes a self-contained page: the tables, the drawings, and the conditions
/// under which the figures were measured. The same comparison and command line
/// give the same bytes.
void writeHtmlReport(const tune::Comparison &comparison,
                     llvm::StringRef commandLine, llvm::raw_ostream &os);

} // namespace mlir::autotune::report

#endif // MLIR_AUTOTUNE_REPORT_HTMLREPORT_H
