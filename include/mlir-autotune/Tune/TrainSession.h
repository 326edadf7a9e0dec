//===- TrainSession.h - The cost model, trained on records ---- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_TRAINSESSION_H
#define MLIR_AUTOTUNE_TUNE_TRAINSESSION_H

#include "mlir-autotune/Tune/Messages.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

struct TrainOptions {
  /// Files of records; at least one.
  std::vector<std::string> records;
  /// The target of the records, if their device does not determine it. Only
  /// for records of one device.
  std::string target;
  /// Only the records of this device; empty for all.
  std::string device;
  /// The next five are files that are written; at least one must be named. If
  /// `dataset` alone is, nothing is trained.
  ///
  /// What the trainer reads.
  std::string dataset;
  /// The model's trees.
  std::string trees;
  /// Some of the trainer's own predictions, with which the trees must agree.
  std::string goldens;
  /// Predictions for each matmul, by trees that saw none of its configs.
  std::string predictions;
  /// Where the model comes from, and its errors, as Markdown.
  std::string card;
  /// The number of parts for cross-validation, for `predictions` and `card`:
  /// each part of the matmuls is left out once. From 2 to the number of
  /// matmuls.
  unsigned folds = 10;
  /// The number of training threads; 0 is one for each core.
  unsigned jobs = 0;
  /// Paths of train_cost_model.py and of a Python with LightGBM; if empty,
  /// they are searched for.
  std::string trainer, python;
};

/// Writes the trainer's input, and runs the trainer to write the other files.
llvm::Error trainCostModel(const TrainOptions &options,
                           const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TRAINSESSION_H
