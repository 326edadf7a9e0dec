//===- Charts.h - Drawings of a comparison ----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inline SVG for the report. Colours are classes of its style sheet.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_REPORT_CHARTS_H
#define AUTOTUNE_LIB_REPORT_CHARTS_H

#include "mlir-autotune/Tune/Comparison.h"

namespace mlir::autotune::report {

/// A bar a shape, from 1 to its ratio to the baseline, the least first.
void drawRatios(const tune::Comparison &comparison, llvm::raw_ostream &os);

/// The same as a file of its own, and wider.
void drawRatiosAlone(const tune::Comparison &comparison, llvm::raw_ostream &os);

/// TFLOP/s against operations a byte, both logarithmic: ours and the baseline
/// as points, and the target's roof where it is known.
void drawRoofline(const tune::Comparison &comparison, llvm::raw_ostream &os);

/// The text as HTML has it between tags and in attributes.
std::string escape(llvm::StringRef text);

} // namespace mlir::autotune::report

#endif // AUTOTUNE_LIB_REPORT_CHARTS_H
