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
  /// Files of records, one at least.
  std::vector<std::string> records;
  /// What they were measured on, where their device does not say.
  std::string target;
  /// Only the records of this device. Needed where they are of several.
  std::string device;
  /// Those of getProposerNames() that are scored; empty is all.
  std::vector<std::string> proposers;
  /// A file of what models predict that saw no config of the matmul; without,
  /// this build's model is asked, which may have seen them.
  std::string predictions;
  /// ProposerSettings; `batch` is at least 1.
  uint64_t seed = 1;
  unsigned batch = 4, seedsFirst = 1;
};

struct EvaluateResult {
  /// What was measured, of the matmuls that proposers are scored on.
  MeasuredTable table;
  std::vector<Evaluation> evaluations;
  /// A line on the records and the predictions.
  std::string description;
};

/// Scores proposers on what was measured.
llvm::Expected<EvaluateResult> evaluateProposers(const EvaluateOptions &options,
                                                 const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_EVALUATESESSION_H
