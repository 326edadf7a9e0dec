//===- Tuner.h - The search for the configs of all matmuls ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_TUNER_H
#define MLIR_AUTOTUNE_TUNE_TUNER_H

#include "mlir-autotune/Tune/MatmulTuner.h"

namespace mlir::autotune::tune {

/// The result for one matmul.
struct TunedMatmul {
  /// The candidates as they were built, and a record for each that was not
  /// dropped; both in the order of ranks.
  TuningProblem problem;
  std::vector<measure::Record> records;
};

/// Tunes one matmul after the other. While a batch is measured, the next batch
/// is built, or the next matmul's first. `onMatmul` is called with each
/// result, also for a matmul that an error ends.
llvm::Error tuneAll(TuneContext &context, ArrayRef<TuningProblem> problems,
                    llvm::function_ref<void(TunedMatmul)> onMatmul,
                    llvm::function_ref<void(const llvm::Twine &)> say);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TUNER_H
