//===- Trainer.h - Starting the trainer of the cost model ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_TRAINER_H
#define MLIR_AUTOTUNE_TUNE_TRAINER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

/// train_cost_model.py, and who runs it. Empty paths are looked for.
struct TrainerSettings {
  std::string trainer, python;
  /// What is written: an option of the trainer, and where its file goes.
  std::vector<std::pair<std::string, std::string>> outputs;
  /// Other options.
  std::vector<std::string> arguments;
};

/// Trains on what `writeDataset` writes. The files appear when all of them are
/// complete. An error when there is no trainer, no Python, or the trainer
/// fails, which has told why on the standard error output.
llvm::Error
runTrainer(const TrainerSettings &settings,
           llvm::function_ref<void(llvm::raw_ostream &)> writeDataset);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TRAINER_H
