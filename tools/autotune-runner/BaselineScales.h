//===- BaselineScales.h - Scales as cuBLASLt has them -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RUNNER_BASELINESCALES_H
#define AUTOTUNE_RUNNER_BASELINESCALES_H

#include "Manifest.h"

namespace mlir::autotune::runner {

/// The cublasLtMatmulMatrixScale_t of the scales of A (0) or B (1) of a problem
/// that has some, or 0 where the library does not read them as they lie; then
/// `note` says what it reads.
int getScaleMode(const Problem &problem, size_t number, std::string &note);

} // namespace mlir::autotune::runner

#endif // AUTOTUNE_RUNNER_BASELINESCALES_H
