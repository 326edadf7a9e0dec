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
#include "mlir-autotune/FormProblems/SizeHints.h"
#include "mlir-autotune/Problem/Measurable.h"
#include "mlir-autotune/Proposers/Plans.h"

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
  /// Why the candidate is illegal for the problem and can't be compiled; else
  /// empty.
  std::string whyIllegal;
  /// The result of estimateTime, in nanoseconds; 0 if illegal.
  double estimateNs = 0;
  /// The index of the candidate's launch in a build (Builder.h).
  std::optional<size_t> kernel;
  /// The kernel's name (KernelProgram::getName()) and the columns that its
  /// launch chooses, if any; empty before a build, and if there is no program.
  std::string kernelName = "";
};

/// One distinct matmul.
struct TuningProblem {
  ProblemFact fact;
  /// How many matmuls have this fact; 0 for an alternative fusion.
  int64_t occurrences = 1;
  /// Best first.
  std::vector<TuningCandidate> candidates;
  /// How many of the first candidates were named by the caller, the IR or a
  /// table. No limit removes these.
  size_t numNamed = 0;
  /// Whether only these candidates are measured, without a search: they were
  /// given by the caller, or carried by the IR and not extended.
  bool isClosed = false;
  /// Whether it is a sample of a plan, whose times are compared with those of
  /// other sizes only by the plan. Brief times are enough.
  bool isSample = false;
};

/// The one target that the IR names for these matmuls. Fails with an error at
/// an operation if there is none, or more than one.
FailureOr<TargetInfo> findCommonTarget(ArrayRef<Operation *> matmuls);

/// Which candidates a problem gets.
struct CandidateOptions {
  ProposeOptions propose;
  /// If not empty, the only candidates; partial ones are completed.
  SmallVector<Config> given;
  /// Whether proposals follow the candidates that the IR carries, up to
  /// propose.maxCandidates and all that a table names.
  bool extend = false;
  /// Whether to propose only the table's and all heuristics' configs, for
  /// callers that search the space themselves.
  bool seedsOnly = false;
  /// If set, plans are made for matmuls of unknown sizes (Proposers/Plans.h).
  std::optional<PlanOptions> plans;
  /// Which unknown sizes to expect, beside the attributes of matmuls.
  SizeHints hints;
};

/// A problem that gets a plan from measurements of samples (makeSamples).
struct PlannedProblem {
  ProblemFact fact;
  ExpectedSizes expected;
  /// The samples to measure first.
  std::vector<TuningProblem> first;
};

/// The distinct problems that are measured.
struct TuningProblems {
  std::vector<TuningProblem> ofKnownSizes;
  std::vector<PlannedProblem> planned;
};

/// The distinct measurable matmuls of `matmuls`. A matmul that no template
/// serves is left out with a remark. Configs in `autotune.candidates` or
/// `autotune.config` come first. Fails with an error at the operation if one
/// of them is not legal for it, or its `autotune.sizes` are not.
FailureOr<TuningProblems> makeProblems(ArrayRef<ModuleMatmul> matmuls,
                                       const TargetInfo &target,
                                       const CandidateOptions &options);

/// What to measure next for the plan of a problem (getPlanSamples), each sample
/// with its configs only. Empty if enough is known.
std::vector<TuningProblem> makeSamples(const PlannedProblem &planned,
                                       const TargetInfo &target,
                                       const CandidateOptions &options,
                                       ArrayRef<PlanMeasurement> known);

/// Fills in the candidates of a problem that is not from IR.
void chooseCandidates(TuningProblem &problem, const TargetInfo &target,
                      const CandidateOptions &options);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_PROBLEMS_H
