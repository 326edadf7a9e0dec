//===- Cases.h - What is to be simulated ------------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SIMULATION_CASES_H
#define MLIR_AUTOTUNE_SIMULATION_CASES_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include <functional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// A problem and a complete config that is legal for it.
struct Case {
  ProblemFact fact;
  Config config;
};

/// Draws `count` small problems of all types and layouts, each with a config
/// of its exhaustive space. The same seed draws the same cases on every
/// machine. The target must have a template that serves any problem.
std::vector<Case> sampleCases(const TargetInfo &target, size_t count,
                              uint64_t seed);

/// Reads cases from text. Each error fails the whole run and is printed at
/// once with its place; reading goes on, so that the user sees all errors.
class CaseReader {
public:
  using ErrorHandler = std::function<void(const llvm::Twine &message)>;
  /// If several problems and configs are added at once, `covers` replaces
  /// their product by pairs that contain each problem and each config at least
  /// once.
  CaseReader(MLIRContext &context, const TargetInfo &target,
             ErrorHandler reportError, bool covers = false)
      : context(context), target(target), reportError(std::move(reportError)),
        covers(covers) {}

  /// Adds every problem with every config. Without configs, adds those that
  /// the heuristics propose. `place` begins the messages.
  void add(ArrayRef<StringRef> problems, ArrayRef<StringRef> configs,
           const llvm::Twine &place);

  /// Adds the cases of a file with lines "problem; problem | config; config".
  /// A backslash at the end continues a line on the next; a # begins a
  /// comment.
  void addFile(StringRef path);

  const std::vector<Case> &getCases() const { return cases; }
  bool hasFailed() const { return failed; }

private:
  void addProposals(const ProblemFact &fact, const std::string &place);
  FailureOr<Config> parseConfig(StringRef text, const std::string &place);

  MLIRContext &context;
  const TargetInfo &target;
  ErrorHandler reportError;
  bool covers;
  std::vector<Case> cases;
  bool failed = false;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SIMULATION_CASES_H
