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

  /// Whether the heuristic proposes only if it is asked for by name. Such a
  /// heuristic depends on something that is not part of this project, so that
  /// proposals would differ from machine to machine.
  virtual bool isOptional() const { return false; }
  /// Why the heuristic can't be used here, and what to do about it; empty if it
  /// can.
  virtual std::string getWhyUnavailable() const { return ""; }
  /// The version of the library that decides; empty for this project's rules.
  virtual std::string getVersion() const { return ""; }

  /// Whether the heuristic has seeds for this matmul.
  virtual bool isEligible(const ProblemFact &fact,
                          const TargetInfo &target) const = 0;

  /// Returns complete configs, best first; called only if isEligible(). An
  /// illegal seed is dropped and a failing heuristic skipped, each with a
  /// remark that gives the reason; neither is fatal.
  virtual llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact, const TargetInfo &target) const = 0;

  /// The same. `leftOut` gets a clause on suggestions of a library that became
  /// no seed, if there are any.
  virtual llvm::Expected<SmallVector<Config>>
  getSeeds(const ProblemFact &fact, const TargetInfo &target,
           std::string &leftOut) const;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_SEEDHEURISTIC_H
