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

/// What the trees of `predictions` have not seen: the matmul, or any matmul of
/// the device.
enum class LeaveOut { Matmul, Device };

struct TrainOptions {
  /// Files of records; at least one.
  std::vector<std::string> records;
  /// Files of records of the test part. A matmul that one of them has is left
  /// out of the training, whatever file it is in.
  std::vector<std::string> heldOut;
  /// The target of the records, if their device does not determine it. Only
  /// for records of one device.
  std::string target;
  /// Only the records of this device; empty for all.
  std::string device;
  /// The next six are files that are written; at least one must be named. If
  /// `dataset` alone is, nothing is trained.
  ///
  /// What the trainer reads.
  std::string dataset;
  /// The model's trees.
  std::string trees;
  /// How far off the trees are, by what is known beforehand.
  std::string errors;
  /// Some of the trainer's own predictions, with which the trees must agree.
  std::string goldens;
  /// Predictions for each matmul, by trees that did not see what `leaveOut`
  /// says.
  std::string predictions;
  LeaveOut leaveOut = LeaveOut::Matmul;
  /// Where the model comes from, and its errors, as Markdown.
  std::string card;
  /// The number of parts for cross-validation, for `predictions`, `errors` and
  /// `card`: each part of the matmuls is left out once. From 2 to the number of
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
