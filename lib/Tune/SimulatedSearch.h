//===- SimulatedSearch.h - A module tuned in the simulator ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_SIMULATEDSEARCH_H
#define AUTOTUNE_LIB_TUNE_SIMULATEDSEARCH_H

#include "mlir-autotune/Tune/TuneSession.h"

namespace mlir::autotune::tune {

/// tuneModule() for the simulator: checks all candidates, and picks by their
/// estimates.
llvm::Error tuneSimulated(const TuneOptions &options, raw_ostream &tables,
                          const Messages &messages);

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_SIMULATEDSEARCH_H
