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
  /// Files of records, one at least.
  std::vector<std::string> records;
  /// What they were measured on, where their device does not say: for records
  /// of one device alone.
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
  /// Parts that the matmuls are left out in, for `predictions` and `card`: from
  /// 2 to the number of matmuls.
  unsigned folds = 10;
  /// Threads that train; 0 is one for each core.
  unsigned jobs = 0;
  /// train_cost_model.py and a Python with LightGBM; empty where they are to be
  /// found.
  std::string trainer, python;
};

/// Writes what the trainer reads, and has it write the rest.
llvm::Error trainCostModel(const TrainOptions &options,
                           const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TRAINSESSION_H
