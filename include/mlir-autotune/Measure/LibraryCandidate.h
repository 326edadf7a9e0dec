//===- LibraryCandidate.h - A library in place of a kernel ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_LIBRARYCANDIDATE_H
#define MLIR_AUTOTUNE_MEASURE_LIBRARYCANDIDATE_H

#include "mlir-autotune/Measure/Manifest.h"

namespace mlir::autotune::measure {

/// The library whose algorithms can be candidates, and the name of such a
/// candidate in a bundle's records.
inline constexpr llvm::StringLiteral kMeasuredLibrary = "cublaslt";

/// Why cuBLASLt does not compute the problem's whole result in one call, as a
/// sentence without a full stop; empty if it does. A baseline may be there all
/// the same: it leaves things out, or calls more than once.
std::string getWhyNoLibrary(const MeasuredProblem &problem);

/// Adds a candidate, `cublaslt`, for each problem whose whole result the
/// library computes. It comes after the problem's kernels.
void addLibraryCandidates(Manifest &manifest);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_LIBRARYCANDIDATE_H
