//===- SeedHeuristic.h - What proposes configs to start from --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_SEEDHEURISTIC_H
#define MLIR_AUTOTUNE_PROVIDERS_SEEDHEURISTIC_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "llvm/Support/Error.h"

namespace mlir::autotune {

/// A rule that knows good configs for some matmuls. Its functions are called
/// from several threads at once.
class SeedHeuristic {
public:
  virtual ~SeedHeuristic();

  /// The name in options, attributes and remarks: lower case with hyphens.
  virtual StringRef getName() const = 0;
  /// One line for documentation and listings.
  virtual StringRef getSummary() const = 0;

  /// Whether the heuristic has seeds for this matmul.
  virtual bool isEligible(const ProblemFact &fact,
                          const TargetInfo &target) const = 0;

  /// Returns complete configs, best first; called only if isEligible(). An
  /// illegal seed is dropped and a failing heuristic skipped, each with a
  /// remark that gives the reason; neither is fatal.
  virtual llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact, const TargetInfo &target) const = 0;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_SEEDHEURISTIC_H
