//===- HtmlReport.h - A comparison as a page --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_HTMLREPORT_H
#define AUTOTUNE_BENCH_HTMLREPORT_H

#include "Comparison.h"

namespace mlir::autotune::bench {

/// One file that needs no other: the tables, the drawings, and under what
/// conditions the figures came to be. The same comparison and command line give
/// the same bytes.
void writeHtmlReport(const Comparison &comparison, llvm::StringRef commandLine,
                     llvm::raw_ostream &os);

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_HTMLREPORT_H
