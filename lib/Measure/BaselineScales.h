//===- BaselineScales.h - Scales as cuBLASLt has them -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_BASELINESCALES_H
#define AUTOTUNE_LIB_MEASURE_BASELINESCALES_H

#include "mlir-autotune/Measure/Manifest.h"

namespace mlir::autotune::measure {

/// The cublasLtMatmulMatrixScale_t of the scales of A (0) or B (1) of a problem
/// that has some, or 0 where the library does not read them as they lie; then
/// `note` says what it reads.
int getScaleMode(const MeasuredProblem &problem, size_t number,
                 std::string &note);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_BASELINESCALES_H
