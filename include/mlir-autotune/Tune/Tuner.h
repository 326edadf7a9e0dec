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

/// Tunes matmuls, as many at a time as the service has parts, or one after the
/// other if there are fewer matmuls than that. While batches are measured, the
/// next ones are built, or the next matmuls' first. `onMatmul` is called with
/// each result in the order of `problems`, also for a matmul that an error
/// ends. If a part fails, another one tunes its matmul again. Only one thread
/// at a time calls `onMatmul`, `say` and the context's functions.
llvm::Error tuneAll(TuneContext &context, ArrayRef<TuningProblem> problems,
                    llvm::function_ref<void(TunedMatmul)> onMatmul,
                    llvm::function_ref<void(const llvm::Twine &)> say);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TUNER_H
