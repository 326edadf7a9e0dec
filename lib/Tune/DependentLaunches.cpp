//===- DependentLaunches.cpp - Candidates with dependent launch -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/BuildStage.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

void tune::addDependentLaunches(TuningProblem &problem) {
  constexpr StringLiteral kParam = "dependent_launch";
  std::vector<TuningCandidate> added;
  for (const TuningCandidate &candidate : problem.candidates) {
    // The template has no such parameter, or it is set already.
    if (candidate.config.getBool(kParam) != std::optional(false) ||
        !candidate.whyIllegal.empty())
      continue;
    TuningCandidate &twin = added.emplace_back(candidate);
    twin.heuristics.clear();
    if (failed(twin.config.set(kParam, 1)) ||
        llvm::any_of(problem.candidates, [&](const TuningCandidate &other) {
          return other.config == twin.config;
        }))
      added.pop_back();
  }
  llvm::append_range(problem.candidates, added);
}
