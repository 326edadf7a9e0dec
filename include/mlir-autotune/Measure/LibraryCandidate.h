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

/// The names of the libraries whose algorithms can be candidates. The candidate
/// in a bundle's records has the name, too.
llvm::ArrayRef<llvm::StringRef> getMeasuredLibraries();

/// Whether one of the names is a library's. "none", as options have it, is not.
bool hasLibraries(llvm::ArrayRef<std::string> names);

/// Why the library does not compute the problem's whole result in one call, or
/// its product with the problem's `separate` behind it, as a sentence without a
/// full stop; empty if it does. A baseline may be there all the same: it leaves
/// things out, or calls more than once.
std::string getWhyNoLibrary(llvm::StringRef library,
                            const MeasuredProblem &problem);

/// Adds a candidate of its name for each of the libraries, and for each problem
/// whose whole result the library computes. They come after the problem's
/// kernels. Other names, such as "none", add nothing.
void addLibraryCandidates(Manifest &manifest,
                          llvm::ArrayRef<std::string> libraries);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_LIBRARYCANDIDATE_H
