//===- EvaluateSession.h - Proposers scored on records -------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_EVALUATESESSION_H
#define MLIR_AUTOTUNE_TUNE_EVALUATESESSION_H

#include "mlir-autotune/Tune/Evaluation.h"
#include "mlir-autotune/Tune/Messages.h"

namespace mlir::autotune::tune {

struct EvaluateOptions {
  /// Files of records; at least one.
  std::vector<std::string> records;
  /// The target of the records, if their device does not determine it.
  std::string target;
  /// Only records of this device count. Required if they are of several
  /// devices.
  std::string device;
  /// The proposers to score (checkProposer); empty for getProposerNames().
  std::vector<std::string> proposers;
  /// Whether only matmuls count for which each proposer has a measured config.
  bool common = false;
  /// A file of predictions by models that saw no config of the matmul. If
  /// empty, this build's model predicts, which may have been trained on the
  /// matmul.
  std::string predictions;
  /// The settings in ProposerSettings; `batch` is at least 1.
  uint64_t seed = 1;
  unsigned batch = 4, seedsFirst = 1;
  /// The level of the space that strategies search; empty for all that was
  /// measured.
  std::string space;
};

struct EvaluateResult {
  /// The measurements of the matmuls that proposers are scored on.
  MeasuredTable table;
  std::vector<Evaluation> evaluations;
  /// A line on the records and the predictions.
  std::string description;
};

/// Scores proposers on measured configs.
llvm::Expected<EvaluateResult> evaluateProposers(const EvaluateOptions &options,
                                                 const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EVALUATESESSION_H
