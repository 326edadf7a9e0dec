//===- Problems.h - What is to be tuned, and with what ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_PROBLEMS_H
#define MLIR_AUTOTUNE_TUNING_PROBLEMS_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/ModuleMatmuls.h"
#include "mlir-autotune/Problem/Measurable.h"
#include "mlir-autotune/Proposers/Propose.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// A config to be compiled for a problem.
struct TuningCandidate {
  Config config;
  /// The heuristics that proposed it, in the order of ranks.
  SmallVector<std::string, 2> heuristics;
  /// Why it can't be compiled: it is not legal for the problem. Else empty.
  std::string whyIllegal;
  /// As estimateTime has it, in nanoseconds; 0 when illegal.
  double estimateNs = 0;
  /// Its kernel among those of a build (Builder.h).
  std::optional<size_t> kernel;
  /// What that is called (KernelProgram::getName()); empty before a build, and
  /// where there is no program.
  std::string kernelName = "";
};

/// One distinct matmul.
struct TuningProblem {
  ProblemFact fact;
  /// How many matmuls have this fact; 0 where it is but another way.
  int64_t occurrences = 1;
  /// Best first.
  std::vector<TuningCandidate> candidates;
  /// So many of the first were asked for by name, by the caller, the IR or a
  /// table: no limit leaves them out.
  size_t numNamed = 0;
  /// Whether nothing is to be searched beside them: given by the caller, or
  /// carried by the IR and not extended.
  bool isClosed = false;
};

/// The one target that the IR names for these matmuls. Fails with an error at
/// the place when there is none, or more than one.
FailureOr<TargetInfo> findCommonTarget(ArrayRef<Operation *> matmuls);

/// Which candidates a problem gets.
struct CandidateOptions {
  ProposeOptions propose;
  /// When there are any: these and no others, the partial ones completed.
  SmallVector<Config> given;
  /// Whether proposals follow, up to propose.maxCandidates and all that a table
  /// names, where the IR carries candidates.
  bool extend = false;
  /// Proposals are the table's and the heuristics', all of them: for who
  /// searches the space by itself.
  bool seedsOnly = false;
};

/// The distinct measurable matmuls of `matmuls`, those that no template serves
/// left out with a remark. Where matmuls carry `autotune.candidates` or
/// `autotune.config`, these come first. Fails with an error at the operation
/// when one of them is not legal for it.
FailureOr<std::vector<TuningProblem>>
makeProblems(ArrayRef<ModuleMatmul> matmuls, const TargetInfo &target,
             const CandidateOptions &options);

/// Fills in the candidates of a problem that no IR stands behind.
void chooseCandidates(TuningProblem &problem, const TargetInfo &target,
                      const CandidateOptions &options);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_PROBLEMS_H
