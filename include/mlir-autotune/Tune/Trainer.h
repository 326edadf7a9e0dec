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

/// Paths of train_cost_model.py and its Python. Empty paths are searched for.
struct TrainerSettings {
  std::string trainer, python;
  /// The output files: an option of the trainer, and the file's path.
  std::vector<std::pair<std::string, std::string>> outputs;
  /// Other options.
  std::vector<std::string> arguments;
};

/// Trains on the data that `writeDataset` writes. The output files appear when
/// all of them are complete. Fails if there is no trainer or no Python, or if
/// the trainer fails, which then has written the reason to stderr.
llvm::Error
runTrainer(const TrainerSettings &settings,
           llvm::function_ref<void(llvm::raw_ostream &)> writeDataset);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TRAINER_H
