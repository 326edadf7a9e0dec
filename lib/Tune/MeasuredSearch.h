//===- MeasuredSearch.h - A module tuned by measured times ---- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_MEASUREDSEARCH_H
#define AUTOTUNE_LIB_TUNE_MEASUREDSEARCH_H

#include "mlir-autotune/Tune/TuneSession.h"

namespace mlir::autotune::tune {

/// Lines of each matmul's table: the one at the end has the best.
constexpr size_t kTuneTop = 3;

/// tuneModule() for devices that have times: measured or recorded.
llvm::Error tuneMeasured(const TuneOptions &options, raw_ostream &tables,
                         const Messages &messages);

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_MEASUREDSEARCH_H
